"""The date that a reader sees near the headline."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from dateparser.data.languages_info import language_order
from dateparser.date import DateDataParser
from lxml.html import HtmlElement

from cutline.dom.metadata.headline_places import Placed
from cutline.dom.metadata.iso_dates import to_iso_date
from cutline.dom.metadata.visible_text import UNSEEN

MAX_ABOVE, MAX_BELOW = 300, 1_000  # characters between the headline and the date
MAX_CHARACTERS = 100  # of a text that holds the date of a page; sentences of the story hold others
MAX_DATES = 20  # looked at
KNOWN_LANGUAGES = 32  # whose parsers are kept

YEAR = re.compile(r"(?:19|20)\d\d")
NAME = r"[^\W\d_]{3,12}"  # of a month
DATE = re.compile(
    r"(?<![\d./-])(?:"
    r"\d{4}([-/.])\d{1,2}\1\d{1,2}"
    r"|\d{1,2}([-/.])\d{1,2}\2\d{4}"
    r"|\d{4}\s?[年년]\s?\d{1,2}\s?[月월]\s?\d{1,2}\s?[日일]"
    rf"|\d{{1,2}}(?:\.|º|er|st|nd|rd|th)?[\s-]*(?:de\s+|d['’])?{NAME}\.?,?[\s-]*(?:de\s+|del\s+)?\d{{4}}"
    rf"|{NAME}\.?\s+\d{{1,2}}(?:st|nd|rd|th)?,?\s+\d{{4}}"
    rf"|\d{{4}}\.?\s+{NAME}\s+\d{{1,2}}"
    r")(?!\d)"
)
ORDINAL = re.compile(r"(?<=\d)(?:st|nd|rd|th)\b")
SLASHES = re.compile(r"(\d{1,2})([-/])(\d{1,2})\2(\d{4})\Z")
# What stands before the date of a change, or in the class of its element, by language.
CHANGED = re.compile(
    "updat|modif|aktualis|geändert|mis à jour|actualiz|aggiornat|atualiz|bijgewerkt|oppdater|opdater|päivitet"
    "|aktualiz|обновл|оновл|更新|수정|güncelle|diperbarui",
    re.IGNORECASE,
)


def find_visible_date(places: Sequence[Placed], language: str | None) -> str | None:
    """Return the first date below the headline, else the last above it, in ISO 8601; that of a change only at last.

    Args:
        places: the elements of the page.
        language: of the page, as it declares it; it says what `03/05/2024` and the names of months mean.
    """
    below = (place.element for place in places if 0 <= place.distance <= MAX_BELOW)
    above = (place.element for place in reversed(places) if -MAX_ABOVE <= place.distance < 0)
    changed = None
    for elements in (below, above):
        for number, (date, is_change) in enumerate(_list_dates(elements, language)):
            if not is_change:
                return date
            changed = changed or date
            if number >= MAX_DATES:
                break
    return changed


def _list_dates(elements: Iterable[HtmlElement], language: str | None) -> Iterator[tuple[str, bool]]:
    """Yield each date, and whether it is that of a change."""
    for element in elements:
        is_change = CHANGED.search((element.get("class") or "")[:MAX_CHARACTERS]) is not None
        if element.tag == "time" and (date := to_iso_date(element.get("datetime") or "")):
            yield date, is_change or CHANGED.search((element.text or "")[:MAX_CHARACTERS]) is not None
            continue
        for text in (None if element.tag in UNSEEN else element.text, element.tail):
            if text and (date := _read_date(text, language)):
                yield date, is_change or CHANGED.search(text) is not None


def _read_date(text: str, language: str | None) -> str | None:
    text = text.strip() if YEAR.search(text[: 10 * MAX_CHARACTERS]) else ""
    match = DATE.search(text) if 0 < len(text) <= MAX_CHARACTERS else None
    return _parse_date(match.group(), language or "en") if match else None


def _parse_date(date: str, language: str) -> str | None:
    """Return a date in ISO 8601, its numbers and names read as its language has them."""
    if match := SLASHES.match(date):
        return _order_numbers(match, is_month_first=language in ("en", "en-US"))
    primary = language.partition("-")[0].lower()
    if primary == "en" or not any(map(str.isalpha, date)):
        return to_iso_date(ORDINAL.sub("", date))
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
    languages = [language, "en"] if language in language_order else ["en"]
    return DateDataParser(languages, settings={"REQUIRE_PARTS": ["day", "month", "year"], "PARSERS": ["absolute-time"]})
