"""The page at `/docs`: the OpenAPI document and the problem types for people, with requests to copy."""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files
from pprint import pformat
from typing import Any, TypeAlias
from urllib.parse import urlencode

from jinja2 import Environment, StrictUndefined
from markdown_it import MarkdownIt
from markupsafe import Markup

from cutline.service.rest.problem_types import PROBLEM_TYPES
from cutline.service.rest.requests import BYTES, FILE, FORM, JSON

MOST_VALUES = 6  # allowed values that are shown without being asked for
REFERENCE = re.compile("#/components/schemas/(.+)")
MARKDOWN = MarkdownIt("commonmark", {"html": False})
SHOWN_KEYWORDS = {
    "minimum": "at least {}",
    "maximum": "at most {}",
    "maxLength": "up to {} characters",
    "pattern": "matches {}",
    "default": "default: {}",
}


def render_page(described: Described) -> str:
    """Return a page that shows an OpenAPI document, and needs no other file."""
    environment = Environment(autoescape=True, trim_blocks=True, lstrip_blocks=True, undefined=StrictUndefined)
    environment.filters |= {
        "inline": render_inline,
        "json": write_json,
        "kind": name_kind,
        "limits": list_limits,
        "markdown": render_markdown,
        "model": find_model,
        "values": list_values,
    }
    environment.globals |= {"samples": make_samples, "operations": group_operations(described)}
    assets = {name: Markup(_read(f"documentation.{name}")) for name in ("css", "js")}
    return environment.from_string(_read("documentation.html")).render(
        document=described, problems=PROBLEM_TYPES, needs_token="securitySchemes" in described["components"], **assets
    )


def _read(name: str) -> str:
    return files("cutline.service.rest").joinpath(name).read_text(encoding="utf-8")


def group_operations(described: Described) -> Mapping[str, Sequence[tuple[str, str, Described]]]:
    """Return verb, path and description of the operations of each tag."""
    groups: dict[str, list[tuple[str, str, Described]]] = {tag["name"]: [] for tag in described["tags"]}
    for path, verbs in described["paths"].items():
        for verb, operation in verbs.items():
            groups[operation["tags"][0]].append((verb, path, operation))
    return groups


def render_markdown(text: str) -> Markup:
    """Return Markdown as HTML; markup in it is shown, not used."""
    return Markup(MARKDOWN.render(text))


def render_inline(text: str) -> Markup:
    """Return a line of Markdown as HTML without a paragraph around it."""
    return Markup(MARKDOWN.renderInline(text))


def write_json(value: object) -> str:
    """Return an example as indented JSON; text as it is."""
    return value if isinstance(value, str) else json.dumps(value, indent=2, ensure_ascii=False)


def name_kind(schema: Described) -> str:
    """Return in a few words what a schema allows."""
    if "$ref" in schema:
        found = REFERENCE.fullmatch(schema["$ref"])
        return found[1] if found else "object"
    if "anyOf" in schema:
        return " or ".join(name_kind(one) for one in schema["anyOf"])
    if "enum" in schema:
        return "string" if list_values(schema) else " | ".join(map(str, schema["enum"]))
    if "const" in schema:
        return str(schema["const"])
    if schema.get("type") == "array":
        return f"list of {name_kind(schema['items'])}" if "items" in schema else "list"
    return "file" if schema.get("format") == "binary" else str(schema.get("type", "any"))


def find_model(schema: Described) -> str:
    """Return the name of the model that a schema refers to, also in a list or beside null; empty if there is none."""
    parts: Sequence[Any] = [schema, schema.get("items", {}), *schema.get("anyOf", ()), *schema.get("allOf", ())]
    found = (REFERENCE.fullmatch(part["$ref"]) for part in parts if "$ref" in part)
    return next((reference[1] for reference in found if reference), "")


def list_values(schema: Described) -> Sequence[str]:
    """Return the values that a schema allows, also in a list, if there are too many to show at once."""
    values = [*schema.get("enum", ()), *schema.get("items", {}).get("enum", ())]
    return values if len(values) > MOST_VALUES else ()


def list_limits(schema: Described) -> Sequence[str]:
    """Return the limits and the default of a value, in words."""
    kept = (one for one in [schema, *schema.get("anyOf", ())] if one.get("type") != "null")
    return [
        words.format(json.dumps(one[keyword]) if keyword == "default" else one[keyword])
        for one in kept
        for keyword, words in SHOWN_KEYWORDS.items()
        if one.get(keyword) not in (None, [])
    ]


