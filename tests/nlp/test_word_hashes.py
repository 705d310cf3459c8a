import numpy as np
from hypothesis import given
from hypothesis import settings as budget
from hypothesis import strategies as st
from spacy.attrs import IDS
from spacy.lang.en import English
from spacy.strings import StringStore
from thinc.api import HashEmbed, NumpyOps

from cutline.nlp.word_hashes import ATTRIBUTES, HashTable, find_values, hash_numbers, number_strings

GETTERS = English().vocab.lex_attr_getters
STRINGS = ["a", "house", "12345678", "eight-by", "Zürich’s", "東京", "x" * 100, "obj", "X", "ORG", "dep", "nil", "NIL"]


def test_strings_have_the_numbers_that_spacy_gives_them() -> None:
    store = StringStore()
    assert number_strings(STRINGS).tolist() == [store.add(string) for string in STRINGS]


@budget(deadline=None)
@given(st.lists(st.text(st.characters(exclude_categories=["Cs"]), min_size=1), max_size=10))
def test_any_strings_have_the_numbers_that_spacy_gives_them(strings: list[str]) -> None:
    store = StringStore()
    assert number_strings(strings).tolist() == [store.add(string) for string in strings]


def test_numbers_are_hashed_as_thinc_hashes_them() -> None:
    numbers = np.array([0, 1, 2**63, 2**64 - 1, 429, 0x123456789ABCDEF], np.uint64)
    np.testing.assert_array_equal(hash_numbers(numbers, 9).T, NumpyOps().hash(numbers, 9))


def test_vectors_are_those_of_thinc() -> None:
    layer = HashEmbed(8, 50, seed=11)
    layer.initialize()
    numbers = number_strings(STRINGS)
    found = HashTable(layer.get_param("E"), 11).find_vectors(numbers)
    np.testing.assert_array_equal(found, layer.predict(numbers))


@budget(deadline=None)
@given(st.text(min_size=1, max_size=120) | st.sampled_from(["€", "”", "'S", "US$", "ABCDEfghij12345!!!!!", "y" * 100]))
def test_attributes_are_those_of_spacy(text: str) -> None:
    for name in ATTRIBUTES:
        assert find_values(name, [(text, None)]) == [GETTERS[IDS[name]](text)]


def test_a_word_with_a_norm_of_its_own_keeps_it() -> None:
    assert find_values("NORM", [("ca", "can"), ("Ca", None)]) == ["can", "ca"]
    assert find_values("SHAPE", [("ca", "can")]) == ["xx"]
