"""Generates the OpenAPI 3.1 document from the operations, the types of their messages, and examples."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from importlib.metadata import version
from itertools import groupby
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel
from pydantic.json_schema import models_json_schema

from cutline.service.rest.messages import Problem
from cutline.service.rest.operation import HEADERS, TEXTS, Header, Operation
from cutline.service.rest.problem_types import HEADER, PROBLEM_TYPES, URN, WELL_FORMED, make_document
from cutline.service.rest.problems import MEDIA_TYPE as PROBLEM_MEDIA_TYPE
from cutline.service.rest.requests import BYTES, FILE, FORM, JSON

Schema = dict[str, Any]  # a part of the document
Mode = Literal["validation", "serialization"]
References = Mapping[tuple[Any, Mode], Schema]

# Requests that work as they are, their answers by media type, some of them shortened, and what problems say besides.
EXAMPLES: Schema = json.loads(Path(__file__).with_name("examples.json").read_text(encoding="utf-8"))
REQUESTS, ANSWERS, PROBLEMS = EXAMPLES["requests"], EXAMPLES["answers"], EXAMPLES["problems"]
ANSWERS["extract_address"] = ANSWERS["extract_page"]
REFERENCE = "#/components/schemas/{model}"
TEXT: Schema = {"type": "string"}
BINARY: Schema = {"type": "string", "format": "binary"}
RETRY_AFTER = Header("Retry-After", "The number of seconds after which to try again.")
REQUEST_ID = Header(
    HEADER, "Your own id of the request, for the log. Without one, the service chooses it.", f"^{WELL_FORMED.pattern}$"
)
ANSWERED_ID = Header(HEADER, "The id of the request.")
ETAG = Header("ETag", "The tag of this answer; answers that differ from run to run have none.")
WITH_RETRY = (429, 503)
STATUSES = {200: "The answer.", 202: "The job is accepted.", 204: "The job is deleted."}
OF_PAGES = " Only for a page that is itself the body."  # said of the query of an operation that also reads JSON


def describe_service(operations: Sequence[Operation], *, needs_token: bool) -> Schema:
    """Return the document.

    Args:
        operations: all operations of the service.
        needs_token: whether operations that are not open need a bearer token.
    """
    schemas, references = _collect_schemas(operations)
    paths: dict[str, Schema] = {}
    for operation in operations:
        where = operation.text
        paths.setdefault(where.path, {})[where.verb.lower()] = _describe(operation, references, needs_token)
    components: Schema = {"schemas": schemas}
    if needs_token:
        components["securitySchemes"] = {"token": {"type": "http", "scheme": "bearer"}}
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "cutline",
            "version": version("cutline"),
            "summary": "The article of a web page and the images that belong to it, each with the evidence.",
            "description": TEXTS["about"].strip(),
            "license": {"name": "Apache-2.0", "identifier": "Apache-2.0"},
        },
        "tags": [{"name": name, "description": words} for name, words in TEXTS["tags"].items()],
        "paths": paths,
        "components": components,
    }


def _collect_schemas(operations: Iterable[Operation]) -> tuple[Schema, References]:
    """Return the schemas of all messages by name, and the reference to that of each."""
    wanted: dict[tuple[type[BaseModel], Mode], None] = {(Problem, "serialization"): None}
    for operation in operations:
        if operation.body:
            wanted[operation.body, "validation"] = None
        if operation.response:
            wanted[operation.response, "serialization"] = None
    found, definitions = models_json_schema(list(wanted), ref_template=REFERENCE)
    schemas: Schema = definitions["$defs"]
    for operation in operations:
        if operation.page_options:
            schemas[_name_form(operation)] = _describe_form(operation.page_options)
    for schema in schemas.values():
        _accept_repetitions(schema)
    return schemas, found


def _accept_repetitions(schema: object) -> None:
    """Remove `uniqueItems`: asking for something twice is no mistake."""
    if isinstance(schema, dict):
        schema.pop("uniqueItems", None)
        for part in schema.values():
            _accept_repetitions(part)


def _describe(operation: Operation, references: References, needs_token: bool) -> Schema:
    text = operation.text
    described: Schema = {
        "operationId": operation.name,
        "tags": [text.tag],
        "summary": text.summary,
        "description": text.description.format(**TEXTS["shared"]).strip(),
        "parameters": [
            *_parameters(operation),
            *map(_header_parameter, (*map(HEADERS.__getitem__, text.headers), REQUEST_ID)),
        ],
        "responses": {**_answers(operation, references), **_problems(operation)},
    }
    if operation.body:
        described["requestBody"] = _request_body(operation, references[operation.body, "validation"])
    if needs_token and not text.is_open:
        described["security"] = [{"token": []}]
    return described


def _parameters(operation: Operation) -> list[Schema]:
    in_path = [
        {
            "name": name,
            "in": "path",
            "description": "The id of the job.",
            "required": True,
            "schema": {**TEXT, "pattern": pattern},
            "example": EXAMPLES["path"][name],
        }
        for name, pattern in operation.text.path_patterns.items()
    ]
    schema = (operation.page_options or operation.parameters).model_json_schema()
    _accept_repetitions(schema)
    required = schema.get("required", [])
    in_query = [
        _query_parameter(name, field, is_required=name in required) for name, field in schema["properties"].items()
    ]
    if operation.page_options:
        for parameter in in_query:
            parameter["description"] += OF_PAGES
            parameter["schema"].pop("default", None)  # clients that send defaults would send them beside JSON too
    return in_path + in_query


def _query_parameter(name: str, field: Schema, *, is_required: bool) -> Schema:
    schema = _without_null(field)
    examples = schema.pop("examples", ())
    parameter = {
        "name": name,
        "in": "query",
        "description": schema.pop("description"),
        "required": is_required,
        "schema": schema,
    }
    if examples:
        parameter["example"] = examples[0]
    return parameter | ({"style": "form", "explode": False} if schema.get("type") == "array" else {})


def _without_null(field: Schema) -> Schema:
    """Return the schema of a parameter or form field, which is left out where a JSON message has null."""
    kinds = [one for one in field.get("anyOf", []) if one.get("type") != "null"]
    kept = {key: value for key, value in field.items() if key not in ("title", "anyOf")}
    return {key: value for key, value in kept.items() if value is not None} | (kinds[0] if kinds else {})


def _name_form(operation: Operation) -> str:
    assert operation.body
    return operation.body.__name__.removesuffix("Request") + "Form"


def _describe_form(options: type[BaseModel]) -> Schema:
    """Return the schema of a form that uploads a page with its options."""
    fields = {name: _without_null(field) for name, field in options.model_json_schema()["properties"].items()}
    return {
        "type": "object",
        "description": "A page that is uploaded as a file, with the options as fields.",
        "properties": {FILE: BINARY | {"description": "The page, in any encoding."}, **fields},
        "required": [FILE],
        "additionalProperties": False,
    }


def _header_parameter(header: Header) -> Schema:
    schema = {**TEXT, "pattern": header.pattern}
    return {"name": header.name, "in": "header", "description": header.meaning, "required": False, "schema": schema}


def _request_body(operation: Operation, reference: Schema) -> Schema:
    content: Schema = {JSON: {"schema": reference, "example": REQUESTS[operation.name]}}
    if not operation.page_options:
        return {"required": True, "content": content}
    fields = {name: value for name, value in REQUESTS[operation.name].items() if name != "html"}
    form = {FILE: REQUESTS[operation.name]["html"], **fields}
    content[FORM] = {"schema": {"$ref": REFERENCE.format(model=_name_form(operation))}, "example": form}
    content[BYTES] = {"schema": BINARY, "example": REQUESTS[operation.name]["html"]}
    return {
        "description": "The page, or its address. A page that is itself the body may also be declared as `text/html` or"
        " `application/xhtml+xml`, with a charset.",
        "required": True,
        "content": content,
    }


def _answers(operation: Operation, references: References) -> Schema:
    text = operation.text
    named = [ANSWERED_ID, *map(HEADERS.__getitem__, text.answer_headers), *([ETAG] if text.is_conditional else [])]
    answer: Schema = {"description": STATUSES[text.status], "headers": _headers(named)}
    if text.media_type:
        unnamed: Schema = {"type": "object"} if text.media_type == JSON else TEXT
        schema = references[operation.response, "serialization"] if operation.response else unnamed
        answer["content"] = {text.media_type: {"schema": schema, "example": ANSWERS[operation.name][text.media_type]}}
        for other in operation.other_media_types:
            example = {"example": shown} if (shown := ANSWERS[operation.name].get(other)) else {}
            answer["content"][other] = {"schema": TEXT if example else BINARY, **example}
    unchanged = {"description": "You have this answer already (`If-None-Match`).", "headers": _headers(named)}
    return {str(text.status): answer, **({"304": unchanged} if text.is_conditional else {})}


def _problems(operation: Operation) -> Schema:
    by_status = sorted((PROBLEM_TYPES[code].status, code) for code in operation.problems)
    answers: Schema = {}
    for status, group in groupby(by_status, key=lambda one: one[0]):
        codes = [code for _, code in group]
        named = [ANSWERED_ID, *([RETRY_AFTER] if status in WITH_RETRY else [])]
        schema = {
            "allOf": [{"$ref": REFERENCE.format(model="Problem")}],
            "properties": {"type": {"enum": [URN + code for code in codes]}, "status": {"const": status}},
        }
        answers[str(status)] = {
            "description": " ".join(f"`{code}`: {PROBLEM_TYPES[code].title}" for code in codes),
            "headers": _headers(named),
            "content": {PROBLEM_MEDIA_TYPE: {"schema": schema, "example": _give_example(codes)}},
        }
    return answers


def _give_example(codes: Sequence[str]) -> Schema:
    code = next((code for code in codes if code in PROBLEMS), codes[0])
    return make_document(code, **PROBLEMS.get(code, {}), request_id="0b5c1a52-6f1e-4a7e-9d53-2f6f2f0f8f11")


def _headers(named: Iterable[Header]) -> Schema:
    return {header.name: {"description": header.meaning, "schema": TEXT} for header in named}
