"""Dates as publishers write them for machines, in ISO 8601."""

from __future__ import annotations

import re
from datetime import UTC, datetime

FIRST_YEAR, LAST_YEAR = 1990, 2099  # before the web there were no pages; no clock is asked, so that results repeat
MAX_CHARACTERS = 100  # of a date
MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")  # those of RFC 5322

TIME = (
    r"(?:[T ,]+(?P<hour>\d{1,2}):?(?P<minute>\d{2})(?::?(?P<second>\d{2})(?:[.,]\d+)?)?"
    r"(?: ?(?P<half>[AaPp])\.?[Mm]\b\.?)?(?: ?(?P<zone>Z\b|(?:UTC|GMT)?[+-]\d{2}:?\d{2}\b|[+-]\d{2}\b|UTC\b|GMT\b))?)?"
)
PATTERNS = tuple(
    re.compile(pattern + TIME)
    for pattern in (
        r"(?P<year>\d{4})[-/.](?P<month>\d{1,2})[-/.](?P<day>\d{1,2})(?!\d)",
        r"(?P<year>(?:19|20)\d{2})(?P<month>\d{2})(?P<day>\d{2})(?!\d)",
        r"(?P<day>\d{1,2})\.(?P<month>\d{1,2})\.(?P<year>\d{4})(?!\d)",
        r"(?:[A-Za-z]{3,9},? )?(?P<day>\d{1,2})[ -](?P<name>[A-Za-z]{3})[a-z]*\.?,?[ -](?P<year>\d{4})(?!\d)",
        r"(?P<year>\d{4}) (?P<name>[A-Za-z]{3})[a-z]*\.? (?P<day>\d{1,2})(?!\d)",
        r"(?:[A-Za-z]{3,9},? )?(?P<name>[A-Za-z]{3})[a-z]*\.? (?P<day>\d{1,2}),? (?P<year>\d{4})(?!\d)",
    )
)
# Day or month first: read only if the numbers allow one order.
SLASHES = re.compile(r"(?P<first>\d{1,2})/(?P<then>\d{1,2})/(?P<year>\d{4})(?!\d)" + TIME)
EPOCH = re.compile(r"\d{10}(?:\d{3})?\Z")
COMPACT = re.compile(r"((?:19|20)\d{6})(\d{4,6})\Z")


def to_iso_date(text: str) -> str | None:
    """Return a date in ISO 8601, or None if it is none, has no day, or cannot be.

    It is `2024-05-03`, or `2024-05-03T15:47:42+02:00` where both time and offset are written; a time somewhere in the
    world is left out. Epochs become UTC. Years outside 1990 to 2099 are mistakes.
    """
    text = text.strip()
    if len(text) > MAX_CHARACTERS:
        return None
    if EPOCH.match(text):
        return _read_epoch(int(text[:10]))
    text = COMPACT.sub(r"\1T\2", text)
    for pattern in PATTERNS:
        if match := pattern.match(text):
            return _format(match, _read_month(match), int(match["day"]))
    if match := SLASHES.match(text):
        return _read_slashes(match)
    return None


def _read_epoch(seconds: int) -> str | None:
    moment = datetime.fromtimestamp(seconds, UTC)
    return moment.isoformat() if FIRST_YEAR <= moment.year <= LAST_YEAR else None


def _read_month(match: re.Match[str]) -> int:
    """Return the month's number; 0 for a name that is none."""
    if "month" in match.groupdict():
        return int(match["month"])
    name = match["name"].lower()
    return MONTHS.index(name) + 1 if name in MONTHS else 0


def _read_slashes(match: re.Match[str]) -> str | None:
    first, then = int(match["first"]), int(match["then"])
    if first == then or then > 12:
        return _format(match, first, then)
    return _format(match, then, first) if first > 12 else None


def _format(match: re.Match[str], month: int, day: int) -> str | None:
    year = int(match["year"])
    if not _is_valid(year, month, day):
        return None
    date = f"{year:04}-{month:02}-{day:02}"
    return f"{date}T{time}" if (time := _format_time(match)) else date


def _format_time(match: re.Match[str]) -> str | None:
    if match["hour"] is None:
        return None
    hour, minute, second = int(match["hour"]), int(match["minute"]), int(match["second"] or 0)
    if match["half"]:
        hour = hour % 12 + (12 if match["half"] in "Pp" else 0)
    if hour > 23 or minute > 59 or second > 59:
        return None
    zone = _format_zone(match["zone"] or "")
    return f"{hour:02}:{minute:02}:{second:02}{zone}" if zone else None


def _format_zone(zone: str) -> str:
    digits = re.sub(r"\D", "", zone)
    if not digits:
        return "+00:00" if zone else ""
    hours, minutes = int(digits[:2]), int(digits[2:] or 0)
    if hours > 14 or minutes > 59:
        return ""
    return f"{'-' if '-' in zone else '+'}{hours:02}:{minutes:02}"


def _is_valid(year: int, month: int, day: int) -> bool:
    try:
        datetime(year, month, day)
    except ValueError:
        return False
    return FIRST_YEAR <= year <= LAST_YEAR
