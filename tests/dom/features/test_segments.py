"""The rows of a page's segments."""

import math
from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cutline.dom.document import Document
from cutline.dom.features import elements
from cutline.dom.features.marks import read_marks
from cutline.dom.features.segments import COLUMNS, NONE, measure_segments, shift
from cutline.dom.line_breaks import split_segments
from cutline.dom.tags import breaks_line

Build = Callable[..., Document]
Columns = Callable[..., dict[str, list[float]]]
PIECES = [
    *"<p> </p> <div> </div> <article> </article> <ul> <li> </ul> <h1> </h1> <a> </a> <b> </b> <br> <table>".split(),
    *"<td> one The . 2026 渡船 。 | @ © “ : &nbsp; &#0; <!-- --> <hr> <nav> <form> <blockquote> </blockquote>".split(),
    "<div class='comment card1' id=nav>",
    "<p class='Ad 1'>",
    "<title>one The</title>",
    "<base href='http://['>",
]


@settings(max_examples=60)
@given(st.lists(st.sampled_from(PIECES), max_size=40))
def test_rows_of_any_page_are_finite_numbers_for_every_column(document: Build, pieces: list[str]) -> None:
    page = document(" ".join(["<p>x", *pieces]))
    segments = split_segments(page, breaks_line)
    rows = measure_segments(page, segments).rows
    assert rows.shape == (len(segments), len(COLUMNS))
    assert rows.dtype == np.float32
    assert np.isfinite(rows).all()


@given(st.lists(st.integers(0, 9), max_size=6), st.integers(-8, 8).filter(bool))
def test_shifted_rows_are_those_so_many_behind(numbers: list[int], by: int) -> None:
    values = np.array(numbers, np.float64)[:, None]
    places = [place + by for place in range(len(numbers))]
    expected = [float(numbers[place]) if 0 <= place < len(numbers) else NONE for place in places]
    assert shift(values, by)[:, 0].tolist() == expected


def test_columns_have_names_of_their_own() -> None:
    assert len(set(COLUMNS)) == len(COLUMNS)


def test_the_same_page_has_the_same_rows(document: Build) -> None:
    html = "<article><h1>Ferry</h1>" + "<p class=text>The ferry <a href=/x>sails</a>.</p>" * 20
    one, other = (
        measure_segments(page, split_segments(page, breaks_line)).rows for page in (document(html), document(html))
    )
    assert one.tobytes() == other.tobytes()


def test_subtrees_around_are_summed_up(text_columns: Columns) -> None:
    columns = text_columns("<div><p>four<p><a>link</a></div><p>It is prose.")
    assert columns["level0_characters"] == pytest.approx([math.log1p(4), math.log1p(4), math.log1p(12)])
    assert columns["level1_characters"][:2] == pytest.approx([math.log1p(8)] * 2)
    assert columns["level1_links"][:2] == pytest.approx([4 / 9] * 2)
    assert columns["level1_segments"] == pytest.approx([math.log1p(2), math.log1p(2), math.log1p(3)])
    assert columns["level2_page_prose"] == pytest.approx([12 / 13] * 3)


def test_segments_built_alike_are_summed_up(text_columns: Columns) -> None:
    columns = text_columns("<div><p>one</p><p>three</p></div><p>other")
    assert columns["alike_segments"] == pytest.approx([math.log1p(2), math.log1p(2), math.log1p(1)])
    assert columns["alike_characters"] == [4, 4, 5]


def test_places_are_counted_from_headings_and_title(text_columns: Columns) -> None:
    columns = text_columns("<title>The old ferry sails</title><p>Menu<h1>The old ferry sails</h1><p>One<p>Two")
    assert columns["after_h1"] == columns["after_title"] == [-1, 0, 1, 2]
    assert columns["h1_before"] == [0, 0, 1, 1]
    assert columns["place"] == [0, 0.25, 0.5, 0.75]


def test_kinship_with_the_title_is_the_depth_of_what_holds_both(text_columns: Columns) -> None:
    html = "<title>The old ferry sails</title><main><h1>The old ferry sails</h1><div><p>One</div></main><p>Two"
    columns = text_columns(html)
    assert columns["title_depth"] == [3, 2, 1]
    assert columns["above_title_depth"] == [0, 2, 1]


def test_segments_of_one_parent_are_counted(text_columns: Columns) -> None:
    columns = text_columns("<div><p>a<p>b<p>c</div><p>d")
    assert columns["siblings_before"] == [0, 1, 2, 0]
    assert columns["siblings_after"] == [2, 1, 0, 0]
    assert columns["same_parent_before"] == [0, 1, 1, 0]
    assert columns["same_parent_after"] == [1, 1, 0, 0]


def test_neighbours_beyond_the_page_are_told_apart(text_columns: Columns) -> None:
    columns = text_columns("<p>one.<p>two")
    assert columns["at-1_sentences"] == [NONE, 1]
    assert columns["at+1_sentences"] == [0, NONE]
    assert columns["at+2_sentences"] == [NONE, NONE]


def test_each_element_of_a_page_is_read_once(document: Build, monkeypatch: pytest.MonkeyPatch) -> None:
    count = 0

    def read(attributes: object) -> int:
        nonlocal count
        count += 1
        return read_marks(attributes)  # type: ignore[arg-type]

    monkeypatch.setattr(elements, "read_marks", read)
    divisions = "".join(f"<div id=div{n}>" for n in range(100))
    page = document(divisions + "".join(f"<p id=one{n}>one<p id=two{n}>two" for n in range(100)))
    measure_segments(page, split_segments(page, breaks_line))
    assert count == 1 + 100 + 200  # the names of html and body, which have none, of each div, of each p


def test_a_very_long_text_has_the_sizes_of_a_long_one(document: Build) -> None:
    paragraph = "<p>The ferry sails again, and all the town has come to see her.</p>"
    long, longer = (
        measure_segments(page, split_segments(page, breaks_line)).rows[200]
        for page in (document(f"<main>{paragraph * count}</main>") for count in (500, 5000))
    )
    sizes = [number for number, name in enumerate(COLUMNS) if name.endswith(("_characters", "_segments", "_after"))]
    assert long[sizes].tolist() == longer[sizes].tolist()
