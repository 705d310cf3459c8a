"""Elements that a page has for their margins alone: quotes around the page, definitions in no list, indented lists."""

from __future__ import annotations

from itertools import chain, islice

from lxml.html import HtmlElement

from cutline.dom.role_tables import tag_as
from cutline.dom.tags import HEADING_TAGS

LEAST_SHARE = 0.5  # of the page's text, from which a quote with headings holds the page
STORY = ("article", "main")  # what old pages have not
DEFINITIONS = ("dt", "dd")
# Classes of the lists of docutils, which writes an indented list as a list in a quote.
OF_LISTS = frozenset("simple arabic loweralpha upperalpha lowerroman upperroman docutils option-list".split())
MAX_LISTS = 20  # read of a quote
PLAIN = "div"


def unwrap_margins(body: HtmlElement) -> None:
    """Give such elements the tag of a plain box, in linear time.

    A page that has its headline, or its headings and most of its text, in a quote has quotes for margins everywhere.
    """
    quotes = list(body.iter("blockquote"))
    all_for_margins = bool(quotes) and _quotes_page(body, quotes)
    for quote in quotes:
        if all_for_margins or _holds_lists(quote):
            tag_as(quote, PLAIN)
    for item in list(body.iter(*DEFINITIONS)):
        if next(item.iterancestors("dl"), None) is None:
            tag_as(item, PLAIN)


def _quotes_page(body: HtmlElement, quotes: list[HtmlElement]) -> bool:
    headline = next(body.iter("h1"), None)
    if next(body.iter(*STORY), None) is not None:
        return False
    if headline is not None and next(headline.iterancestors("blockquote"), None) is not None:
        return True
    outer = [quote for quote in quotes if next(quote.iterancestors("blockquote"), None) is None]
    size, least = _measure(body), LEAST_SHARE
    return any(next(quote.iter(*HEADING_TAGS), None) is not None and _measure(quote) >= least * size for quote in outer)


def _holds_lists(quote: HtmlElement) -> bool:
    """Return whether a quote holds lists of docutils, and nothing else."""
    around = quote[0] if len(quote) == 1 and quote[0].tag == PLAIN and not quote[0].get("class") else quote
    lists = list(islice(around, MAX_LISTS))
    texts = chain((quote.text, around.text), (each.tail for each in lists))
    are_of_docutils = all(
        each.tag in ("ul", "ol", "dl") and OF_LISTS.intersection((each.get("class") or "").split()) for each in lists
    )
    return 0 < len(lists) == len(around) and are_of_docutils and not any((text or "").strip() for text in texts)


def _measure(element: HtmlElement) -> int:
    return sum(len(text.strip()) for text in element.itertext())
