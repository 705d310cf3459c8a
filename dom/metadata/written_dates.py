"""Dates as they are written for readers, in many languages."""

from __future__ import annotations

import re
from datetime import date
from functools import lru_cache
from typing import TYPE_CHECKING

from cutline.dom.metadata.iso_dates import to_iso_date
from cutline.dom.words import join_patterns

if TYPE_CHECKING:  # takes a tenth of a cold start, and few pages need it
    from dateparser.date import DateDataParser

MAX_CHARACTERS = 1_000  # of a text whose years are converted
MAX_SHORT = 100  # of one whose years may have two digits; in longer ones such numbers are anything
COMMON = ("de", "fr", "es", "it", "pt", "nl", "ru", "uk", "pl", "cs", "sv", "da", "nb", "fi", "tr")
KNOWN_LANGUAGES = 32  # whose parsers are kept

YEAR = re.compile(r"(?:19|20)\d\d")
LETTER = r"(?:[^\W\d_]|[\u0900-\u0e7f])"  # those of India and Thailand have vowel signs, which are no letters
NAME = rf"(?:{LETTER}{{3,12}}|मई|دی)"  # of a month; two of them have two letters
DATE = re.compile(
    r"(?<![\d./-])(?:"
    r"\d{4}([-/.])\d{1,2}\1\d{1,2}"
    r"|\d{1,2}([-/.])\d{1,2}\2\d{4}"
    r"|\d{1,2}\.\s\d{1,2}\.\s\d{4}|\d{4}\.\s\d{1,2}\.\s\d{1,2}"
    r"|\d{4}\s?[年년]\s?\d{1,2}\s?[月월]\s?\d{1,2}\s?[日일]"
    rf"|\d{{1,2}}(?:\.|º|er|st|nd|rd|th)?[\s-]*(?:de\s+|d['’]|of\s+)?{NAME}\.?,?[\s-]*(?:de\s+|del\s+)?\d{{4}}"
    rf"|{NAME}\.?\s+\d{{1,2}}(?:st|nd|rd|th)?,?\s+(?:\d\d:\d\d:\d\d\s(?:[A-Z]{{3,4}}\s)?)?\d{{4}}"
    rf"|\d{{4}}(?:\.|\sm\.)?\s+{NAME}\s+\d{{1,2}}"
    r"|\d{1,2}\stháng\s\d{1,2}(?:\snăm|,)?\s\d{4}"
    r"|\d{1,2}\s?[\u0e01-\u0e4e]{1,3}\.[\u0e01-\u0e4e]{1,2}\.?\s?\d{4}"  # Thai months, shortened
    r")(?!\d)"
)
# Digits of Arabic, Persian, Hindi and Bengali.
DIGITS = {zero + value: str(value) for zero in (0x660, 0x6F0, 0x966, 0x9E6) for value in range(10)}
BUDDHIST_YEAR = re.compile(r"(?<!\d)(?:พ\.ศ\.\s?)?(2[45]\d\d)(?!\d)")  # as Thailand counts years
BUDDHIST_ERA = 543  # years before the common era
# As Iran counts days: "۲۰ فروردین ۱۴۰۵", "1405/01/20".
PERSIAN_MONTHS = "فروردین اردیبهشت خرداد تیر مرداد شهریور مهر آبان آذر دی بهمن اسفند".split()
PERSIAN_DATE = re.compile(
    rf"(?<![\d/-])(?:(\d{{1,2}})\s({'|'.join(PERSIAN_MONTHS)})(?:\sماه)?،?\s(1[34]\d\d)"
    r"|(1[34]\d\d)([/-])(\d{1,2})\5(\d{1,2}))(?![\d/-])"
)
PERSIAN_START = -356_033  # the day of the common era before the first of its year -1595, with which a cycle begins
REIGN_YEAR = re.compile(r"(平成|令和)\s?(\d{1,2}|元)\s?年")  # as Japan counts years, by reigns
REIGNS = {"平成": 1988, "令和": 2018}  # the year before the first of each
# "14/09/07", "07.02.20", which is a section in English; in Chinese, Japanese and Korean the year comes first.
SHORT_YEAR = re.compile(r"(?<![\w./:-])(?<!§\s)([0-3]\d([./])[0-3]\d\2)([0-39]\d)(?![\w./:-]|\s\d\d(?![:.h]))")
BEFORE_DATE = re.compile(
    rf"\W*(?:(?:{join_patterns('dates', 'written')})(?:\W+(?:on|el|le|am|op|den|em|il|dnia))?\W*)?"
    rf"(?:{join_patterns('dates', 'weekdays')})?\W*",
    re.IGNORECASE,
)
FIRST_OF_CENTURY = 90  # of years with two digits: the first one of the last century
YEAR_FIRST = ("zh", "ja", "ko")
# What no reader of dates needs: "the 3rd of May 2024", "May 3 15:47:42 CET 2024".
UNREAD = re.compile(r"(?<=\d)(?:(?:st|nd|rd|th)\b(?:\s+of\b)?|\s\d\d:\d\d:\d\d(?:\s[A-Z]{3,4})?(?=\s\d{4}\Z))")
PARTED = re.compile(r"\d+\.\s\d+\.\s\d+\Z")
EAST_ASIAN = re.compile(r"(\d{4})\s?[年년]\s?(\d{1,2})\s?[月월]\s?(\d{1,2})\s?[日일]")
THAI, OTHER_SCRIPT = re.compile("[\u0e01-\u0e4e]{2}"), re.compile("[\u0370-\u1dff\u2e80-\ud7ff]{2}")
SLASHES = re.compile(r"(\d{1,2})([-/])(\d{1,2})\2(\d{4})\Z")
DAY = re.compile(rf"\d{{1,2}}(?:\.|st|nd|rd|th)?\s(?:de\s)?{NAME}\b|{NAME}\.?\s\d{{1,2}}(?:st|nd|rd|th)?(?!\d)")


