"""Separators and their weights between boxes placed by hand."""

import pytest

from cutline.dom.vips.nodes import build_nodes
from cutline.dom.vips.segmentation import HORIZONTAL, VERTICAL, Direction, detect_separators
from tests.dom.vips.conftest import lay_out


def detect(html: str, direction: Direction = HORIZONTAL) -> list[tuple[int, int]]:
    """Return position and weight of each separator between the children of the body."""
    page = lay_out(f'<body box="0 0 1000 1000">{html}</body>')
    assert page.layout is not None
    body = build_nodes(page, page.layout)
    assert body is not None
    lines = [child.box for child in body.children if child.is_mark]
    blocks = sorted(body.valid_children, key=lambda node: direction.start(node.box))
    found = detect_separators(blocks, lines, direction)
    return [(separator.position, separator.weight) for separator in found]


@pytest.mark.parametrize(
    ("html", "separators"),
    [
        # gap is a separator and weighs by its distance
        ('<img box="0 0 100 100"><img box="0 130 100 100"><img box="0 230 100 100">', [(1, 3), (2, 0)]),
        # distance alone has a greatest weight
        ('<img box="0 0 100 100"><img box="0 900 100 100">', [(1, 4)]),
        # block that covers a gap removes its separator
        ('<img box="0 0 10 100"><img box="50 0 10 300"><img box="0 150 10 100">', []),
        # block within another does not hide what the other crosses
        ('<img box="0 0 10 500"><img box="50 100 10 10"><img box="50 200 10 10"><img box="0 510 10 10">', [(3, 1)]),
        # line in the gap adds weight
        ('<img box="0 0 100 100"><hr box="0 109 100 2"><img box="0 120 100 100">', [(1, 5)]),
        # different backgrounds add weight
        ('<img box="0 0 100 100" bg=red><img box="0 100 100 100">', [(1, 2)]),
        # two blocks of mere text take weight off
        ('<p box="0 0 100 100">a</p><p box="0 120 100 100">b</p>', [(1, 1)]),
        # rounding overlap still separates
        ('<img box="0 0 100 100.5"><img box="0 100 100 100">', [(1, 0)]),
    ],
)
def test_separators_weigh_by_what_they_part(html: str, separators: object) -> None:
    assert detect(html) == separators


def test_columns_have_a_vertical_separator() -> None:
    assert detect('<img box="0 0 100 500"><img box="120 0 100 500">', VERTICAL) == [(1, 2)]
    assert detect('<img box="0 0 100 500"><img box="120 0 100 500">') == []


@pytest.mark.parametrize(("above", "below", "weight"), [(16, 16, 1), (24, 16, 2), (16, 24, 3)])
def test_different_fonts_add_weight_and_a_heading_below_more(above: int, below: int, weight: int) -> None:
    later = f'<div box="0 110 100 100"><p size={below} box="0 110 100 100">b</p></div>'
    assert detect(f'<p size={above} box="0 0 100 100">a</p>{later}') == [(1, weight)]
