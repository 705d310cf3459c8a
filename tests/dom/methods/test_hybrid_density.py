"""Hybrid density: the formulas by hand, and pages with and without a layout."""

from collections.abc import Callable
from math import e, isfinite, log

import pytest

from cutline.dom.body import Body
from cutline.dom.document import Document, Page
from cutline.dom.line_breaks import split_segments
from cutline.dom.methods import METHODS, FindBody
from cutline.dom.methods.hybrid_density import (
    DensityNode,
    count_nodes,
    extract_content,
    find_dense_body,
    find_hybrid_density,
    find_hybrid_density_by_position,
    find_max_density_sums,
    find_threshold,
    measure_densities,
    measure_density,
    span_importance,
    weigh_texts,
)
from cutline.dom.render.layout import Box, Layout
from cutline.dom.render.pool import BrowserPool
from cutline.dom.tags import breaks_line
from tests.conftest import SETTINGS, make_document
from tests.dom.conftest import open_page

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


def test_the_widest_node_is_one_on_the_page() -> None:
    text, own = (make_document("<p>x</p>").body, False), Box(0, 0, 500, 100)
    sides = (Box(1000, 0, 2000, 9), Box(-2000, 0, 2000, 9), Box(0, -9, 2000, 9), Box(0, 900, 2000, 9))
    layout = Layout(Box(0, 0, 1000, 900), Box(0, 0, 1000, 900), {}, {}, {text: own})
    assert weigh_texts(layout, [*sides, own, Box(0, 0, 0, 9)]) == {text: span_importance(own).of(own)}
    assert weigh_texts(layout, [*sides, Box(0, 0, 0, 9)]) == {}


@pytest.fixture
def render(browsers: BrowserPool) -> Callable[[str], Document]:
    return lambda html: browsers.render(Page(html))


def keep(find: FindBody, page: Document) -> tuple[list[str], tuple[str, ...]]:
    segments = split_segments(page, breaks_line)
    body = find(page, segments, SETTINGS)
    assert len(body.decisions) == len(segments)
    kept = [segment.text for segment, each in zip(segments, body.decisions, strict=True) if each.kept]
    return kept, body.warnings


@both
def test_what_stands_aside_is_less_important(find: FindBody, render: Callable[[str], Document]) -> None:
    assert keep(find, render(PAGE)) == ([STORY.strip()] * 4, ())


@both
def test_wider_menu_waiting_off_the_page_changes_nothing(find: FindBody, render: Callable[[str], Document]) -> None:
    menu = "<nav style='position:absolute;left:-3000px;width:2000px'><p>Menu of the whole newspaper</p></nav>"
    assert keep(find, render(PAGE.replace("<main>", f"{menu}<main>")))[0] == [STORY.strip()] * 4


@both
def test_page_without_layout_is_measured_by_its_text_alone(find: FindBody) -> None:
    kept, warnings = keep(find, make_document(PAGE))
    assert kept[:4] == [STORY.strip()] * 4
    assert warnings == ("no_layout",)


@both
@pytest.mark.parametrize("html", ["", "<p hidden>a", "<img src=a>"])
def test_rendered_page_without_text_has_no_body(find: FindBody, html: str, render: Callable[[str], Document]) -> None:
    page = render(html)
    body = find(page, split_segments(page, breaks_line), SETTINGS)
    assert (body.root, body.warnings) == (None, ("no_article",))


@both
def test_deep_rendered_page_is_measured(find: FindBody, render: Callable[[str], Document]) -> None:
    assert keep(find, render("<span>a" * 2500))[0]


PARAGRAPH = f"<p>{'x' * 200}</p>"


def all_alike(place: object) -> float:
    return 1.0


def count(html: str, importance: float = 1.0) -> dict[str, DensityNode]:
    """Return the elements of a page by tag, the body among them; a text is as important as given."""
    nodes = [count_nodes(make_document(html), lambda place: importance)]
    for node in nodes:
        nodes.extend(child for child in node.children if child.place is None)
    return {str(node.element.tag): node for node in nodes}


def test_characters_tags_and_links_are_counted_below_each_node() -> None:
    nodes = count("<div><p>123 <a href=x>45<b>6</b></a></p>\n 78 <script>no</script></div>")
    div, paragraph, link = nodes["div"], nodes["p"], nodes["a"]
    assert (div.characters, div.tags, div.link_characters, div.link_tags) == (8, 3, 3, 1)
    assert (paragraph.characters, paragraph.tags, paragraph.link_characters, paragraph.link_tags) == (6, 2, 3, 1)
    assert (link.characters, link.tags, link.link_characters, link.link_tags) == (3, 1, 3, 0)


def test_density_of_a_text_with_a_link() -> None:
    nodes = count(f"<p>{'x' * 80}<a href=y>{'y' * 20}</a></p>")
    noise = 100 / 80 * 20 + 20 / 100 * 100
    expected = 100 / 1 * log(100 / 20 * 1 / 1, log(noise + e))
    assert measure_density(nodes["p"], nodes["body"]) == pytest.approx(expected)


def test_zero_tags_links_and_link_tags_become_one() -> None:
    nodes = count(f"<p>{'x' * 100}</p>")
    expected = 100 / 1 * log(100 / 1 * 1 / 1, log(100 / 100 * 1 + 1 / 100 * 100 + e))
    assert measure_density(nodes["p"], nodes["body"]) == pytest.approx(expected)


def test_zero_characters_outside_links_become_one() -> None:
    nodes = count(f"<p><a href=y><b>{'y' * 20}</b><i>{'y' * 20}</i></a></p>{'x' * 60}")
    expected = 40 / 2 * log(40 / 40 * 2 / 1, log(40 / 1 * 40 + 40 / 100 * 40 + e))
    assert measure_density(nodes["a"], nodes["body"]) == pytest.approx(expected)


