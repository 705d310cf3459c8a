"""When a page was published and modified: by what it declares, else by what readers see."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import date, timedelta
from functools import lru_cache
from itertools import islice
from operator import itemgetter
from typing import NamedTuple

from dateparser.data.languages_info import language_order
from dateparser.date import DateDataParser
from htmldate import find_date
from lxml.etree import XPath
from lxml.html import HtmlElement

from cutline.dom.metadata.declarations import Declarations
from cutline.dom.metadata.iso_dates import FIRST_YEAR, LAST_YEAR, to_iso_date
from cutline.dom.metadata.json_ld import read_text
from cutline.dom.metadata.visible_text import UNSEEN, Placed

# Beyond it htmldate is not asked: it takes quadratic time for comments side by side.
IS_LARGE = XPath("count(//node()) > 50000")
MAX_TIMES = 50  # elements looked at
MAX_ADDRESS = 1_000  # characters
DATE_IN_ADDRESS = re.compile(r"/((?:19|20)\d\d)[/-](\d{1,2})[/-](\d{1,2})(?!\d)")
ZONES = timedelta(days=1)  # by which dates of one moment differ
PUBLISHED_TAGS = (
    "article:published_time", "og:article:published_time", "og:published_time", "datepublished", "parsely-pub-date",
    "sailthru:date", "cxenseparse:recs:publishtime", "publish-date", "publishdate", "published_date",
    "publication_date", "pubdate", "pub_date", "date:created", "date:published", "dc:date:issued", "dcterms:issued",
    "dcterms:created", "dc:date:created", "dcterms:date", "dc:date", "date", "article:published",
    "originalpublicationdate", "citation_publication_date", "citation_date", "datecreated", "rnews:datepublished",
    "release_date",
)  # fmt: skip
MODIFIED_TAGS = (
    "article:modified_time", "og:article:modified_time", "og:updated_time", "datemodified", "article:modified",
    "last-modified", "lastmod", "dcterms:modified", "dc:date:modified", "date:modified", "revised",
    "cxenseparse:recs:modifiedtime", "article:updated_time", "article:updated", "rnews:datemodified",
)  # fmt: skip
MAX_ABOVE, MAX_BELOW = 300, 1_000  # characters between the headline and the date
MAX_CHARACTERS = 100  # of a text that holds the date of a page; sentences of the story hold others
MAX_LABEL = 40  # characters of what stands before a date
MAX_LABEL_WORDS = 7  # "This article was last updated on"
MAX_PUBLISHED = 4  # words before a date, above which "published" is part of the story
NO_LABELS = UNSEEN | {"a", "time", "h1", "h2", "h3", "h4", "h5", "h6"}  # whose text is no label of what follows
MAX_DATES = 20  # looked at
LEAST_WORDS = 3  # in small letters before a date in a sentence: "The treaty was signed on 4 May 1999."
PUBLICATION, UNKNOWN, CHANGE = range(3)  # of what a date is; the first counts most
KNOWN_LANGUAGES = 32  # whose parsers are kept

YEAR = re.compile(r"(?:19|20)\d\d")
LETTER = r"(?:[^\W\d_]|[\u0900-\u0e7f])"  # those of India and Thailand have vowel signs, which are no letters
NAME = rf"(?:{LETTER}{{3,12}}|मई)"  # of a month; that of May has two letters in Hindi
DATE = re.compile(
    r"(?<![\d./-])(?:"
    r"\d{4}([-/.])\d{1,2}\1\d{1,2}"
    r"|\d{1,2}([-/.])\d{1,2}\2\d{4}"
    r"|\d{1,2}\.\s\d{1,2}\.\s\d{4}|\d{4}\.\s\d{1,2}\.\s\d{1,2}"
    r"|\d{4}\s?[年년]\s?\d{1,2}\s?[月월]\s?\d{1,2}\s?[日일]"
    rf"|\d{{1,2}}(?:\.|º|er|st|nd|rd|th)?[\s-]*(?:de\s+|d['’]|of\s+)?{NAME}\.?,?[\s-]*(?:de\s+|del\s+)?\d{{4}}"
    rf"|{NAME}\.?\s+\d{{1,2}}(?:st|nd|rd|th)?,?\s+\d{{4}}"
    rf"|\d{{4}}(?:\.|\sm\.)?\s+{NAME}\s+\d{{1,2}}"
    r"|\d{1,2}\stháng\s\d{1,2}(?:\snăm|,)?\s\d{4}"
    r"|\d{1,2}\s?[\u0e01-\u0e4e]{1,3}\.[\u0e01-\u0e4e]{1,2}\.?\s?\d{4}"  # Thai months, shortened
    r")(?!\d)"
)
# Digits of Arabic, Persian, Hindi and Bengali.
DIGITS = {zero + value: str(value) for zero in (0x660, 0x6F0, 0x966, 0x9E6) for value in range(10)}
BUDDHIST_YEAR = re.compile(r"(?<!\d)(?:พ\.ศ\.\s?)?(2[45]\d\d)(?!\d)")  # as Thailand counts years
BUDDHIST_ERA = 543  # years before the common era
REIGN_YEAR = re.compile(r"(平成|令和)\s?(\d{1,2}|元)\s?年")  # as Japan counts years, by reigns
REIGNS = {"平成": 1988, "令和": 2018}  # the year before the first of each
ORDINAL = re.compile(r"(?<=\d)(?:st|nd|rd|th)\b(?:\s+of\b)?")
PARTED = re.compile(r"\d+\.\s\d+\.\s\d+\Z")
SLASHES = re.compile(r"(\d{1,2})([-/])(\d{1,2})\2(\d{4})\Z")
# What stands before the date of a change, or in the class of its element, by language.
CHANGED = re.compile(
    "updat|modif|aktualis|geändert|mise? à jour|actualiz|aggiornat|atualiz|bijgewerkt|oppdater|opdater|uppdater|ändrad"
    "|päivitet|aktualiz|zmodyfik|frissít|módosít|обновл|оновл|изменен|更新|修改|수정|güncelle|diperbarui|revised"
    r"|\bedited(?!\sby)",
    re.IGNORECASE,
)

# What stands before the date of publication, or in the class of its element, by language.
PUBLISHED = re.compile(
    r"publish(?!er)|publié|publicad|pubblicat|gepubliceerd|publicerad|publisert|udgivet|\bposted|\bwritten\s(?:by|on)\b"
    r"|first appeared|veröffentlicht|erstellt|erschienen|est paru|geplaatst|artikel verscheen|julkaistu|opublikowan"
    r"|dodano|опубликован|опубліковано|yayınlan|公開|发布|發布|입력",
    re.IGNORECASE,
)
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
DAY = re.compile(rf"\d{{1,2}}(?:\.|st|nd|rd|th)?\s(?:de\s)?{NAME}\b|{NAME}\.?\s\d{{1,2}}(?:st|nd|rd|th)?(?!\d)")
# What stands right before the date of an event, a deadline or a birth.
EVENT = re.compile(
    r"(?:†|\b(?:deadline|closing date|event date|when|expires|apply by|register by|born|wann|einsendeschluss"
    r"|anmeldeschluss|bewerbungsschluss|geboren|scadenza|date limite|fecha límite|cuándo|quando))"
    r"\s?:?(?:\s(?:on|am|le|el|il|em|is))?\s*(?:\w{2,10},\s*)?\Z",
    re.IGNORECASE,
)
# What stands before the date on which the writer of a forum's post joined the forum.
JOINED = re.compile(
    "joined|join date|registered|member since|registriert|mitglied seit|inscrit|inscription|registrado|miembro desde"
    "|iscritto|geregistreerd|lid sinds|зарегистрирован|регистрация|登録日|注册",
    re.IGNORECASE,
)


def find_published(
    root: HtmlElement, declared: Declarations, places: Callable[[], Sequence[Placed]], language: str | None
) -> str | None:
    """Return when the article was published, in ISO 8601: the first machine-readable date, else a visible one.

    A date in the page's address outweighs another that is only seen.

    Args:
        root: the page.
        declared: what it declares.
        places: called for its elements if none is declared.
        language: of the page, as it declares it.
    """
    if stated := _first_date(_list_published(declared)):
        return stated
    if marked := _first_date(_read_time(place.element) for place in places() if _is_of_publication(place)):
        return marked
    seen, addressed = find_visible_date(places(), language), _read_address(declared.url or "")
    if addressed and (seen is None or abs(_read_day(seen) - _read_day(addressed)) > ZONES):
        return addressed
    times = islice(root.iter("time"), MAX_TIMES)
    return seen or _first_date(map(_read_time, times)) or _guess_published(root, declared.url)


def find_modified(declared: Declarations) -> str | None:
    """Return when the article was last changed, in ISO 8601."""
    return _first_date(_list_modified(declared))


def _first_date(texts: Iterable[str | None]) -> str | None:
    return next((found for text in texts if text and (found := to_iso_date(text))), None)


def _list_published(declared: Declarations) -> Iterator[str | None]:
    for properties in (declared.article, declared.page):
        for key in ("datePublished", "dateCreated", "uploadDate"):
            yield read_text(properties.get(key))
    yield from declared.tags.all(*PUBLISHED_TAGS)
    for key in ("datePublished", "dateCreated"):
        yield from (_read_time(element) for element in declared.microdata.get(key, ())[:3])


def _list_modified(declared: Declarations) -> Iterator[str | None]:
    yield read_text(declared.article.get("dateModified"))
    yield from declared.tags.all(*MODIFIED_TAGS)
    yield from (_read_time(element) for element in declared.microdata.get("dateModified", ())[:3])
    yield read_text(declared.page.get("dateModified"))


def _read_address(url: str) -> str | None:
    match = DATE_IN_ADDRESS.search(url[:MAX_ADDRESS])
    return to_iso_date("-".join(match.groups())) if match else None


def _read_day(iso_date: str) -> date:
    return date.fromisoformat(iso_date[:10])


def _guess_published(root: HtmlElement, url: str | None) -> str | None:
    """Return the date that htmldate finds in the address or near the text.

    Its extensive search finds another sixth of the missing dates, as many wrong ones, and one on nearly every page
    that has none. The bounds replace its default, which is today. It works on a copy of the tree.
    """
    if IS_LARGE(root):
        return None
    return find_date(
        root,
        extensive_search=False,
        original_date=True,
        url=url,
        min_date=f"{FIRST_YEAR}-01-01",
        max_date=f"{LAST_YEAR}-12-31",
    )


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


def find_visible_date(places: Sequence[Placed], language: str | None) -> str | None:
    """Return the date below the headline, else above it, in ISO 8601, that is the likeliest to be of publication.

    One that is labelled so comes first, then the one nearest to the headline; dates of changes come last.

    Args:
        places: the elements of the page.
        language: of the page, as it declares it; it says what `03/05/2024` and the names of months mean.
    """
    below = (place.element for place in places if 0 <= place.distance <= MAX_BELOW)
    above = (place.element for place in reversed(places) if -MAX_ABOVE <= place.distance < 0)
    changed = None
    for elements in (below, above):
        dates = islice(_list_dates(elements, language), MAX_DATES)
        day, meaning = min(dates, key=itemgetter(1), default=(None, CHANGE))
        if meaning < CHANGE:
            return day
        changed = changed or day
    return changed


def _list_dates(elements: Iterable[HtmlElement], language: str | None) -> Iterator[tuple[str, int]]:
    """Yield each date that may be the page's, and whether it is that of its publication or of a change."""
    for element in elements:
        classes = (element.get("class") or "")[:MAX_CHARACTERS]
        if element.tag == "time" and (day := to_iso_date(element.get("datetime") or "")):
            stated = SeenDate(day, "", (element.text or "")[:MAX_CHARACTERS])
            yield from _judge_dates([stated], classes, _read_label(element, False))
            continue
        for text, is_tail in ((None if element.tag in UNSEEN else element.text, False), (element.tail, True)):
            dates = _read_dates(text, language) if text else []
            if dates and not _is_of_writer(element, text or "", is_tail):
                yield from _judge_dates(dates, classes, _read_label(element, is_tail))


