"""Builders that tests of several folders use."""

import gc
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any

import hypothesis
import pytest
from lxml.html import HtmlElement

from cutline.config import Settings, load_settings
from cutline.dom.article_html import render_inline
from cutline.dom.boxes import find_boxes
from cutline.dom.document import Document, Page, parse
from cutline.dom.flat_lists import find_places
from cutline.dom.line_breaks import find_lines, split_segments
from cutline.dom.nesting import NestingReader
from cutline.dom.reading import KindReader
from cutline.dom.render.layout import Box, Layout, Style
from cutline.dom.render.pool import BrowserPool
from cutline.dom.segments import TextSegment
from cutline.dom.tags import breaks_line
from cutline.dom.tree import Paths
from cutline.types import Block, Verdict

hypothesis.settings.register_profile("cutline", deadline=None, max_examples=50)  # times vary on a busy machine
hypothesis.settings.load_profile("cutline")

# Tests that use one of these fixtures get its mark, and `make check` leaves them out. Tests that start the same in
# another way carry the mark themselves.
MARKS = {
    "browsers": "browser",
    "browser_limits": "browser",
    "chromium": "browser",
    "postgres": "database",
    "start_service": "processes",
    "run_command": "processes",
    "make_pool": "processes",
    "shared_pools": "processes",
    "job_processes": "processes",
}

BuildDocument = Callable[..., Document]

PLAIN_STYLE = Style("inline", "visible", 16.0, 400, "normal", "rgb(0, 0, 0)", "rgba(0, 0, 0, 0)")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the tests that need more than this process, and run their files first: they take longest."""
    for item in items:
        for fixture in MARKS.keys() & getattr(item, "fixturenames", ()):
            item.add_marker(MARKS[fixture])
    marks = {*MARKS.values(), "cluster"}
    slow = {item.path for item in items if any(mark.name in marks for mark in item.iter_markers())}
    items.sort(key=lambda item: item.path not in slow)


def pytest_configure() -> None:
    """Look for no garbage while all is imported and collected, which lives as long as the process."""
    gc.disable()


def pytest_collection_finish() -> None:
    gc.freeze()
    gc.enable()


def pytest_make_parametrize_id(val: object) -> str | None:
    """Name bytes by their number: packed ones differ from process to process, as gzip writes the time into them."""
    return f"{len(val)} bytes" if isinstance(val, bytes) and not val.isascii() else None


SETTINGS = load_settings()


def make_document(html: str, url: str | None = None) -> Document:
    """Parse HTML given as text: `make_document("<p>x", url="https://example.org/")`."""
    return parse(Page(html, url), SETTINGS.page.max_elements)


@pytest.fixture(scope="session")
def settings() -> Settings:
    return SETTINGS


@pytest.fixture(scope="session")
def browsers(settings: Settings) -> Iterator[BrowserPool]:
    """One browser, for pages that are only read."""
    with BrowserPool(settings.render.model_copy(update={"browsers": 1})) as pool:
        yield pool


@pytest.fixture(scope="session")
def document() -> BuildDocument:
    return make_document


def read_all(html: str, url: str | None = None) -> tuple[Block, ...]:
    """Return the blocks of HTML given as text, every one of them kept, with their inline markup."""
    page = make_document(html, url)
    segments = split_segments(page, breaks_line)
    boxes, paths = find_boxes(page, segments, ()), Paths()
    kinds, nesting = KindReader(page, lambda segment: False), NestingReader(boxes, find_places(page.body))
    lines = find_lines(segments)
    return tuple(
        _keep(segment, page, kinds, nesting, paths.path(segment.block), segment.index in lines) for segment in segments
    )


@pytest.fixture(scope="session", name="read_all")
def give_read_all() -> Callable[..., tuple[Block, ...]]:
    return read_all


def _keep(
    segment: TextSegment, page: Document, kinds: KindReader, nesting: NestingReader, xpath: str, is_line: bool
) -> Block:
    kind = kinds.kind(segment)
    return Block(
        index=segment.index,
        kind=kind,
        level=kinds.level(segment),
        text=segment.lines if kind == "code" else segment.text,
        html=render_inline(segment, page.base_url, is_code=kind == "code"),
        xpath=xpath,
        within=nesting.of_text(segment.block, kind),
        after_break=is_line,
        verdict=Verdict(kept=True, reason="in_subtree"),
    )


def plain_style(element: HtmlElement) -> Style:
    """Return the style of an element that nobody styled: black text of 16 pixels, a block if its tag is one."""
    return replace(PLAIN_STYLE, display="block") if breaks_line(element) else PLAIN_STYLE


def lay_out(
    html: str, boxes: Mapping[str, tuple[float, float, float, float]] | None = None, **styles: dict[str, Any]
) -> tuple[Document, Layout]:
    """Return HTML given as text with the layout given.

    Boxes of elements and what their styles have of their own are named by their ids, boxes of texts with `.text` or
    `.tail` behind it: `lay_out("<p id=a>x</p>", {"a": (0, 0, 99, 9), "a.text": (0, 0, 9, 9)}, a={"font_size": 20})`.
    The page is 1000 by 1000.
    """
    page = make_document(html)
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


@pytest.fixture(scope="session", name="lay_out")
def give_lay_out() -> Callable[..., tuple[Document, Layout]]:
    return lay_out


@pytest.fixture
def ferry_page() -> tuple[Document, Layout]:
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
