"""Which pages teach and which are read when own pages are measured."""

from __future__ import annotations

from itertools import chain

import numpy as np
from teaching import drop_first_image, drop_last_paragraphs, split_other_sites, split_same_sites

from cutline.models.labelled_pages import LabelledPage
from cutline.models.train.body_examples import BodyExamples
from cutline.models.train.image_examples import ImageExamples

SITES = ["a", "b", "a", "c", "d", "e", "f", "a"]
LONG = "one two three four five six seven eight nine ten eleven twelve"


def test_no_site_teaches_how_to_read_itself() -> None:
    splits = list(split_other_sites(SITES))
    assert all({SITES[n] for n in train}.isdisjoint(SITES[n] for n in test) for train, test in splits)
    assert sorted(chain.from_iterable(test for _, test in splits)) == list(range(len(SITES)))


def test_every_page_read_is_of_a_site_that_teaches() -> None:
    splits = list(split_same_sites(SITES))
    assert all({SITES[n] for n in test} <= {SITES[n] for n in train} for train, test in splits)
    assert sorted(chain.from_iterable(test for _, test in splits)) == [0, 2, 7]


def test_the_last_two_paragraphs_are_said_to_be_out() -> None:
    texts = (LONG, LONG, "short", LONG, "menu " + LONG)
    labels = np.array([True, True, True, True, False])
    page = BodyExamples("own", "a", LabelledPage(id="a"), texts, None, np.array([""] * 5), labels, np.ones(5))  # type: ignore[arg-type]
    assert drop_last_paragraphs(page).labels.tolist() == [True, False, True, False, False]
    assert labels.tolist() == [True, True, True, True, False]


def test_the_first_image_is_said_to_be_out() -> None:
    page = ImageExamples(
        corpus="own",
        site="a",
        rows=np.zeros((3, 1), np.float32),
        labels=((), (1,), (0, 1)),
        known=np.ones(3, bool),
        keys=("x", "y", "z"),
        labelled=2,
    )
    changed = drop_first_image(page)
    assert (changed.labels, changed.labelled) == (((), (), (0,)), 1)
