"""What software that writes documents marks with classes of its own, given the tags that HTML has for it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import cast

from lxml.etree import XPath
from lxml.html import HtmlElement

from cutline.dom.role_tables import tag_as


def translate(body: HtmlElement, page: bytes) -> list[HtmlElement]:
    """Change the tree of a page where its bytes have the mark of such software, and return the elements added."""
    added = list[HtmlElement]()
    for mark, find, change in MARKUP:
        if mark in page:
            for element in cast("list[HtmlElement]", find(body)):
                added += change(element) or ()
    return added


def _part(classifier: HtmlElement) -> None:
    """Write the colon before the type of a term, which the style sheet draws."""
    classifier.text = f" : {classifier.text or ''}"


def _name(element: HtmlElement, name: str) -> None:
    """Name an element as others do, such as a box of the text that is named after the sidebars of sites."""
    element.set("class", name)


def _frame_by_attributes(part: HtmlElement) -> None:
    is_title = part.get("data-callout-title") is not None
    part.set("class", f"{part.get('class', '')} {'admonition-title' if is_title else 'admonition'}".strip())


def _run_in(title: HtmlElement) -> None:
    """Put the title of a theorem or a proof before its first words, in whose line the style sheet shows it."""
    behind = title.getnext()
    first = None if behind is None else next(behind.iter("p"), None)
    if first is not None and not (title.tail or "").strip():
        title.tag, title.tail, first.text = "b", f" {first.text or ''}", None
        first.insert(0, title)


def _list(table: HtmlElement) -> None:
    """Make a numbered list of a table with a number and a text in each row."""
    for row in list(table.iter("tr")):
        if len(row) > 1:
            row[0][:], row[0].text = [], None
    _tag(table, {"table": "ol", "tbody": "div", "tr": "li", "td": "div"})


def _define(table: HtmlElement) -> None:
    """Make a list of definitions of a table with a term and its description in each row."""
    for cell in list(table.iter("td")):
        tag_as(cell, "dt" if "hdlist1" in cell.get("class", "") else "dd")
    _tag(table, {"table": "dl", "tbody": "div", "tr": "div"})


def _tag(around: HtmlElement, tags: dict[str, str]) -> None:
    for element in list(around.iter(*tags)):
        tag_as(element, tags[str(element.tag)])


def _break_lines(verse: HtmlElement) -> list[HtmlElement]:
    """Make a paragraph of a `<pre>` that is no listing, and return the line breaks put into it."""
    tag_as(verse, "p")
    breaks = list[HtmlElement]()
    for element in list(verse.iter()):
        element.text, *lines = (element.text or "").split("\n")
        for number, line in enumerate(lines):
            breaks.append(_make_break(element, line))
            element.insert(number, breaks[-1])
        if element is not verse:
            first, *lines = (element.tail or "").split("\n")
            around, place = element.getparent(), element.getparent().index(element) + 1
            element.tail = first
            for number, line in enumerate(lines, place):
                breaks.append(_make_break(element, line))
                around.insert(number, breaks[-1])
    return breaks


def _make_break(near: HtmlElement, line: str) -> HtmlElement:
    br: HtmlElement = near.makeelement("br")
    br.tail = line
    return br


# A mark in the bytes of a page, the elements, and what is done with each: of docutils and Sphinx, of docutils, of
# DocBook, of remark-callout, of TeX4ht, of LaTeXML, of Asciidoctor and DocBook, and of WordPress.
Rule = tuple[bytes, XPath, Callable[[HtmlElement], list[HtmlElement] | None]]
OF = "contains(concat(' ', @class, ' '), ' {} ')".format
TITLED = f"*[p[@class='sidebar-title'] and {OF('sidebar')} or p[@class='topic-title'] and {OF('topic')}]"
PAIRS = "table[not(.//table or .//th or .//tr[count(td) != 2] or .//td[{}])]".format
NUMBERED = PAIRS("position() = 1 and string-length(normalize-space()) > 3")
TERMS = PAIRS("not(contains(@class, 'hdlist'))")
VERSES = "pre[contains(@class, 'wp-block-verse') or parent::div[contains(@class, 'verseblock')]]"
MARKUP: tuple[Rule, ...] = (
    (b"classifier", XPath("//dt/span[@class='classifier' and not(preceding-sibling::span)]"), _part),
    (b"docutils literal", XPath("//span[starts-with(@class, 'docutils literal')]"), partial(tag_as, tag="code")),
    (b"docutils literal", XPath("//tt[starts-with(@class, 'docutils literal')]"), partial(tag_as, tag="code")),
    (b"ocutils", XPath(f"//{TITLED}[not({OF('contents')})]"), partial(_name, name="admonition")),
    (b"titlepage", XPath("//div[@class='sidebar' and div[@class='titlepage']]"), partial(_name, name="admonition")),
    (b"data-callout-type", XPath("//*[@data-callout-type or @data-callout-title]"), _frame_by_attributes),
    (b"lstlisting", XPath("//pre[@class='lstlisting']/span[@class='label']"), partial(_name, name="lineno")),
    (b"ltx_runin", XPath("//h6[contains(@class, 'title_theorem') or contains(@class, 'title_proof')]"), _run_in),
    (b"colist", XPath(f"//div[{OF('colist')}]/{NUMBERED}"), _list),
    (b"calloutlist", XPath(f"//div[@class='calloutlist']/{NUMBERED}"), _list),
    (b"hdlist", XPath(f"//div[{OF('hdlist')}]/{TERMS}"), _define),
    (b"verse", XPath(f"//{VERSES}"), _break_lines),
)
