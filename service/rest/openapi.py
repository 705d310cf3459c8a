"""The OpenAPI 3.1 document, made from the operations and the types of their messages."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from importlib.metadata import version
from itertools import groupby
from typing import Any, Literal

from pydantic import BaseModel
from pydantic.json_schema import models_json_schema

from cutline.service.rest.messages import Problem
from cutline.service.rest.operation import Header, Operation
from cutline.service.rest.problem_types import HEADER, PROBLEM_TYPES, URN, WELL_FORMED
from cutline.service.rest.problems import MEDIA_TYPE as PROBLEM_MEDIA_TYPE
from cutline.service.rest.requests import HTML, JSON

Schema = dict[str, Any]  # a part of the document
Mode = Literal["validation", "serialization"]

REFERENCE = "#/components/schemas/{model}"
TEXT: Schema = {"type": "string"}
RETRY_AFTER = Header("Retry-After", "Seconds after which to try again.")
REQUEST_ID = Header(
    HEADER, "An id of your own for the request, for the log; without one, it gets one.", f"^{WELL_FORMED.pattern}$"
)
WITH_RETRY = (429, 503)


def describe_service(operations: Sequence[Operation], *, needs_token: bool) -> Schema:
    """Return the document.

    Args:
        operations: everything that the service answers.
        needs_token: whether the operations that are not open ask for a bearer token.
    """
    schemas, references = _collect_schemas(operations)
    paths: dict[str, Schema] = {}
    for operation in operations:
        paths.setdefault(operation.path, {})[operation.verb.lower()] = _describe(operation, references, needs_token)
    components: Schema = {"schemas": schemas}
    if needs_token:
        components["securitySchemes"] = {"token": {"type": "http", "scheme": "bearer"}}
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "cutline",
            "version": version("cutline"),
            "summary": "The article of a web page and the images that belong to it, each with the evidence.",
            "license": {"name": "Apache-2.0", "identifier": "Apache-2.0"},
        },
        "paths": paths,
        "components": components,
    }


class References:
    """Where the schema of each message stands in the document."""

    def __init__(self, found: Mapping[Any, Schema]) -> None:
        """Take pydantic's map of them."""
        self._found = found

    def request(self, message: type[BaseModel]) -> Schema:
        """Return the reference of what may be sent."""
        return self._found[message, "validation"]

    def answer(self, message: type[BaseModel]) -> Schema:
        """Return the reference of what is answered."""
        return self._found[message, "serialization"]


def _collect_schemas(operations: Iterable[Operation]) -> tuple[Schema, References]:
    wanted: dict[tuple[type[BaseModel], Mode], None] = {(Problem, "serialization"): None}
    for operation in operations:
        if operation.body:
            wanted[operation.body, "validation"] = None
        if operation.response:
            wanted[operation.response, "serialization"] = None
    found, definitions = models_json_schema(list(wanted), ref_template=REFERENCE)
    schemas: Schema = definitions["$defs"]
    for schema in schemas.values():
        _accept_repetitions(schema)
    return schemas, References(found)


def _accept_repetitions(schema: object) -> None:
    """Take `uniqueItems` away: what is asked for twice is given once, and no mistake."""
    if isinstance(schema, dict):
        schema.pop("uniqueItems", None)
        for part in schema.values():
            _accept_repetitions(part)


def _describe(operation: Operation, references: References, needs_token: bool) -> Schema:
    described: Schema = {
        "operationId": operation.name,
        "summary": operation.summary,
        "parameters": [*_parameters(operation), *map(_header_parameter, (*operation.headers, REQUEST_ID))],
        "responses": {**_answers(operation, references), **_problems(operation)},
    }
    if operation.body:
        described["requestBody"] = _request_body(operation, references.request(operation.body))
    if needs_token and not operation.is_open:
        described["security"] = [{"token": []}]
    return described


def _parameters(operation: Operation) -> list[Schema]:
    query = operation.html_parameters or operation.parameters
    schema = query.model_json_schema()
    _accept_repetitions(schema)
    in_path = [
        {"name": name, "in": "path", "required": True, "schema": {**TEXT, "pattern": pattern}}
        for name, pattern in operation.path_patterns.items()
    ]
    required = schema.get("required", [])
    of_html = " Only beside a body that is the page itself." if operation.html_parameters else ""
    return in_path + [
        {
            "name": name,
            "in": "query",
            "description": field.pop("description", "") + of_html,
            "required": name in required,
            "schema": _without_null(field),
            **({"style": "form", "explode": False} if _without_null(field).get("type") == "array" else {}),
        }
        for name, field in schema["properties"].items()
    ]


def _without_null(field: Schema) -> Schema:
    """Return the schema of a query parameter, which is left out where a message has null."""
    kinds = [one for one in field.get("anyOf", []) if one.get("type") != "null"]
    return kinds[0] if kinds else {key: value for key, value in field.items() if key != "title"}


def _header_parameter(header: Header) -> Schema:
    schema = {**TEXT, "pattern": header.pattern}
    return {"name": header.name, "in": "header", "description": header.meaning, "required": False, "schema": schema}


def _request_body(operation: Operation, reference: Schema) -> Schema:
    content: Schema = {JSON: {"schema": reference}}
    if operation.html_parameters:
        content |= {media_type: {"schema": TEXT} for media_type in HTML}
    return {"required": True, "content": content}


def _answers(operation: Operation, references: References) -> Schema:
    named = [Header(HEADER, "The id of the request."), *operation.answer_headers]
    if operation.is_conditional:
        named.append(Header("ETag", "Names this very answer; there is none where it holds timings."))
    answer: Schema = {"description": operation.summary, "headers": _headers(named)}
    if operation.media_type:
        unnamed: Schema = {"type": "object"} if operation.media_type == JSON else TEXT
        schema = references.answer(operation.response) if operation.response else unnamed
        answer["content"] = {operation.media_type.partition(";")[0]: {"schema": schema}}
    unchanged = {"description": "As `If-None-Match` says you know it.", "headers": _headers(named)}
    return {str(operation.status): answer, **({"304": unchanged} if operation.is_conditional else {})}


def _problems(operation: Operation) -> Schema:
    by_status = sorted((PROBLEM_TYPES[code].status, code) for code in operation.all_problems)
    answers: Schema = {}
    for status, group in groupby(by_status, key=lambda one: one[0]):
        codes = [code for _, code in group]
        named = [Header(HEADER, "The id of the request."), *([RETRY_AFTER] if status in WITH_RETRY else [])]
        schema = {
            "allOf": [{"$ref": REFERENCE.format(model="Problem")}],
            "properties": {"type": {"enum": [URN + code for code in codes]}, "status": {"const": status}},
        }
        answers[str(status)] = {
            "description": " ".join(f"`{code}`: {PROBLEM_TYPES[code].title}" for code in codes),
            "headers": _headers(named),
            "content": {PROBLEM_MEDIA_TYPE: {"schema": schema}},
        }
    return answers


def _headers(named: Iterable[Header]) -> Schema:
    return {header.name: {"description": header.meaning, "schema": TEXT} for header in named}
