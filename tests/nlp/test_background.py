import pytest

from cutline.models.word_frequencies import load_background
from cutline.nlp.background import COMMONEST, LEAST, NEUTRAL, Background
from cutline.nlp.words import fold_word

SMALL = Background({"people": 6.2, "ferry": 4.0, "wheelhouse": 3.0}, frozenset(("the", "l'")))


class TestRarity:
    def test_a_stopword_weighs_nothing(self) -> None:
        assert SMALL.rarity("the") == 0

    def test_it_rises_as_a_word_gets_rarer(self) -> None:
        weights = [SMALL.rarity(word) for word in ("people", "ferry", "wheelhouse")]
        assert weights == sorted(weights) and 0 < weights[0] < weights[1] < weights[2] == 1

    def test_a_word_that_is_not_in_the_table_weighs_as_much_as_the_rarest(self) -> None:
        assert (SMALL.zipf("haldane"), SMALL.rarity("haldane")) == (3.0, 1)

    def test_the_commonest_word_that_is_no_stopword_weighs_a_little(self) -> None:
        assert Background({"said": COMMONEST + 1, "ferry": 4.0}, frozenset()).rarity("said") == LEAST

    def test_without_a_table_all_words_weigh_the_same(self) -> None:
        unknown = Background({}, frozenset())
        assert unknown.rarity("people") == unknown.rarity("wheelhouse") == NEUTRAL

    def test_a_place_that_the_world_knows_says_less_than_a_small_one(self) -> None:
        english = load_background("en")
        assert 0 < english.rarity("washington") < 0.6 < english.rarity("ellery")

    def test_a_year_says_less_than_a_rare_word(self) -> None:
        assert 0 < load_background("en").rarity("2015") < 0.5


class TestStopwords:
    @pytest.mark.parametrize(
        ("language", "words"),
        [
            ("en", "the just will her for when don't won't it's we'll I 7 15"),
            ("de", "und nicht eine dass"),
            ("fr", "le dans qu'il j'ai n'est"),
            ("ru", "и это не"),
            ("zh", "的 了 在"),
            ("zh-TW", "這個"),
            ("ja", "の は から"),
            ("ko", "그리고"),
            ("no", "ikke og"),
            ("hr", "i nije"),
            ("sr", "је није"),
            ("tl", "ang mga"),
        ],
    )
    def test_words_that_carry_no_meaning_are_stopwords(self, language: str, words: str) -> None:
        background = load_background(language)
        assert [word for word in words.split() if not background.is_stopword(fold_word(word))] == []

    @pytest.mark.parametrize(
        ("language", "words"),
        [
            ("en", "ferry Washington learn o'brien 2015"),
            ("fr", "préfecture d'artagnan"),
            ("ja", "東京 水"),
            ("xx", "abc"),
        ],
    )
    def test_words_that_carry_meaning_are_none(self, language: str, words: str) -> None:
        background = load_background(language)
        assert [word for word in words.split() if background.is_stopword(fold_word(word))] == []


class TestCut:
    def test_words_are_folded(self) -> None:
        assert SMALL.cut("The Ferry’s wheelhouse, don’t") == ["the", "ferry", "wheelhouse", "don't"]

    def test_an_article_with_an_apostrophe_is_left_out(self) -> None:
        assert load_background("fr").cut("L’union d'Anvers") == ["union", "anvers"]

    def test_japanese_is_cut_into_words(self) -> None:
        cut = load_background("ja").cut("東京タワーの記者会見")
        assert cut == ["東京", "タワー", "の", "記者", "会見"]

    def test_a_japanese_name_can_be_read(self) -> None:
        assert "".join(load_background("ja").cut("小池百合子")[:2]) == "小池百合子"

    def test_chinese_is_cut_into_words(self) -> None:
        assert load_background("zh").cut("国家主席在北京人民大会堂") == ["国家", "主席", "在", "北京", "人民大会堂"]

    def test_traditional_characters_are_cut_like_simplified_ones(self) -> None:
        traditional = load_background("zh-TW")
        assert traditional.cut("出席記者會") == ["出席", "記者會"]
        assert traditional.zipf("記者會") == traditional.zipf("记者会")

    def test_what_is_no_word_is_left_whole(self) -> None:
        assert load_background("zh").cut("歌手贾玲说") == ["歌手", "贾玲", "说"]

    def test_other_scripts_inside_are_words_of_their_own(self) -> None:
        assert load_background("zh").cut("2024年iPhone手机") == ["2024", "年", "iphone", "手机"]

    def test_thai_is_cut_into_pairs(self) -> None:
        assert load_background("th").cut("ไทย") == ["ไท", "ทย"]

    def test_chinese_in_a_text_of_another_language_is_cut_into_pairs(self) -> None:
        assert load_background("en").cut("北京市 mayor") == ["北京", "京市", "mayor"]


@pytest.mark.parametrize(
    ("language", "written", "plain"),
    [("sr", "скупштина", "skupština"), ("he", "שָׁלוֹם", "שלום"), ("tr", "İstanbul".casefold(), "istanbul")],
)
def test_a_word_is_found_however_it_is_written(language: str, written: str, plain: str) -> None:
    background = load_background(language)
    assert plain in background.zipfs
    assert background.zipf(written) == background.zipf(plain)
