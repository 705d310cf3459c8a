"""Text that a page hides until its own scripts show it: shown where a reader without them would see nothing."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import chain
from typing import cast

from lxml import etree
from lxml.etree import XPath
from lxml.html import HtmlElement, fragment_fromstring

from cutline.dom.metadata.plain_text import fold
from cutline.dom.script_state import StateText, find_state_text
from cutline.dom.segments import ShownText, read_shown_text
from cutline.dom.tags import HEADING_TAGS, UNSEEN_TAGS, breaks_line, is_hidden

LEAST_SHOWN = 400  # characters of text that a page shows at least, or it needs its scripts to show any
LEAST_DECLARED = 500  # characters of a declared article that are worth showing
LEAST_PROSE = 80  # characters of one text from which it is prose rather than a label
ENOUGH_PROSE = 3_000  # characters of prose that a page shows, from which it needs no script to show its text
LEAST_LETTERS = 2  # of a word of the title that is looked for in a text
LEAST_FOUND = 3  # of them that stand in it
LEAST_SHARE = 0.4  # of them; the title of a page has the name of the site too
MUCH_TEXT = 200_000  # characters of any text that it shows, from which it needs none either
MAX_PARAGRAPHS = 2_000  # of an article; each is looked for in the page
PROBE = 30  # characters of it that are looked for in the page
PROBES = 5  # of them, evenly spread; if the page shows none, it does not show the article
STRUCTURE = ("main", "article", "section", *sorted(HEADING_TAGS))  # what no button holds
ARTICLE_TAGS = frozenset(("article", "main"))
# Schema.org's pages on paywalled content have publishers name the class of what they hide; these are the usual names.
PAYWALL = re.compile(r"(?:^|[\s_-])(?:paywall(?:ed)?|subscribers?-only|premium(?:-content)?)(?:$|[\s_-])", re.I)
# Read so, elements with an attribute are found in half the time that it takes to ask each for it; `//@style/..` would
# take quadratic time.
HIDDEN, STYLES = XPath("//@hidden"), XPath("//@style")
CONTROLS = (XPath("//@aria-controls"), XPath("//@data-target"), XPath("//@data-bs-target"), XPath("//a/@href"))
PANEL_ROLES = frozenset(("tabpanel", "region"))  # of what a tab or the heading of an accordion opens
OVERLAY_TAGS = frozenset(("nav", "dialog", "form"))
OVERLAY = re.compile(
    r"(?<![a-z])(?:(?:sub|mega)?menu|nav(?:bar|igation)?|(?:alert)?dialog|modal|pop-?up|pop-?over|light-?box|overlay|tooltip"
    r"|drop-?down|(?:cookie-?)?consent|search-?(?:bar|box|form)?|log-?in|sign-?(?:in|up)|register|newsletter|subscribe"
    r"|share|report|toc|table-of-contents)(?![a-z])",
    re.I,
)
CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])")
TITLES = (*sorted(HEADING_TAGS), "dt", "summary")  # what the button of an accordion stands in
NOT_IN_XML = re.compile("[^\t\n\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def read_shown(body: HtmlElement) -> ShownText:
    """Return what a page shows, closed tabs and accordions too, which a reader opens.

    Where there is next to nothing else, what waits for a script to show it counts as shown; `<noscript>` also where it
    has more prose than the rest of the page.
    """
    shown = _read(body)
    if _needs_noscript(shown):
        return _read(body, [element for element in shown.hidden if element.tag == "noscript"])
    return _read(body, waiting) if (waiting := _find_waiting(shown)) else shown


def _read(body: HtmlElement, opened: Iterable[HtmlElement] = ()) -> ShownText:
    values = [value for find in (HIDDEN, STYLES) for value in _find_values(find, body)]
    marked = {element for value in values if is_hidden(element := value.getparent())}
    targets = _find_targets(body) if marked else frozenset()
    closed = {element for element in marked if _is_panel(element, targets)}
    displayed = {body, *closed, *opened}

    def conceals(element: HtmlElement) -> bool:
        if element.tag not in UNSEEN_TAGS and element not in marked:
            return False
        return element not in displayed and not _is_content(element)

    return replace(read_shown_text(body, conceals, breaks_line), closed=frozenset(closed))


def _needs_noscript(shown: ShownText) -> bool:
    """Whether the page shows next to nothing, or less prose than it has in `<noscript>` for readers without scripts."""
    scriptless = [element for element in shown.hidden if element.tag == "noscript" and len(element)]
    if not scriptless:
        return False
    texts = [text for element in scriptless for text in element.itertext()]
    return len("".join(shown.texts).strip()) < LEAST_SHOWN or _measure_prose(texts) > _measure_prose(shown.texts)


def _find_waiting(shown: ShownText) -> list[HtmlElement]:
    """Return the hidden elements of a page that shows next to nothing, if they hold prose."""
    if len("".join(shown.texts).strip()) >= LEAST_SHOWN:
        return []
    waiting = [element for element in shown.hidden if element.tag not in UNSEEN_TAGS]
    prose = _measure_prose(text for element in waiting for text in element.itertext())
    return waiting if prose >= LEAST_DECLARED else []


def place_declared_text(body: HtmlElement, texts: Sequence[str], declared: str | None) -> bool:
    """Put the text that a page declares for machines at its end, if it shows none of it; return whether it did.

    Args:
        body: of the page.
        texts: that it shows.
        declared: the text of the article, a paragraph a line.
    """
    if declared is None or len(declared) < LEAST_DECLARED:
        return False
    wanted = fold(declared)
    step = len(wanted) // (PROBES + 1)
    probes = [wanted[step * n : step * n + PROBE] for n in range(1, PROBES + 1)]
    prose = (text for text in texts if len(text) >= LEAST_PROSE)  # where it is likely to be found soon
    if not step or _has_any(prose, probes) or _has_any(["".join(texts)], probes):
        return False
    _append_article(body, declared.splitlines())
    return True


def place_state_text(root: HtmlElement, body: HtmlElement, texts: Sequence[str]) -> bool:
    """Put the text that a page hands to its own scripts at its end, if it shows less than that; return whether it did.

    It has to be about what the title says: scripts get other stories, notices and biographies too. Paragraphs that the
    page shows already are left out.

    Args:
        root: of the page.
        body: its body.
        texts: that it shows.
    """
    prose = _measure_prose(texts)
    if prose >= ENOUGH_PROSE or sum(map(len, texts)) >= MUCH_TEXT:
        return False
    state, least = find_state_text(root), max(LEAST_DECLARED, prose)
    if state.prose < least or len(state.paragraphs) > MAX_PARAGRAPHS:
        return False
    shown = fold("".join(texts))
    fresh = StateText([text for text in state.paragraphs if fold(text)[:PROBE] not in shown])
    if fresh.prose < least or not _is_about(root.findtext(".//title"), state.paragraphs):
        return False
    if state.html is not None and len(fresh.paragraphs) == len(state.paragraphs):
        body.append(fragment_fromstring(NOT_IN_XML.sub("", state.html), create_parent="article"))
    else:
        _append_article(body, fresh.paragraphs)
    return True


def _find_values(find: XPath, body: HtmlElement) -> list[etree._ElementUnicodeResult]:
    return cast("list[etree._ElementUnicodeResult]", find(body))


def _measure_prose(texts: Iterable[str]) -> int:
    """Return the characters of the texts that are prose rather than labels."""
    return sum([size for size in map(len, texts) if size >= LEAST_PROSE])


def _find_targets(body: HtmlElement) -> frozenset[str]:
    """Return the ids of what the controls of a page open."""
    aria, *references = ([str(value) for value in _find_values(find, body)] for find in CONTROLS)
    hashes = (value[1:] for values in references for value in values if value.startswith("#"))
    return frozenset((*chain.from_iterable(map(str.split, aria)), *hashes)) - {""}  # "#" leads to the page's top


def _is_panel(element: HtmlElement, targets: frozenset[str]) -> bool:
    """Whether a hidden element is the text of a tab or an accordion that is closed now."""
    role, name = element.get("role", ""), element.get("id", "")
    if not (role in PANEL_ROLES or name in targets) or element.tag in UNSEEN_TAGS | OVERLAY_TAGS:
        return False
    return OVERLAY.search(CAMEL.sub("-", f"{role} {name} {element.get('class', '')}")) is None


def _has_any(texts: Iterable[str], probes: Sequence[str]) -> bool:
    return any(any(map(fold(text).__contains__, probes)) for text in texts)


def _is_content(element: HtmlElement) -> bool:
    """Whether an element that counts as hidden is, or holds, a part of the article all the same."""
    if element.tag == "button":
        return _is_unclosed_button(element) or next(element.iterancestors(*TITLES), None) is not None
    return _is_withheld(element)


def _is_unclosed_button(element: HtmlElement) -> bool:
    """Whether a button holds the page: browsers close `<button><div></button>` where libxml2 does not."""
    return next(element.iter(*STRUCTURE), None) is not None


def _is_withheld(element: HtmlElement) -> bool:
    """Whether a part of an article is there for search engines, and hidden from those who have not paid."""
    if element.tag in UNSEEN_TAGS or not PAYWALL.search(element.get("class", "")):
        return False
    return any(above.tag in ARTICLE_TAGS for above in element.iterancestors())


def _append_article(body: HtmlElement, paragraphs: Iterable[str]) -> None:
    article = etree.SubElement(body, "article")
    for paragraph in filter(None, map(str.strip, paragraphs)):
        etree.SubElement(article, "p").text = NOT_IN_XML.sub("", paragraph)


def _is_about(title: str | None, paragraphs: Iterable[str]) -> bool:
    """Whether much of a title stands in a text."""
    words = [word for word in map(fold, (title or "").split()) if len(word) >= LEAST_LETTERS]
    text = fold(" ".join(paragraphs))
    found = sum(word in text for word in words)
    return found >= max(LEAST_FOUND, LEAST_SHARE * len(words))
