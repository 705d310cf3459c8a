"""The JSON-LD of a page: what it declares about itself in `<script type="application/ld+json">`."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TypeAlias, cast

from lxml.html import HtmlElement

from cutline.dom.metadata.plain_text import to_plain_text

MAX_CHARACTERS = 2_000_000  # of all scripts of a page; the largest among 1,741 labelled pages has 840,000
MAX_NODES = 20_000
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


@dataclass(frozen=True, slots=True, eq=False)
class JsonLdNode:
    """One object of the JSON-LD.

    Attributes:
        types: its types without their vocabulary, such as `NewsArticle`.
        properties: what it says, as written; objects in it are nodes of their own as well.
        parent: the object that contains it, or None.
        key: the property of the parent that contains it; empty without a parent.
    """

    types: frozenset[str]
    properties: Mapping[str, Json]
    parent: JsonLdNode | None
    key: str


@dataclass(frozen=True, slots=True)
class JsonLd:
    """All objects of a page's JSON-LD, in document order, each before the objects inside it."""

    nodes: tuple[JsonLdNode, ...]
    by_id: Mapping[str, JsonLdNode]

    def follow(self, value: Json) -> Json:
        """Return the object that `{"@id": ...}` refers to, if it is in the page; any other value as it is."""
        if isinstance(value, dict) and len(value) <= 2 and isinstance(identity := value.get("@id"), str):
            node = self.by_id.get(identity)
            return dict(node.properties) if node else value
        return value


def read_json_ld(root: HtmlElement) -> JsonLd:
    """Return the objects of all JSON-LD scripts of a page; common mistakes in the JSON are repaired.

    Never raises; scripts beyond `MAX_CHARACTERS` and objects beyond `MAX_NODES` are left out.
    """
    nodes: list[JsonLdNode] = []
    for text in _read_scripts(root):
        for value in parse_json(text):
            nodes.extend(_flatten(value, MAX_NODES - len(nodes)))
    return JsonLd(tuple(nodes), _index(nodes))


def as_list(value: Json) -> list[Json]:
    """Return the items of a list, or a list of the single value; JSON-LD allows both everywhere."""
    if isinstance(value, list):
        return value
    return [] if value is None else [value]


def read_text(value: Json) -> str | None:
    """Return a value as plain text: a string, a number, `{"@value": ...}`, a thing's name, or the first of a list."""
    if isinstance(value, list):
        value = value[0] if value else None
    if isinstance(value, dict):
        value = value.get("@value") or value.get("name")
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        return None
    return to_plain_text(str(value)) or None


def _read_scripts(root: HtmlElement) -> Iterator[str]:
    left = MAX_CHARACTERS
    for script in root.iter("script"):
        if "ld+json" in (script.get("type") or "").lower() and (text := script.text) and len(text) <= left:
            left -= len(text)
            yield text


def _flatten(value: Json, limit: int) -> list[JsonLdNode]:
    nodes: list[JsonLdNode] = []
    waiting: list[tuple[Json, JsonLdNode | None, str]] = [(value, None, "")]
    while waiting and len(nodes) < limit:
        value, parent, key = waiting.pop()
        if isinstance(value, list):
            waiting.extend((item, parent, key) for item in reversed(value))
        elif isinstance(value, dict):
            node = JsonLdNode(_read_types(value), value, parent, key)
            nodes.append(node)
            waiting.extend((item, node, name) for name, item in reversed(value.items()))
    return nodes


def _read_types(properties: Mapping[str, Json]) -> frozenset[str]:
    names = (name for name in as_list(properties.get("@type")) if isinstance(name, str))
    return frozenset(name.replace("#", "/").replace(":", "/").rsplit("/", 1)[-1] for name in names)


def _index(nodes: list[JsonLdNode]) -> dict[str, JsonLdNode]:
    """Return the nodes by `@id`; of several with one id, the one that says most."""
    found: dict[str, JsonLdNode] = {}
    for node in nodes:
        identity = node.properties.get("@id")
        if isinstance(identity, str) and (
            identity not in found or len(found[identity].properties) < len(node.properties)
        ):
            found[identity] = node
    return found


def parse_json(text: str) -> list[Json]:
    """Return the JSON values in a text, one after the other; what cannot be read is left out.

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
    """Escape the quotes within a string: a quote ends the string only if valid JSON can follow."""
    return LOOSE_STRING.sub(_escape_inner, text)


def _escape_and_drop(text: str) -> str:
    """Do both; comments come last, because `//` looks like one in a text with unpaired quotes."""
    return _drop_comments(_escape_raw_quotes(text))


def _escape_inner(match: re.Match[str]) -> str:
    return '"' + RAW_QUOTE.sub(lambda quote: quote[1] or '\\"', match[1]) + '"'
