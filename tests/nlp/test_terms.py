from __future__ import annotations

from collections import Counter

from cutline.nlp.names import NameBook
from cutline.nlp.pipeline import Mention
from cutline.nlp.terms import Terms, name_vocabulary, read_terms, sum_terms

OBAMA = Mention("Obama", "PERSON")
BOOK = NameBook([OBAMA])


def test_a_text_is_read_as_entities_names_and_words() -> None:
    terms = read_terms("We saw Obama in Rome", [OBAMA], BOOK, frozenset())
    assert terms.entities == {"obama": 1}
    assert terms.names == {"obama": 1, "rome": 1}
    assert terms.words == {"we": 1, "saw": 1, "obama": 1, "in": 1, "rome": 1}


def test_the_vocabulary_holds_words_capitalised_inside_a_sentence() -> None:
    assert name_vocabulary(["Rain fell on Rome. Snow fell.", "In Oslo"]) == {"rome", "oslo"}


def test_a_first_word_is_a_name_if_it_is_in_the_vocabulary() -> None:
    assert read_terms("Rome sleeps. Rain falls.", [], BOOK, {"rome"}).names == {"rome": 1}


def test_the_terms_of_texts_add_up() -> None:
    one = Terms(Counter(a=1), Counter(b=2), Counter(c=3))
    assert sum_terms([one, one]) == Terms(Counter(a=2), Counter(b=4), Counter(c=6))
    assert one.entities == {"a": 1}


def test_each_kind_of_term_is_found_by_its_name() -> None:
    terms = Terms(Counter("a"), Counter("b"), Counter("c"))
    assert [set(terms.of(kind)) for kind in ("entities", "names", "words")] == [{"a"}, {"b"}, {"c"}]
