"""JSON as publishers write it: in wrappers, with comments, raw quotes and stray commas."""

from __future__ import annotations

import html
import json
import re
from typing import TypeAlias, cast

Json: TypeAlias = "bool | int | float | str | list[Json] | dict[str, Json] | None"

MAX_DEPTH = 100  # nested brackets; deeper text is not JSON-LD, and would exhaust the parser's stack

# Every pattern below consumes what it starts on and never gives it back (`*+`), so that reading is linear.
STRING = r'"(?:[^"\\]++|\\.)*+"?'
WRAPPER = re.compile(r"(?:[\s;/*\ufeff]|<!\[CDATA\[|<!--)*+")
BRACKETS_ONLY = re.compile(rf'{STRING}|[^\[\]{{}}"]++', re.DOTALL)
BETWEEN_VALUES = re.compile(r"[\s,;]*+")
COMMENT = re.compile(rf"({STRING})|'((?:[^'\\]++|\\.)*+)'?|//[^\n]*+|/\*(?:[^*]++|\*(?!/))*+(?:\*/)?", re.DOTALL)
STRAY_COMMA = re.compile(rf"({STRING})|,(?=\s*+[}}\]])", re.DOTALL)
ESCAPE = re.compile(r'\\(?:(["\\/bfnrt]|u[0-9a-fA-F]{4})|(.)?)', re.DOTALL)
END_OF_STRING = r"\s*+(?:[:}\]]|,\s*+(?:[\"{\[\d}\]-]|true|false|null)|\Z)"
LOOSE_STRING = re.compile(rf'"((?:[^"\\]++|\\.|"(?!{END_OF_STRING}))*+)"?', re.DOTALL)
RAW_QUOTE = re.compile(r'(\\.)|"', re.DOTALL)


def parse_json(text: str) -> list[Json]:
    """Return the JSON values that stand one after the other in a text; what cannot be read is left out.

    Never raises. Values nested deeper than `MAX_DEPTH` count as unreadable.
    """
    text = WRAPPER.sub("", text, count=1)
    if '"' not in text:
        text = html.unescape(text)
    for repair in (str, _drop_comments, _escape_raw_quotes, _escape_and_drop):
        if values := _decode(repair(text)):
            return values
    return []


def _decode(text: str) -> list[Json]:
    """Return the values up to the first error."""
    if _is_too_deep(text):
        return []
    values: list[Json] = []
    decoder = json.JSONDecoder(strict=False)
    position = 0
    while (position := cast(re.Match[str], BETWEEN_VALUES.match(text, position)).end()) < len(text):
        try:
            value, position = decoder.raw_decode(text, position)
        except ValueError:
            break
        values.append(value)
    return values


def _is_too_deep(text: str) -> bool:
    if text.count("{") + text.count("[") <= MAX_DEPTH:
        return False
    depth = 0
    for bracket in BRACKETS_ONLY.sub("", text):
        depth += 1 if bracket in "{[" else -1
        if depth > MAX_DEPTH:
            return True
    return False


def _drop_comments(text: str) -> str:
    """Drop comments and stray commas; write strings in single quotes, and escapes that JSON does not know, as JSON."""
    return STRAY_COMMA.sub(lambda match: match[1] or "", COMMENT.sub(_rewrite_token, text))


def _rewrite_token(match: re.Match[str]) -> str:
    if match[1]:
        return ESCAPE.sub(_rewrite_escape, match[1])
    if match[2] is not None:
        return '"' + ESCAPE.sub(_rewrite_escape, match[2]).replace('"', '\\"') + '"'
    return " "


def _rewrite_escape(match: re.Match[str]) -> str:
    return match[0] if match[1] else match[2] or ""


def _escape_raw_quotes(text: str) -> str:
    """Escape the quotes within a string: a quote ends one only where JSON could go on."""
    return LOOSE_STRING.sub(_escape_inner, text)


def _escape_and_drop(text: str) -> str:
    """Do both; comments are looked for last, because `//` in a text whose quotes do not pair looks like one."""
    return _drop_comments(_escape_raw_quotes(text))


def _escape_inner(match: re.Match[str]) -> str:
    return '"' + RAW_QUOTE.sub(lambda quote: quote[1] or '\\"', match[1]) + '"'
