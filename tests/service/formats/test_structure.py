from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from cutline.service.formats import html
from cutline.service.formats.structure import MAX_NESTING, Bullets, Cell, Code, Quote, Table, arrange
from cutline.types import Block, Image


def place(build: SimpleNamespace, kind: str, *paths: str) -> list[Block]:
    """Return blocks of a kind, each with its path as its text."""
    return [
        build.block(number, path, kind).model_copy(update={"xpath": f"/html/body/{path}"})
        for number, path in enumerate(paths)
    ]


def texts(*blocks: Any) -> tuple[str, ...]:
    return tuple(block.text for block in blocks)


def rows_of(part: Any) -> list[list[tuple[str, ...]]]:
    assert isinstance(part, Table)
    return [[texts(*cell.parts) for cell in row] for row in part.rows]


class TestLists:
    def test_items_of_one_list_are_one_and_those_of_two_lists_are_two(self, build: SimpleNamespace) -> None:
        first, second, third = place(build, "list_item", "ul[1]/li[1]", "ul[1]/li[2]", "ul[2]/li")
        assert list(arrange([first, second, third])) == [
            Bullets(None, ((first,), (second,))),
            Bullets(None, ((third,),)),
        ]

    def test_a_numbered_list_starts_with_its_first_kept_item(self, build: SimpleNamespace) -> None:
        items = place(build, "list_item", "ol/li[3]", "ol/li[4]")
        assert list(arrange(items)) == [Bullets(3, ((items[0],), (items[1],)))]

    def test_paragraphs_of_one_item_stay_together(self, build: SimpleNamespace) -> None:
        one, two = place(build, "list_item", "ul/li[1]/p[1]", "ul/li[1]/p[2]")
        assert list(arrange([one, two])) == [Bullets(None, ((one, two),))]

    def test_a_list_within_an_item_is_a_part_of_it(self, build: SimpleNamespace) -> None:
        outer, inner, more, last = place(
            build, "list_item", "ol/li[1]", "ol/li[1]/div/ul/li[1]", "ol/li[1]/div/ul/li[2]", "ol/li[2]"
        )
        inside = Bullets(None, ((inner,), (more,)))
        assert list(arrange([outer, inner, more, last])) == [Bullets(1, ((outer, inside), (last,)))]

    def test_a_heading_in_an_item_does_not_part_the_list(self, build: SimpleNamespace) -> None:
        first, text, second = place(build, "list_item", "ol/li[1]/h3", "ol/li[1]/p", "ol/li[2]/p")
        heading = first.model_copy(update={"kind": "heading", "level": 3})
        assert list(arrange([heading, text, second])) == [Bullets(1, ((heading, text), (second,)))]

    def test_lists_nested_without_end_are_one_of_some_depth(self, build: SimpleNamespace) -> None:
        (block,) = place(build, "list_item", "ul/li/" * 500)
        (part,) = arrange([block])
        depth = 0
        while isinstance(part, Bullets):
            ((part,),) = part.items
            depth += 1
        assert (part, depth) == (block, MAX_NESTING)

    def test_items_outside_any_list_are_one(self, build: SimpleNamespace) -> None:
        items = place(build, "list_item", "li[1]", "li[2]")
        assert list(arrange(items)) == [Bullets(None, ((items[0],), (items[1],)))]

    def test_an_image_parts_a_list(self, build: SimpleNamespace) -> None:
        first, second = place(build, "list_item", "ul/li[1]", "ul/li[2]")
        kinds = [type(part) for part in arrange([first, build.image("a.jpg"), second])]
        assert kinds == [Bullets, Image, Bullets]


class TestQuotes:
    def test_paragraphs_of_one_quote_are_one(self, build: SimpleNamespace) -> None:
        one, two, other = place(build, "quote", "blockquote[1]/p[1]", "blockquote[1]/p[2]", "blockquote[2]")
        assert list(arrange([one, two, other])) == [Quote((one, two)), Quote((other,))]


class TestCode:
    def test_lines_of_one_piece_of_code_are_one(self, build: SimpleNamespace) -> None:
        one, two, other = place(build, "code", "pre[1]/span[1]", "pre[1]/span[2]", "pre[2]/code")
        assert list(arrange([one, two, other])) == [Code((one, two)), Code((other,))]


class TestTables:
    def test_a_list_in_a_cell_does_not_part_the_table(self, build: SimpleNamespace) -> None:
        cells = place(build, "table", "table/tr[1]/td[1]", "table/tr[1]/td[2]", "table/tr[2]/td[1]")
        (item,) = place(build, "list_item", "table/tr[2]/td[2]/ul/li")
        (table,) = arrange([*cells, item])
        assert isinstance(table, Table)
        assert table.rows[1][1].parts == (Bullets(None, ((item,),)),)

    def test_cells_stand_in_their_rows(self, build: SimpleNamespace) -> None:
        head = ["table/thead/tr/th[1]", "table/thead/tr/th[2]"]
        body = ["table/tbody/tr[1]/td[1]", "table/tbody/tr[1]/td[2]", "table/tbody/tr[2]/td[1]"]
        (table,) = arrange(place(build, "table", *head, *body))
        assert rows_of(table) == [[(head[0],), (head[1],)], [(body[0],), (body[1],)], [(body[2],)]]
        assert [cell.is_header for cell in table.rows[0]] == [True, True]

    def test_a_cell_without_text_keeps_its_column(self, build: SimpleNamespace) -> None:
        paths = ["table/tr[1]/td[1]", "table/tr[1]/td[3]", "table/tr[2]/td[2]", "table/tr[2]/td[3]"]
        (table,) = arrange(place(build, "table", *paths))
        assert rows_of(table) == [[(paths[0],), (), (paths[1],)], [(), (paths[2],), (paths[3],)]]
        assert table.rows[0][1] == Cell(False, ())

    def test_paragraphs_of_one_cell_stay_together(self, build: SimpleNamespace) -> None:
        paths = ["table/tr[1]/td[1]/p[1]", "table/tr[1]/td[1]/p[2]", "table/tr[1]/td[2]"]
        more = ["table/tr[2]/td[1]", "table/tr[2]/td[2]"]
        (table,) = arrange(place(build, "table", *paths, *more))
        assert rows_of(table)[0] == [(paths[0], paths[1]), (paths[2],)]

    def test_a_table_that_only_arranges_the_page_is_its_paragraphs(self, build: SimpleNamespace) -> None:
        blocks = place(build, "table", "table/tr/td[2]/p[1]", "table/tr/td[2]/p[2]", "td")
        assert list(arrange(blocks)) == blocks


class TestAsHtml:
    def test_lists_quotes_and_tables_are_those_of_html(self, build: SimpleNamespace) -> None:
        items = place(build, "list_item", "ol/li[2]/p[1]", "ol/li[2]/p[2]")
        quotes = place(build, "quote", "blockquote/p[1]", "blockquote/p[2]")
        cells = place(
            build, "table", "table/tr[1]/th[1]", "table/tr[1]/th[2]", "table/tr[2]/td[1]", "table/tr[2]/td[2]"
        )
        blocks = [block.model_copy(update={"text": "<x>"}) for block in (*items, *quotes, *cells)]
        document = html.render(build.article(tuple(blocks)))
        text = "&lt;x&gt;"
        assert f'<ol start="2">\n<li><p>{text}</p><p>{text}</p></li>\n</ol>' in document
        assert f"<blockquote><p>{text}</p><p>{text}</p></blockquote>" in document
        assert f"<table>\n<tr><th>{text}</th><th>{text}</th></tr>\n<tr><td>{text}</td>" in document
