"""Text that a page holds back for its own scripts: shown where a reader without them would see nothing."""

from __future__ import annotations

import re
from collections.abc import Collection

from lxml import etree
from lxml.html import HtmlElement

from cutline.dom.tags import HEADING_TAGS, UNSEEN_TAGS

LEAST_SHOWN = 400  # characters of text that a page shows at least, or it needs its scripts to show any
LEAST_DECLARED = 500  # characters of a declared article that are worth showing
PROBE = 30  # characters of it that are looked for in the page
PROBES = 5  # of them, evenly spread; if the page shows none, it does not show the article
STRUCTURE = ("main", "article", "section", *sorted(HEADING_TAGS))  # what no button holds
ARTICLE_TAGS = frozenset(("article", "main"))
# Schema.org's pages on paywalled content have publishers name the class of what they hide; these are the usual names.
PAYWALL = re.compile(r"(?:^|[\s_-])(?:paywall(?:ed)?|subscribers?-only|premium(?:-content)?)(?:$|[\s_-])", re.I)
NOT_IN_XML = re.compile("[^\t\n\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def is_unclosed_button(element: HtmlElement) -> bool:
    """Whether a button holds the page: browsers close `<button><div></button>` where libxml2 does not."""
    return element.tag == "button" and next(element.iter(*STRUCTURE), None) is not None


def is_withheld(element: HtmlElement) -> bool:
    """Whether a part of an article is there for search engines, and hidden from those who have not paid."""
    is_named = PAYWALL.search(element.get("class", "")) is not None and element.tag not in UNSEEN_TAGS
    return is_named and any(above.tag in ARTICLE_TAGS for above in element.iterancestors())


def needs_noscript(body: HtmlElement, hidden: Collection[HtmlElement]) -> bool:
    """Whether the page shows next to nothing beside what it has in `<noscript>` for readers without scripts."""
    has_text = any(len(element) for element in hidden if element.tag == "noscript")
    return has_text and len(read_shown_text(body, hidden).strip()) < LEAST_SHOWN


def place_declared_text(body: HtmlElement, hidden: Collection[HtmlElement], declared: str | None) -> bool:
    """Put the text that a page declares for machines at its end, if it shows none of it; return whether it did.

    Args:
        body: of the page.
        hidden: the topmost elements that are not shown.
        declared: the text of the article, a paragraph a line.
    """
    if declared is None or len(declared) < LEAST_DECLARED:
        return False
    wanted, shown = _fold(declared), _fold(read_shown_text(body, hidden))
    step = len(wanted) // (PROBES + 1)
    if not step or any(wanted[step * n : step * n + PROBE] in shown for n in range(1, PROBES + 1)):
        return False
    article = etree.SubElement(body, "article")
    for line in filter(None, map(str.strip, NOT_IN_XML.sub("", declared).splitlines())):
        etree.SubElement(article, "p").text = line
    return True


def read_shown_text(body: HtmlElement, hidden: Collection[HtmlElement]) -> str:
    """Return the text of a page without that of hidden elements, its white space as it is."""
    texts: list[str] = []
    walker = etree.iterwalk(body, events=("start", "end"))
    for event, element in walker:
        if event == "end":
            texts.append(element.tail or "")
        elif element in hidden:
            walker.skip_subtree()
        else:
            texts.append(element.text or "")
    return "".join(texts)


def _fold(text: str) -> str:
    return re.sub(r"[\W_]+", "", text.casefold())
