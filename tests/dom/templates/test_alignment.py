"""A page aligned with a template."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from types import SimpleNamespace

import pytest

from cutline.dom.templates import alignment
from cutline.dom.templates.alignment import Aligner, Mapping
from cutline.dom.templates.page_trees import PageNode
from cutline.dom.templates.patterns import ChildSlot, PatternNode

Align = Callable[..., Mapping]


@pytest.fixture
def align(tree: Callable[[str], PageNode]) -> Align:
    """Align the page given as HTML with a pattern of its body."""

    def run(pattern: PatternNode, html: str) -> Mapping:
        return Aligner().align(pattern, tree(html))

    return run


@pytest.fixture
def story(pattern: SimpleNamespace) -> PatternNode:
    """A menu, then paragraphs between two lines of the site's own."""
    paragraph = pattern.element("p", ("+", pattern.text("content")), label="content", count=9)
    offer = pattern.element("p", ("1", pattern.text("other", "Subscribe now")), label="other", count=2)
    body = pattern.element("div", tokens=".story", label="content")
    body = replace(body, slots=(ChildSlot("+", (paragraph, offer)),))
    menu = pattern.element("div", ("+", pattern.text("other")), tokens=".menu", label="other")
    return pattern.element("body", ("1", menu), ("1", body))


def labels(mapping: Mapping) -> list[tuple[str, str | None]]:
    return [(text.node.text, text.label) for text in mapping.texts]


def test_texts_get_the_labels_of_what_they_are_mapped_to(align: Align, story: PatternNode) -> None:
    mapping = align(story, "<div class=menu>Home</div><div class=story><p>One</p><p>Two</p></div>")
    assert labels(mapping) == [("Home", "other"), ("One", "content"), ("Two", "content")]
    assert (mapping.share, mapping.is_complete) == (1.0, True)


def test_the_very_text_of_the_template_is_preferred_to_a_variable_one(align: Align, story: PatternNode) -> None:
    mapping = align(story, "<div class=menu>Home</div><div class=story><p>One</p><p>Subscribe now</p></div>")
    assert labels(mapping)[1:] == [("One", "content"), ("Subscribe now", "other")]


def test_unknown_text_has_the_label_of_all_text_around_it(align: Align, story: PatternNode) -> None:
    mapping = align(
        story, "<div class=menu>Home</div><div class=story><p>One</p><ol><li>Two</ol></div><footer>Far</footer>"
    )
    assert labels(mapping) == [("Home", "other"), ("One", "content"), ("Two", "content"), ("Far", None)]
    assert mapping.share == 0.5


def test_renamed_classes_leave_the_structure(align: Align, story: PatternNode) -> None:
    mapping = align(story, "<div class=a1>Home</div><div class=b2><p>One</p></div>")
    assert labels(mapping) == [("Home", "other"), ("One", "content")]


def test_a_page_of_another_structure_is_not_mapped(align: Align, story: PatternNode) -> None:
    mapping = align(story, "<main><article><p>One</p></article></main>")
    assert labels(mapping) == [("One", None)]
    assert mapping.share == 0.0


def test_beyond_the_cells_nothing_more_is_mapped(
    align: Align, story: PatternNode, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(alignment, "MAX_CELLS", 10)
    mapping = align(story, "<div class=menu>Home</div><div class=story><p>One</p></div>")
    assert labels(mapping) == [("Home", "other"), ("One", None)]
    assert not mapping.is_complete
