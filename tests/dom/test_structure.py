"""Blocks become the lists, tables, quotes and pieces of code that they stand in."""

from dataclasses import fields, is_dataclass
from typing import Any

import pytest

from cutline.dom.nesting import MAX_NESTING
from cutline.dom.structure import MAX_COLUMNS, Bullets, Code, Definitions, Details, Quote, Table, arrange
from cutline.types import Block, Image, Verdict
from tests.conftest import read_all


def simplify(part: Any) -> Any:
    """Return a part with the texts of its blocks instead of them, and lists instead of classes."""
    if isinstance(part, Block):
        return part.text
    if isinstance(part, Image):
        return part.url
    if isinstance(part, Bullets):
        return [part.start, simplify(part.items)]
    if isinstance(part, tuple):
        return [simplify(each) for each in part]
    if is_dataclass(part):
        given = (field for field in fields(part) if field.name not in ("caption",))
        values = [simplify(getattr(part, field.name)) for field in given]
        return values[0] if len(values) == 1 else values
    return part


def show(html: str) -> list[Any]:
    """Return the parts of a page of which all is kept: its lists as `[start, items]`, all else as it is nested."""
    return [simplify(part) for part in arrange(read_all(html))]


@pytest.mark.parametrize(
    ("html", "parts"),
    [
        ("<div class='admonition tip'><p class=admonition-title>Storm</p>{}</div>", [["tip", "Storm", ["Ashore!"]]]),
        ("<div class='admonition tip'><p>Tip: <b>Go</b> on.</p></div>", [["tip", "Tip:", ["Go on."]]]),
        ("<div class='admonition tip'><p>Tip:</p>{}</div>", [["tip", "Tip:", ["Ashore!"]]]),
        ("<div class='admonition tip'><p>Tip:</p></div>", ["Tip:"]),
        ("<div class='admonition tip'><h3>Tip: Go</h3></div>", [["tip", None, ["Tip: Go"]]]),
        ("<blockquote><p>[!TIP]<br>Go on.</p>{}</blockquote>", [["tip", None, ["Go on.", "Ashore!"]]]),
        ("<blockquote><p>[!TIP] Mind it<br>Go on.</p></blockquote>", [["tip", "Mind it", ["Go on."]]]),
        ("<blockquote><p>[!TIP]</p>{}</blockquote>", [["tip", None, ["Ashore!"]]]),
        ("<blockquote><p>[!TIP] Go on.</p></blockquote>", [["tip", None, ["Go on."]]]),
        ("<details><summary>Fares</summary>{}</details>", [["Fares", ["Ashore!"]]]),
        ("<details><summary>Fares<br>of <b>now</b></summary>{}</details>", [["Fares of now", ["Ashore!"]]]),
        ("<details><summary><h3>Fares</h3></summary>{}</details>", ["Fares", "Ashore!"]),
        ("<details><summary>Fares</summary></details>", ["Fares"]),
        ("<details>{}</details>", ["Ashore!"]),
        ("<figure><blockquote>{}</blockquote><figcaption>Lee</figcaption></figure>", [["Ashore!", "Lee"]]),
        ("<figure><img src=a.jpg><figcaption>Lee</figcaption></figure>", ["Lee"]),
        ("<figure><table role=none><tr><td>a<td>b</table><figcaption>Lee</figcaption></figure>", ["a", "b", "Lee"]),
    ],
)
def test_callouts_details_and_figures_have_a_title_and_their_texts(html: str, parts: list[object]) -> None:
    assert show(html.replace("{}", "<p>Ashore!</p>")) == parts


def test_lines_of_a_summary_are_one_with_their_markup() -> None:
    (details,) = arrange(read_all("<details><summary>Fares &lt;9<br>of <b>now</b></summary><p>Ashore!</p></details>"))
    assert isinstance(details, Details) and details.title.html == "Fares &lt;9 of <b>now</b>"


