"""Builders that tests of several folders use."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import hypothesis
import pytest
from lxml.html import HtmlElement

from cutline.config import Settings, load_settings
from cutline.dom.document import Document, Page, parse
from cutline.dom.render.layout import Box, Layout, Style
from cutline.dom.tags import breaks_line

hypothesis.settings.register_profile("cutline", deadline=None)  # times vary on a busy machine
hypothesis.settings.load_profile("cutline")

BuildDocument = Callable[..., Document]

PLAIN_STYLE = Style(
    "inline", "visible", "static", "none", 16.0, 400, "normal", "rgb(0, 0, 0)", "rgba(0, 0, 0, 0)", "start", None, 1.0
)


@pytest.fixture(scope="session")
def settings() -> Settings:
    return load_settings()


@pytest.fixture(scope="session")
def document(settings: Settings) -> BuildDocument:
    """Parse HTML given as text: `document("<p>x", url="https://example.org/")`."""

    def build(html: str, url: str | None = None) -> Document:
        return parse(Page(html, url), settings.page.max_elements)

    return build


@pytest.fixture(scope="session")
def plain_style() -> Callable[[HtmlElement], Style]:
    """Return the style of an element that nobody styled: black text of 16 pixels, a block if its tag is one."""

    def build(element: HtmlElement) -> Style:
        return replace(PLAIN_STYLE, display="block") if breaks_line(element) else PLAIN_STYLE

    return build


@pytest.fixture(scope="session")
def lay_out(
    document: BuildDocument, plain_style: Callable[[HtmlElement], Style]
) -> Callable[..., tuple[Document, Layout]]:
    """Return HTML given as text with the layout given.

    Boxes of elements and what their styles have of their own are named by their ids, boxes of texts with `.text` or
    `.tail` behind it: `lay_out("<p id=a>x</p>", {"a": (0, 0, 99, 9), "a.text": (0, 0, 9, 9)}, a={"font_size": 20})`.
    The page is 1000 by 1000.
    """

    def build(
        html: str, boxes: Mapping[str, tuple[float, float, float, float]] | None = None, **styles: dict[str, Any]
    ) -> tuple[Document, Layout]:
        page = document(html)
        nodes = {node.get("id"): node for node in page.root.iter() if node.get("id")}
        elements, texts = {}, {}
        for name, box in (boxes or {}).items():
            node, _, kind = name.partition(".")
            if kind:
                texts[nodes[node], kind == "tail"] = Box(*box)
            else:
                elements[nodes[node]] = Box(*box)
        looks = {node: replace(plain_style(node), **styles.get(node.get("id", ""), {})) for node in page.root.iter()}
        whole = Box(0, 0, 1000, 1000)
        layout = Layout(whole, whole, elements, looks, texts)
        return replace(page, layout=layout), layout

    return build


@pytest.fixture
def ferry_page(lay_out: Callable[..., tuple[Document, Layout]]) -> tuple[Document, Layout]:
    """A page with its title `h`, its text `p` in `d`, and beside them `q` in `n`, which belongs to neither."""
    return lay_out(
        "<h1 id=h>Ferry runs again</h1><div id=d><p id=p>It will run from May on.</p></div>"
        "<div id=n><p id=q>Most read</p></div>",
        {
            "h": (0, 0, 500, 40),
            "h.text": (0, 0, 200, 40),
            "d": (0, 50, 500, 50),
            "p": (0, 50, 500, 20),
            "p.text": (0, 50, 200, 20),
            "n": (600, 50, 100, 50),
            "q": (600, 50, 100, 20),
            "q.text": (600, 50, 90, 20),
        },
    )