def _judge_dates(dates: Iterable[SeenDate], classes: str, label: str) -> Iterator[tuple[str, int]]:
    """Yield the dates of a text that may be the page's; the label before the text is that of the first."""
    for seen in dates:
        before = f"{label} {seen.before}"
        if not EVENT.search(before):
            yield seen.day, _judge(classes, before, seen.said)
        label = ""


def _judge(classes: str, before: str, said: str) -> int:
    """Return of what a date is, by the classes of its element, the words before it, and its text."""
    if CHANGED.search(f"{classes} {before} {said}"):
        return CHANGE
    label = before if len(before.split()) <= MAX_PUBLISHED else ""  # "Her first book was published on 3 May 1999"
    return PUBLICATION if PUBLISHED.search(f"{classes} {label}") else UNKNOWN


def _read_label(element: HtmlElement, is_tail: bool) -> str:
    """Return the few words directly before a date, in or after an element; empty if they have a year of their own."""
    before = element if is_tail else element.getprevious()
    if before is None:
        around = element.getparent()
        label = around.text if around is not None else None
    elif not is_tail and before.tail and not before.tail.isspace():
        label = before.tail
    else:
        label = None if before.tag in NO_LABELS else before.text
    label = (label or "").strip()
    is_short = len(label) <= MAX_LABEL and len(label.split()) <= MAX_LABEL_WORDS
    return label if is_short and not YEAR.search(label) else ""


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
    text = _count_years(text, language)
    text = text.strip() if YEAR.search(text[: 10 * MAX_CHARACTERS]) else ""
    matches = list(DATE.finditer(text)) if 0 < len(text) <= MAX_CHARACTERS else []
    if not matches or _is_sentence(text, matches[0].start()):
        return []
    ends = [0, *(match.end() for match in matches)]
    parts = [text[end : match.start()] for end, match in zip(ends, matches, strict=False)]
    days = [_parse_date(match.group(), language or "en") for match in matches]
    said = parts if len(parts) > 1 else [text]
    return [SeenDate(day, *words) for day, *words in zip(days, parts, said, strict=True) if day]


