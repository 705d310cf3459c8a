"""Which hidden text of a page counts as visible because its own scripts would show it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain
from typing import cast

from lxml import etree
from lxml.etree import XPath
from lxml.html import HtmlElement, fragment_fromstring

from cutline.dom.listings import Listings
from cutline.dom.metadata.plain_text import collapse, fold
from cutline.dom.script_state import StateText, find_state_text
from cutline.dom.scripts import is_dense
from cutline.dom.segments import ShownText, read_shown_text
from cutline.dom.tags import HEADING_TAGS, UNSEEN_TAGS, breaks_line, is_hidden
from cutline.dom.words import join_patterns

LEAST_SHOWN = 400  # characters of visible text; a page with fewer needs its scripts
LEAST_DECLARED = 500  # characters of a declared or hidden text that is worth showing
LEAST_PROSE = 80  # characters of a text node, from which it is prose rather than a label
DENSE_WEIGHT = 3  # a character of a script without spaces says as much as this many letters
ENOUGH_PROSE = 3_000  # characters of visible prose, from which a page does not need its scripts
LEAST_LETTERS = 2  # letters of a word of the title that counts
LEAST_FOUND = 3  # words of the title that a text about it contains
LEAST_SHARE = 0.4  # share of the title's words that it contains; the title often includes the site's name
MUCH_TEXT = 200_000  # characters of visible text of any kind, from which a page does not need its scripts
MAX_PARAGRAPHS = 2_000  # paragraphs of an article; each is searched for in the page
PROBE = 30  # characters of a sample that is searched for in the page
PROBES = 5  # samples, evenly spread; if the page shows none of them, it does not show the article
SENTENCES = frozenset("p li td dd span em strong".split())  # what may hold a sentence with a button in it
WORD = re.compile(r"[^\W\d_]{2}")
STRUCTURE = ("main", "article", "section", *sorted(HEADING_TAGS))  # never inside a button
ARTICLE_TAGS = frozenset(("article", "main"))
# Schema.org asks publishers to name the class of paywalled content; these are the usual names.
PAYWALL = re.compile(r"(?:^|[\s_-])(?:paywall(?:ed)?|subscribers?-only|premium(?:-content)?)(?:$|[\s_-])", re.I)
# Finds elements with an attribute in half the time of asking each element; `//@style` would visit texts too, and
# `//@style/..` would take quadratic time.
HIDDEN, STYLES = XPath("/descendant::*/@hidden"), XPath("/descendant::*/@style")
DIALOGS = XPath("/descendant::dialog")  # hidden without a style or an attribute
CONTROLS = tuple(
    XPath(f"/descendant::{control}")
    for control in ("*/@aria-controls", "*/@data-target", "*/@data-bs-target", "a/@href")
)
PANEL_ROLES = frozenset(("tabpanel", "region"))  # roles of what a tab or an accordion's heading opens
EDITING = "mw-editsection"
OVERLAY_TAGS = frozenset(("nav", "dialog", "form"))
OVERLAY = re.compile(rf"(?<![a-z])(?:{join_patterns('elements', 'overlays')})(?![a-z])", re.I)
CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])")
TITLES = (*sorted(HEADING_TAGS), "dt", "summary")  # elements that contain the button of an accordion
NOT_IN_XML = re.compile("[^\t\n\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def read_shown(body: HtmlElement, listings: Listings) -> ShownText:
    """Return the visible text of a page, including closed tabs and accordions, which a reader can open.

    If a page shows fewer than `LEAST_SHOWN` characters, its hidden text counts as visible. `<noscript>` also does if it
    has more prose than the visible page, and so does a hidden element that has the page's headline too.
    """
    shown = _read(body, listings)
    if _needs_noscript(shown):
        return _read(body, listings, [element for element in shown.hidden if element.tag == "noscript"])
    return _read(body, listings, waiting) if (waiting := _find_hidden_prose(body, shown)) else shown


def _read(body: HtmlElement, listings: Listings, opened: Iterable[HtmlElement] = ()) -> ShownText:
    values = [value for find in (HIDDEN, STYLES) for value in _find_values(find, body)]
    dialogs = cast("list[HtmlElement]", DIALOGS(body))
    marked = set(filter(is_hidden, chain((value.getparent() for value in values), dialogs)))
    closed = _find_panels(body, marked)
    displayed = {body, *closed, *opened}
    unseen = {*body.iter(*UNSEEN_TAGS), *marked, *listings.left_out, *_list_tools(body)} - displayed
    concealed = {element for element in unseen if not _is_content(element)}
    shown = read_shown_text(body, concealed.__contains__, breaks_line, listings.languages.keys())
    return replace(shown, closed=frozenset(closed))


def _list_tools(body: HtmlElement) -> Iterator[HtmlElement]:
    """Yield what software puts in or right behind headings, and is no part of them.

    That are links to these, "Section titled “Ferries”" (Starlight), and MediaWiki's "[edit]".
    """
    for heading in body.iter(*HEADING_TAGS):
        behind = heading.getnext()
        if behind is not None and behind.tag == "a" and behind.get("href") == f"#{heading.get('id')}":
            yield behind
        for tool in chain(heading.iterchildren("span"), () if behind is None else (behind,)):
            if EDITING in (tool.get("class") or ""):
                yield tool


def _needs_noscript(shown: ShownText) -> bool:
    """Return whether a page with `<noscript>` shows almost nothing, or less prose than `<noscript>` has."""
    scriptless = [element for element in shown.hidden if element.tag == "noscript" and len(element)]
    if not scriptless:
        return False
    texts = [text for element in scriptless for text in element.itertext()]
    return len("".join(shown.texts).strip()) < LEAST_SHOWN or _measure_prose(texts) > _measure_prose(shown.texts)


def _find_hidden_prose(body: HtmlElement, shown: ShownText) -> list[HtmlElement]:
    """Return the hidden elements with prose that scripts show.

    All are, on a page that shows almost nothing; on another, the one with the only headline and most of the prose.
    """
    waiting = [element for element in shown.hidden if element.tag not in UNSEEN_TAGS]
    if len("".join(shown.texts).strip()) >= LEAST_SHOWN:
        headlines = sum(1 for _ in body.iter("h1"))
        headed = [each for each in waiting if 0 < headlines == sum(1 for _ in each.iter("h1"))]
        least = max(LEAST_DECLARED, _measure_prose(shown.texts)) if headed else 0
        return [each for each in headed if _measure_prose(_list_unscripted(each)) > least]
    texts = (text for element in waiting for text in element.itertext())
    prose = _measure_prose(text * DENSE_WEIGHT if is_dense(text) else text for text in texts)
    return waiting if prose >= LEAST_DECLARED else []


def _list_unscripted(around: HtmlElement) -> Iterator[str]:
    for element in around.iter("*"):
        yield from ("" if element.tag in UNSEEN_TAGS else element.text or "", element.tail or "")


def place_declared_text(body: HtmlElement, texts: Sequence[str], declared: str | None) -> bool:
    """Append the article text that a page declares for machines, if the page does not show it; return whether it did.

    Args:
        body: the page's body, which is changed.
        texts: the visible texts of the page.
        declared: the declared article text, one paragraph per line.
    """
    if declared is None or len(declared) < LEAST_DECLARED:
        return False
    wanted = fold(declared)
    step = len(wanted) // (PROBES + 1)
    probes = [wanted[step * n : step * n + PROBE] for n in range(1, PROBES + 1)]
    prose = (text for text in texts if len(text) >= LEAST_PROSE)  # the quick check first
    if not step or _has_any(prose, probes) or _has_any(["".join(texts)], probes):
        return False
    _append_article(body, declared.splitlines())
    return True


def place_state_text(root: HtmlElement, body: HtmlElement, texts: Sequence[str]) -> bool:
    """Append the text in the page's script state, if the page shows less prose than that; return whether it did.

    The text must match the page's title, because scripts also get other stories, notices and biographies. Paragraphs
    that the page already shows are left out.

    Args:
        root: the `html` element.
        body: the page's body, which is changed.
        texts: the visible texts of the page.
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
    """Return the number of characters, without indents, in texts that are prose rather than labels."""
    sizes = [len(collapse(text)) for text in texts if len(text) >= LEAST_PROSE]
    return sum([size for size in sizes if size >= LEAST_PROSE])