Described: TypeAlias = Mapping[str, Any]  # a part of the OpenAPI document

BASE = "http://127.0.0.1:8000"  # where `cutline serve` listens; the page replaces it with its own address
PAGE_FILE = "page.html"
TOKEN = {"Authorization": "Bearer TOKEN"}
WIDTH = 60  # characters of a line of Python
CURL_SEPARATOR = " \\\n  "


@dataclass(frozen=True, slots=True)
class Sample:
    """One request.

    Attributes:
        title: how it sends the page, where there are several ways; else empty.
        curl, python: the request.
    """

    title: str
    curl: str
    python: str


def make_samples(verb: str, path: str, operation: Described) -> tuple[Sample, ...]:
    """Return the samples of an operation: one for each kind of body, or one without a body.

    Args:
        verb: its HTTP method, in small letters.
        path: its address.
        operation: its description.
    """
    bodies = operation.get("requestBody", {}).get("content", {None: {}})
    return tuple(_make_sample(verb, path, operation, media_type) for media_type in bodies)


TITLES = {JSON: "JSON", FORM: "Upload", BYTES: "Page as body"}


def _make_sample(verb: str, path: str, operation: Described, media_type: str | None) -> Sample:
    bodies = operation.get("requestBody", {}).get("content", {})
    address = _fill_in(path, operation, media_type)
    headers = TOKEN if "security" in operation else {}
    typed = headers | ({"Content-Type": media_type} if media_type in (JSON, BYTES) else {})
    curl_body, python_body = _write_body(media_type, bodies[media_type]["example"] if media_type else None)
    curl = (
        f"curl {'-X DELETE ' if verb == 'delete' else ''}{shlex.quote(address)}",
        *(f"-H '{name}: {value}'" for name, value in typed.items()),
        *curl_body,
    )
    sent = headers if media_type == JSON else typed  # httpx says by itself that it sends JSON
    python = (
        *(("from pathlib import Path", "") if media_type in (FORM, BYTES) else ()),
        *("import httpx", "", f"response = httpx.{verb}(", f'    "{address}",'),
        *([_write_argument("headers", sent)] if sent else []),
        *python_body,
        *(")", "response.raise_for_status()", *_write_end(verb, operation)),
    )
    title = TITLES[media_type] if media_type and len(bodies) > 1 else ""
    return Sample(title, CURL_SEPARATOR.join(curl), "\n".join(python))


def _fill_in(path: str, operation: Described, media_type: str | None) -> str:
    """Return the address of a request, with the examples of its parameters."""
    examples = {one["name"]: one for one in operation["parameters"] if "example" in one}
    address = path.format_map({name: one["example"] for name, one in examples.items()})
    query = {name: one["example"] for name, one in examples.items() if one["in"] == "query"}
    if media_type == BYTES:
        query = {"url": operation["requestBody"]["content"][JSON]["example"]["url"]}
    return f"{BASE}{address}" + (f"?{urlencode(query, safe=':/')}" if query else "")


def _write_body(media_type: str | None, example: Any) -> tuple[Sequence[str], Sequence[str]]:
    """Return what curl and httpx are told of a body."""
    if media_type == JSON:
        return [f"-d {shlex.quote(write_json(example))}"], [_write_argument("json", example)]
    if media_type == BYTES:
        return [f"--data-binary @{PAGE_FILE}"], [f'    content=Path("{PAGE_FILE}").read_bytes(),']
    if media_type is None:
        return [], []
    fields = {
        name: ",".join(value) if isinstance(value, list) else value for name, value in example.items() if name != FILE
    }
    told = [f"-F {FILE}=@{PAGE_FILE}", *(f"-F {shlex.quote(f'{name}={value}')}" for name, value in fields.items())]
    return told, [f'    files={{"{FILE}": Path("{PAGE_FILE}").read_bytes()}},', _write_argument("data", fields)]


def _write_end(verb: str, operation: Described) -> Sequence[str]:
    if JSON in next(iter(operation["responses"].values())).get("content", {}):
        return ["print(response.json())"]
    return [] if verb == "delete" else ["print(response.text)"]


def _write_argument(name: str, value: object) -> str:
    written = pformat(value, width=WIDTH, sort_dicts=False).replace("\n", "\n" + " " * (len(name) + 5))
    return f"    {name}={written},"
