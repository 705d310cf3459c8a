"""HTTP requests read into typed ones; every wrong field is named."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NoReturn, TypeVar

from flask import Request
from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails
from werkzeug.exceptions import BadRequest, RequestEntityTooLarge, UnsupportedMediaType

from cutline.service.messages import ExtractRequest
from cutline.service.problems import InvalidRequest
from cutline.types import Options

JSON = "application/json"
HTML = ("text/html", "application/xhtml+xml")
NAMED_ERRORS = 20  # wrong fields that are named in one answer

Message = TypeVar("Message", bound=BaseModel)


def read_json(request: Request, message: type[Message]) -> Message:
    """Return the body as a message.

    Raises:
        UnsupportedMediaType: the body is not declared as JSON.
        RequestEntityTooLarge: it is larger than the application allows.
        BadRequest: it is not JSON.
        InvalidRequest: a field is unknown, missing or has a wrong value, or there are query parameters beside it.
    """
    if request.mimetype != JSON:
        raise UnsupportedMediaType(f"Send the body as {JSON}, not as {request.mimetype or 'nothing'}.")
    if request.args:
        raise InvalidRequest([{"detail": "Give it in the JSON body.", "parameter": name} for name in request.args])
    try:
        return message.model_validate_json(_read_body(request), strict=True)
    except ValidationError as error:
        _refuse_body(error)


def read_extract_request(request: Request) -> tuple[str | bytes | None, Options]:
    """Return the page, None if it is to be fetched, and the options of a `POST /v1/extract`.

    Raises:
        UnsupportedMediaType: the body is declared neither as JSON nor as HTML.
        BadRequest, InvalidRequest, RequestEntityTooLarge: as in `read_json`.
    """
    if request.mimetype in HTML:
        options = read_query(request)
        return _read_body(request), options
    if request.mimetype != JSON:
        known = ", ".join((JSON, *HTML))
        raise UnsupportedMediaType(f"Send the body as one of {known}, not as {request.mimetype or 'nothing'}.")
    message = read_json(request, ExtractRequest)
    return message.html, Options.model_validate(message.model_dump(exclude={"html"}))


def read_query(request: Request) -> Options:
    """Return the options in the query; `include` may be repeated or hold several, separated by commas.

    Raises:
        InvalidRequest: a parameter is unknown, given twice or has a wrong value.
    """
    given: dict[str, object] = {}
    for name, values in request.args.lists():
        if name == "include":
            given[name] = [part for value in values for part in value.split(",") if part]
        else:
            given[name] = values[0] if len(values) == 1 else values
    try:
        return Options.model_validate(given)
    except ValidationError as error:
        found = _first_errors(error)
        raise InvalidRequest([{"detail": _sentence(one), "parameter": str(one["loc"][0])} for one in found]) from error


def _refuse_body(error: ValidationError) -> NoReturn:
    found = _first_errors(error)
    if found[0]["type"] == "json_invalid":
        raise BadRequest(f"The body is not JSON: {found[0]['ctx']['error']}.") from error
    raise InvalidRequest([{"detail": _sentence(one), "pointer": _pointer(one["loc"])} for one in found]) from error


def _first_errors(error: ValidationError) -> list[ErrorDetails]:
    return error.errors(include_url=False, include_input=False)[:NAMED_ERRORS]


def _read_body(request: Request) -> bytes:
    body = request.get_data(cache=False)
    # werkzeug cuts a body that comes in chunks off at the limit, and says nothing.
    if request.content_length is None and len(body) >= (request.max_content_length or math.inf):
        raise RequestEntityTooLarge
    return body


def _sentence(error: ErrorDetails) -> str:
    match error["type"]:
        case "extra_forbidden":
            return "There is no such field."
        case "value_error":
            return str(error["ctx"]["error"])
        case _:
            return f"{error['msg']}."


def _pointer(location: Sequence[int | str]) -> str:
    """Return a JSON pointer as a URI fragment (RFC 6901, section 6)."""
    return "#" + "".join(f"/{str(part).replace('~', '~0').replace('/', '~1')}" for part in location)
