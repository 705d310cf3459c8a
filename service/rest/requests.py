"""Reads HTTP requests into typed messages, within limits of size and memory, and names every wrong field."""

from __future__ import annotations

import json
import zlib
from codecs import BOM_UTF8
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from io import SEEK_CUR, BytesIO
from threading import Lock
from typing import Any, Generic, NoReturn, TypeVar

from flask import Request, g
from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails
from werkzeug.datastructures import MIMEAccept, MultiDict
from werkzeug.exceptions import RequestEntityTooLarge
from werkzeug.formparser import MultiPartParser

from cutline.page_given import PageGiven
from cutline.service.pages.queue import make_overloaded
from cutline.service.rest.messages import ComparePageOptions, HasPage, PageOptions
from cutline.service.rest.problems import MALFORMED, InvalidRequest, RequestProblem


class BodyMemory:
    """How many bytes the unpacked bodies of all requests may have together; safe to share between threads."""

    def __init__(self, limit: int) -> None:
        """Take the limit."""
        self._limit = limit
        self._lock = Lock()
        self._held = 0

    def hold(self, size: int) -> None:
        """Hold so many bytes more, for the current request.

        Raises:
            Overloaded: together they would be too many.
        """
        with self._lock:
            if self._held + size > self._limit:
                raise make_overloaded("Too many bytes of requests are under way")
            self._held += size
        g.held_bytes = g.get("held_bytes", 0) + size

    def release(self, _error: BaseException | None = None) -> None:
        """Hold none any more for the current request, which has ended."""
        with self._lock:
            self._held -= g.pop("held_bytes", 0)


GZIP = ("gzip", "x-gzip")
GZIP_WINDOW = zlib.MAX_WBITS | 16
GZIP_PART = 65_536  # bytes read at once; zlib copies what it does not need of them
STEP = 1_000_000  # bytes unpacked at once, before memory is asked for
MOST_GZIP_FILES = 100  # one behind the other in a body; compressors write one


def read_body(request: Request) -> bytes:
    """Return the body.

    Raises:
        RequestEntityTooLarge: it is larger than the application allows, as it came or decompressed.
        Overloaded: there is no memory for it while other requests are being answered.
        RequestProblem: it is compressed otherwise than with gzip, or its compression is damaged.
    """
    coding = request.headers.get("Content-Encoding", "").strip().lower()
    if coding not in ("", "identity", *GZIP):
        detail = "Compress it with gzip, or send it uncompressed."
        raise RequestProblem("unsupported-encoding", detail, {"Accept-Encoding": "gzip"})
    body, limit = request.get_data(cache=False), request.max_content_length or 0
    # werkzeug cuts a body that comes in chunks off at the limit, and says nothing.
    if request.content_length is None and len(body) >= limit:
        raise RequestEntityTooLarge
    return _decompress(body, limit, g.body_memory) if coding in GZIP else body


def _decompress(body: bytes, limit: int, memory: BodyMemory) -> bytes:
    """Return what gzip made of one or several files; no more than the limit is ever unpacked.

    `GzipFile` would read the name of a file, and zeros behind it, byte by byte.
    """
    unpacked, packed = bytearray(), BytesIO(body)
    for _ in range(MOST_GZIP_FILES):
        if packed.tell() == len(body):
            return bytes(unpacked)
        inflater = zlib.decompressobj(GZIP_WINDOW)
        while not inflater.eof:
            part = inflater.unconsumed_tail or packed.read(GZIP_PART)
            if not part:
                raise RequestProblem(MALFORMED, "The compressed body breaks off.")
            try:
                step = inflater.decompress(part, min(STEP, limit + 1 - len(unpacked)))
            except zlib.error as error:
                detail = "The body says that it is compressed with gzip, and is not."
                raise RequestProblem(MALFORMED, detail) from error
            unpacked += step
            if len(unpacked) > limit:
                detail = f"Unpacked, the body has more than {limit:,} bytes (service.max_request_bytes)."
                raise RequestEntityTooLarge(detail)
            memory.hold(len(step))
        packed.seek(-len(inflater.unused_data), SEEK_CUR)
    raise RequestProblem(MALFORMED, f"The body consists of {MOST_GZIP_FILES} gzip files or more.")


