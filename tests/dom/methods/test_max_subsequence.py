"""The run of segments in which body text outweighs everything else (Luo et al. 2009)."""

from itertools import combinations
from typing import Any, ClassVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cutline.config.settings import MaxSubsequenceSettings
from cutline.dom.document import Document
from cutline.dom.line_breaks import split_segments
from cutline.dom.methods.max_subsequence import (
    Format,
    align_segments,
    find_max_subsequence,
    find_maximum_run,
    measure_formats,
    score_segment,
)
from cutline.dom.segments import TextSegment
from cutline.dom.tags import breaks_line
from tests.conftest import SETTINGS, lay_out, make_document

# Figure 2: the page of the worked example; the numbers are those of its nodes.
FIGURE_2 = (
    "<div id=n2><span>n12 </span><b>n13</b><br>n7<span><div id=n14>n19</div>n20 </span><i>n16</i></div>"
    "<div id=n3><b>n17 </b><i>n18</i></div>"
)


def split(document: Document) -> list[TextSegment]:
    return split_segments(document, breaks_line)


class TestWorkedExample:
    def test_the_text_nodes_are_grouped_as_in_figure_2(self) -> None:
        segments = split(make_document(FIGURE_2))
        assert [segment.text for segment in segments] == ["n12 n13", "n7", "n19", "n20 n16", "n17 n18"]

    def test_each_has_the_nearest_line_break_node_of_table_1(self) -> None:
        segments = split(make_document(FIGURE_2))
        assert [segment.block.get("id") for segment in segments] == ["n2", "n2", "n14", "n2", "n3"]


class TestLocalClassifier:
    @pytest.mark.parametrize(
        ("form", "sign"),
        [
            (Format(size=0.7, color=0.2, link=0.5), 1),
            (Format(size=0.69, color=1.0, link=0.0), -1),
            (Format(size=1.0, color=0.19, link=0.0), -1),
            (Format(size=1.0, color=1.0, link=0.51), -1),
        ],
    )
    def test_the_three_shares_are_held_against_the_constants(self, form: Format, sign: int) -> None:
        (segment,) = split(make_document("<p>twelve chars</p>"))
        assert score_segment(segment, form) == 12 * sign

    def test_the_common_format_is_that_of_most_characters(self) -> None:
        page, layout = lay_out(
            "<p id=a>Some</p><p id=b>much longer text</p>",
            a={"font_size": 20, "color": "rgb(9, 9, 9)"},
            b={"font_size": 14},
        )
        assert measure_formats(split(page), layout) == [Format(0, 0, 0), Format(1, 1, 0)]

    def test_shares_are_by_characters_without_white_space(self) -> None:
        page, layout = lay_out("<p>aaa   <b id=b>b</b></p><p>cccccc</p>", b={"font_size": 30})
        assert measure_formats(split(page), layout)[0].size == 0.75


class TestMaximumRun:
    def test_the_greatest_sum_is_found(self) -> None:
        assert find_maximum_run([-5, 4, -1, 6, -9, 3]) == (1, 4)

    def test_nothing_positive_is_no_run(self) -> None:
        assert find_maximum_run([-1, -2]) == (0, 0)
        assert find_maximum_run([]) == (0, 0)

    def test_of_equal_sums_the_first_and_shortest_is_taken(self) -> None:
        assert find_maximum_run([5, -5, 5]) == (0, 1)

    @given(st.lists(st.integers(-9, 9), max_size=12))
    def test_no_other_run_has_a_greater_sum(self, scores: list[int]) -> None:
        start, end = find_maximum_run(scores)
        best = max((sum(scores[i:j]) for i, j in combinations(range(len(scores) + 1), 2)), default=0)
        assert sum(scores[start:end]) == max(best, 0)


class TestAlignment:
    @pytest.fixture(params=[1, 2])
    def constants(self, request: pytest.FixtureRequest) -> MaxSubsequenceSettings:
        return SETTINGS.max_subsequence.model_copy(update={"aligned_edges": request.param})

    def test_what_shares_no_edge_with_the_body_is_dropped(self, constants: MaxSubsequenceSettings) -> None:
        page, layout = lay_out(
            "<p id=a>Long paragraph text</p><p id=b>Caption</p><p id=c>Another paragraph</p>",
            {"a": (10, 0, 600, 9), "b": (200, 0, 200, 9), "c": (12, 0, 600, 9)},
        )
        segments = split(page)
        assert align_segments(segments, layout, constants) == {segments[0], segments[2]}

    def test_items_of_a_list_share_one_edge_and_are_kept_where_one_is_enough(
        self, constants: MaxSubsequenceSettings
    ) -> None:
        page, layout = lay_out(
            "<p id=a>Long paragraph text</p><ul><li id=b>Item</ul><p id=c>Another paragraph</p>",
            {"a": (10, 0, 600, 9), "b": (50, 0, 560, 9), "c": (10, 0, 600, 9)},
        )
        segments = split(page)
        kept = align_segments(segments, layout, constants)
        assert (segments[1] in kept) == (constants.aligned_edges == 1)
        assert {segments[0], segments[2]} <= kept

    def test_the_edges_are_those_of_most_characters(self, constants: MaxSubsequenceSettings) -> None:
        page, layout = lay_out(
            "<p id=a>a</p><p id=b>b</p><p id=c>much the longest of all of them</p>",
            {"a": (0, 0, 90, 9), "b": (0, 0, 90, 9), "c": (50, 0, 500, 9)},
        )
        segments = split(page)
        assert align_segments(segments, layout, constants) == {segments[2]}

    def test_the_tolerance_is_measured_from_the_edge_of_the_body_itself(
        self, constants: MaxSubsequenceSettings
    ) -> None:
        assert constants.alignment_tolerance == 10
        page, layout = lay_out(
            "<p id=a>Paragraph of the body</p><p id=b>To the left</p><p id=c>To the right</p><p id=d>Too far out</p>",
            {"a": (384, 0, 500, 9), "b": (374, 0, 520, 9), "c": (394, 0, 480, 9), "d": (371, 0, 529, 9)},
        )
        segments = split(page)
        assert align_segments(segments, layout, constants) == set(segments[:3])