def _count_years(text: str, language: str | None) -> str:
    """Return a text with the digits and the years of Europe."""
    if not text.isascii():
        text = text[: 10 * MAX_CHARACTERS].translate(DIGITS)
        text = REIGN_YEAR.sub(lambda year: f"{REIGNS[year[1]] + int(year[2].replace('元', '1'))}年", text)
    if language and language.startswith("th"):
        text = BUDDHIST_YEAR.sub(lambda year: str(int(year[1]) - BUDDHIST_ERA), text[: 10 * MAX_CHARACTERS])
    return text


def _is_sentence(text: str, date: int) -> bool:
    """Return whether a text with a date at some place is a sentence, and does not say when the page was published."""
    if not text.endswith((".", "!", "?")) or CHANGED.search(text) or PUBLISHED.search(text):
        return False
    return sum(word[0].islower() for word in text[:date].split()) >= LEAST_WORDS


def _parse_date(date: str, language: str) -> str | None:
    """Return a date in ISO 8601, its numbers and names read as its language has them."""
    if match := SLASHES.match(date):
        return _order_numbers(match, is_month_first=language in ("en", "en-US"))
    primary = language.partition("-")[0].lower()
    if primary == "en" or not any(map(str.isalpha, date)):
        return to_iso_date(ORDINAL.sub("", date if PARTED.match(date) is None else date.replace(" ", "")))
    parsed = _make_parser(primary).get_date_data(date).date_obj
    return to_iso_date(parsed.date().isoformat()) if parsed else None


def _order_numbers(match: re.Match[str], is_month_first: bool) -> str | None:
    first, _, then, year = match.groups()
    day, month = (then, first) if is_month_first else (first, then)
    return to_iso_date(f"{year}-{month}-{day}") or to_iso_date(f"{year}-{day}-{month}")


@lru_cache(KNOWN_LANGUAGES)
def _make_parser(language: str) -> DateDataParser:
    """Return a parser of complete dates in a language and in English; of those alone, so that no clock is asked."""
    language = "nb" if language == "no" else language
    languages = [code for code in (language, f"{language}-Latn", "en") if code in language_order]
    settings = {
        "REQUIRE_PARTS": ["day", "month", "year"],
        "PARSERS": ["absolute-time"],
        "NORMALIZE": language != "th",  # drops vowel signs, without which Thai's March, shortened, is January
    }
    return DateDataParser(languages, settings=settings)
