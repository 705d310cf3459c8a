"""When a page was published and modified: by what it declares, else by what readers see."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from copy import deepcopy
from datetime import date, datetime, timedelta
from itertools import islice
from operator import itemgetter
from typing import NamedTuple

from lxml.etree import XPath
from lxml.html import HtmlElement

from cutline.dom.metadata.declarations import Declarations
from cutline.dom.metadata.iso_dates import FIRST_YEAR, LAST_YEAR, to_iso_date
from cutline.dom.metadata.json_ld import read_text
from cutline.dom.metadata.other_boxes import is_inside_named_others, is_inside_others, is_of_other_page, is_of_others
from cutline.dom.metadata.visible_text import UNSEEN, Placed
from cutline.dom.metadata.written_dates import DATE, DAY, SHORT_YEAR, YEAR, count_years, parse_date
from cutline.dom.words import join_patterns, list_words

# Beyond it htmldate is not asked: it takes quadratic time for comments side by side.
IS_LARGE = XPath("count(//node()) > 50000")
# A month of a year, which htmldate would complete with the day on which it is asked.
MONTH = re.compile(r"\s*(?:19|20)\d\d[-/.]\d{1,2}\s*")
MAX_TIMES = 50  # elements looked at
MAX_MARKED = 3  # elements marked with one kind of date
MAX_ADDRESS = 1_000  # characters
DATE_IN_ADDRESS = re.compile(r"/((?:19|20)\d\d)[/-](\d{1,2})[/-](\d{1,2})(?!\d)")
UTC = "+00:00"  # how a moment in UTC ends; servers write it whatever the place
WESTMOST, EASTMOST = timedelta(hours=-8), timedelta(hours=11)  # offsets of Los Angeles and Sydney
ZONES = timedelta(days=1)  # by which dates of one moment differ
PUBLISHED_TAGS = list_words("declared", "published")
MODIFIED_TAGS = list_words("declared", "modified")
PUBLICATION_MARKS = ("datePublished", "dateCreated")  # in microdata
MAX_ABOVE, MAX_BELOW = 300, 1_000  # characters between the headline and the date
MAX_CHARACTERS = 100  # of a text that holds the date of a page; sentences of the story hold others
MAX_LABEL = 40  # characters of what stands before a date
MAX_LABEL_WORDS = 7  # "This article was last updated on"
MAX_PUBLISHED = 4  # words before a date, above which "published" is part of the story
UNREAD = UNSEEN | {"code"}
NO_LABELS = UNSEEN | {"a", "time", "h1", "h2", "h3", "h4", "h5", "h6"}  # whose text is no label of what follows
LABELLED = frozenset({"dd", "td", "div"})  # boxes of a date behind the box of its label
MAX_DATES = 20  # looked at
# What is no day: "V. 4.03.03", "peewee 3.14.10 documentation".
VERSION = re.compile(
    r"\b(?:v|ver|versi[oó]n|versão|versione|release|build|firmware)[.:]?\s?\d{1,2}(?:\.\d{1,2}){2,4}(?!\d)"
    r"|(?<![\d.])\d{1,2}(?:\.\d{1,2}){2,4}(?=\s(?:documentation|manual|reference)\b)",
    re.IGNORECASE,
)
LEAST_WORDS = 3  # in small letters before a date in a sentence: "The treaty was signed on 4 May 1999."
PUBLICATION, UNKNOWN, DOUBTED, CHANGE = range(4)  # of what a date is; the first counts most

CHANGED = re.compile(join_patterns("dates", "changed"), re.IGNORECASE)

PUBLISHED = re.compile(join_patterns("dates", "published"), re.IGNORECASE)
# What stands before and behind the only date of a text: "Last updated on June 19", "5 May 2024 | 3 min read".
BEFORE_DATE = re.compile(
    r"\W*(?:(?:last|first|zuletzt|artikel|article|dernière|última|ultimo|ostatnia|sist|senast|laatst|最終|最近)\s?)?"
    rf"\w{{0,4}}(?:{CHANGED.pattern}|{PUBLISHED.pattern})\w{{0,8}}\W+"
    r"(?:(?:on|at|am|um|vom|le|el|il|em|op|den|på|dnia)\W+|\w{2,10},\s){0,2}",
    re.IGNORECASE,
)
BEHIND_DATE = re.compile(
    r"(?:[\W\d]{1,12}(?:[ap]\.?m\b\.?|(?:uhr|at|um|à|kl|[a-z]?[es]t|gmt|utc|cet|mesz?)\b|h(?![^\W\d])"
    r"|min\w{0,5}\.?(?:\s(?:read|lesezeit|de lectur[ae]))?)?){0,4}\W*",
    re.IGNORECASE,
)
# What stands right before the date of an event, a deadline, a birth or a copyright.
EVENT = re.compile(
    rf"(?:[†©]|\(c\)|\b(?:{join_patterns('dates', 'event')}))"
    r"\s?:?(?:\s(?:on|am|le|el|il|em|is))?\s*(?:\w{2,10},\s*)?\Z",
    re.IGNORECASE,
)
JOINED = re.compile(join_patterns("dates", "joined"), re.IGNORECASE)


def find_dates(
    root: HtmlElement, declared: Declarations, places: Callable[[], Sequence[Placed]], language: str | None
) -> tuple[str | None, str | None]:
    """Return when the article was published and when it was last changed, in ISO 8601: as declared, else as visible.

    A date in the page's address outweighs another that is only seen. Where the machine-readable one is a moment in UTC,
    the neighbouring day that the address or readers have is the day at the place of publication.

    Args:
        root: the page.
        declared: what it declares.
        places: called for its elements if no date of publication is declared.
        language: of the page, as it declares it.
    """
    modified = _first_date(_list_modified(declared))
    if stated := _first_date(_list_published(declared)):
        return _read_local(stated, modified, declared, places, language) if stated.endswith(UTC) else stated, modified
    if marked := _first_date(_read_time(place.element) for place in places() if _is_of_publication(place)):
        return marked, modified
    published, changed = _find_shown(root, declared, find_visible_dates(places(), language, declared.url))
    return published, modified or changed


def _find_shown(
    root: HtmlElement, declared: Declarations, visible: tuple[str | None, str | None]
) -> tuple[str | None, str | None]:
    """Return the dates of publication and of a change, given those beside the headline."""
    seen, changed = visible
    addressed = _read_address(declared.url or "")
    if addressed and (seen is None or abs(_read_day(seen) - _read_day(addressed)) > ZONES):
        return addressed, changed
    times = islice(root.iter("time"), MAX_TIMES)
    own = (_read_time(time) for time in times if not (is_inside_others(time) or is_of_other_page(time, declared.url)))
    # Without another a change is the page's date: one in the text may be of what it is about, a guess of the copyright.
    return seen or changed or _first_date(own) or _guess_published(root, declared), changed


def _read_local(
    moment: str,
    modified: str | None,
    declared: Declarations,
    places: Callable[[], Sequence[Placed]],
    language: str | None,
) -> str:
    """Return a moment in UTC as the address or readers have it, if a place with many publishers had their day then."""
    then = datetime.fromisoformat(moment)
    if len({(then + zone).date() for zone in (WESTMOST, EASTMOST)}) == 1:  # whose day it was does not matter
        return moment
    visible = find_visible_dates(places(), language, declared.url)
    local = next(filter(None, (_read_address(declared.url or ""), *visible)), None)
    is_of_change = local is not None and local[:10] == (modified or "")[:10]
    return local if local and not is_of_change and _is_elsewhere_in_time(local, moment) else moment


def _is_elsewhere_in_time(local: str, moment: str) -> bool:
    """Return whether a local date is another day than that in UTC, but may mean the same moment."""
    then, day = datetime.fromisoformat(moment), _read_day(local)
    if day == then.date():
        return False
    if "T" in local:
        return datetime.fromisoformat(local) == then
    return any((then + zone).date() == day for zone in (WESTMOST, EASTMOST))


def _first_date(texts: Iterable[str | None]) -> str | None:
    return next((found for text in texts if text and (found := to_iso_date(text))), None)


def _list_published(declared: Declarations) -> Iterator[str | None]:
    for properties in (declared.article, declared.page):
        for key in ("datePublished", "dateCreated", "uploadDate"):
            yield read_text(properties.get(key))
    yield from declared.tags.all(*PUBLISHED_TAGS)
    for key in PUBLICATION_MARKS:
        yield from _list_marked(declared, key)


def _list_marked(declared: Declarations, key: str) -> Iterator[str | None]:
    """Yield what the first elements marked with a date say that are not those of a comment, a picture or a teaser."""
    own = (element for element in declared.microdata.get(key, ())[:MAX_TIMES] if not is_inside_others(element))
    return map(_read_time, islice(own, MAX_MARKED))


def _list_modified(declared: Declarations) -> Iterator[str | None]:
    yield read_text(declared.article.get("dateModified"))
    yield from declared.tags.all(*MODIFIED_TAGS)
    yield from _list_marked(declared, "dateModified")
    yield read_text(declared.page.get("dateModified"))


def _read_address(url: str) -> str | None:
    match = DATE_IN_ADDRESS.search(url[:MAX_ADDRESS])
    return to_iso_date("-".join(match.groups())) if match else None


def _read_day(iso_date: str) -> date:
    return date.fromisoformat(iso_date[:10])


def _guess_published(root: HtmlElement, declared: Declarations) -> str | None:
    """Return the date that htmldate finds in the address or near the text, outside comments and teasers.

    Its extensive search finds another sixth of the missing dates, as many wrong ones, and one on nearly every page
    that has none. The bounds replace its default, which is today.
    """
    from htmldate import find_date  # takes a tenth of a cold start, and few pages need it

    if IS_LARGE(root):
        return None
    return find_date(
        _copy_without_others(root, declared.url),
        extensive_search=False,
        original_date=True,
        url=declared.url,
        min_date=f"{FIRST_YEAR}-01-01",
        max_date=f"{LAST_YEAR}-12-31",
    )


def _copy_without_others(root: HtmlElement, url: str | None) -> HtmlElement:
    copied = deepcopy(root)
    times = [time for time in copied.iter("time") if is_of_other_page(time, url)]
    for box in [*(element for element in copied.iterdescendants("*") if is_of_others(element)), *times]:
        box.clear(keep_tail=True)
    for element in copied.iter("*"):
        if element.text:
            element.text = None if MONTH.fullmatch(element.text) else VERSION.sub(" ", element.text)
        for name in ("content", "datetime", "title"):
            if MONTH.fullmatch(element.get(name, "")):
                del element.attrib[name]
    return copied


def _is_of_publication(place: Placed) -> bool:
    """Return whether a `<time>` near the headline is marked as that of publication."""
    time = place.element
    is_near = time.tag == "time" and -MAX_ABOVE <= place.distance <= MAX_BELOW
    return is_near and (time.get("pubdate") is not None or "publi" in (time.get("class") or ""))


def _read_time(element: HtmlElement) -> str | None:
    stated = element.get("datetime") or element.get("content") or element.get("title") or element.text
    return str(stated) if stated else None


def is_date(text: str) -> bool:
    """Return whether a text is a date, perhaps with the time to read, and nothing else: "5 May 2024 | 3 min read"."""
    if len(text) > MAX_CHARACTERS or (date := DATE.match(text)) is None or not BEHIND_DATE.fullmatch(text, date.end()):
        return False
    return text[0].isdigit() or to_iso_date(text) is not None  # "Apollo 11, 1969" is none


def is_date_note(text: str) -> bool:
    """Return whether a text says just when a page was published or changed: "Last updated on June 19"."""
    if len(text) > MAX_CHARACTERS or (date := DATE.search(text) or DAY.search(text)) is None:
        return False
    is_labelled = BEFORE_DATE.fullmatch(text, 0, date.start()) is not None
    return is_labelled and BEHIND_DATE.fullmatch(text, date.end()) is not None


def find_visible_dates(
    places: Sequence[Placed], language: str | None, url: str | None
) -> tuple[str | None, str | None]:
    """Return the dates below the headline, else above it, that are the likeliest to be of publication and of a change.

    One that is labelled so comes first, then the one nearest to the headline; doubtful ones, such as those with short
    years, come last.

    Args:
        places: the elements of the page.
        language: of the page, as it declares it; it says what `03/05/2024` and the names of months mean.
        url: its address.
    """
    below = (place.element for place in places if 0 <= place.distance <= MAX_BELOW)
    above = (place.element for place in reversed(places) if -MAX_ABOVE <= place.distance < 0)
    doubted = changed = None
    for elements in (below, above):
        dates = list(islice(_list_dates(elements, language, url), MAX_DATES))
        day, meaning = min(dates, key=itemgetter(1), default=(None, CHANGE))
        changed = changed or next((each for each, kind in dates if kind == CHANGE), None)
        if meaning < DOUBTED:
            return day, changed
        doubted = doubted or (day if meaning == DOUBTED else None)
    is_later = doubted is not None and changed is not None and doubted > changed  # than the change: another story's
    return None if is_later else doubted, changed


def _list_dates(elements: Iterable[HtmlElement], language: str | None, url: str | None) -> Iterator[tuple[str, int]]:
    """Yield each date that may be the page's, and whether it is that of its publication or of a change."""
    for element in elements:
        classes = (element.get("class") or "")[:MAX_CHARACTERS]
        for dates, is_tail in _read_element(element, language):
            if is_tail or not is_of_other_page(element, url):
                yield from _judge_dates(dates, classes, _read_label(element, is_tail))


