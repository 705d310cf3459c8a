"""Where the listings of a page are, whatever highlights them, and what in them is no code."""

from __future__ import annotations

import re
from base64 import b64decode
from collections.abc import Container, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import chain, islice
from typing import cast

from lxml import etree
from lxml.etree import XPath
from lxml.html import HtmlElement

from cutline.dom.code_languages import HIGHLIGHTERS, find_name
from cutline.dom.code_lines import BLOCK_STYLE, has_lines
from cutline.dom.formulas.formula import NOT_IN_XML
from cutline.dom.line_tables import find_line_tables
from cutline.dom.listing_bars import counts_up, is_copy_button, is_gutter, is_popup, read_around
from cutline.dom.tags import HEADING_TAGS, UNSEEN_TAGS

LISTING_TAGS = ("pre", "code")
# What holds lines without `<pre>`: CodeMirror 5 and 6, Monaco, Crayon, EnlighterJS, GitHub's files; and, by more than a
# class, SyntaxHighlighter, Writerside, Doxygen, Notion, Distill, HeVeA, LaTeXML, and what is pasted from an editor,
# such as Visual Studio Code.
HOLDERS = "CodeMirror-code cm-content view-lines crayon-pre enlighter js-file-line-container react-code-lines".split()
MEASURE = "CodeMirror-measure"  # a line that CodeMirror never shows
# One path, without a union, whose sorting takes quadratic time.
FIND_HOLDERS = XPath(
    f"/descendant::*[{' or '.join(f'contains(@class, {name!r})' for name in (*HOLDERS, MEASURE))}"
    " or (contains(@class, 'container') and parent::td[contains(@class, 'code')])"
    " or (contains(@class, 'code-block') and self::div and @data-lang)"
    " or (contains(@class, 'fragment') and self::div and div[contains(@class, 'line')])"
    " or (contains(@class, 'notion-code-block') and contains(@class, 'line-numbers')) or (self::d-code and @block)"
    " or (self::div and contains(@style, 'white-space') and contains(@style, 'mono'))"
    " or (self::div and contains(@class, 'lstlisting'))]"
)
CLASSES = frozenset(
    (*HOLDERS, MEASURE, *"container code-block fragment notion-code-block lstlisting ltx_lstlisting".split())
)
LINES_OF_HOLDERS = re.compile(r"(?:cm|view|crayon|file|code)-line")
# What a document has and a listing has not: a `<pre>` may also be around a letter or an article.
PROSE_TAGS = ("p", "blockquote", "article", "section", "form", "dl", *sorted(HEADING_TAGS))
CODE_PARENTS = frozenset(("p", "div", "figure", "section", "article", "main", "li", "dd", "center"))
LINE_LISTS = frozenset(("table", "ol", "ul"))  # libxml2 closes a `<pre>` before them
KEEPS_SPACE = re.compile(r"white-space\s*:\s*(?:pre|break-spaces)", re.IGNORECASE)
UNBROKEN = re.compile(r"white-space\s*:\s*pre\s*(?:;|$)", re.IGNORECASE)
DATA = "data:text/plain;base64,"  # what the address begins with of a link to a listing as it was written
TOP = re.compile(r"(?:^|[;\s])top\s*:\s*(-?\d{1,9})")


@dataclass(frozen=True, slots=True)
class Listings:
    """The listings of a page.

    Attributes:
        languages: the language of each listing, by its element; None if it is not known.
        left_out: elements in and beside listings that are no code: line numbers, copy buttons, file names.
    """

    languages: Mapping[HtmlElement, str | None] = field(default_factory=dict)
    left_out: frozenset[HtmlElement] = frozenset()


def find_listings(body: HtmlElement) -> Listings:
    """Return the listings of a page, in linear time; the lines of Monaco are put in the order they are shown in."""
    if next(body.iter(*LISTING_TAGS), None) is None and not _may_hold(body):
        return Listings()
    possible = cast("list[HtmlElement]", FIND_HOLDERS(body))
    tables = {table: numbers for table, numbers in find_line_tables(body)}
    holders = frozenset((*filter(_is_holder, possible), *tables))
    left_out = set(chain.from_iterable(tables.values()))
    languages = {root: _read_listing(root, left_out) for root in _find_roots(body, holders, left_out)}
    return Listings(languages, frozenset(left_out))


