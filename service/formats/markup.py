"""The inline markup of an article's blocks, as far as `Article.html` has it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape

import nh3
from lxml import etree
from lxml.html import HtmlElement, fragment_fromstring

from cutline.dom.article_html import ALLOWED_ATTRIBUTES
from cutline.dom.segments import collapse_space
from cutline.dom.tags import STYLE_TAGS
from cutline.service.formats.flow import CONTROL
from cutline.service.formats.structure import Part
from cutline.types import Article, Block

BLOCK_TAGS = frozenset("p h1 h2 h3 h4 h5 h6 li blockquote pre td th".split())

KEEP_LAYOUT = CONTROL | {ord("\r"): None, ord("\n"): "\n", ord("\t"): "\t"}  # of code

Markup = Mapping[int, HtmlElement]


@dataclass(frozen=True, slots=True)
class Spans:
    """How many columns and rows a cell spans."""

    columns: int = 1
    rows: int = 1


def read_markup(article: Article) -> Markup:
    """Return the element of each block in the article's HTML, by the block's index.

    An article that was extracted without `html` has none; nor has a block whose text is not that of its element.
    """
    if not article.html:
        return {}
    elements = list(_list_elements(article.html))
    if len(elements) != len(article.blocks):
        return {}
    pairs = zip(article.blocks, elements, strict=True)
    return {block.index: element for block, element in pairs if _read_text(element) == collapse_space(block.text)}


def render_inside(element: HtmlElement) -> str:
    """Return what is in an element as HTML in which nothing but inline markup is left."""
    inside = escape(element.text or "", quote=False)
    inside += "".join(etree.tostring(child, encoding="unicode", method="html") for child in element)
    return nh3.clean(inside, tags=set(STYLE_TAGS), attributes=ALLOWED_ATTRIBUTES, link_rel=None)


def read_code(block: Block, markup: Markup) -> str:
    """Return the text of a piece of code, with its line breaks if the markup has them."""
    element = markup.get(block.index)
    text = block.text if element is None else element.text_content()
    return str(text).translate(KEEP_LAYOUT).strip("\n")


def read_spans(parts: Sequence[Part], markup: Markup) -> Spans:
    """Return how many columns and rows a cell spans, given what is in it."""
    element = next((markup.get(part.index) for part in parts if isinstance(part, Block)), None)
    return Spans() if element is None else Spans(*(int(element.get(name) or 1) for name in ("colspan", "rowspan")))


def _list_elements(html: str) -> Iterator[HtmlElement]:
    root = fragment_fromstring(html, create_parent="div")
    return (element for element in root.iter() if element.tag in BLOCK_TAGS)


def _read_text(element: HtmlElement) -> str:
    return collapse_space(element.text_content())
