"""Features of visual blocks, computed by hand."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np

from cutline.dom.document import Document
from cutline.dom.line_breaks import split_segments
from cutline.dom.render.layout import Layout
from cutline.dom.tags import breaks_line
from cutline.dom.visual_blocks import COLUMNS, VisualTree, build_visual_tree, measure_blocks, sum_subtrees

Lay = Callable[..., tuple[Document, Layout]]


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


def test_position_and_size_are_those_of_the_rectangle(lay_out: Lay) -> None:
    block = measure(lay_out("<i id=a></i>", {"a": (10, 20, 30, 40)}))["a"]
    assert [block[name] for name in ("left", "top", "width", "height", "nested_depth")] == [10, 20, 30, 40, 1]


def test_width_is_divided_by_and_left_subtracted_from_the_parents(lay_out: Lay) -> None:
    block = measure(lay_out("<p id=a>x</p>", {"a": (100, 0, 80, 40), "a.text": (110, 0, 20, 10)}))["a.text"]
    assert (block["relative_width"], block["relative_height"], block["relative_left"]) == (0.25, 0.25, 10)


def test_page_block_is_its_own_parent(lay_out: Lay) -> None:
    block = measure(lay_out("", {}))["body"]
    assert (block["relative_left"], block["relative_width"]) == (0, 1)


def test_statistics_are_those_of_all_covered_blocks(lay_out: Lay) -> None:
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


def test_link_without_text_counts_itself(lay_out: Lay) -> None:
    found = measure(lay_out("<a id=l><img id=i></a>", {"l": (0, 0, 50, 50), "i": (0, 0, 40, 40)}))
    assert (found["l"]["hyperlink_number"], found["i"]["hyperlink_number"]) == (1, 0)


def test_paragraph_is_bold_where_most_of_it_is(lay_out: Lay) -> None:
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
