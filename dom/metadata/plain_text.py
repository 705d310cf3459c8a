"""Declared values as plain text."""

from __future__ import annotations

import html
import re
from html.entities import html5

ENTITY = re.compile(r"&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z]\w{1,31});")
TAG = re.compile(r"</?[A-Za-z][^<>]*>|<!--[^<>]*-->")
LINE_TAG = re.compile(
    r"</?(?:p|br|div|section|li|ul|ol|d[dtl]|h[1-6r]|t[dhr]|table|blockquote|figure|figcaption|img)(?:[\s/][^<>]*)?>",
    re.IGNORECASE,
)
# Soft hyphens, zero-width and direction marks, control characters, and halves of surrogate pairs: `\ud83d` in JSON.
# U+200C and U+200D stay: they change how Persian, Hindi and emoji are drawn; beside white space they join nothing.
INVISIBLE = re.compile(
    "[\x00-\x08\x0e-\x1b\x7f\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff\ud800-\udfff]"
    "|(?<=\\s)[\u200c\u200d]+|[\u200c\u200d]+(?=\\s)"
)
SIGNS = re.compile(r"[\W_]+")  # whatever `str.isalnum` is false for
ASCII_SIGNS = bytes(code for code in range(128) if not chr(code).isalnum())


def to_plain_text(value: str) -> str:
    """Return a declared value without entities, tags and invisible characters, its white space collapsed."""
    return " ".join(to_plain_lines(value))


def to_plain_lines(value: str) -> list[str]:
    """Return the lines of a declared text that are not empty, each as plain text; tags of paragraphs end a line too.

    Entities are resolved twice: many publishers escape what is already escaped (`&amp;quot;`).
    """
    value = resolve_references(value)
    if "<" in value:
        value = TAG.sub("", LINE_TAG.sub("\n", value))
    return [line for line in map(collapse, value.splitlines()) if line]


def collapse(text: str) -> str:
    """Return the text without invisible characters, each run of white space as one space."""
    if not text.isprintable():
        text = INVISIBLE.sub("", text)
    return " ".join(text.split())


def fold(text: str) -> str:
    """Return the letters and digits of a text in lower case; equal for texts that differ in punctuation only."""
    if text.isascii():  # most texts; this takes a tenth of the time
        return text.lower().encode().translate(None, ASCII_SIGNS).decode()
    return SIGNS.sub("", text.casefold())


def resolve_references(value: str) -> str:
    """Return the text with character references resolved, those of references too, as sites escape text twice.

    Only for declared values and attributes: in the visible text, an article about HTML may show `&lt;`.
    """
    return ENTITY.sub(_unescape, ENTITY.sub(_unescape, value)) if "&" in value else value


def _unescape(match: re.Match[str]) -> str:
    reference = match.group()
    # Python resolves the beginning of unknown names too: `&notify;` would become `¬ify;`.
    return html.unescape(reference) if reference[1] == "#" or reference[1:] in html5 else reference
