"""Elements that say they are a table become one; quotes and lists that are there for margins are none."""

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

LONG = "The ferry sails again, and the town of Holm has waited for it all winter long."


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


@pytest.mark.parametrize(
    ("html", "quotes"),
    [
        # the headline, or headings and most of the text, in a quote
        (f"<blockquote><h1>Fares</h1></blockquote><blockquote>{LONG}<blockquote>{LONG}</blockquote></blockquote>", 0),
        (f"<blockquote><h3>Fares</h3>{LONG}</blockquote><p>The end.", 0),
        # quotes
        (f"<h1>Fares</h1><blockquote>{LONG}</blockquote><p>Says he.", 1),
        (f"<h1>Fares</h1><p>{LONG}{LONG}</p><blockquote><h3>Rule 1</h3>{LONG}</blockquote>", 1),
        (f"<article><blockquote><h1>Fares</h1>{LONG}</blockquote></article>", 1),
        # lists that docutils indents
        ('<p>So:</p><blockquote><ul class="simple"><li>Holm<li>Sund</ul></blockquote>', 0),
        ('<p>So:</p><blockquote>\n<div><ol class="arabic simple"><li>Holm<li>Sund</ol></div></blockquote>', 0),
        ("<p>So:</p><blockquote><ul><li>Holm<li>Sund</ul></blockquote>", 1),
        ('<p>So:</p><blockquote><ul class="simple"><li>Holm</ul>Ann Lee</blockquote>', 1),
        ("<p>So:</p><blockquote></blockquote>", 1),
    ],
)
def test_a_quote_for_its_margin_is_none(html: str, quotes: int) -> None:
    assert len(list(make_document(html).body.iter("blockquote"))) == quotes


def test_definitions_in_no_list_are_none() -> None:
    body = make_document(f"<dl><dt>Holm<dd>A port</dl><dd>Fares<br><dd>Boats<br><p>{LONG}").body
    assert [each.tag for each in body.iter("dt", "dd")] == ["dt", "dd"]
