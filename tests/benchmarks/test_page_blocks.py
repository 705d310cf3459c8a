"""Labelled blocks of rendered pages, kept in files."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from method_figures import page_blocks
from method_figures.page_blocks import PageBlocks, bring_page_blocks, load_page_blocks, save_page_blocks

from cutline.config import Settings
from cutline.dom.document import Document
from cutline.dom.methods.v_wrapper import OTHER
from cutline.dom.render.layout import Layout
from cutline.errors import RenderError
from cutline.models.labelled_pages import LabelledPage
from cutline.models.train.block_examples import label_blocks
from cutline.models.train.visual_examples import make_example

PAGE = LabelledPage(id="1", site="ferry.example", text="It will run from May on.", title="Ferry runs again")


@pytest.fixture
def blocks(ferry_page: tuple[Document, Layout], settings: Settings) -> PageBlocks:
    document, _ = ferry_page
    return PageBlocks(make_example(PAGE, document, settings), label_blocks(PAGE, document, settings))


def test_blocks_come_back_as_they_were(blocks: PageBlocks, tmp_path: Path) -> None:
    save_page_blocks(tmp_path / "page.npz", blocks)
    stored = load_page_blocks(tmp_path / "page.npz")
    assert stored.visual.site == stored.text.site == "ferry.example"
    assert len(stored.visual.tree.blocks) == len(blocks.visual.tree.blocks)
    assert stored.visual.tree.children == blocks.visual.tree.children
    assert (stored.visual.labels != OTHER).sum() == 2
    for name in ("features", "labels", "is_positive"):
        assert np.array_equal(getattr(stored.visual, name), getattr(blocks.visual, name))
    assert np.array_equal(stored.text.rows, blocks.text.rows)
    assert stored.text.labels.tolist() == blocks.text.labels.tolist() == [False, True, False]


def test_each_page_is_rendered_once(
    ferry_page: tuple[Document, Layout], settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rendered = use_browser(monkeypatch, lambda: ferry_page[0])
    for _ in range(2):
        (page,) = bring_page_blocks([PAGE], tmp_path, settings, pytest.fail)
        assert page.visual.site == "ferry.example"
    assert rendered == ["1"]


def test_page_that_cannot_be_rendered_is_reported_and_tried_again(
    settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail() -> Document:
        raise RenderError("The browser died.")

    rendered, said = use_browser(monkeypatch, fail), []
    for _ in range(2):
        assert list(bring_page_blocks([PAGE], tmp_path, settings, said.append)) == []
    assert said == ["1 is left out: The browser died."] * 2
    assert len(rendered) == 2


def test_pages_without_a_text_and_those_that_are_no_articles_are_not_rendered(
    settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rendered = use_browser(monkeypatch, lambda: pytest.fail("rendered"))
    pages = [LabelledPage(id="2", text=""), LabelledPage(id="3", text="Soap", page_type="product")]
    assert list(bring_page_blocks(pages, tmp_path, settings, pytest.fail)) == []
    assert rendered == []


def use_browser(monkeypatch: pytest.MonkeyPatch, render: Callable[[], Document]) -> list[str]:
    """Have pages opened by `render`; return the list that the ids of the pages go to."""
    rendered = []

    class Source:
        def __init__(self, settings: Settings) -> None:
            pass

        def bring_page(self, html: str, url: str | None, charset: str | None) -> None:
            rendered.append(PAGE.id)

        def open(self, page: object, mode: str, *, uses_layout: bool, is_live: bool) -> Document:
            return render()

        def close(self) -> None:
            pass

    monkeypatch.setattr(page_blocks, "DocumentSource", Source)
    return rendered