def test_the_caption_of_a_figure_is_that_of_its_table() -> None:
    rows = "<tr><td>a<td>b<tr><td>c<td>d"
    (table,) = arrange(read_all(f"<figure><table>{rows}</table><figcaption>Fares</figcaption></figure>"))
    assert isinstance(table, Table) and simplify(table.caption) == ["Fares"]


class TestLists:
    def test_a_bullet_with_nothing_but_a_list_belongs_to_the_one_before_it(self) -> None:
        assert show("<ul><li>a<li><ul><li>b</ul><li>c</ul>") == [[None, [["a", [None, [["b"]]]], ["c"]]]]
        assert show("<ol><li>a<li><ol><li>b</ol></ol>") == [[1, [["a"], [[1, [["b"]]]]]]]

    def test_items_of_one_list_are_one_and_those_of_two_lists_are_two(self) -> None:
        assert show("<ul><li>a<li>b</ul><ul><li>c</ul>") == [[None, [["a"], ["b"]]], [None, [["c"]]]]

    @pytest.mark.parametrize(
        ("attributes", "start"),
        [("", 1), (" start=3", 3), (" start=x", 1), (" start=-2", -2), (" start=999999999", 1), (" reversed", 2)],
    )
    def test_a_numbered_list_starts_where_the_page_says(self, attributes: str, start: int) -> None:
        assert show(f"<ol{attributes}><li>a<li>b</ol>") == [[start, [["a"], ["b"]]]]

    def test_a_numbered_list_starts_with_its_first_kept_item(self) -> None:
        _, second, third = read_all("<ol><li>a<li>b<li>c</ol>")
        assert list(arrange([second, third])) == [Bullets((2, 3), ((second,), (third,)))]

    def test_paragraphs_of_one_item_stay_together(self) -> None:
        assert show("<ul><li><p>a<p>b<li>c</ul>") == [[None, [["a", "b"], ["c"]]]]

    def test_an_item_may_have_a_number_of_its_own(self) -> None:
        blocks = read_all("<ol><li>a<li value=5>b<li>c</ol>")
        assert [block.within[0].number for block in blocks] == [1, 5, 6]

    def test_a_list_within_an_item_is_a_part_of_it(self) -> None:
        assert show("<ol><li>a<div><ul><li>b<li>c</ul></div><li>d</ol>") == [
            [1, [["a", [None, [["b"], ["c"]]]], ["d"]]]
        ]

    def test_a_heading_in_an_item_does_not_part_the_list(self) -> None:
        assert show("<ol><li><h3>a</h3><p>b<li>c</ol>") == [[1, [["a", "b"], ["c"]]]]

    def test_lists_nested_without_end_are_one_of_some_depth(self) -> None:
        (block,) = read_all("<ul><li>" * 100 + "a")
        (part,), depth = list(arrange([block])), 0
        while isinstance(part, Bullets):
            ((part,),) = part.items
            depth += 1
        assert (part, depth) == (block, MAX_NESTING)

    def test_items_outside_any_list_are_one(self) -> None:
        assert show("<div><li>a</li><li>b</li></div>") == [[None, [["a"], ["b"]]]]

    def test_a_block_without_containers_stands_in_what_its_kind_says(self) -> None:
        blocks = read_all("<ul><li>a<li>b</ul><blockquote>c</blockquote><pre>d</pre>")
        bare = [block.model_copy(update={"within": ()}) for block in blocks]
        assert [simplify(part) for part in arrange(bare)] == [[None, [["a"], ["b"]]], ["c"], ["d"]]

    def test_a_paragraph_parts_two_lists(self) -> None:
        assert show("<ul><li>a</ul><p>b</p><ul><li>c</ul>") == [[None, [["a"]]], "b", [None, [["c"]]]]


