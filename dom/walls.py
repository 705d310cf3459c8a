"""Walls: subscriptions that a page asks for, bot checks and consent dialogs."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

from lxml.html import HtmlElement

from cutline.dom.ancestors import climb
from cutline.dom.document import Document
from cutline.dom.metadata.declarations import Declarations
from cutline.dom.metadata.declared_titles import read_title_element
from cutline.dom.metadata.json_ld import Json, as_list, read_text
from cutline.dom.scripts import count_words
from cutline.dom.segments import TextSegment
from cutline.dom.words import join_patterns, list_words
from cutline.types import PageWarning

MOST_CHECKED = 2_000  # characters of text that a check for robots shows at most
MOST_CONSENT = 15_000  # of a dialog for consent; lists of partners are long
LEAST_CONSENT = 100  # below it there is too little to tell
CONSENT_SHARE = 0.6  # of its characters that stand in texts about cookies and data
MAX_SCRIPTS = 100
BOT_TITLE = re.compile(join_patterns("walls", "bot_titles"), re.I)
BOT_TEXT = re.compile(join_patterns("walls", "bot_texts"), re.I)
# Where the services that make such checks load their scripts from.
BOT_SCRIPT = re.compile(join_patterns("elements", "robots"), re.I)
CONSENT = re.compile(join_patterns("walls", "consent"), re.I)
CORE = list_words("walls", "consent_words")
FIRST = 5  # texts of the article of which one has such a word if it is a dialog

# What networks and publishers' statistics read in meta tags; `metered` pages are free a few times a month.
TIERS = {"free": False, "metered": True, "locked": True, "premium": True, "paid": True}
TIER_TAGS = ("article:content_tier", "og:article:content_tier")
FREE_TAGS = ("isaccessibleforfree",)
SAID = {"true": True, "false": False, "http://schema.org/true": True, "http://schema.org/false": False}
MAX_PARTS = 20  # of an article, which JSON-LD lists
SHOWN = 80  # characters of a text or a selector in the evidence
MAX_BEFORE, MAX_AFTER = 8, 20  # texts before and after the article that are read
MAX_OFFER = 300  # characters of a text that asks readers to subscribe
LEVELS = 4  # elements around such a text whose classes are read
LEAST_SHARE = 0.5  # of the declared number of words, below which the text was cut
LEAST_WORDS = 200  # declared; below it the difference may be captions
MARKED = re.compile(
    r"pay-?wall|(?<![a-z])piano(?![a-z])|regwall|subscriber-?only|metered|premium-?(?:content|wall)", re.I
)
CUT = ("…", "...", "[…]", "[...]")
STEMS = list_words("walls", "offer_stems")
OFFERS = re.compile(join_patterns("walls", "offers"))


def find_wall(document: Document, segments: Sequence[TextSegment], kept: Sequence[TextSegment]) -> PageWarning | None:
    """Return `bot_wall` or `consent_wall` if the page is no more than that, else None.

    Args:
        document: the page.
        segments: all its text.
        kept: the segments of the article.
    """
    size = _measure(segments)
    if size <= MOST_CHECKED and _is_bot_wall(document, segments):
        return "bot_wall"
    if LEAST_CONSENT <= size <= MOST_CONSENT and _is_consent_wall(segments, kept):
        return "consent_wall"
    return None


def _is_bot_wall(document: Document, segments: Sequence[TextSegment]) -> bool:
    """Whether two of three say so: the title, the text, and the scripts."""
    titled = BOT_TITLE.search(read_title_element(document.root) or "") is not None
    says_so = any(BOT_TEXT.search(segment.text) for segment in segments)
    frames = islice(document.root.iter("script", "iframe"), MAX_SCRIPTS)
    loaded = any(BOT_SCRIPT.search(f"{frame.get('src', '')} {(frame.text or '')[:2_000]}") for frame in frames)
    return titled + says_so + loaded >= 2


def _is_consent_wall(segments: Sequence[TextSegment], kept: Sequence[TextSegment]) -> bool:
    """Whether most of what the page shows, and of what was taken for the article, is about consent."""
    if not any(word in segment.text.lower() for segment in (kept[:FIRST] or segments) for word in CORE):
        return False
    return all(
        _measure(list(filter(_is_about_consent, part))) >= CONSENT_SHARE * _measure(part) for part in (segments, kept)
    )


def _is_about_consent(segment: TextSegment) -> bool:
    return CONSENT.search(segment.text) is not None


def _measure(segments: Sequence[TextSegment]) -> int:
    return sum([len(segment.text) for segment in segments])


@dataclass(frozen=True, slots=True)
class Paywall:
    """Whether only subscribers can read the whole article.

    Attributes:
        is_paywalled: None if nothing tells.
        evidence: what tells so, each in a few words; empty if nothing does.
    """

    is_paywalled: bool | None = None
    evidence: tuple[str, ...] = ()


def find_paywall(document: Document, segments: Sequence[TextSegment], kept: Sequence[TextSegment]) -> Paywall:
    """Return whether the article is behind a paywall: as the page declares it, else by what it says near the article.

    Args:
        document: the page.
        segments: all its text.
        kept: the segments of the article, in document order.
    """
    declared = dict(_list_declared(document.declarations))
    if declared:
        is_paywalled = any(declared.values())
        return Paywall(is_paywalled, tuple(text for text, paid in declared.items() if paid == is_paywalled))
    near = _list_near(segments, kept)
    if (offer := _find_offer(near)) is not None:
        return Paywall(True, (f"text: {offer[:SHOWN]}",))
    if (cut := _find_cut(document.declarations, kept)) and (marked := _find_marked(near)):
        return Paywall(True, (marked, cut))
    return Paywall()


def _list_declared(declared: Declarations) -> Iterator[tuple[str, bool]]:
    """Yield each access declaration of the page as a sentence, and whether it means that readers must pay."""
    for said in (declared.article, declared.page):
        yield from _read_access(said, "article" if said is declared.article else "page")
        for part in as_list(said.get("hasPart"))[:MAX_PARTS]:
            if isinstance(part, dict) and _read_flag(part.get("isAccessibleForFree")) is False:
                selector = read_text(part.get("cssSelector")) or "part of the article"
                yield f"isAccessibleForFree: false ({selector[:SHOWN]})", True
        if said.get("isAccessibleForFree") is not None:
            break
    for tier in declared.tags.all(*TIER_TAGS):
        if tier.lower() in TIERS:
            yield f"article:content_tier: {tier.lower()}", TIERS[tier.lower()]
    for value in declared.tags.all(*FREE_TAGS):
        if (free := _read_flag(value)) is not None:
            yield f"isAccessibleForFree: {str(free).lower()} (meta tag)", not free


def _read_access(said: Mapping[str, Json], where: str) -> Iterator[tuple[str, bool]]:
    free = _read_flag(said.get("isAccessibleForFree"))
    if free is not None:
        yield f"isAccessibleForFree: {str(free).lower()} ({where})", not free


def _read_flag(value: Json) -> bool | None:
    """Return a truth value of JSON-LD: `true`, `"True"` or `"https://schema.org/True"`."""
    if isinstance(value, bool):
        return value
    return SAID.get((read_text(value) or "").lower().replace("https:", "http:"))


def _list_near(segments: Sequence[TextSegment], kept: Sequence[TextSegment]) -> list[TextSegment]:
    """Return the short texts in and around the article that are none of it; without an article, those of the page."""
    chosen = {segment.index for segment in kept}
    first, last = (kept[0].index, kept[-1].index) if kept else (0, len(segments))
    region = segments[max(0, first - MAX_BEFORE) : last + 1 + MAX_AFTER]
    return [segment for segment in region if segment.index not in chosen and len(segment.text) <= MAX_OFFER]


def _find_offer(near: Sequence[TextSegment]) -> str | None:
    texts = [segment.text for segment in near]
    folded = "\n".join(texts).lower()
    stems = [stem for stem in STEMS if stem in folded]
    return next((text for text in texts if _has_any(text.lower(), stems) and OFFERS.search(text.lower())), None)


def _has_any(text: str, stems: Sequence[str]) -> bool:
    return any(stem in text for stem in stems)


def _find_marked(near: Sequence[TextSegment]) -> str | None:
    """Return the name of the first box near the article that is called a paywall."""
    for segment in near:
        for box in climb(segment.block, LEVELS + 1):
            if name := _find_name(box):
                return f"class: {name}"
    return None


def _find_name(box: HtmlElement) -> str | None:
    if box.tag in ("body", "html", "main", "article"):  # of any page of the site
        return None
    return next((name for name in box.get("class", "").split() if MARKED.search(name)), None)


def _find_cut(declared: Declarations, kept: Sequence[TextSegment]) -> str | None:
    """Return what shows that the text breaks off: it ends in dots, or has far fewer words than declared."""
    if kept and kept[-1].text.endswith(CUT):
        return "the text ends in an ellipsis"
    count = read_text(declared.article.get("wordCount")) or ""
    words = int(count) if count.isascii() and count.isdigit() and len(count) < 7 else 0
    shown = sum(count_words(segment.text) for segment in kept) if words >= LEAST_WORDS else words
    return f"{words} words declared, {shown} shown" if shown < LEAST_SHARE * words else None
