"""Where one story ends and another begins."""

import numpy as np
import pytest

from cutline.dom.stories import Joints
from cutline.models.auto_models import SHIPPED_RELEVANCE, load_relevance_model
from cutline.models.word_frequencies import load_background
from cutline.nlp.relevance import Stems, read_stems
from cutline.nlp.stories import CANDIDATES, LEAST_STEMS, MOST_UNITS, SPLIT_COLUMNS, Splits, _find_units, measure_splits
from cutline.nlp.words import Words

ENGLISH = load_background("en")
TITLE = "Night ferry returns to Lake Varn"
FERRY = [
    "The council of Port Ellery voted to bring back the night ferry Aurelia across Lake Varn.",
    "The ferry was withdrawn in 2015, when the subsidy for night crossings of the lake ran out.",
    "Passengers from Port Ellery had collected signatures for the ferry and its night crossings.",
    "The harbour master of Holm wants the Aurelia inspected before her first crossing in June.",
    "The council set the fare for the crossing of the lake at nine crowns, bicycles included.",
    "Holm and Port Ellery will share the costs of the ferry, which needs a new engine by autumn.",
]
MORE = [
    "Mayor Clara Benning of Port Ellery called the vote of the council a good day for both shores.",
    "The Aurelia was built in Marnwick in 1978 and carried two hundred passengers at a time.",
    "Since the ferry stopped, drivers from Holm have gone round the lake, which takes two hours.",
    "The bus company of Marnwick, which runs along the lake at night, objected to the subsidy.",
    "Benning expects thirty thousand passengers a year on the night crossings of the Aurelia.",
    "If the inspection of the engine fails, the council will charter a ferry from another lake.",
]
BEES = [
    "Beekeepers in the Dormello valley lost a third of their hives to mites during the wet winter.",
    "Healthy hives hold forty thousand bees, and each queen lays two thousand eggs a day.",
    "The beekeepers treat their hives with acid in August, once the honey has been spun.",
    "Honey from Dormello sells for twice the price of honey from abroad, the beekeepers say.",
    "Mites spread from hives that nobody treats, and bees carry them from valley to valley.",
    "The queen of a lost colony cannot be replaced before the bees of Dormello swarm in May.",
]


def read(text: str) -> Stems:
    return read_stems(Words(text), ENGLISH)


def join(depths: list[int], headings: tuple[int, ...] = ()) -> Joints:
    return Joints(np.array(depths, np.intp), np.ones(len(depths), bool), np.isin(np.arange(len(depths)), headings))


def measure(blocks: list[str], joints: Joints | None = None) -> Splits:
    joints = joints or join([3] * (len(blocks) - 1))
    return measure_splits([read(TITLE)], list(map(read, blocks)), joints, ENGLISH)


def column(splits: Splits, name: str) -> dict[int, float]:
    """Return a measure by the place it was made at."""
    return dict(zip(splits.places.tolist(), splits.rows[:, SPLIT_COLUMNS.index(name)].tolist(), strict=True))


@pytest.mark.parametrize("name", ["behind_given_before", "before_given_behind", "both"])
def test_where_the_words_change_each_side_tells_least_of_the_other(name: str) -> None:
    values = column(measure([*FERRY, *BEES]), name)
    assert min(values, key=values.__getitem__) == len(FERRY)
    assert values[len(FERRY)] < 0


@pytest.mark.parametrize("name", ["dip", "contrast"])
def test_where_the_words_change_the_contrast_is_greatest(name: str) -> None:
    values = column(measure([*FERRY, *BEES]), name)
    assert max(values, key=values.__getitem__) == len(FERRY)


def test_the_title_tells_of_what_is_before_the_boundary() -> None:
    values = column(measure([*FERRY, *BEES]), "behind_given_declared")
    assert values[len(FERRY)] < values[len(FERRY) - 2]


@pytest.mark.parametrize("depths", [[3] * 11, [3] * 5 + [2] + [3] * 5])
def test_the_boundary_of_two_stories_is_the_place_with_the_lowest_prediction(depths: list[int]) -> None:
    boundaries = load_relevance_model(SHIPPED_RELEVANCE).boundaries
    splits = measure([*FERRY, *BEES], join(depths))
    one_story = boundaries.predict(splits.rows)
    assert int(splits.places[np.argmin(one_story)]) == len(FERRY)
    alone = boundaries.predict(measure([*FERRY, *MORE]).rows)
    assert one_story.min() < alone.min()


def test_the_measures_of_a_place_are_what_they_were() -> None:
    splits = measure([*FERRY, *BEES], join([4] * 5 + [2] + [4] * 5))
    words = [-0.297, -0.316, -0.613, 2.636, 2.942, -0.297, 0.608, 2.32, 3.951, 3.871, 0.48]
    assert splits.rows[splits.places == len(FERRY)][0] == pytest.approx([*words, 2, 0, 1, 0, 0], abs=2e-3)


def test_places_have_enough_words_on_both_sides() -> None:
    blocks = list(map(read, [*FERRY, *MORE]))
    sizes = np.cumsum([0, *(block.size for block in blocks)])
    places = measure([*FERRY, *MORE]).places.tolist()
    assert places == [n for n in range(12) if sizes[n] >= LEAST_STEMS and sizes[-1] - sizes[n] >= LEAST_STEMS]
    assert 1 not in places and 6 in places and 11 not in places


@pytest.mark.parametrize("blocks", [FERRY[:1], FERRY[:2], [*FERRY[:2], "Varn"], [""] * 9])
def test_short_articles_have_no_place_for_a_second_story(blocks: list[str]) -> None:
    splits = measure(blocks)
    assert len(splits.places) == 0
    assert splits.rows.shape == (0, len(SPLIT_COLUMNS))


def test_lift_and_rivals_tell_what_parts_the_page_there_and_elsewhere() -> None:
    splits = measure([*FERRY, *BEES], join([4] * 5 + [2] + [4] * 5, headings=(5,)))
    lift, rivals, heading = (column(splits, name) for name in ("lift", "rivals", "is_heading"))
    assert lift[6] == 2 and lift[7] == 0
    assert rivals[6] == 0 and rivals[7] == pytest.approx(np.log1p(10))
    assert heading[6] == 1 and heading[7] == 0


def test_of_a_long_page_as_many_places_are_measured_as_bound_the_time() -> None:
    stories = [f"{FERRY[number % len(FERRY)]} Berth {number:04d}quay." for number in range(1000)]
    depths = [4] * 999
    for place in range(49, 999, 50):  # nineteen containers, each parted nearer to the root
        depths[place] = 2
    splits = measure(stories, join(depths))
    assert 0 < len(splits.places) <= CANDIDATES
    assert len(_find_units(join(depths))) <= MOST_UNITS


def test_measures_are_finite_on_pages_that_repeat_themselves() -> None:
    for blocks in (FERRY[:1] * 40, ["1 2 3"] * 40, [*FERRY, *[""] * 30, *BEES]):
        assert np.isfinite(measure(blocks).rows).all()
