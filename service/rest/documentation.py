"""The page at `/docs`: the OpenAPI document and the problem types, for people."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any

from jinja2 import Environment, StrictUndefined
from markdown_it import MarkdownIt
from markupsafe import Markup

from cutline.service.rest.problem_types import PROBLEM_TYPES
from cutline.service.rest.request_samples import Described, make_samples

MOST_VALUES = 6  # allowed values that are shown without being asked for
REFERENCE = re.compile("#/components/schemas/(.+)")
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


@cache
def _markdown() -> MarkdownIt:
    return MarkdownIt("commonmark", {"html": False})


def render_markdown(text: str) -> Markup:
    """Return Markdown as HTML; markup in it is shown, not used."""
    return Markup(_markdown().render(text))


def render_inline(text: str) -> Markup:
    """Return a line of Markdown as HTML without a paragraph around it."""
    return Markup(_markdown().renderInline(text))


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