def test_link_alone_has_no_density() -> None:
    nodes = count(f"<p><a href=y>{'y' * 20}</a></p>text")
    assert measure_density(nodes["a"], nodes["body"]) == 0


def test_node_without_characters_has_no_density() -> None:
    nodes = count("<p><i></i></p>text")
    assert measure_density(nodes["p"], nodes["body"]) == 0


def test_page_without_characters_has_no_density() -> None:
    nodes = count("<p><i></i></p>")
    assert measure_density(nodes["body"], nodes["body"]) == 0


def test_hybrid_density_of_a_node_without_tags_has_hc_by_c_in_their_place() -> None:
    nodes = count(f"<p>{'x' * 100}</p>", 0.5)
    expected = 50 / 0.5 * log(50 / 1 * 0.5 / 1, log(50 / 100 * 1 + 1 / 50 * 50 + e))
    assert measure_density(nodes["p"], nodes["body"]) == pytest.approx(expected)


def test_hybrid_density_keeps_the_characters_outside_links() -> None:
    nodes = count(f"<p>{'x' * 80}<a href=y>{'y' * 20}</a></p>", 0.5)
    noise = 50 / 80 * 20 + 20 / 50 * 50
    expected = 50 / 1 * log(50 / 20 * 1 / 1, log(noise + e))
    assert measure_density(nodes["p"], nodes["body"]) == pytest.approx(expected)


def test_more_link_characters_than_weighted_ones_make_a_density_negative() -> None:
    nodes = count(f"<p>{'x' * 20}<a href=y>{'y' * 80}</a></p>", 0.5)
    assert measure_density(nodes["p"], nodes["body"]) < 0


@pytest.mark.parametrize("importance", [1e-16, 1e-9, 1e-3])
def test_base_never_divides_by_zero(importance: float) -> None:
    nodes = count(f"<p>{'x' * 100}</p>", importance)
    assert isfinite(measure_density(nodes["p"], nodes["body"]))


def test_node_of_greatest_density_sum_is_the_parent_of_the_dense() -> None:
    page = make_document(f"<div><div id=most>{PARAGRAPH * 3}</div><ul>{'<li>a</li>' * 9}</ul></div>")
    body = count_nodes(page, all_alike)
    best = find_max_density_sums(measure_densities(body))
    assert best[body].element.get("id") == "most"


def test_outermost_of_equal_sums_is_taken() -> None:
    body = count_nodes(make_document(f"<div>{PARAGRAPH}</div>"), all_alike)
    best = find_max_density_sums(measure_densities(body))
    assert best[body] is body


def test_threshold_is_the_least_density_from_the_greatest_sum_to_the_body() -> None:
    page = make_document(f"<ul>{'<li>a</li>' * 40}</ul><div><i>b</i><section>{PARAGRAPH * 3}</section></div>")
    body = count_nodes(page, all_alike)
    densities = measure_densities(body)
    best = find_max_density_sums(densities)
    path = {"body", "div", "section"}
    expected = min(value for node, value in densities.items() if node.place is None and node.element.tag in path)
    assert best[body].element.tag == "section"
    assert find_threshold(body, densities, best) == expected == densities[body]


def test_what_is_under_a_sparse_node_is_not_reached() -> None:
    body = count_nodes(
        make_document(f"<div id=a><p>{'x' * 200}</p></div><div id=b><p>{'y' * 100}</p></div>"), all_alike
    )
    densities = measure_densities(body)
    best = find_max_density_sums(densities)
    sparse = next(node for node in densities if node.element.get("id") == "b")
    marked = extract_content(body, {**densities, sparse: 0.0}, best, 1.0)
    assert {node.element for node in marked}.isdisjoint(sparse.element.iter())


def find_dense(html: str) -> tuple[Body, list[str]]:
    """Return the body of a page on which all text is equally important, and the texts it keeps."""
    page, segments = open_page(html)
    body = find_dense_body(page, segments, all_alike)
    return body, [segment.text for segment, each in zip(segments, body.decisions, strict=True) if each.kept]


def test_article_is_kept_and_the_menu_is_not() -> None:
    menu = "<ul>" + "<li><a href=x>Section</a></li>" * 30 + "</ul>"
    body, kept = find_dense(f"{menu}<div id=story><p>{STORY}</p><p>{STORY}</p></div>")
    assert kept == [STORY.strip()] * 2
    assert body.root is not None and body.root.get("id") == "story"
    assert [each.reason for each in body.decisions] == ["below_density"] * 30 + ["dense"] * 2


def test_page_without_links_keeps_its_text() -> None:
    body, kept = find_dense(f"<div><p>{STORY}</p><p>{STORY}</p></div>")
    assert (kept, body.warnings) == ([STORY.strip()] * 2, ())


def test_texts_between_line_breaks_are_children_like_others() -> None:
    body, kept = find_dense(f"<div><div id=story>{STORY}<br>{STORY}<br>{STORY}</div><i>a</i></div>")
    assert kept[:3] == [STORY.strip()] * 3
    assert body.root is not None and body.root.get("id") == "story"


def test_page_without_text_has_no_body() -> None:
    body, _ = find_dense("<div></div>")
    assert (body.root, body.decisions, body.warnings) == (None, (), ("no_article",))


@pytest.mark.parametrize("html", ["<div>a" * 2000, "<a>b" * 2000, "<p>c</p>" * 20_000], ids=["deep", "links", "wide"])
@pytest.mark.load
def test_deep_and_wide_pages_are_measured(html: str) -> None:
    assert find_dense(html)[0].root is not None
