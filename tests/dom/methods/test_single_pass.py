"""Single-Pass: distances by hand, clusters, the two rules and the complement of Shen & Zou, section 3.2.2."""

import math
import time
from collections.abc import Callable

import numpy as np
import pytest

from cutline.dom.body import Body
from cutline.dom.document import Document, Page
from cutline.dom.line_breaks import split_segments
from cutline.dom.methods import METHODS, single_pass
from cutline.dom.methods.single_pass import cluster_blocks, find_single_pass, measure_distances
from cutline.dom.render.layout import Box
from cutline.dom.render.pool import BrowserPool
from cutline.dom.tags import breaks_line
from cutline.dom.text_blocks import BlockFeatures, measure_blocks
from tests.conftest import SETTINGS, make_document

STORY = "The ferry left the harbour at noon. It came back in the evening with forty passengers on board."
STYLE = (
    "<style>body{margin:0;font:16px serif} main{margin-left:300px;width:640px} aside{width:200px} nav{height:%spx}"
    "</style>"
)
MAIN = f"<main>{f'<p>{STORY}</p>' * 3}</main>"


@pytest.fixture
def render(browsers: BrowserPool) -> Callable[[str], Document]:
    return lambda html: browsers.render(Page(html))


def keep(page: Document) -> tuple[list[tuple[str, str]], Body]:
    """Return text and reason of the segments that a page keeps, and its body."""
    segments = split_segments(page, breaks_line)
    body = find_single_pass(page, segments, SETTINGS)
    assert len(body.decisions) == len(segments)
    pairs = zip(segments, body.decisions, strict=True)
    return [(segment.text, each.reason) for segment, each in pairs if each.kept], body


Render = Callable[[str], Document]


def features(*rows: tuple[float, float, float, list[float]]) -> BlockFeatures:
    bags = np.array([row[3] for row in rows], float)
    names = tuple(f"t{index}" for index in range(bags.shape[1]))
    boxes = (Box(0, 0, 1, 1),) * len(rows)
    return BlockFeatures(np.array([row[:3] for row in rows]), bags, names, np.arange(len(rows)), boxes, boxes[0])


def test_method_is_found_by_its_name() -> None:
    assert METHODS["single-pass"] is find_single_pass


def test_distance_is_the_sum_of_visual_and_structural_distance() -> None:
    """V = sqrt(.3**2 + .4**2 + 0), cos = 1 / sqrt(2), S = .2 / (cos + .1)."""
    found = measure_distances(
        np.array([0.3, 0.4, 1.0]), np.array([1.0, 1.0]), np.array([[0.0, 0.0, 1.0]]), np.array([[1.0, 0.0]]), 0.2
    )
    assert found[0] == pytest.approx(0.5 + 0.2 / (1 / math.sqrt(2) + 0.1))


def test_block_at_the_threshold_joins() -> None:
    constants = SETTINGS.single_pass.model_copy(update={"theta": 0.0, "threshold": 0.25})
    assert cluster_blocks(features((0, 0, 1, [1]), (0.25, 0, 1, [1])), constants) == [[0, 1]]
    assert cluster_blocks(features((0, 0, 1, [1]), (0.2501, 0, 1, [1])), constants) == [[0], [1]]


def test_representative_is_the_running_mean() -> None:
    """The third block is .4 from the first, but .25 from the mean of the first two."""
    constants = SETTINGS.single_pass.model_copy(update={"theta": 0.0, "threshold": 0.3})
    assert cluster_blocks(features((0, 0, 1, [1]), (0.3, 0, 1, [1]), (0.4, 0, 1, [1])), constants) == [[0, 1, 2]]


def test_block_joins_the_nearest_cluster() -> None:
    constants = SETTINGS.single_pass.model_copy(update={"theta": 0.0, "threshold": 0.3})
    assert cluster_blocks(features((0, 0, 1, [1]), (0.5, 0, 1, [1]), (0.3, 0, 1, [1])), constants) == [[0], [1, 2]]


def test_past_the_most_clusters_a_block_stands_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(single_pass, "MAX_CLUSTERS", 1)
    assert cluster_blocks(features((0, 0, 1, [1]), (9, 0, 1, [1]), (0, 0, 1, [1])), SETTINGS.single_pass) == [[0, 2]]