def _find_targets(body: HtmlElement) -> frozenset[str]:
    """Return the ids of the elements that the page's controls and links refer to."""
    aria, *references = ([str(value) for value in _find_values(find, body)] for find in CONTROLS)
    hashes = (value[1:] for values in references for value in values if value.startswith("#"))
    return frozenset((*chain.from_iterable(map(str.split, aria)), *hashes)) - {""}  # a bare "#" is the top of the page


def _find_panels(body: HtmlElement, hidden: Iterable[HtmlElement]) -> set[HtmlElement]:
    """Return which hidden elements are panels of closed tabs or accordions: by their role, or as a control's target."""
    elements = list(hidden)
    possible = list(filter(_may_be_panel, elements))
    targets = _find_targets(body) if possible else frozenset()
    panels = {element for element in possible if element.get("role") in PANEL_ROLES or element.get("id") in targets}
    return panels | set(filter(_is_folded, elements))


def _is_folded(element: HtmlElement) -> bool:
    """Return whether an element is what a callout of Obsidian or a `<details>` shows when it is opened."""
    around = element.getparent()
    if around is None or element.tag in UNSEEN_TAGS:
        return False
    return around.get("data-callout") is not None or around.tag == "details"


def _may_be_panel(element: HtmlElement) -> bool:
    role, name = element.get("role", ""), element.get("id", "")
    if not (role in PANEL_ROLES or name) or element.tag in UNSEEN_TAGS | OVERLAY_TAGS:
        return False
    return OVERLAY.search(CAMEL.sub("-", f"{role} {name} {element.get('class', '')}")) is None