JSON = "application/json"
BYTES = "application/octet-stream"
HTML = ("text/html", "application/xhtml+xml", BYTES)
FORM = "multipart/form-data"
FILE = "file"  # the field of a form that holds the page
MAX_PARTS = 100  # parts of a form; there are fewer than ten options
NAMED_ERRORS = 20  # wrong fields that are named in one answer
MOST_ERRORS = 1_000  # of one body; describing each of millions would take minutes and gigabytes
BOOLEANS = {"true": True, "false": False}
LONGEST_INTEGER = 20  # digits; a longer one is wrong wherever an integer is asked for

Message = TypeVar("Message", bound=BaseModel)
HasAddress = PageOptions | ComparePageOptions


@dataclass(frozen=True, slots=True)
class PageSent(Generic[Message]):
    """A page that was uploaded, is the body of a request or stands in it, or is to be fetched; and its options."""

    page: PageGiven
    options: Message


def read_json(request: Request, message: type[Message]) -> Message:
    """Return the body as a message.

    Raises:
        RequestEntityTooLarge, Overloaded: as for `read_body`.
        RequestProblem: as for `read_body`, or it is not JSON, or not declared as JSON.
        InvalidRequest: a field is unknown, missing or has a wrong value, or the request has query parameters too.
    """
    if request.mimetype != JSON:
        _refuse_media_type(request, (JSON,))
    _refuse_query(request, "Send it in the JSON body.")
    try:
        return message.model_validate_json(read_body(request).removeprefix(BOM_UTF8), strict=True)
    except ValidationError as error:
        _refuse_body(error)


def read_page(request: Request, message: type[HasPage], options: type[HasAddress]) -> PageSent[Any]:
    """Return the page of a request, or its address, with the options.

    Args:
        request: has a JSON body, a page as its body and options in the query, or a form with the page as its file.
        message: the type of a JSON body.
        options: the type of the options of a page; they have its `url`.

    Raises:
        RequestProblem: the body is declared as none of these.
        RequestEntityTooLarge, Overloaded, RequestProblem: as for `read_json`.
    """
    if request.mimetype == FORM:
        return _read_form(request, options)
    if request.mimetype in HTML:
        chosen = read_query(request, options)
        return _join_page(read_body(request), request.mimetype_params, chosen)
    if request.mimetype != JSON:
        _refuse_media_type(request, (JSON, FORM, *HTML))
    given = read_json(request, message)
    return PageSent(PageGiven(given.html, given.url), given)


def _join_page(html: bytes, parameters: Mapping[str, str], options: HasAddress) -> PageSent[Any]:
    return PageSent(PageGiven(html, options.url, parameters.get("charset")), options)


def _read_form(request: Request, options: type[HasAddress]) -> PageSent[Any]:
    """Return the uploaded page; all of it stays in memory, within the limit of any body."""
    _refuse_query(request, "Send it as a field of the form.")
    boundary = request.mimetype_params.get("boundary", "").encode("ascii", "replace")
    body = read_body(request)
    parser = MultiPartParser(lambda *_, **__: BytesIO(), max_form_parts=MAX_PARTS)
    try:
        fields, files = parser.parse(BytesIO(body), boundary, len(body))
    except ValueError as error:
        raise RequestProblem(MALFORMED, f"The body is not a form ({FORM}): {error}.") from error
    pages = files.poplist(FILE)
    if FILE in fields:
        raise InvalidRequest([{"detail": "Send it as a file, with a file name.", "parameter": FILE}])
    if files:
        raise InvalidRequest([{"detail": "There is no such field for a file.", "parameter": name} for name in files])
    if len(pages) != 1:
        raise InvalidRequest([{"detail": f"Send one file, not {len(pages)}.", "parameter": FILE}])
    return _join_page(pages[0].read(), pages[0].mimetype_params, _read_fields(fields, options))


def read_query(request: Request, message: type[Message]) -> Message:
    """Return the query as a message, as strictly as a JSON body; lists may be repeated or separated by commas.

    Raises:
        InvalidRequest: a parameter is unknown, given twice, missing or has a wrong value.
    """
    return _read_fields(request.args, message)


