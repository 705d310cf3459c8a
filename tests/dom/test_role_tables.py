"""Elements that say they are a table become one."""

from __future__ import annotations

from collections.abc import Callable
from time import process_time

import pytest

from cutline import Extractor
from cutline.dom.document import Document
from cutline.dom.tree import Paths
from tests.conftest import make_document

Build = Callable[..., Document]

HEAD = "<div role=row><span role=columnheader>Week</span><span role=columnheader>Errors</span></div>"
FIRST = "<div role=row><span role=rowheader>First</span><span role=cell>4</span></div>"
STORY = "<p>The clerks of the office found some errors in the tables of the machine; its maker sent an engineer.</p>"


def test_its_parts_have_the_tags_of_a_table(document: Build) -> None:
    body = document(f"<div role=table><div role=rowgroup>{HEAD}</div>{FIRST}</div>").body
    [table] = body
    assert [element.tag for element in table.iter()] == ["table", "tbody", "tr", "th", "th", "tr", "th", "td"]


@pytest.mark.parametrize(
    "table",
    [
        f"<div role=table>{FIRST}</div>",
        f"<div role=table>{HEAD}<div role=row><div><span role=cell>First</span></div></div></div>",
        f"<div role=table>{HEAD}{FIRST}<table><tr><td>a</table></div>",
        "<div role=table><div role=row><b role=cell>a</b></div><div role=row><b role=cell>b</b></div></div>",
    ],
)
def test_what_has_no_rows_of_cells_stays_as_it_is(document: Build, table: str) -> None:
    assert document(table).body[0].tag == "div"


def test_paths_are_those_of_the_page(document: Build) -> None:
    body = document(f"<div>a</div><div role=table>{HEAD}{FIRST}</div><div>b</div>").body
    paths = Paths()
    assert [paths.path(cell) for cell in body.iter("td")] == ["/html/body/div[2]/div[2]/span[2]"]
    assert [paths.path(element) for element in body.iter("div")] == ["/html/body/div[1]", "/html/body/div[3]"]


def test_an_article_has_its_rows() -> None:
    page = f"<article><h1>Tides</h1>{STORY * 5}<div role=table>{HEAD}{FIRST}</div>{STORY * 2}</article>"
    markdown = Extractor().extract(page, nlp=False).markdown
    assert "| Week | Errors |\n| --- | --- |\n| First | 4 |" in markdown


def test_tables_in_tables_take_linear_time(document: Build) -> None:
    started = process_time()
    document("<div role=table>" * 200 + "<div role=table><i></i></div>" * 20_000)
    assert process_time() - started < 5


def test_labelled_items_are_those_of_a_list() -> None:
    page = make_document(
        '<div role="list"><div role="listitem"><span>3.</span> <div>Ferries</div></div>'
        '<div role="listitem"><span>4.</span><div>Lakes</div></div></div>'
    )
    around = page.body[0]
    assert (around.tag, around.get("start"), [item.tag for item in around]) == ("ol", "3", ["li", "li"])
    assert [segment.text for segment in page.segments or ()] == ["Ferries", "Lakes"]


@pytest.mark.parametrize("item", ["Ferries", "<b>Ferries</b> sail", "<b>1.</b>", "<b>One</b><p>Ferries</p>"])
def test_other_items_are_none_of_a_list(item: str) -> None:
    page = make_document(f'<div role="list">{2 * f"<div role=listitem>{item}</div>"}</div>')
    assert page.body[0].tag == "div"
