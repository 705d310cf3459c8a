import re
from itertools import pairwise

import pytest
import spacy
from hypothesis import given
from hypothesis import settings as budget
from hypothesis import strategies as st

from cutline.models import SHIPPED_NER
from cutline.nlp.lexicon import split_text
from cutline.nlp.network import NameNetwork, read_network
from cutline.nlp.passages import CapitalisedPassages, choose_all

COMMON = frozenset(("the", "it", "us", "who"))
WORDS = ["the", "The", "rain", "fell", "on", "Rome", "US", "It’s", "“Ann", "(who)", "2020", "é", "École", "McRae"]
TEXTS = st.lists(st.sampled_from(WORDS), max_size=30).map(" ".join)
NAMED = re.compile("Rome|US|Ann|École|McRae")
AROUND = 2

choose = CapitalisedPassages(COMMON, AROUND)


def read(text: str) -> list[str]:
    pieces = split_text(text)
    return [" ".join(pieces[place]) for place in choose(text, pieces)]


@pytest.fixture(scope="module")
def network() -> NameNetwork:
    found = read_network(SHIPPED_NER)
    assert found is not None
    return found


def test_a_capitalised_word_is_read_with_those_around_it() -> None:
    assert read("Last night the rain fell on Rome as it does each year") == ["Last night the", "fell on Rome as it"]


def test_passages_that_meet_are_one() -> None:
    assert read("In Rome the rain fell on Ann and he was wet") == ["In Rome the rain fell on Ann and he"]


@pytest.mark.parametrize("text", ["The rain fell.", "“It’s the rain.", "2020 (The) rain"])
def test_common_words_are_no_reason_to_read(text: str) -> None:
    assert read(text) == []


def test_a_common_word_in_capitals_is_a_name() -> None:
    assert read("The WHO and the US") == ["The WHO and the US"]
    assert read("The who and the us") == []


def test_a_capital_inside_a_piece_counts() -> None:
    assert read("2020 anti-Trump") == ["2020 anti-Trump"]
    assert read("2020 The-Hague") == ["2020 The-Hague"]
    assert read("2020 iPhone") == ["2020 iPhone"]


def test_text_without_care_for_capitals_is_read_as_a_whole() -> None:
    assert read("i went to rome last year") == ["i went to rome last year"]


@pytest.mark.parametrize(
    "text", ["2020 東京 in the spring of the year", "2020 in the spring in القاهرة", "2020 от נחום the"]
)
def test_text_in_a_script_without_capitals_is_read_as_a_whole(text: str) -> None:
    assert read(text) == [text]


def test_a_text_without_capitals_in_a_script_that_has_them_is_not_read() -> None:
    assert read("2020 in der straße – “és” и в москве") == []
    assert read("") == []


def test_a_text_with_other_white_space_is_one_piece() -> None:
    assert read("2020 was\na year without Rome") == ["2020 was\na year without Rome"]


@given(TEXTS)
def test_every_word_with_a_capital_is_read_with_those_around_it(text: str) -> None:
    pieces = split_text(text)
    passages = choose(text, pieces)
    for place, piece in enumerate(pieces):
        if NAMED.search(piece):
            around = range(max(0, place - AROUND), min(len(pieces), place + AROUND + 1))
            assert any(passage.start <= around[0] and around[-1] < passage.stop for passage in passages)


@given(TEXTS)
def test_passages_are_in_order_and_apart(text: str) -> None:
    for before, after in pairwise(choose(text, split_text(text))):
        assert 0 <= before.start < before.stop < after.start


@budget(derandomize=True, deadline=None)
@given(TEXTS)
def test_names_are_those_of_the_passages_at_their_places(network: NameNetwork, text: str) -> None:
    (found,) = network.find_names([text], choose)
    pieces = split_text(text)
    expected = []
    for place in choose(text, pieces):
        start = len(" ".join([*pieces[: place.start], ""]))
        (names,) = network.find_names([" ".join(pieces[place])])
        expected += [(start + begin, start + end, label) for begin, end, label in names]
    assert found == expected


def test_names_are_those_of_the_whole_text(network: NameNetwork) -> None:
    text = (
        "It was late when Angela Merkel met the head of the United Nations in Rome on Monday, as she had said that she "
        "would, and nobody but a few of those who had come with her knew what she would tell him. The talks in the "
        "city of Paris were led by Dr. Smith of New York University."
    )
    whole = network.find_names([text], choose_all)
    assert len(whole[0]) == 6
    assert network.find_names([text], CapitalisedPassages(spacy.blank("en").Defaults.stop_words)) == whole