def _read_fields(fields: MultiDict[str, str], message: type[Message]) -> Message:
    kinds = _kinds(message)
    repeated = [name for name, values in fields.lists() if len(values) > 1 and kinds.get(name) != "array"]
    if repeated:
        raise InvalidRequest([{"detail": "It is given more than once.", "parameter": name} for name in repeated])
    given = {name: _type(values, kinds.get(name)) for name, values in fields.lists()}
    try:
        return message.model_validate_json(json.dumps(given), strict=True)
    except ValidationError as error:
        refuse_parameters(error)


Name = TypeVar("Name", bound=str)


def choose_format(request: Request, named: Name | None, media_types: Mapping[Name, str]) -> Name:
    """Return the name of the format to answer in: the one that is named, or the one that `Accept` ranks highest.

    Args:
        request: has the header `Accept`; without it, the first format is chosen.
        named: the parameter `format`.
        media_types: the media type of each format that can be returned, the preferred one first.

    Raises:
        RequestProblem: the request accepts none of them.
    """
    if named is not None:
        return named
    if not request.accept_mimetypes:
        return next(iter(media_types))
    accepted = MIMEAccept([(wanted.partition(";")[0], quality) for wanted, quality in request.accept_mimetypes])
    best = max(media_types, key=lambda name: accepted.quality(media_types[name]))
    if not accepted.quality(media_types[best]):
        known = ", ".join(dict.fromkeys(media_types.values()))
        raise RequestProblem("not-acceptable", f"Send `Accept` with one of {known}, or the parameter `format`.")
    return best


def refuse_parameters(error: ValidationError) -> NoReturn:
    """Reject a request, and name the query parameters or form fields that are wrong.

    Raises:
        InvalidRequest: always.
    """
    found = _first_errors(error)
    raise InvalidRequest([{"detail": _sentence(one), "parameter": str(one["loc"][0])} for one in found]) from error


@cache
def _kinds(message: type[BaseModel]) -> Mapping[str, str]:
    """Return the JSON type of each field: boolean, integer, array or string."""
    return {name: _kind(schema) for name, schema in message.model_json_schema()["properties"].items()}


def _kind(schema: Mapping[str, Any]) -> str:
    kinds = [one.get("type") for one in schema.get("anyOf", [schema])]
    return str(next((kind for kind in kinds if kind != "null"), "string"))


def _type(values: Sequence[str], kind: str | None) -> object:
    """Return the JSON value that a parameter stands for; if there is none, the text itself, which is then rejected."""
    if kind == "array":
        return [part for value in values for part in value.split(",") if part]
    value = values[0]
    if kind == "boolean":
        return BOOLEANS.get(value.lower(), value)  # Python programs write True
    if kind == "integer" and value.isascii() and value.isdigit() and len(value) < LONGEST_INTEGER:
        return int(value)
    return value


def _refuse_query(request: Request, detail: str) -> None:
    if request.args:
        raise InvalidRequest([{"detail": detail, "parameter": name} for name in request.args])


def _refuse_media_type(request: Request, known: Sequence[str]) -> NoReturn:
    one_of = "one of " if len(known) > 1 else ""
    kind = f"not as {request.mimetype:.80}" if request.mimetype else "and name its type in Content-Type"
    detail = f"Send the body as {one_of}{', '.join(known)}, {kind}."
    raise RequestProblem("unsupported-media-type", detail)


def _refuse_body(error: ValidationError) -> NoReturn:
    found = _first_errors(error)
    if found[0]["type"] == "json_invalid":
        raise RequestProblem(MALFORMED, f"The body is not JSON: {found[0]['ctx']['error']}.") from error
    raise InvalidRequest([{"detail": _sentence(one), "pointer": _pointer(one["loc"])} for one in found]) from error


def _first_errors(error: ValidationError) -> list[ErrorDetails]:
    """Return the first errors, except lists that are too short only because their members are wrong.

    Raises:
        InvalidRequest: there are more than can be described.
    """
    if error.error_count() > MOST_ERRORS:
        detail = f"More than {MOST_ERRORS:,} fields are wrong or unknown."
        raise InvalidRequest([{"detail": detail, "pointer": "#"}]) from error
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