def count_years(text: str, language: str | None) -> str:
    """Return a text with the digits and the years of Europe, all four of them in a short one."""
    if not text.isascii():
        text = text[:MAX_CHARACTERS].translate(DIGITS)
        text = REIGN_YEAR.sub(lambda year: f"{REIGNS[year[1]] + int(year[2].replace('元', '1'))}年", text)
    if language and language.startswith("th"):
        text = BUDDHIST_YEAR.sub(lambda year: str(int(year[1]) - BUDDHIST_ERA), text[:MAX_CHARACTERS])
    if language and language.startswith("fa"):
        text = PERSIAN_DATE.sub(_read_persian, text[:MAX_CHARACTERS])
    return text if len(text) > MAX_SHORT or (language or "").startswith(YEAR_FIRST) else _lengthen(text, language)


def _read_persian(written: re.Match[str]) -> str:
    """Return a day of the Persian calendar, by its cycle of 33 years, which holds from 1796 to 2256, in ISO 8601."""
    day, name, year, *numbers = written.groups()
    if name:
        month = PERSIAN_MONTHS.index(name) + 1
    else:
        year, month, day = numbers[0], int(numbers[2]), numbers[3]
    if not (1 <= month <= 12 and 1 <= int(day) <= 31):
        return written[0]
    cycles, rest = divmod(int(year) + 1595, 33)
    days = 365 * (int(year) + 1595) + 8 * cycles + (rest + 3) // 4 + 30 * (month - 1) + min(month - 1, 6) + int(day)
    return date.fromordinal(PERSIAN_START + days).isoformat()


def _lengthen(text: str, language: str | None) -> str:
    """Return a text with all digits of the year if it begins with a date; elsewhere such numbers are anything."""
    date = SHORT_YEAR.search(text)
    if date is None or YEAR.search(text) is not None or BEFORE_DATE.fullmatch(text, 0, date.start()) is None:
        return text
    if date[2] == "." and (language or "en").startswith("en"):
        return text
    century = 19 if int(date[3]) >= FIRST_OF_CENTURY else 20
    return f"{text[: date.start()]}{date[1]}{century}{text[date.start(3) :]}"


def parse_date(date: str, language: str | None) -> str | None:
    """Return a date in ISO 8601, its numbers and names read as its language has them.

    Args:
        date: a match of `DATE`.
        language: as declared, BCP 47; if there is none, or the date is not in it, it is read as English, or else
            as any of the commonest: themes declare English on pages in every language.
    """
    if match := EAST_ASIAN.match(date):
        return to_iso_date("-".join(match.groups()))
    if match := SLASHES.match(date):
        return _order_numbers(match, is_month_first=language in (None, "en", "en-US"))
    primary = language.partition("-")[0].lower() if language else ""
    is_named = any(map(str.isalpha, date))
    if not is_named or primary in ("", "en"):
        day = to_iso_date(UNREAD.sub("", date if PARTED.match(date) is None else date.replace(" ", "")))
        if day or not is_named:
            return day
    dates = (_make_parser(each).get_date_data(date).date_obj for each in dict.fromkeys((primary, "")))
    parsed = next(filter(None, dates), None)
    return to_iso_date(parsed.date().isoformat()) if parsed else None


def guess_language(text: str) -> str | None:
    """Return the language as which the dates of a page that declares none are read, by the script of a text of it.

    It is Thai, where years are counted otherwise, or `und` for any other script than that of English, since nearly all
    who write in these put the day before the month; None for English.
    """
    if text.isascii():
        return None
    return "th" if THAI.search(text) else "und" if OTHER_SCRIPT.search(text) else None


def _order_numbers(match: re.Match[str], is_month_first: bool) -> str | None:
    first, _, then, year = match.groups()
    day, month = (then, first) if is_month_first else (first, then)
    return to_iso_date(f"{year}-{month}-{day}") or to_iso_date(f"{year}-{day}-{month}")


@lru_cache(KNOWN_LANGUAGES)
def _make_parser(language: str) -> DateDataParser:
    """Return a parser of complete dates in a language and in English; of those alone, so that no clock is asked."""
    from dateparser.data.languages_info import language_order
    from dateparser.date import DateDataParser

    language = "nb" if language == "no" else language
    codes = (language, f"{language}-Latn", "en") if language else COMMON
    languages = [code for code in codes if code in language_order]
    settings = {
        "REQUIRE_PARTS": ["day", "month", "year"],
        "PARSERS": ["absolute-time"],
        "NORMALIZE": language != "th",  # drops vowel signs, without which Thai's March, shortened, is January
    }
    return DateDataParser(languages, settings=settings)
