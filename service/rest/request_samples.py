"""Requests to copy, as curl commands and as Python, made from the examples of the OpenAPI document."""

from __future__ import annotations

import json
import shlex
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pprint import pformat
from typing import Any, TypeAlias
from urllib.parse import urlencode

from cutline.service.rest.requests import BYTES, FILE, FORM, JSON

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
    return tuple(
        _make_sample(_Request(verb, path, operation, media_type, body.get("example")))
        for media_type, body in bodies.items()
    )


@dataclass(frozen=True, slots=True)
class _Request:
    verb: str
    path: str
    operation: Described
    media_type: str | None
    example: Any

    @property
    def headers(self) -> dict[str, str]:
        token = TOKEN if "security" in self.operation else {}
        content = {"Content-Type": self.media_type} if self.media_type in (JSON, BYTES) else {}
        return {**token, **content}

    @property
    def parameters(self) -> list[Described]:
        return [one for one in self.operation["parameters"] if "example" in one]

    @property
    def address(self) -> str:
        path = self.path
        for parameter in self.parameters:
            path = path.replace(f"{{{parameter['name']}}}", parameter["example"])
        query = {one["name"]: one["example"] for one in self.parameters if one["in"] == "query"}
        if self.media_type == BYTES:
            query = {"url": self.operation["requestBody"]["content"][JSON]["example"]["url"]}
        return f"{BASE}{path}" + (f"?{urlencode(query, safe=':/')}" if query else "")

    @property
    def fields(self) -> dict[str, str]:
        """The fields of a form beside the file."""
        given = {name: value for name, value in self.example.items() if name != FILE}
        return {name: ",".join(value) if isinstance(value, list) else value for name, value in given.items()}


TITLES = {JSON: "JSON", FORM: "Upload", BYTES: "Page as body"}


def _make_sample(request: _Request) -> Sample:
    has_choice = len(request.operation.get("requestBody", {}).get("content", ())) > 1
    title = TITLES[request.media_type] if has_choice and request.media_type else ""
    return Sample(title, CURL_SEPARATOR.join(_write_curl(request)), "\n".join(_write_python(request)))


def _write_curl(request: _Request) -> Iterator[str]:
    verb = "-X DELETE " if request.verb == "delete" else ""
    yield f"curl {verb}{shlex.quote(request.address)}"
    for name, value in request.headers.items():
        yield f"-H '{name}: {value}'"
    if request.media_type == JSON:
        yield f"-d {shlex.quote(json.dumps(request.example, indent=2, ensure_ascii=False))}"
    elif request.media_type == FORM:
        yield f"-F {FILE}=@{PAGE_FILE}"
        yield from (f"-F {shlex.quote(f'{name}={value}')}" for name, value in request.fields.items())
    elif request.media_type == BYTES:
        yield f"--data-binary @{PAGE_FILE}"


def _write_python(request: _Request) -> Iterator[str]:
    if request.media_type in (FORM, BYTES):
        yield "from pathlib import Path"
        yield ""
    yield "import httpx"
    yield ""
    yield f"response = httpx.{request.verb}("
    yield f'    "{request.address}",'
    headers = {name: value for name, value in request.headers.items() if (name, value) != ("Content-Type", JSON)}
    if headers:
        yield _write_argument("headers", headers)
    if request.media_type == JSON:
        yield _write_argument("json", request.example)
    elif request.media_type == FORM:
        yield f'    files={{"{FILE}": Path("{PAGE_FILE}").read_bytes()}},'
        yield _write_argument("data", request.fields)
    elif request.media_type == BYTES:
        yield f'    content=Path("{PAGE_FILE}").read_bytes(),'
    yield ")"
    yield "response.raise_for_status()"
    if "application/json" in next(iter(request.operation["responses"].values())).get("content", {}):
        yield "print(response.json())"
    elif request.verb != "delete":
        yield "print(response.text)"


def _write_argument(name: str, value: object) -> str:
    written = pformat(value, width=WIDTH, sort_dicts=False).replace("\n", "\n" + " " * (len(name) + 5))
    return f"    {name}={written},"
