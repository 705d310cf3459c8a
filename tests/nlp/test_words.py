import pytest

from cutline.nlp.words import Words, fold_word

STOPWORDS = frozenset(("der", "die"))


def names(text: str) -> list[str]:
    """Return the capitalised words inside the sentences of a text."""
    return [name for _, name, at_start in Words(text).capitalised if not at_start]


class TestWords:
    def test_words_are_found_as_they_are_written(self) -> None:
        assert Words("The Straße, 24 m_x").written == ["The", "Straße", "24", "m_x"]

    @pytest.mark.parametrize("written", ["Obama", "Obama's", "Obama’s", "OBAMA'S"])
    def test_a_possessive_is_the_word(self, written: str) -> None:
        assert fold_word(written) == "obama"

    def test_both_apostrophes_are_one(self) -> None:
        assert fold_word("don’t") == fold_word("don't") == "don't"

    @pytest.mark.parametrize("word", ["हिन्दी", "தமிழ்", "বাংলা", "عَرَبِيّ", "עִבְרִית", "שָׁלוֹם", "می‌خواهم", "cafe\u0301"])
    def test_marks_stay_inside_their_word(self, word: str) -> None:
        assert Words(f"{word} {word}").written == [word, word]

    def test_thai_vowel_signs_do_not_break_a_run(self) -> None:
        assert Words("ที่นี่").written == ["ที่นี่"]

    def test_korean_is_written_with_spaces(self) -> None:
        assert Words("서울 시장").written == ["서울", "시장"]

    def test_a_name_is_written_without_its_possessive(self) -> None:
        assert [Words("Obama’s NASA").write_name(place) for place in (0, 1)] == ["Obama", "NASA"]


class TestHeadlines:
    @pytest.mark.parametrize(
        "text", ["Just Learn a Language With Our App", "THE FERRY RETURNS TODAY", "How To Cook Brown Rice"]
    )
    def test_a_text_with_a_capital_on_each_longer_word_is_a_headline(self, text: str) -> None:
        assert Words(text).is_headline

    @pytest.mark.parametrize(
        "text",
        [
            "Just learn a language",
            "Anna Smith",
            "Then Anna Smith spoke",
            "Hier ist Merkel vor dem Haus",
            "",
            "東京タワー",
        ],
    )
    def test_other_texts_are_none(self, text: str) -> None:
        assert not Words(text).is_headline


class TestNameTokens:
    def test_a_capitalised_word_is_a_name(self) -> None:
        assert names("Then came Ms Aruna’s friend of NASA") == ["ms", "aruna", "nasa"]

    @pytest.mark.parametrize(
        "text",
        ["Yesterday", "It rained. Yesterday", "“Yesterday", "He said: Yesterday", "one — Yesterday", "a\nYesterday"],
    )
    def test_a_word_at_the_start_of_a_sentence_is_marked(self, text: str) -> None:
        assert Words(text).capitalised[-1][1:] == ("yesterday", True)

    def test_a_hyphen_starts_no_sentence(self) -> None:
        assert names("with Jean-Luc") == ["jean", "luc"]

    def test_a_german_noun_is_a_name(self) -> None:
        assert names("Der Hund jagt die Katze über Österreich") == ["hund", "katze", "österreich"]

    @pytest.mark.parametrize("text", ["I am", "a b c", "北京", "then 2024"])
    def test_small_words_letters_and_other_scripts_are_not(self, text: str) -> None:
        assert names(f"and {text}") == []


class TestPairedNames:
    @pytest.mark.parametrize("text", ["sagte Angela Merkel", "sagte Angela\xa0Merkel", "von Angela  Merkel,"])
    def test_both_words_of_a_full_name(self, text: str) -> None:
        assert Words(text).pair_names(STOPWORDS.__contains__) == {"angela", "merkel"}

    def test_a_word_alone_is_none(self) -> None:
        assert not Words("wie die Regierung in Berlin plant").pair_names(STOPWORDS.__contains__)

    @pytest.mark.parametrize(
        "text", ["die Stadt, Rom", "die Stadt – Rom", "die U-Bahn", "die Stadt. Rom", "die Stadt\nRom"]
    )
    def test_words_are_not_beside_each_other_across_a_mark(self, text: str) -> None:
        assert not Words(text).pair_names(STOPWORDS.__contains__)

    def test_the_first_word_of_a_sentence_is_none(self) -> None:
        assert Words("Angela Merkel lacht.").pair_names(STOPWORDS.__contains__) == {"merkel"}

    def test_a_noun_behind_the_stopword_that_begins_a_sentence_is_none(self) -> None:
        assert not Words("Der Rat tagt. Die Stadt lacht.").pair_names(STOPWORDS.__contains__)

    def test_a_letter_alone_is_none(self) -> None:
        assert not Words("mit A Merkel").pair_names(STOPWORDS.__contains__)


def test_words_in_small_letters_are_found_folded() -> None:
    assert Words("Das große Haus, 24 Leute's").list_lower_case() == {"grosse"}