def _is_holder(element: HtmlElement) -> bool:
    classes = element.get("class", "").split()
    if _is_pasted(element):
        return next(element.iter("pre", *PROSE_TAGS), None) is None
    if "code-block" in classes and next(element.iter(*LISTING_TAGS), None) is not None:
        return False
    return element.tag == "d-code" or not CLASSES.isdisjoint(classes)


def _is_pasted(element: HtmlElement) -> bool:
    """Return whether the style of an element keeps its lines unbroken and has letters of one width."""
    style = element.get("style", "")
    return "mono" in style and UNBROKEN.search(style) is not None


def _may_hold(body: HtmlElement) -> bool:
    """Return whether a page without `<pre>` and `<code>`, as nearly all pages are, may have a listing; quick."""
    for element in body.iter("div", "table", "d-code"):
        classes = element.get("class")
        if not classes:
            if element.tag == "d-code" or _is_pasted(element):
                return True
            continue
        if (
            ("-line" in classes and LINES_OF_HOLDERS.search(classes))
            or "code-block" in classes
            or "fragment" in classes
            or "lstlisting" in classes
        ):
            return True
    return False


def _find_roots(
    body: HtmlElement, holders: frozenset[HtmlElement], left_out: set[HtmlElement]
) -> Iterator[HtmlElement]:
    """Yield the outermost elements that are a listing each; add gutters and measures to `left_out`."""
    shells = {around for holder in holders for around in holder.iterancestors(*LISTING_TAGS)}
    walker = etree.iterwalk(body, events=("start",), tag=None if holders else LISTING_TAGS)
    for _, element in walker:
        unread = _find_unread(element, holders, shells)
        if unread is not None:
            left_out.add(unread)
        elif (root := _find_root(element, holders, shells)) is not None:
            walker.skip_subtree()
            yield root


def _find_unread(
    element: HtmlElement, holders: Container[HtmlElement], shells: Container[HtmlElement]
) -> HtmlElement | None:
    """Return the gutter or the measure that an element is or holds; None for any other element."""
    if element in holders:
        return element if MEASURE in element.get("class", "") else None
    if element.tag != "pre" or element in shells:
        return None
    return element if "hidden" in element.get("class", "").split() else _find_gutter(element)


def _find_root(
    element: HtmlElement, holders: Container[HtmlElement], shells: Container[HtmlElement]
) -> HtmlElement | None:
    """Return the listing that begins with an element; None if none does."""
    if element in holders:
        return element
    if element in shells:
        return None
    if element.tag == "pre":
        return _find_own_lines(element)
    return element if element.tag == "code" and _is_block(element) else None


def _find_own_lines(pre: HtmlElement) -> HtmlElement | None:
    """Return the element with the lines of a `<pre>`: itself or, if it is empty, the one behind it; None for prose."""
    if len(pre) or (pre.text and not pre.text.isspace()):
        return None if _is_prose(pre) else pre
    behind = pre.getnext()
    if behind is None or not pre.attrib or (pre.tail and not pre.tail.isspace()):
        return None
    return behind if behind.tag in LINE_LISTS or (behind.tag in ("code", "div") and has_lines(behind)) else None


def _is_prose(pre: HtmlElement) -> bool:
    """Return whether a `<pre>` is around a document; a bar above its `<code>` may be a paragraph."""
    within = pre.find(".//code")
    return next((pre if within is None else within).iter(*PROSE_TAGS), None) is not None


def _is_block(code: HtmlElement) -> bool:
    """Return whether a `<code>` without `<pre>` is a listing: a block, or several lines alone in their paragraph."""
    if next(code.iter("pre"), None) is not None:
        return False
    classes, style = code.get("class", "").split(), code.get("style", "")
    if "block" in classes and not HIGHLIGHTERS.isdisjoint(classes):
        return True
    around = code.getparent()
    if around is None or around.tag not in CODE_PARENTS or _has_company(code, around):
        return False
    if style and (BLOCK_STYLE.search(style.lower()) or KEEPS_SPACE.search(style)):
        return True
    if has_lines(code):
        return True
    text = "".join(code.itertext()).strip()
    is_marked = (
        not HIGHLIGHTERS.isdisjoint(around.get("class", "").split()) or find_name(code, is_near=True) is not None
    )
    return "\n" in text and is_marked


def _has_company(code: HtmlElement, around: HtmlElement) -> bool:
    """Return whether text stands directly beside a `<code>`, or another element does."""
    texts = (around.text, code.tail)
    neighbours = (code.getprevious(), code.getnext())
    return any(text and not text.isspace() for text in texts) or any(each is not None for each in neighbours)