def _has_any(texts: Iterable[str], probes: Sequence[str]) -> bool:
    return any(any(map(fold(text).__contains__, probes)) for text in texts)


def _is_content(element: HtmlElement) -> bool:
    """Return whether an element that counts as hidden contains article text after all."""
    if element.tag == "button":
        return _is_title(element) or _is_unclosed_button(element) or _is_in_sentence(element)
    return _is_paywalled(element)


def _is_title(button: HtmlElement) -> bool:
    """Return whether a button has all words of a title."""
    title = next(button.iterancestors(*TITLES), None)
    if title is None:
        return False
    others = "".join(title.itertext()).replace("".join(button.itertext()), "", 1)
    return WORD.search(others) is None


def _is_unclosed_button(element: HtmlElement) -> bool:
    """Return whether a button holds page content: browsers close `<button><div></button>`, libxml2 does not."""
    return next(element.iter(*STRUCTURE), None) is not None


def _is_in_sentence(button: HtmlElement) -> bool:
    """Return whether a sentence goes on behind a button, which explains one of its words."""
    around, sibling = button.getparent(), button.getprevious()
    if around is None or around.tag not in SENTENCES:
        return False
    before, after = (around.text if sibling is None else sibling.tail) or "", button.tail or ""
    if before.rstrip().endswith((".", "!", "?", ":", "。")) or after.lstrip()[:1].isupper():
        return False
    return WORD.search(before) is not None and WORD.search(after) is not None


def _is_paywalled(element: HtmlElement) -> bool:
    """Return whether an element is paywalled article text: there for search engines, hidden from readers."""
    if element.tag in UNSEEN_TAGS or not PAYWALL.search(element.get("class", "")):
        return False
    return any(above.tag in ARTICLE_TAGS for above in element.iterancestors())


def _append_article(body: HtmlElement, paragraphs: Iterable[str]) -> None:
    article = etree.SubElement(body, "article")
    for paragraph in filter(None, map(str.strip, paragraphs)):
        etree.SubElement(article, "p").text = NOT_IN_XML.sub("", paragraph)


def _is_about(title: str | None, paragraphs: Iterable[str]) -> bool:
    """Return whether a text contains enough words of a title."""
    words = [word for word in map(fold, (title or "").split()) if len(word) >= LEAST_LETTERS]
    text = fold(" ".join(paragraphs))
    found = sum(word in text for word in words)
    return found >= max(LEAST_FOUND, LEAST_SHARE * len(words))
