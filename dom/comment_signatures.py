"""Who wrote a comment, and when, as its elements say."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice

from lxml.html import HtmlElement

from cutline.dom.comments import ANSWER, PUNCTUATION, SAYS, SIGNATURE
from cutline.dom.metadata.iso_dates import to_iso_date
from cutline.dom.metadata.visible_text import read_visible_text
from cutline.dom.metadata.written_dates import DATE, parse_date
from cutline.dom.words import join_patterns

MAX_NAMES = 500  # characters of an element's classes
MAX_SIGNED = 20  # elements of one comment that may hold the author
MAX_PARTS = 10  # elements in the element of a name that may be the name
MAX_INSIDE = 20  # elements in one whose text is read
MAX_AUTHOR = 80  # characters of a name
MAX_DATES = 20  # texts of one comment that may be its date
NAME_TAGS = frozenset({"a", "cite", "strong", "b"})  # in the element of a name
AUTHOR = re.compile(
    r"(?:^|[\s_-])(?:author(?:name|loginlink)?|user(?:name)?|hnuser|fn|poster|commenter|nick(?:name)?|byline)(?:$|[\s_-])",
    re.IGNORECASE,
)
NAME = re.compile(r"(?:^|[\s_-])(?:fn|n|name|user(?:name)?|author)(?:$|[\s_-])", re.IGNORECASE)
PROFILE = re.compile(r"/(?:profile|users?|u|members?|people|@)\b|/~\w|[?&](?:user|u)=|memberlist", re.IGNORECASE)
SHARE = re.compile(r"share|intent/|mailto:", re.IGNORECASE)  # in addresses that hand on a comment
DATED = re.compile(r"date|time|age|when|ago|publish|created|meta", re.IGNORECASE)
SHOWN_DATE = re.compile(
    r"(?:^|[\s_-])(?:(?:date|post)?time|(?:time)?stamp|date|(?:date)?(?:published|created)|age|ago|when|posted)(?:$|[\s_-])",
    re.IGNORECASE,
)
PREPOSITION = r"(?:by|von|par|por|de|di|door|av|af)"
KIND = r"(?:kommentar|comment(?:aire|o)?|comentario|reactie|posted|written|geschrieben|verfasst)"
BY = re.compile(rf"\A(?:{KIND}\s+)?{PREPOSITION}\s+", re.IGNORECASE)
BY_ALONE = re.compile(rf"\s*(?:{KIND}\s+)?{PREPOSITION}:?\s*", re.IGNORECASE)
SAID = re.compile(rf"\s+(?:{'|'.join(SAYS)})\b[\s:.…]*\Z", re.IGNORECASE)
CLOCK = re.compile(r"\b\d{1,2}:\d{2}\b|\b(?:vor|il y a|hace|há|för)\s\d|\b\d{1,3}\s\w+\sago\b", re.IGNORECASE)
BEFORE_DATE = re.compile(r"\s(?:on|at|am|um|vom|op|le)(?:\s+\w+,?)?\s*\Z")  # "on Friday"
# What links beside a name say.
LABEL = re.compile(join_patterns("elements", "beside_name"), re.IGNORECASE)


def find_author(comment: HtmlElement, elements: Sequence[HtmlElement]) -> tuple[HtmlElement | None, str | None]:
    """Return the element of the author's name, and the name; None for what is not found.

    The name is one that is marked so, is named so in a class, or is a link to a person or behind "by".

    Args:
        comment: the element of the comment.
        elements: those in it that are in no comment inside it.
    """
    if stated := comment.get("author") or comment.get("data-author"):
        return None, stated[:MAX_AUTHOR]
    for is_author in (_is_marked, _is_named, _is_profile, _is_behind_by):
        for element in islice(filter(is_author, elements), MAX_SIGNED):
            if name := _read_name(element):
                return element, name
    return None, None


def find_date(
    comment: HtmlElement, elements: Sequence[HtmlElement], lines: Iterable[str], language: str | None
) -> str | None:
    """Return when a comment was written, in ISO 8601; None if no full date is given.

    Args:
        comment, elements: as for `find_author`.
        lines: its short texts.
        language: in which dates are written.
    """
    stated, shown = (chain.from_iterable(map(read, elements)) for read in (_list_stated, _list_shown))
    values = chain((comment.get("created") or "",), stated, shown, lines)
    dates = (_read_date(value, language) for value in islice(filter(None, values), MAX_DATES))
    return next(filter(None, dates), None)


def _is_marked(element: HtmlElement) -> bool:
    return not {"author", "creator"}.isdisjoint((element.get("itemprop") or "").split())


def _is_named(element: HtmlElement) -> bool:
    return element.tag == "cite" or AUTHOR.search((element.get("class") or "")[:MAX_NAMES]) is not None


def _is_profile(element: HtmlElement) -> bool:
    address = (element.get("href") or "")[:MAX_NAMES]
    return element.tag == "a" and PROFILE.search(address) is not None and SHARE.search(address) is None


def _is_behind_by(element: HtmlElement) -> bool:
    if element.tag != "a":
        return False
    before, box = element.getprevious(), element.getparent()
    said = (box.text if box is not None else None) if before is None else (before.tail or "").strip() or before.text
    return BY_ALONE.fullmatch((said or "")[:SIGNATURE]) is not None


def _read_name(element: HtmlElement) -> str | None:
    """Return the name in an element: the text of the part that is marked as a name or a link, else its own."""
    parts = [each for each in islice(element.iterdescendants("*"), MAX_PARTS) if _holds_name(each)]
    around = {box for part in parts if _is_called_name(part) for box in islice(part.iterancestors(), MAX_PARTS)}
    parts.sort(key=around.__contains__)  # a link around a name may say more than the name
    texts = (each.get("content") or _read_small(each) for each in chain(parts, (element,)))
    name = next(filter(None, map(_clean_name, texts)), None)
    return name if name and len(name) <= MAX_AUTHOR else None


def _clean_name(text: str) -> str:
    """Return a text without what is said around a name: who "says", the date behind it; nothing of a link's label."""
    name = BY.sub("", text[: 2 * SIGNATURE])
    dates = [found.start() for pattern in (DATE, CLOCK) if (found := pattern.search(name))]
    if dates and not name[: min(dates)][-1:].isalnum():  # else it is in a word, as in "ann1may2020"
        name = BEFORE_DATE.sub("", name[: min(dates)].rstrip(" /(@"))
    name = SAID.sub("", name).strip(" :·•|,»–—-")
    is_control = name.partition(" ")[0].strip(PUNCTUATION).lower() in ANSWER
    return "" if is_control or LABEL.fullmatch(name) else name


