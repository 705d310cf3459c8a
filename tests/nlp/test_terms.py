from __future__ import annotations

from collections import Counter

from cutline.nlp.names import NameBook
from cutline.nlp.pipeline import Mention
from cutline.nlp.terms import ProperNames, Terms, name_vocabulary, read_terms, sum_terms
from cutline.nlp.words import Words

OBAMA = Mention("Obama", "PERSON")
BOOK = NameBook([OBAMA])


def test_a_text_is_read_as_entities_names_and_words() -> None:
    terms = read_terms(Words("We saw Obama in Rome"), [OBAMA], BOOK, frozenset())
    assert terms.entities == {"obama": 1}
    assert terms.names == {"obama": 1, "rome": 1}
    assert terms.words == {"we": 1, "saw": 1, "obama": 1, "in": 1, "rome": 1}


def test_the_vocabulary_holds_words_capitalised_inside_a_sentence() -> None:
    assert name_vocabulary(map(Words, ["Rain fell on Rome. Snow fell.", "In Oslo"])) == {"rome", "oslo"}


def test_a_first_word_is_a_name_if_it_is_in_the_vocabulary() -> None:
    assert read_terms(Words("Rome sleeps. Rain falls."), [], BOOK, {"rome"}).names == {"rome": 1}


def test_the_terms_of_texts_add_up() -> None:
    one = Terms(Counter(a=1), Counter(b=2), Counter(c=3))
    assert sum_terms([one, one]) == Terms(Counter(a=2), Counter(b=4), Counter(c=6))
    assert one.entities == {"a": 1}


def test_each_kind_of_term_is_found_by_its_name() -> None:
    terms = Terms(Counter("a"), Counter("b"), Counter("c"))
    assert [set(terms.of(kind)) for kind in ("entities", "names", "words")] == [{"a"}, {"b"}, {"c"}]


class TestProperNames:
    ARTICLE = (
        Words("Gestern sprach Angela Merkel in Berlin."),
        Words("Auch die Regierung um Merkel plant ein Haus."),
    )

    def keep(self, text: str) -> set[str]:
        """Return the names that stay of a text's capitalised words."""
        names = name_vocabulary(self.ARTICLE)
        words = Words(text)
        return set(ProperNames(self.ARTICLE).keep(read_terms(words, [], NameBook([]), names), words).names)

    def test_a_noun_is_no_name(self) -> None:
        assert self.keep("Vor dem Haus die Regierung mit Merkel") == {"merkel"}

    def test_a_full_name_in_the_text_itself_is_one(self) -> None:
        assert self.keep("Hier spricht Otto Zander vor der Regierung") == {"otto", "zander"}

    def test_a_word_that_the_article_writes_in_small_letters_is_none(self) -> None:
        article, caption = (Words("Alle Menschen sagen, Ärzte Sagen es auch."),), Words("was Ärzte Sagen")
        terms = read_terms(caption, [], NameBook([]), frozenset())
        assert ProperNames(article).keep(terms, caption).names == {"ärzte": 1}

    def test_counts_and_the_other_terms_stay(self) -> None:
        caption = Words("Merkel und Merkel")
        terms = read_terms(caption, [], NameBook([]), {"merkel"})
        kept = ProperNames(self.ARTICLE).keep(terms, caption)
        assert (kept.names, kept.words) == ({"merkel": 2}, terms.words)
