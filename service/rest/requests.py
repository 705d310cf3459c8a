"""HTTP requests read into typed ones; every wrong field is named."""

from __future__ import annotations

import json
from codecs import BOM_UTF8
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Generic, NoReturn, TypeVar

from flask import Request
from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from cutline.service.rest.bodies import read_body
from cutline.service.rest.problems import InvalidRequest, MalformedRequest, UnsupportedMediaType

JSON = "application/json"
HTML = ("text/html", "application/xhtml+xml")
NAMED_ERRORS = 20  # wrong fields that are named in one answer
BOOLEANS = {"true": True, "false": False}
LONGEST_INTEGER = 20  # digits; a longer one is wrong wherever an integer is asked for

Message = TypeVar("Message", bound=BaseModel)


@dataclass(frozen=True, slots=True)
class HtmlPage(Generic[Message]):
    """A page that is the body of a request, with what the query says of it.

    Attributes:
        html: the page.
        charset: its encoding, if the header names it.
        query: the parameters beside it.
    """

    html: bytes
    charset: str | None
    query: Message


def read_json(request: Request, message: type[Message]) -> Message:
    """Return the body as a message.

    Raises:
        UnsupportedMediaType: the body is not declared as JSON.
        RequestEntityTooLarge, UnsupportedEncoding: as `read_body`.
        MalformedRequest: it is not JSON.
        InvalidRequest: a field is unknown, missing or has a wrong value, or there are query parameters beside it.
    """
    if request.mimetype != JSON:
        _refuse_media_type(request, (JSON,))
    if request.args:
        raise InvalidRequest([{"detail": "Give it in the JSON body.", "parameter": name} for name in request.args])
    try:
        return message.model_validate_json(read_body(request).removeprefix(BOM_UTF8), strict=True)
    except ValidationError as error:
        _refuse_body(error)


def read_json_or_html(request: Request, message: type[Message], query: type[Message]) -> Message | HtmlPage[Message]:
    """Return the body as a message, or the page that it is with its options in the query.

    Raises:
        UnsupportedMediaType: the body is declared neither as JSON nor as HTML.
        MalformedRequest, InvalidRequest, RequestEntityTooLarge, UnsupportedEncoding: as in `read_json`.
    """
    if request.mimetype in HTML:
        parameters = read_query(request, query)
        return HtmlPage(read_body(request), request.mimetype_params.get("charset"), parameters)
    if request.mimetype != JSON:
        _refuse_media_type(request, (JSON, *HTML))
    return read_json(request, message)


def read_query(request: Request, message: type[Message]) -> Message:
    """Return the query as a message, as strictly as a JSON body; lists may be repeated or separated by commas.

    Raises:
        InvalidRequest: a parameter is unknown, given twice, missing or has a wrong value.
    """
    kinds = _kinds(message)
    repeated = [name for name, values in request.args.lists() if len(values) > 1 and kinds.get(name) != "array"]
    if repeated:
        raise InvalidRequest([{"detail": "It is given more than once.", "parameter": name} for name in repeated])
    given = {name: _type(values, kinds.get(name)) for name, values in request.args.lists()}
    try:
        return message.model_validate_json(json.dumps(given), strict=True)
    except ValidationError as error:
        refuse_parameters(error)


def refuse_parameters(error: ValidationError) -> NoReturn:
    """Name the parameters of a query, or the fields of a form, that a message could not be made of.

    Raises:
        InvalidRequest: always.
    """
    found = _first_errors(error)
    raise InvalidRequest([{"detail": _sentence(one), "parameter": str(one["loc"][0])} for one in found]) from error


@cache
def _kinds(message: type[BaseModel]) -> Mapping[str, str]:
    """Return for each field what it is in JSON: boolean, integer, array or string."""
    return {name: _kind(schema) for name, schema in message.model_json_schema()["properties"].items()}


def _kind(schema: Mapping[str, Any]) -> str:
    kinds = [one.get("type") for one in schema.get("anyOf", [schema])]
    return str(next((kind for kind in kinds if kind != "null"), "string"))


def _type(values: Sequence[str], kind: str | None) -> object:
    """Return a parameter as the JSON that it stands for; where it stands for none, as it is: then it is refused."""
    if kind == "array":
        return [part for value in values for part in value.split(",") if part]
    value = values[0]
    if kind == "boolean":
        return BOOLEANS.get(value, value)
    if kind == "integer" and value.isascii() and value.isdigit() and len(value) < LONGEST_INTEGER:
        return int(value)
    return value


def _refuse_media_type(request: Request, known: Sequence[str]) -> NoReturn:
    one_of = "one of " if len(known) > 1 else ""
    kind = request.mimetype or "nothing"
    raise UnsupportedMediaType(f"Send the body as {one_of}{', '.join(known)}, not as {kind:.80}.")


def _refuse_body(error: ValidationError) -> NoReturn:
    found = _first_errors(error)
    if found[0]["type"] == "json_invalid":
        raise MalformedRequest(f"The body is not JSON: {found[0]['ctx']['error']}.") from error
    raise InvalidRequest([{"detail": _sentence(one), "pointer": _pointer(one["loc"])} for one in found]) from error


def _first_errors(error: ValidationError) -> list[ErrorDetails]:
    """Return the first errors, without those of lists that are too short only since their members are wrong."""
    errors = error.errors(include_url=False, include_input=False)
    inside = {one["loc"][:length] for one in errors for length in range(len(one["loc"]))}
    return [one for one in errors if one["type"] != "too_short" or one["loc"] not in inside][:NAMED_ERRORS]


def _sentence(error: ErrorDetails) -> str:
    match error["type"]:
        case "extra_forbidden":
            return "There is no such field."
        case "missing":
            return "It is missing."
        case "too_short":
            return f"Give at least {error['ctx']['min_length']}."
        case "value_error":
            return str(error["ctx"]["error"])
        case _:
            return f"{error['msg']}."


def _pointer(location: Sequence[int | str]) -> str:
    """Return a JSON pointer as a URI fragment (RFC 6901, section 6)."""
    return "#" + "".join(f"/{str(part).replace('~', '~0').replace('/', '~1')}" for part in location)