def test_class_with_most_full_stops_is_kept(render: Render) -> None:
    page = f"{STYLE % 0}<aside><p>Harbour news. Weather.</p></aside>{MAIN}<footer>Imprint</footer>"
    kept, body = keep(render(page))
    assert kept == [(STORY, "text_class")] * 3
    assert body.warnings == ()
    assert body.root is not None and body.root.tag == "main"


def test_chinese_full_stops_count(render: Render) -> None:
    page = f"{STYLE % 0}<aside><p>Ticket 1. Ticket 2.</p></aside><main><p>船開了。</p><p>船回來了。人很多。</p></main>"
    assert [text for text, _ in keep(render(page))[0]] == ["船開了。", "船回來了。人很多。"]


def test_ellipsis_is_no_full_stop(render: Render) -> None:
    page = f"{STYLE % 0}<aside>{'<p>Read more about the ferry...</p>' * 9}</aside>{MAIN}"
    assert [text for text, _ in keep(render(page))[0]] == [STORY] * 3


def test_class_that_begins_more_than_two_screens_down_is_not_the_text(render: Render) -> None:
    page = f"{STYLE % 1900}<aside><p>Short news. Here.</p></aside><nav></nav>{MAIN}"
    assert len(keep(render(page))[0]) == 3
    assert [text for text, _ in keep(render(page.replace("1900px", "2100px")))[0]] == ["Short news. Here."]


def test_without_a_class_near_the_top_full_stops_alone_decide(render: Render) -> None:
    page = f"{STYLE % 9000}<aside><p>Menu</p></aside><nav></nav>{MAIN}"
    assert len(keep(render(page))[0]) == 3


def test_complement_adds_a_block_of_the_same_path_and_size_in_the_area(render: Render) -> None:
    """The narrow paragraph is no member of the cluster, but stands within it; the one below does not."""
    narrow = "<p style='margin-left:340px;width:300px'>Photographs by the harbour office.</p>"
    page = f"{STYLE % 0}<main>{f'<p>{STORY}</p>' * 3}{narrow}<p>{STORY}</p>{narrow}</main>"
    kept, _ = keep(render(page))
    assert [reason for _, reason in kept] == ["text_class"] * 3 + ["complement", "text_class"]


def test_segment_beside_a_block_is_in_no_text_block(render: Render) -> None:
    _, body = keep(render(f"<div>Beside.<p>{STORY}</p></div>"))
    assert [(each.kept, each.reason) for each in body.decisions] == [(False, "no_text_block"), (True, "text_class")]


def test_page_without_layout_is_clustered_by_paths() -> None:
    page = make_document(f"<ul><li><a>Sea</a></ul><main><article>{f'<p>{STORY}</p>' * 3}</article></main>")
    kept, body = keep(page)
    assert kept == [(STORY, "text_class")] * 3
    assert body.warnings == ("no_layout",)


@pytest.mark.parametrize("html", ["", "<p hidden>a", "<img src=a>"])
def test_page_without_text_has_no_body(html: str, render: Render) -> None:
    kept, body = keep(render(html))
    assert (kept, body.root, body.warnings) == ([], None, ("no_article",))


@pytest.mark.parametrize("tag", ["span", "div", "i", "x-y"])
@pytest.mark.load
def test_deep_page_is_read(tag: str, render: Render) -> None:
    keep(render(f"<{tag}>a. " * 2000))
    keep(make_document(f"<{tag}>a. " * 2000))


@pytest.mark.load
def test_many_unlike_blocks_cost_no_more_than_the_limit_allows() -> None:
    rows = np.arange(30_000.0)
    visual, bags, paths = np.stack([rows] * 3, axis=1), np.ones((30_000, 1)), np.zeros(30_000, np.intp)
    many = BlockFeatures(visual, bags, ("p",), paths, (), Box(0, 0, 1, 1))
    start = time.process_time()
    assert len(cluster_blocks(many, SETTINGS.single_pass)) == single_pass.MAX_CLUSTERS
    assert time.process_time() - start < 20


def test_features_of_a_rendered_page(render: Render) -> None:
    from cutline.dom.text_blocks import find_text_blocks

    page = render(f"{STYLE % 0}<main><p>{STORY}</p><h1 style='font-size:32px'>Ferry</h1></main>")
    found = measure_blocks(page, find_text_blocks(page, split_segments(page, breaks_line), ["block"]))
    assert found.visual.tolist() == pytest.approx(np.array([[300 / 1280, 0.5, 1], [300 / 1280, 0.5, 2]]))