class TestDefinitions:
    def test_terms_are_told_from_what_they_mean(self) -> None:
        (part,) = arrange(read_all("<dl><dt>a<dt>b<dd><p>c<p>d<dt>e</dl>"))
        assert isinstance(part, Definitions)
        assert [(item.is_term, simplify(item.parts)) for item in part.items] == [
            (True, ["a"]),
            (True, ["b"]),
            (False, ["c", "d"]),
            (True, ["e"]),
        ]


class TestImages:
    def place(self, block: Block) -> Image:
        verdict = Verdict(kept=True, reason="article_image")
        return Image(url="a.jpg", sources=(), xpath="/", within=block.within, verdict=verdict)

    def test_an_image_stands_in_the_item_that_it_illustrates(self) -> None:
        first, second = read_all("<ol><li>a<li>b</ol>")
        parts = arrange([first, self.place(second), second])
        assert [simplify(part) for part in parts] == [[1, [["a"], ["a.jpg", "b"]]]]

    def test_an_image_outside_parts_a_list(self) -> None:
        first, second, other = read_all("<ol><li>a<li>b</ol><p>c")
        parts = arrange([first, self.place(other), second])
        assert [simplify(part) for part in parts] == [[1, [["a"]]], "a.jpg", [2, [["b"]]]]

    def test_a_list_of_images_alone_is_none(self) -> None:
        images = [self.place(block) for block in read_all("<ul><li>a<li>b</ul>")]
        assert list(arrange(images)) == images


class TestRules:
    def arrange_parted(self, html: str, *places: int) -> list[Any]:
        """Return the parts of a page in which a rule stands before the blocks in some places."""
        blocks = read_all(html)
        return [
            simplify(part)
            for part in arrange(
                block.model_copy(update={"after_rule": place in places}) for place, block in enumerate(blocks)
            )
        ]

    def test_a_rule_parts_two_paragraphs(self) -> None:
        assert self.arrange_parted("<p>a<p>b<p>c", 1) == ["a", [], "b", "c"]

    def test_a_rule_parts_a_list_and_a_quote(self) -> None:
        html = "<ul><li>a</ul><blockquote>b</blockquote><p>c"
        assert self.arrange_parted(html, 1, 2) == [[None, [["a"]]], [], ["b"], [], "c"]

    def test_a_rule_parts_the_paragraphs_of_a_quote(self) -> None:
        assert self.arrange_parted("<blockquote><p>a<p>b</blockquote>", 1) == [["a", [], "b"]]


class TestQuotes:
    def test_paragraphs_of_one_quote_are_one(self) -> None:
        one, two, other = read_all("<blockquote><p>a<p>b</blockquote><blockquote>c</blockquote>")
        assert list(arrange([one, two, other])) == [Quote((one, two)), Quote((other,))]


class TestCode:
    def test_lines_of_one_piece_of_code_are_one(self) -> None:
        one, two, other = read_all("<pre><p>a</p><p>b</p></pre><pre>c\n\n  d\n</pre>")
        assert list(arrange([one, two, other])) == [Code((one, two)), Code((other,))]
        assert other.text == "c\n\n  d"

    def test_a_list_in_a_pre_is_a_list(self) -> None:
        assert show("<pre><ul><li>a<li>b</ul></pre>") == [[None, [["a"], ["b"]]]]


