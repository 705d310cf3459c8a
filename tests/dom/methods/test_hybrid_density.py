"""Hybrid density with VIPS and with positions, on pages laid out by Chromium and without a layout."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from cutline.config import Settings
from cutline.dom.document import Document, Page
from cutline.dom.line_breaks import split_segments
from cutline.dom.methods import METHODS, FindBody
from cutline.dom.methods.hybrid_density import find_hybrid_density, find_hybrid_density_by_position, span_importance
from cutline.dom.render.layout import Box
from cutline.dom.render.pool import BrowserPool
from cutline.dom.tags import breaks_line

both = pytest.mark.parametrize("find", [find_hybrid_density, find_hybrid_density_by_position])

STORY = "The ferry left the harbour at noon and came back in the evening with forty passengers on board. " * 3
ASIDE = "Buy a summer ticket for all lines now."
PAGE = f"""<style>body{{margin:0;width:1200px}} main{{position:absolute;left:200px;width:800px}}
aside{{position:absolute;left:1080px;width:120px}}</style>
<body><main>{f"<p>{STORY}</p>" * 4}</main>
<aside><div><p>{ASIDE}</p><a href=a>Tickets</a> <a href=b>Timetable</a></div></aside>"""


def test_methods_are_found_by_their_names() -> None:
    assert METHODS["hybrid-density"] is find_hybrid_density
    assert METHODS["hybrid-density-position"] is find_hybrid_density_by_position


def test_widest_node_lies_between_minus_one_and_one_deviation() -> None:
    importance = span_importance(Box(100, 0, 200, 10))
    assert (importance.mean, importance.deviation) == (200, 100)
    assert importance.of(Box(100, 0, 200, 10)) == pytest.approx(0.682689, abs=1e-6)


@pytest.mark.parametrize(("left", "width", "expected"), [(200, 100, 0.341345), (300, 100, 0.135905), (200, 0, 0)])
def test_importance_is_the_integral_between_the_edges(left: float, width: float, expected: float) -> None:
    assert span_importance(Box(100, 0, 200, 10)).of(Box(left, 0, width, 10)) == pytest.approx(expected, abs=1e-6)


@pytest.fixture
def render(browsers: BrowserPool) -> Callable[[str], Document]:
    return lambda html: browsers.render(Page(html))


def keep(find: FindBody, page: Document, settings: Settings) -> tuple[list[str], tuple[str, ...]]:
    segments = split_segments(page, breaks_line)
    body = find(page, segments, settings)
    assert len(body.decisions) == len(segments)
    kept = [segment.text for segment, each in zip(segments, body.decisions, strict=True) if each.kept]
    return kept, body.warnings


@both
def test_what_stands_aside_is_less_important(
    find: FindBody, render: Callable[[str], Document], settings: Settings
) -> None:
    assert keep(find, render(PAGE), settings) == ([STORY.strip()] * 4, ())


@both
def test_wider_menu_waiting_off_the_page_changes_nothing(
    find: FindBody, render: Callable[[str], Document], settings: Settings
) -> None:
    menu = "<nav style='position:absolute;left:-3000px;width:2000px'><p>Menu of the whole newspaper</p></nav>"
    assert keep(find, render(PAGE.replace("<main>", f"{menu}<main>")), settings)[0] == [STORY.strip()] * 4


@both
def test_page_without_layout_is_measured_by_its_text_alone(
    find: FindBody, document: Callable[[str], Document], settings: Settings
) -> None:
    kept, warnings = keep(find, document(PAGE), settings)
    assert kept[:4] == [STORY.strip()] * 4
    assert warnings == ("no_layout",)


@both
@pytest.mark.parametrize("html", ["", "<p hidden>a", "<img src=a>"])
def test_rendered_page_without_text_has_no_body(
    find: FindBody, html: str, render: Callable[[str], Document], settings: Settings
) -> None:
    page = render(html)
    body = find(page, split_segments(page, breaks_line), settings)
    assert (body.root, body.warnings) == (None, ("no_article",))


@both
def test_deep_rendered_page_is_measured(find: FindBody, render: Callable[[str], Document], settings: Settings) -> None:
    assert keep(find, render("<span>a" * 2500), settings)[0]