def _read_element(element: HtmlElement, language: str | None) -> Iterator[tuple[Sequence[SeenDate], bool]]:
    """Yield the dates in an element, and those in the text behind it (True); of a `<time>`, the one that it states."""
    if element.tag == "time" and (day := to_iso_date(element.get("datetime") or "")):
        if not is_inside_others(element):
            yield [SeenDate(day, "", (element.text or "")[:MAX_CHARACTERS])], False
        return
    for text, is_tail in (("" if element.tag in UNREAD else element.text, False), (element.tail, True)):
        dates = _read_dates(text, language) if text else ()
        if text and dates and not is_inside_named_others(element) and not _is_of_writer(element, text, is_tail):
            yield dates, is_tail


def _judge_dates(dates: Iterable[SeenDate], classes: str, label: str) -> Iterator[tuple[str, int]]:
    """Yield the dates of a text that may be the page's; the label before the text is that of the first."""
    for seen in dates:
        before = f"{label} {seen.before}"
        if not EVENT.search(before):
            meaning = _judge(classes, before, seen.said)
            yield seen.day, max(meaning, DOUBTED) if SHORT_YEAR.search(seen.said) else meaning
        label = ""


def _judge(classes: str, before: str, said: str) -> int:
    """Return of what a date is, by the classes of its element, the words before it, and its text."""
    if CHANGED.search(f"{before} {said}"):
        return CHANGE
    if CHANGED.search(classes):
        return DOUBTED  # hAtom has `updated` for any date
    label = before if len(before.split()) <= MAX_PUBLISHED else ""  # "Her first book was published on 3 May 1999"
    return PUBLICATION if PUBLISHED.search(f"{classes} {label}") else UNKNOWN


