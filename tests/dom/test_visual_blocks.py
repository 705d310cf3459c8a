"""The visual block tree and its features, computed by hand."""

from collections.abc import Mapping

import numpy as np
import pytest

from cutline.dom.document import Document
from cutline.dom.line_breaks import split_segments
from cutline.dom.render.layout import Box, Layout
from cutline.dom.tags import breaks_line
from cutline.dom.visual_blocks import COLUMNS, VisualTree, build_visual_tree, find_covers, measure_blocks, sum_subtrees
from tests.conftest import lay_out


def name(tree: VisualTree, block: int) -> str:
    each = tree.blocks[block]
    return f"{each.node.get('id', each.node.tag)}{'' if each.kind == 'element' else f'.{each.kind}'}"


def parents(tree: VisualTree) -> dict[str, str | None]:
    return {
        name(tree, block): None if parent < 0 else name(tree, parent)
        for block, parent in enumerate(tree.parents.tolist())
    }


@pytest.mark.parametrize(
    ("html", "boxes", "expected"),
    [
        # parent is what covers not what contains
        ("<div id=a></div><div id=b><p id=c></p></div>",
         {"a": (0, 0, 100, 100), "b": (0, 200, 100, 50), "c": (5, 5, 9, 9)},
         {"body": None, "a": "body", "b": "body", "c": "a"}),
        # smallest cover is the parent
        ("<i id=a></i><i id=b></i><i id=c></i>", {"a": (0, 0, 90, 90), "b": (0, 0, 50, 50), "c": (1, 1, 9, 9)},
         {"body": None, "a": "body", "b": "a", "c": "b"}),
        # equal rectangles nest in document order
        ("<div id=a><p id=b>x</p></div>", {"a": (0, 0, 9, 9), "b": (0, 0, 9, 9), "b.text": (0, 0, 9, 9)},
         {"body": None, "a": "body", "b": "a", "b.text": "b"}),
        # text and tail are blocks
        ("<p id=p>one<b id=b>two</b>three</p>", {"p": (0, 0, 99, 20), "p.text": (0, 0, 9, 9), "b.tail": (30, 0, 9, 9)},
         {"body": None, "p": "body", "p.text": "p", "b.tail": "p"}),
        # what lies off the page stands below the page block
        ("<i id=a></i>", {"a": (-900, -900, 5000, 5000)}, {"body": None, "a": "body"}),
    ],
)  # fmt: skip
def test_parents_are_the_smallest_covers(html: str, boxes: dict[str, tuple[float, ...]], expected: object) -> None:
    assert parents(build_visual_tree(*lay_out(html, boxes))) == expected


def test_last_of_equally_small_covers_is_the_parent() -> None:
    page = lay_out(
        "<i id=a></i><i id=b></i><i id=c></i>", {"a": (0, 0, 20, 10), "b": (0, 0, 10, 20), "c": (1, 1, 5, 5)}
    )
    assert parents(build_visual_tree(*page))["c"] == "b"


def test_blocks_without_size_are_none() -> None:
    page = lay_out("<i id=a></i><i id=b></i><i id=c></i>", {"a": (0, 0, 0, 9), "b": (3, 3, 9, 0.2)})
    assert list(parents(build_visual_tree(*page))) == ["body"]


def test_what_is_hidden_is_no_block() -> None:
    page = lay_out("<div hidden id=a>x<p id=b>y</p></div>", {"a": (0, 0, 9, 9), "b": (0, 0, 9, 9)})
    assert list(parents(build_visual_tree(*page))) == ["body"]


def test_edges_are_rounded_to_pixels() -> None:
    page = lay_out("<p id=a>x</p>", {"a": (0, 0, 99.99, 9), "a.text": (0, 0, 100.01, 9)})
    assert parents(build_visual_tree(*page))["a.text"] == "a"


def test_inner_blocks_have_children_and_leaves_none() -> None:
    tree = build_visual_tree(*lay_out("<p id=a>x</p>", {"a": (0, 0, 99, 9), "a.text": (0, 0, 50, 9)}))
    assert tree.is_inner.tolist() == [True, True, False]
    assert tree.depths.tolist() == [0, 1, 2]
    assert tree.children == [[1], [2], []]


def test_page_of_nothing_is_one_leaf() -> None:
    tree = build_visual_tree(*lay_out("", {}))
    assert (tree.is_inner.tolist(), tree.parents.tolist()) == ([False], [-1])


