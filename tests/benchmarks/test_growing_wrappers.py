"""V-Wrappers learned from more and more sites, and the ways to split pages."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

pytest.importorskip("sklearn")

from method_figures.growing_wrappers import (
    fit_leaves,
    fit_wrapper,
    measure_growth,
    score_wrapper,
    split_by_site,
    split_within_sites,
)

from cutline.dom.document import Document
from cutline.dom.methods.v_wrapper import CONTENT, OTHER, TITLE
from cutline.dom.render.layout import Layout
from cutline.dom.segments import split_segments
from cutline.dom.tags import breaks_line
from cutline.dom.visual_blocks import build_visual_tree
from cutline.dom.visual_features import measure_blocks
from cutline.models.train.visual_examples import PageExample, derive_positive, label_blocks


@pytest.fixture
def make_page(ferry_page: tuple[Document, Layout]) -> Callable[[str], PageExample]:
    """Return a page of a site, with its content and its title labelled."""
    document, layout = ferry_page
    segments = split_segments(document, breaks_line)
    tree = build_visual_tree(document, layout)
    labels = label_blocks(tree, segments, "It will run from May on.", "Ferry runs again")
    features = measure_blocks(tree, layout, segments)
    return lambda site: PageExample(site, tree, features, labels, derive_positive(tree, labels))


def test_paper_tests_on_other_pages_of_the_sites_trained_on(make_page: Callable[[str], PageExample]) -> None:
    sites = {site: [make_page(site) for _ in range(3)] for site in ("a", "b")}
    splits = list(split_within_sites(sites, 3, seed=0))
    assert [{site: len(pages) for site, pages in split.train.items()} for split in splits] == [{"a": 2, "b": 2}] * 3
    for split in splits:
        trained = {id(page) for pages in split.train.values() for page in pages}
        assert [page.site for page in split.test] == ["a", "b"]
        assert trained.isdisjoint(map(id, split.test))
    assert len({id(page) for split in splits for page in split.test}) == 6


def test_split_by_site_tests_each_site_once_and_never_trains_on_it(make_page: Callable[[str], PageExample]) -> None:
    sites = {site: [make_page(site)] for site in "abcde"}
    splits = list(split_by_site(sites, 2, seed=0))
    assert sorted(page.site for split in splits for page in split.test) == list("abcde")
    assert all(page.site not in split.train for split in splits for page in split.test)


def test_wrapper_of_one_page_finds_its_content_again(make_page: Callable[[str], PageExample]) -> None:
    page = make_page("a")
    assert score_wrapper(fit_wrapper({"a": [page]}, seed=0), [page]) == 1.0


def test_sites_are_added_as_far_as_there_are_any(make_page: Callable[[str], PageExample]) -> None:
    (split, *_) = split_by_site({site: [make_page(site)] for site in "abcd"}, 2, seed=0)
    assert measure_growth(split, (1, 2, 3), seed=0) == {1: 1.0, 2: 1.0}


def test_label_that_no_page_has_is_never_given() -> None:
    features = np.array([[0.0], [1.0]], dtype=np.float32)
    classify = fit_leaves(features, np.array([OTHER, TITLE]), seed=0)
    assert classify(features).tolist() == [OTHER, TITLE]
    assert fit_leaves(features, np.array([CONTENT, CONTENT]), seed=0)(features).tolist() == [CONTENT, CONTENT]