def _holds_name(element: HtmlElement) -> bool:
    return element.tag in NAME_TAGS or _is_called_name(element)


def _is_called_name(element: HtmlElement) -> bool:
    if "name" in (element.get("itemprop") or "").split():
        return True
    return NAME.search((element.get("class") or "")[:MAX_NAMES]) is not None


def _list_stated(element: HtmlElement) -> Iterator[str]:
    """Yield what the attributes of an element say of a date, if it is for one."""
    if (moment := element.get("datetime")) is not None:
        yield moment
    elif element.tag == "time" or DATED.search(_read_names(element)) is not None:
        yield from filter(None, map(element.get, ("content", "title", "data-time", "data-timestamp")))


def _list_shown(element: HtmlElement) -> Iterator[str]:
    """Yield a date that readers see: the text of an element that is for one, or a link's tooltip."""
    if element.tag == "time" or SHOWN_DATE.search(_read_names(element)) is not None:
        yield _read_small(element)
    elif element.tag == "a" and DATE.match(title := (element.get("title") or "")[:SIGNATURE]):
        yield title


def _read_names(element: HtmlElement) -> str:
    return f"{element.get('class') or ''} {element.get('itemprop') or ''}"[:MAX_NAMES]


def _read_small(element: HtmlElement) -> str:
    """Return the text of an element that holds few others; nothing of one that holds more."""
    is_small = next(islice(element.iterdescendants(), MAX_INSIDE, None), None) is None
    return read_visible_text(element) if is_small else ""


def _read_date(value: str, language: str | None) -> str | None:
    value = value[:SIGNATURE]
    if date := to_iso_date(value) or to_iso_date(value.partition(" ")[0]):
        return date
    match = DATE.search(value)
    return parse_date(match[0], language) if match else None
