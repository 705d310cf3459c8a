"""How to find the article's text in the JSON state that a page's own scripts render.

Pages rendered in the browser carry their text as JSON: in `<script type="application/json">`, as Next.js and others
do, or in the rows that React streams (`self.__next_f.push`).
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field

from lxml.html import HtmlElement

from cutline.dom.metadata.plain_text import to_plain_lines
from cutline.dom.scripts import SENTENCE_END, count_words

Json = dict[str, "Json"] | list["Json"] | str | float | bool | None

MAX_DEPTH = 100  # levels of JSON to read; the state of a page has about twenty
LEAST_WORDS = 8  # words of a paragraph
MAX_CHARACTERS = 10_000  # characters of a paragraph; the joined text of a nested list is longer
# Keys whose values are texts or parts of texts.
TEXT_KEYS = frozenset("text value content children html body markup paragraph paragraphs blocks data".split())
STREAMED = re.compile(r"self\.__next_f\.push\(\s*\[\s*1\s*,\s*(\"(?:[^\"\\]|\\.)*+\")\s*\]\s*\)")
ROW = re.compile(rb"[0-9a-f]*:(?:T(?P<size>[0-9a-f]{1,8}),)?")
MARKUP = re.compile(r"<p\b", re.I)


@dataclass(frozen=True, slots=True)
class StateText:
    """A text found in the state of a page.

    Attributes:
        paragraphs: in order, including pieces that are not sentences.
        html: the markup that they were read from; None if the state has one string per paragraph.
        prose: number of characters in paragraphs that end as sentences do.
    """

    paragraphs: Sequence[str] = ()
    html: str | None = None
    prose: int = field(init=False)

    def __post_init__(self) -> None:
        """Count the characters of prose."""
        object.__setattr__(self, "prose", sum(len(text) for text in self.paragraphs if _is_paragraph(text)))


def find_state_text(root: HtmlElement) -> StateText:
    """Return the text with the most prose in a page's state; an empty one if the page has no state."""
    longest = StateText()
    for state in _read_states(root):
        reader = _StateReader()
        reader.read(state, 0)
        longest = max(longest, reader.longest, key=lambda text: text.prose)
    return longest


class _StateReader:
    """Finds the list with the most prose: items of a JSON list, or the paragraphs of one HTML string."""

    def __init__(self) -> None:
        self.longest = StateText()

    def read(self, value: Json, depth: int) -> str:
        """Return all text of a JSON value, joined: one paragraph of the enclosing list."""
        if isinstance(value, str):
            if not MARKUP.search(value):
                return value
            return self._keep_longest(to_plain_lines(value), value)
        if depth == MAX_DEPTH:
            return ""
        if isinstance(value, dict):
            texts = [(key, self.read(child, depth + 1)) for key, child in value.items()]
            return "".join(text for key, text in texts if key in TEXT_KEYS)
        if isinstance(value, list):
            return self._keep_longest([self.read(child, depth + 1) for child in value if not _is_name(child)])
        return ""

    def _keep_longest(self, paragraphs: Sequence[str], html: str | None = None) -> str:
        if len(paragraphs) > 1:
            self.longest = max(self.longest, StateText(paragraphs, html), key=lambda text: text.prose)
        return "".join(paragraphs)


def _read_states(root: HtmlElement) -> Iterator[Json]:
    streamed: list[str] = []
    for script in root.iter("script"):
        text = script.text or ""
        kind = (script.get("type") or "").lower()
        if kind.endswith("json") and "ld+json" not in kind:
            yield from _parse(text)
        elif "__next_f" in text:
            streamed += [row for match in STREAMED.findall(text) for row in _parse(match) if isinstance(row, str)]
    yield from _read_rows("".join(streamed).encode(errors="replace"))


def _read_rows(rows: bytes) -> Iterator[Json]:
    """Yield the rows that React streams: `ID:JSON` to the end of the line, or `ID:TSIZE,TEXT` with SIZE bytes (hex)."""
    place = 0
    while head := ROW.match(rows, place):
        if head["size"]:
            place = head.end() + int(head["size"], 16)
            yield rows[head.end() : place].decode(errors="replace")
        else:
            end = rows.find(b"\n", head.end())
            place = len(rows) if end < 0 else end + 1
            yield from _parse(rows[head.end() : place].decode(errors="replace"))


def _parse(text: str) -> Iterator[Json]:
    with suppress(ValueError, RecursionError):
        yield json.loads(text)


def _is_name(value: Json) -> bool:
    """Return whether a value in a streamed list is the name of a tag or a reference to another row."""
    return isinstance(value, str) and (value.startswith("$") or value.isidentifier())


def _is_paragraph(text: str) -> bool:
    return len(text) <= MAX_CHARACTERS and SENTENCE_END.search(text) is not None and count_words(text) >= LEAST_WORDS