def _find_gutter(pre: HtmlElement) -> HtmlElement | None:
    """Return the column of line numbers that a `<pre>` is, or is in; None if it is code."""
    around = [pre, *islice(pre.iterancestors(), 3)]
    named = [element for element in around if is_gutter(element)]
    if named:
        return named[-1]
    if not counts_up(pre):
        return None
    column = next((element for element in around[:3] if element.getnext() is not None), None)
    code = None if column is None else next(column.getnext().iter("pre"), None)
    if column is None or code is None:
        return None
    numbers = "".join(pre.itertext()).split()
    is_beside = (column.tag == "td" and len(numbers) > 1) or len(numbers) == _count_lines(code)
    return column if is_beside else None


def _count_lines(pre: HtmlElement) -> int:
    return "".join(pre.itertext()).strip("\n").count("\n") + 1


def _read_listing(root: HtmlElement, left_out: set[HtmlElement]) -> str | None:
    """Return the language of a listing; add what is no code in it and beside it to `left_out`."""
    if "view-lines" in root.get("class", ""):
        root[:] = sorted(root, key=_read_top)
    if "ltx_lstlisting" in root.get("class", ""):
        _restore(root)
    left_out |= _find_other_text(root)
    codes = list(islice(root.iter("code"), 2)) if root.tag == "pre" else []
    inner = codes[0] if len(codes) == 1 else root
    before = root.getprevious()
    shell = [before] if before is not None and before.tag == "pre" and not len(before) and not before.text else []
    near = (find_name(element, is_near=True) for element in dict.fromkeys((inner, *codes, root, *shell)))
    name = next((name for name in near if name is not None), None)
    around = read_around(inner, root, left_out)
    return (around if name is None else name) or None


def _restore(root: HtmlElement) -> None:
    """Put the code of LaTeXML's link to it into a listing, whose own text has other quotation marks and spaces."""
    addresses = (link.get("href", "") for link in islice(root.iter("a"), 1))
    data = next((address[len(DATA) :] for address in addresses if address.startswith(DATA)), None)
    if data is not None:
        with suppress(ValueError):
            code = NOT_IN_XML.sub("", b64decode(data, validate=True).decode(errors="replace"))
            root[:], root.text = [], code


def _read_top(line: HtmlElement) -> int:
    found = TOP.search(line.get("style", ""))
    return int(found[1]) if found else 0


def _find_other_text(root: HtmlElement) -> set[HtmlElement]:
    """Return the elements in a listing that are no code: line numbers, copy buttons and what the mouse brings up."""
    found, counted = set[HtmlElement](), list[HtmlElement]()
    walker = etree.iterwalk(root, events=("start",))
    for _, element in walker:
        if element is root:
            continue
        if element.attrib and (is_gutter(element) or is_popup(element) or is_copy_button(element)):
            found.add(element)
            walker.skip_subtree()
        elif _may_count(element, root):
            counted.append(element)
    return found | _find_counts(counted) | _find_column(root)


def _find_column(root: HtmlElement) -> set[HtmlElement]:
    """Return the `<code>` beside another one that has nothing but the numbers of its lines."""
    if len(root) < 2 or any(child.tag != "code" for child in root[:2]) or not counts_up(root[0]):
        return set()
    numbers = "".join(root[0].itertext()).split()
    return {root[0]} if len(numbers) == _count_lines(root[1]) else set()


def _may_count(element: HtmlElement, root: HtmlElement) -> bool:
    """Return whether an element may be the number of a line: digits, the first in an element of the listing."""
    if len(element) or not element.text or not element.text.strip().isdecimal():
        return False
    if any(before.tag not in UNSEEN_TAGS for before in islice(element.itersiblings(preceding=True), 2)):
        return False
    around = element.getparent()
    is_first = not around.text or around.text.isspace()
    return around is not root and around.tag not in LISTING_TAGS and is_first and around.getparent() is not None


def _find_counts(elements: list[HtmlElement]) -> set[HtmlElement]:
    """Return the elements if their numbers count lines that have further text, else none."""
    numbers = [int(element.text[:9]) for element in elements]
    if len(numbers) < 2 or numbers != list(range(numbers[0], numbers[0] + len(numbers))):
        return set()
    return set(elements) if any(element.getnext() is not None or element.tail for element in elements) else set()