class TestTables:
    def rows(self, html: str) -> list[list[list[str]]]:
        """Return the texts of the cells."""
        (table,) = show(html)
        return [[cell[1] for cell in row] for row in table]

    def test_cells_stand_in_their_rows(self) -> None:
        blocks = read_all("<table><thead><tr><th>a<th>b<tbody><tr><td>c<td>d<tr><td>e<td>f</table>")
        (table,) = arrange(blocks)
        assert isinstance(table, Table)
        assert simplify(tuple(cell.parts for row in table.rows for cell in row)) == [[each] for each in "abcdef"]
        assert [[cell.is_header for cell in row] for row in table.rows] == [[True] * 2, [False] * 2, [False] * 2]

    def test_a_cell_without_text_keeps_its_column(self) -> None:
        html = "<table><tr><td>a<td><td>b<tr><td><td>c<td>d<tr><td colspan=2><td>e</table>"
        assert self.rows(html) == [[["a"], [], ["b"]], [[], ["c"], ["d"]], [[], ["e"]]]

    def spans(self, html: str) -> list[list[tuple[int, int]]]:
        """Return how many columns and rows each cell spans."""
        (table,) = arrange(read_all(html))
        assert isinstance(table, Table)
        return [[(cell.columns, cell.rows) for cell in row] for row in table.rows]

    @pytest.mark.parametrize(("span", "columns"), [("2", 2), ("0", 1), ("x", 1), ("99999", 3)])
    def test_a_cell_spans_the_columns_that_there_are(self, span: str, columns: int) -> None:
        html = f"<table><tr><th colspan={span}>a<th>b<tr><td>c<td>d</table>"
        filled = [(columns - 1, 1)] if columns > 1 else []
        assert self.spans(html) == [[(columns, 1), (1, 1)], [(1, 1), (1, 1), *filled]]

    def test_a_cell_spans_the_rows_that_are_kept(self) -> None:
        html = "<table><tr><td rowspan=3>a<td>b<tr><td><tr><td>c<tr><td>d<td>e</table>"
        assert self.spans(html) == [[(1, 2), (1, 1)], [(1, 1)], [(1, 1), (1, 1)]]

    def test_an_empty_corner_keeps_the_columns_below_it(self) -> None:
        head = "<tr><td rowspan=2><th colspan=2>a<tr><th>b<th>c"
        assert self.rows(f"<table>{head}<tr><th>d<td>1<td>2</table>") == [
            [[], ["a"]],
            [[], ["b"], ["c"]],
            [["d"], ["1"], ["2"]],
        ]

    def test_a_row_without_text_moves_no_other(self) -> None:
        html = "<table><tr><td rowspan=2>a<td>b<tr><td><tr><td>c<td>d</table>"
        assert self.rows(html) == [[["a"], ["b"]], [["c"], ["d"]]]

    def test_a_table_wider_than_any_is_its_paragraphs(self) -> None:
        row = "<tr>" + "<td>a" * (MAX_COLUMNS + 1)
        blocks = read_all(f"<table>{row}{row}</table>")
        assert list(arrange(blocks)) == list(blocks)

    @pytest.mark.parametrize("around", ["<table>", "<table><tr>", "<table><tr><td>"])
    def test_tables_nested_too_deep_are_paragraphs(self, around: str) -> None:
        blocks = read_all(around * (MAX_NESTING + 2) + "<tr><td>a")
        assert list(arrange(blocks)) == list(blocks)

    def test_empty_cells_cost_nothing(self) -> None:
        row = "<tr>" + "<td colspan=1000>" * 9 + "<td>a<td>b"
        (table,) = arrange(read_all(f"<table>{row * 3}</table>"))
        assert isinstance(table, Table)
        assert sum(len(cells) for cells in table.rows) <= 3 * 3

    def test_a_list_and_paragraphs_in_a_cell_do_not_part_the_table(self) -> None:
        html = "<table><tr><td><p>a<p>b<td>c<tr><td>d<td><ul><li>e</ul></table>"
        assert self.rows(html) == [[["a", "b"], ["c"]], [["d"], [[None, [["e"]]]]]]

    @pytest.mark.parametrize(
        "html",
        [
            "<table><tr><td><p>a</table><table><tr><td><p>b</table>",
            "<table><tr><td>a<tr><td>b</table>",
            "<table role=presentation><tr><td>a<td>b<tr><td></table>",
            "<table><tr><td><table><tr><td>a<td>b</table></table>",
            "<td>a</td><td>b</td>",
        ],
    )
    def test_a_table_that_only_arranges_the_page_is_its_paragraphs(self, html: str) -> None:
        assert show(html) in (["a", "b"], ["ab"])
