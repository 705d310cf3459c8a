from collections import Counter

from cutline.models.word_frequencies import load_background
from cutline.nlp.background import Background
from cutline.nlp.capitals import Capitals
from cutline.nlp.names import NameBook
from cutline.nlp.pipeline import Mention
from cutline.nlp.terms import ProperNames, TermReader, Terms, find_forms, sum_terms
from cutline.nlp.words import Words

OBAMA = Mention("Obama", "PERSON")
BOOK = NameBook([OBAMA, Mention("Will", "PERSON")])
ENGLISH, GERMAN = load_background("en"), load_background("de")


def read(text: str, *article: str, mentions: tuple[Mention, ...] = ()) -> Terms:
    """Return the terms of a text on the page of an article."""
    return TermReader(Capitals([Words(block) for block in article]), BOOK, ENGLISH).read(Words(text), mentions)


def test_a_text_is_read_as_entities_names_and_words() -> None:
    terms = read("We saw Obama in Rome", mentions=(OBAMA,))
    assert terms.entities == {"obama": 1}
    assert terms.names == {"obama": 1, "rome": 1}
    assert terms.words == {"saw": 1, "obama": 1, "rome": 1}


class TestNames:
    def test_a_first_word_is_a_name_if_the_article_has_it_inside_a_sentence(self) -> None:
        assert read("Rome sleeps. Rain falls.", "They went to Rome. Rain fell.").names == {"rome": 1}

    def test_a_stopword_with_a_capital_is_none(self) -> None:
        article = "On Monday they saw The Just and the rest, said Just."
        assert read("Just learn a language", article).names == {}
        assert read("they met The Hague and Will", article).names == {"hague": 1}

    def test_a_word_that_the_article_mostly_writes_small_is_none(self) -> None:
        article = "Learn a language: to learn, and learn, is what Learn wants."
        assert read("for those who Learn from Ellery", article).names == {"ellery": 1}

    def test_a_name_that_is_once_written_small_stays_one(self) -> None:
        article = "Then Apple sold an apple, for Apple is Apple."
        assert read("of Apple", article).names == {"apple": 1}

    def test_a_common_word_of_a_headline_is_none(self) -> None:
        assert read("Learn a Language With Haldane").names == {"haldane": 1}

    def test_a_headline_tells_nobody_what_a_name_is(self) -> None:
        assert read("Language schools", "Just Learn a Language With Our App").names == {}

    def test_a_name_of_the_article_is_one_in_a_headline_too(self) -> None:
        assert read("Washington Will Speak Again", "He went to Washington.").names == {"washington": 1}


def test_an_entity_that_is_a_stopword_is_left_out() -> None:
    assert read("Will met Obama", mentions=(Mention("Will", "PERSON"), OBAMA)).entities == {"obama": 1}


def test_stopwords_are_no_words() -> None:
    assert read("will her for when it's 7").words == {}


def test_a_word_is_written_as_it_stands_first_unless_in_capitals() -> None:
    assert find_forms([Words("NASA and ROME"), Words("In Rome’s McDonald, rome")]) == {
        "nasa": "NASA",
        "rome": "Rome",
        "in": "In",
        "mcdonald": "McDonald",
    }


def test_the_terms_of_texts_add_up() -> None:
    one = Terms(Counter(a=1), Counter(b=2), Counter(c=3))
    assert sum_terms([one, one]) == Terms(Counter(a=2), Counter(b=4), Counter(c=6))
    assert one.entities == {"a": 1}


def test_each_kind_of_term_is_found_by_its_name() -> None:
    terms = Terms(Counter("a"), Counter("b"), Counter("c"))
    assert [set(terms.of(kind)) for kind in ("entities", "names", "words")] == [{"a"}, {"b"}, {"c"}]


class TestProperNames:
    ARTICLE = (Words("Gestern sprach Angela Merkel in Berlin."), Words("Auch die Regierung um Merkel plant ein Haus."))

    def read(self, text: str, article: tuple[Words, ...] = ARTICLE) -> Terms:
        return TermReader(Capitals(article), NameBook([]), Background({}, frozenset())).read(Words(text), [])

    def keep(self, text: str) -> set[str]:
        """Return the names that stay of a text's capitalised words."""
        return set(ProperNames(self.ARTICLE, GERMAN).keep(self.read(text), Words(text)).names)

    def test_a_noun_is_no_name(self) -> None:
        assert self.keep("Vor dem Haus die Regierung mit Merkel") == {"merkel"}

    def test_a_full_name_in_the_text_itself_is_one(self) -> None:
        assert self.keep("Hier spricht Otto Zander vor der Regierung") == {"otto", "zander"}

    def test_a_word_that_the_article_writes_in_small_letters_is_none(self) -> None:
        article, caption = (Words("Alle Menschen sagen, Ärzte Sagen es auch."),), Words("was Ärzte Sagen")
        terms = self.read(caption.text, article)
        assert ProperNames(article, GERMAN).keep(terms, caption).names == {"ärzte": 1}

    def test_a_common_noun_of_the_article_is_none_and_a_rare_word_may_be_one(self) -> None:
        text = Words("weil die Menschen der Baustelle von Halverstedt mit Merkel reden")
        terms = self.read(text.text)
        assert ProperNames(self.ARTICLE, GERMAN).keep_rare(terms).names == {"halverstedt": 1, "merkel": 1}

    def test_counts_and_the_other_terms_stay(self) -> None:
        caption = Words("Merkel und Merkel")
        terms = self.read(caption.text)
        kept = ProperNames(self.ARTICLE, GERMAN).keep(terms, caption)
        assert (kept.names, kept.words) == ({"merkel": 2}, terms.words)


class TestSite:
    BOOK = NameBook([Mention("The Holm Herald", "ORG"), Mention("Ann Holm", "PERSON"), Mention("Rita Berg", "PERSON")])

    def find(self, text: str, *site_names: str) -> set[str]:
        reader = TermReader(Capitals([]), self.BOOK, ENGLISH, site_names)
        terms = reader.read(Words(text), [])
        return {*terms.entities, *terms.names}

    def test_the_name_of_the_site_is_none(self) -> None:
        assert self.find("they told The Holm Herald and Ann Holm", "holmherald") >= {"ann holm"}
        assert "holm herald" not in self.find("they told The Holm Herald", "holmherald")

    def test_a_part_of_it_is_no_other_name(self) -> None:
        assert "ann holm" not in self.find("they told The Holm Herald", "holmherald")

    def test_a_person_whose_site_it_is_is_one(self) -> None:
        assert "rita berg" in self.find("they met Rita Berg", "ritaberg")

    def test_a_place_whose_site_it_is_is_one(self) -> None:
        book = NameBook([Mention("Canada", "LOC")])
        reader = TermReader(Capitals([]), book, ENGLISH, ("canada",))
        assert reader.read(Words("they flew to Canada"), []).entities == {"canada": 1}

    def test_one_word_of_it_is_none_among_capitalised_words(self) -> None:
        assert self.find("they told Kestrel", "kestrel") == set()