class TestBody:
    HTML = (
        "<div id=menu><a href=/a>News and more news</a></div>"
        "<div id=text><p id=a>First paragraph of the story.</p><p id=box>A box beside it.</p>"
        "<p id=b>The second one.</p></div>"
        "<div id=foot><a href=/b>Imprint and privacy</a></div>"
    )

    def test_the_run_without_what_is_not_aligned(self) -> None:
        page, _ = lay_out(self.HTML, {"a": (0, 0, 600, 9), "box": (380, 0, 200, 9), "b": (0, 0, 600, 9)})
        body = find_max_subsequence(page, split(page), SETTINGS)
        assert [decision.reason for decision in body.decisions] == [
            "outside_subsequence",
            "in_subsequence",
            "not_aligned",
            "in_subsequence",
            "outside_subsequence",
        ]
        assert body.root is not None and body.root.get("id") == "text"
        assert body.warnings == ()

    def test_without_a_layout_only_links_count(self) -> None:
        page = make_document(self.HTML)
        body = find_max_subsequence(page, split(page), SETTINGS)
        assert [decision.kept for decision in body.decisions] == [False, True, True, True, False]
        assert body.warnings == ("no_layout",)

    def test_a_page_of_links_has_no_body(self) -> None:
        page = make_document("<p><a href=/a>Link</a></p>")
        body = find_max_subsequence(page, split(page), SETTINGS)
        assert body.root is None
        assert "no_article" in body.warnings


class TestTitle:
    HTML = (
        "<div id=name>The Varn Courier</div><div id=menu>News</div><h1 id=title>Ferry runs again</h1>"
        "<p id=date>Monday</p><p id=a>It will run from May on, says the town.</p><h2 id=later>What it costs</h2>"
    )
    PLACES: ClassVar = {
        "name": (0, 0, 600, 30),
        "menu": (0, 30, 600, 20),
        "title": (0, 50, 600, 40),
        "date": (0, 90, 600, 10),
        "a": (0, 100, 600, 20),
        "later": (0, 120, 600, 40),
    }

    def find(self, places: dict[str, Any], **styles: dict[str, Any]) -> str | None:
        page, _ = lay_out(self.HTML, {**self.PLACES, **places}, **styles)
        return find_max_subsequence(page, split(page), SETTINGS).title

    def test_the_largest_font_before_the_body_is_the_title(self) -> None:
        sizes = {"name": 20, "menu": 18, "title": 32, "date": 12, "later": 40}
        assert self.find({}, **_size(sizes)) == "Ferry runs again"

    def test_of_one_size_the_heavier_is(self) -> None:
        styles = _size({"name": 20, "menu": 18, "title": 20, "date": 12, "later": 40})
        styles["title"]["font_weight"] = 700
        assert self.find({}, **styles) == "Ferry runs again"

    def test_of_equal_ones_the_nearest_to_the_body_is(self) -> None:
        sizes = {"name": 32, "menu": 18, "title": 32, "date": 12, "later": 40}
        assert self.find({}, **_size(sizes)) == "Ferry runs again"

    def test_what_stands_beside_the_body_or_below_it_is_none(self) -> None:
        sizes = {"name": 40, "menu": 18, "title": 32, "date": 12, "later": 40}
        assert self.find({"name": (600, 100, 200, 30)}, **_size(sizes)) == "Ferry runs again"

    def test_a_page_in_one_font_has_none(self) -> None:
        page, _ = lay_out(
            "<p id=m><a>News</a></p><p id=a>It will run from May.</p>", {"m": (0, 0, 9, 9), "a": (0, 9, 9, 9)}
        )
        assert find_max_subsequence(page, split(page), SETTINGS).title is None

    def test_a_page_without_layout_has_none(self) -> None:
        page = make_document(self.HTML)
        assert find_max_subsequence(page, split(page), SETTINGS).title is None


def _size(sizes: dict[str, int]) -> dict[str, dict[str, Any]]:
    return {name: {"font_size": size} for name, size in sizes.items()}