def _read_label(element: HtmlElement, is_tail: bool) -> str:
    """Return the few words directly before a date, in or after an element; empty if they have a year of their own."""
    label = (_find_label(element, is_tail) or "").strip()
    is_short = len(label) <= MAX_LABEL and len(label.split()) <= MAX_LABEL_WORDS
    return label if is_short and not YEAR.search(label) else ""


def _find_label(element: HtmlElement, is_tail: bool) -> str | None:
    """Return the text directly before a date, in or after an element."""
    before, around = element if is_tail else element.getprevious(), element.getparent()
    if before is None and around is not None and around.tag in LABELLED and not (around.text or "").strip():
        before, around = around.getprevious(), None  # in a cell of its own
    if before is None:
        return around.text if around is not None else None
    if not is_tail and before.tail and not before.tail.isspace():
        return str(before.tail)
    return None if before.tag in NO_LABELS else before.text


def _is_of_writer(element: HtmlElement, text: str, is_tail: bool) -> bool:
    """Return whether a text, or the label before it, says that its date is the one on which somebody joined."""
    before = element if is_tail else element.getprevious()
    label = "" if before is None else before.text or ""
    return JOINED.search(f"{label[-MAX_CHARACTERS:]} {text}") is not None


class SeenDate(NamedTuple):
    """A date in a text.

    Attributes:
        day: in ISO 8601.
        before: what stands before it, after the date before it.
        said: what is said of it: the same; the whole text, if there is no other date in it.
    """

    day: str
    before: str
    said: str


def _read_dates(text: str, language: str | None) -> list[SeenDate]:
    """Return the dates in a short text, unless it is a sentence of the story."""
    written, text = text, count_years(text, language)
    text = text.strip() if YEAR.search(text[: 10 * MAX_CHARACTERS]) else ""
    matches = list(DATE.finditer(text)) if 0 < len(text) <= MAX_CHARACTERS else []
    if not matches or _is_sentence(text, matches[0].start()):
        return []
    ends = [0, *(match.end() for match in matches)]
    parts = [text[end : match.start()] for end, match in zip(ends, matches, strict=False)]
    days = [parse_date(match.group(), language) for match in matches]
    said = parts if len(parts) > 1 else [written]
    return [SeenDate(day, *words) for day, *words in zip(days, parts, said, strict=True) if day]


def _is_sentence(text: str, date: int) -> bool:
    """Return whether a text with a date at some place is a sentence, and does not say when the page was published."""
    if not text.endswith((".", "!", "?")) or CHANGED.search(text) or PUBLISHED.search(text):
        return False
    return sum(word[0].islower() for word in text[:date].split()) >= LEAST_WORDS
