"""Builders that tests of several folders use."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import replace

import hypothesis
import pytest

from cutline.config import Settings, load_settings
from cutline.dom.document import Document, Page, parse
from cutline.dom.render.layout import Box, Layout, Style

hypothesis.settings.register_profile("cutline", deadline=None)  # times vary on a busy machine
hypothesis.settings.load_profile("cutline")

BuildDocument = Callable[..., Document]

PLAIN_STYLE = Style(
    "block", "visible", "static", "none", 16.0, 400, "normal", "rgb(0, 0, 0)", "rgba(0, 0, 0, 0)", "start", None, 1.0
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
def lay_out(document: Callable[..., Document]) -> Callable[..., tuple[Document, Layout]]:
    """Return HTML given as text with the layout given.

    The boxes of elements are named by their ids, those of texts with `.text` or `.tail` behind it:
    `lay_out("<p id=a>x</p>", {"a": (0, 0, 99, 9), "a.text": (0, 0, 9, 9)}, bold={"a"})`. The page is 1000 by 1000.
    """

    def build(
        html: str, boxes: Mapping[str, tuple[float, float, float, float]], bold: Collection[str] = ()
    ) -> tuple[Document, Layout]:
        page = document(html)
        nodes = {node.get("id"): node for node in page.root.iter() if node.get("id")}
        elements, texts = {}, {}
        for name, box in boxes.items():
            node, _, kind = name.partition(".")
            if kind:
                texts[nodes[node], kind == "tail"] = Box(*box)
            else:
                elements[nodes[node]] = Box(*box)
        styles = {node: PLAIN_STYLE for node in page.root.iter()}
        styles |= {nodes[name]: replace(PLAIN_STYLE, font_weight=700) for name in bold}
        whole = Box(0, 0, 1000, 1000)
        layout = Layout(whole, whole, elements, styles, texts)
        return replace(page, layout=layout), layout

    return build