@pytest.mark.parametrize("count", [1, 2, 33, 400])
@pytest.mark.parametrize("span", [6, 60])
def test_covers_are_those_of_comparing_all_with_all(count: int, span: int) -> None:
    random = np.random.default_rng(count)
    corners = random.integers(0, span, (count, 2))
    edges = np.column_stack((corners, corners + random.integers(1, span, (count, 2))))
    edges = edges[np.argsort(-(edges[:, 2] - edges[:, 0]) * (edges[:, 3] - edges[:, 1]), kind="stable")]
    expected = [
        max(
            (
                other
                for other in range(block)
                if (edges[other, :2] <= edges[block, :2]).all() and (edges[other, 2:] >= edges[block, 2:]).all()
            ),
            default=0,
        )
        for block in range(count)
    ]
    assert find_covers(edges).tolist() == expected


def test_deep_chain_of_rectangles_is_covered_one_by_one() -> None:
    steps = np.arange(20_000)
    edges = np.column_stack((steps, steps, 50_000 - steps, 50_000 - steps))
    assert (find_covers(edges)[1:] == steps[:-1]).all()


def test_box_of_a_block_is_kept() -> None:
    tree = build_visual_tree(*lay_out("<i id=a></i>", {"a": (1.2, 2, 3, 4)}))
    assert tree.blocks[1].box == Box(1.2, 2, 3, 4)


def measure(page: tuple[Document, Layout]) -> dict[str, Mapping[str, float]]:
    document, layout = page
    tree = build_visual_tree(document, layout)
    rows = measure_blocks(tree, layout, split_segments(document, breaks_line))
    names = [
        f"{block.node.get('id', block.node.tag)}{'' if block.kind == 'element' else f'.{block.kind}'}"
        for block in tree.blocks
    ]
    return {name: dict(zip(COLUMNS, row.tolist(), strict=True)) for name, row in zip(names, rows, strict=True)}


def test_columns_are_named_once() -> None:
    assert len(set(COLUMNS)) == len(COLUMNS)


def test_position_and_size_are_those_of_the_rectangle() -> None:
    block = measure(lay_out("<i id=a></i>", {"a": (10, 20, 30, 40)}))["a"]
    assert [block[name] for name in ("left", "top", "width", "height", "nested_depth")] == [10, 20, 30, 40, 1]


def test_width_is_divided_by_and_left_subtracted_from_the_parents() -> None:
    block = measure(lay_out("<p id=a>x</p>", {"a": (100, 0, 80, 40), "a.text": (110, 0, 20, 10)}))["a.text"]
    assert (block["relative_width"], block["relative_height"], block["relative_left"]) == (0.25, 0.25, 10)


def test_page_block_is_its_own_parent() -> None:
    block = measure(lay_out("", {}))["body"]
    assert (block["relative_left"], block["relative_width"]) == (0, 1)


def test_statistics_are_those_of_all_covered_blocks() -> None:
    html = "<div id=d><p id=a>one two</p><p id=b><a id=l>three</a></p><img id=i><table id=t></table></div>"
    boxes = {
        "d": (0, 0, 500, 500),
        "a": (0, 0, 400, 20),
        "a.text": (0, 0, 90, 20),
        "b": (0, 20, 400, 20),
        "l": (0, 20, 90, 20),
        "l.text": (0, 20, 90, 20),
        "i": (0, 50, 90, 90),
        "t": (0, 200, 90, 90),
    }
    block = measure(lay_out(html, boxes))["d"]
    names = ("image_number", "hyperlink_number", "text_length", "paragraph_number", "table_number")
    assert [block[name] for name in names] == [1, 1, 11, 2, 1]


def test_link_without_text_counts_itself() -> None:
    found = measure(lay_out("<a id=l><img id=i></a>", {"l": (0, 0, 50, 50), "i": (0, 0, 40, 40)}))
    assert (found["l"]["hyperlink_number"], found["i"]["hyperlink_number"]) == (1, 0)


def test_paragraph_is_bold_where_most_of_it_is() -> None:
    html = "<p id=p><b id=b>a long bold text</b>end</p>"
    boxes = {"p": (0, 0, 99, 9), "b.text": (0, 0, 60, 9), "b.tail": (60, 0, 9, 9)}
    found = measure(lay_out(html, boxes, b={"font_weight": 700}))
    assert (found["p"]["bold_paragraph_number"], found["p"]["italic_paragraph_number"]) == (1, 0)
    assert (found["b.text"]["is_bold"], found["b.tail"]["is_bold"]) == (1, 0)


def test_sums_of_a_deep_tree_reach_its_root() -> None:
    count = 5_000
    order = np.arange(count)
    tree = VisualTree((None,) * count, np.zeros((count, 4), dtype=np.int64), order - 1, order)  # type: ignore[arg-type]
    assert sum_subtrees(tree, np.ones((count, 1)))[0, 0] == count
