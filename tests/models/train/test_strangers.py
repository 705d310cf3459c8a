"""Strangers put among the texts of articles made here."""

from dataclasses import replace

import numpy as np
import pytest

from cutline.config import load_settings
from cutline.dom.stories import Joints
from cutline.models.loaded_models import LoadedModels
from cutline.models.train import strangers
from cutline.models.train.strangers import RUNS, Examples, StoryExample, Strangers
from cutline.models.trees import GradientTrees
from cutline.nlp.pipeline import Mention
from cutline.nlp.relevance import RELEVANCE_COLUMNS, Stems, read_stems
from cutline.nlp.stories import SPLIT_COLUMNS
from cutline.nlp.strangers import STRANGER_COLUMNS
from cutline.nlp.words import Words

MODELS = LoadedModels(load_settings())
THINGS = {
    "ferry": ("Ellery", "harbour lake passengers crossing captain engine timetable night quay sailors"),
    "hives": ("Dormello", "honey beekeepers mites queen acacia orchard swarm larvae combs nectar"),
    "glacier": ("Skarn", "ice climbers avalanche summit rope crevasse meltwater moraine guides huts"),
    "opera": ("Tessin", "soprano orchestra chorus premiere conductor libretto stage applause score tenor"),
}


def read(text: str) -> Stems:
    return read_stems(Words(text), MODELS.find_background("en"))


def tell(thing: str) -> StoryExample:
    place, more = THINGS[thing]
    words = more.split()
    blocks = [
        f"The {thing} of {place} and its {words[n % 10]}, its {words[(n + 1) % 10]} and its {words[(n + 3) % 10]} again"
        for n in range(12)
    ]
    joints = Joints(np.full(11, 4, np.intp), np.ones(11, bool), np.zeros(11, bool))
    return StoryExample(
        id=thing,
        site=f"{thing}.example",
        language="en",
        declared=(read(f"The {thing} of {place}"), read("")),
        blocks=tuple(map(read, blocks)),
        texts=tuple(blocks),
        mentions=tuple([Mention(place, "LOC")] for _ in blocks),
        joints=joints,
        captions=(read(f"The {words[0]} of {place}"),),
        places=(3,),
    )


PAGES = [tell(thing) for thing in THINGS]


def choose(seed: int = 0, pages: list[StoryExample] | None = None) -> Strangers:
    return Strangers(PAGES if pages is None else pages, MODELS, seed)


def column(examples: Examples, name: str, columns: tuple[str, ...] = RELEVANCE_COLUMNS) -> list[list[float]]:
    """Return a measure of the strangers and of the own."""
    values = examples.rows[:, columns.index(name)]
    return [values[~examples.is_own].tolist(), values[examples.is_own].tolist()]


def test_all_blocks_are_own_and_foreign_ones_are_put_among_them_alone_and_in_threes() -> None:
    examples = choose().collect_blocks()
    assert examples.is_own.sum() == 12 * len(PAGES)
    assert (~examples.is_own).sum() == 2 * sum(RUNS) * len(PAGES)
    assert set(examples.sites) == {page.site for page in PAGES}
    strange, own = column(examples, "apart_mean")
    assert np.mean(strange) < 0 < np.mean(own)


def test_foreign_blocks_have_names_that_the_others_lack(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(strangers, "PARAGRAPH_WORDS", 3)
    any_trees = GradientTrees(
        np.array([[0, -1, -1]], np.int16),
        np.zeros((1, 3), np.float32),
        np.array([[1, 0, 0]], np.int16),
        np.array([[0, -2, 2]], np.float32),
        np.array([1.0, 0.0]),
    )
    examples = choose().collect_strangers({page.site: any_trees for page in PAGES})
    assert examples.rows.shape == (len(examples.is_own), len(STRANGER_COLUMNS))
    strange, own = column(examples, "entities_missing", STRANGER_COLUMNS)
    assert set(own) == {0} and np.mean(strange) > 0.2  # three in a row share theirs
    assert all(shared == 1 for shared in column(examples, "entities_shared", STRANGER_COLUMNS)[1])


def test_captions_of_others_are_twice_as_many_as_the_own() -> None:
    examples = choose().collect_captions()
    assert (examples.is_own.sum(), (~examples.is_own).sum()) == (4, 8)
    strange, own = column(examples, "whole")
    assert max(strange) < min(own)


def test_a_second_story_is_put_behind_and_begins_where_none_of_its_own_stands() -> None:
    examples = choose().collect_splits()
    assert (~examples.is_own).any() and examples.is_own.sum() > (~examples.is_own).sum()
    strange, own = column(examples, "both", SPLIT_COLUMNS)
    assert np.mean(strange) < np.mean(own)


def test_equal_seeds_choose_the_same_strangers() -> None:
    one, two, other = (choose(seed).collect_blocks() for seed in (3, 3, 4))
    assert np.array_equal(one.rows, two.rows) and one.sites == two.sites
    assert not np.array_equal(one.rows, other.rows)


@pytest.mark.parametrize("change", ["site", "language"])
def test_an_article_has_no_strangers_of_its_site_or_of_another_language(change: str) -> None:
    other = replace(PAGES[1], site=PAGES[0].site) if change == "site" else replace(PAGES[1], language="de")
    strangers = choose(pages=[PAGES[0], other])
    assert strangers.collect_blocks().is_own.all()
    assert strangers.collect_captions().is_own.all()
    assert strangers.collect_splits().is_own.all()
