"""Errors as RFC 9457 problem documents."""

from __future__ import annotations

import json
import logging
import math
from collections.abc import Mapping, Sequence
from http import HTTPStatus

from flask import Flask, Response, g
from werkzeug.exceptions import HTTPException

from cutline.errors import CutlineError, QueueUnavailable, UpstreamError
from cutline.service.pages.logs import describe
from cutline.service.rest.problem_types import PROBLEM_TYPES, URN

MEDIA_TYPE = "application/problem+json"
INTERNAL = "internal-error"
MOST_SECONDS = 86_400  # of Retry-After

# The types of werkzeug's own errors; all others of its errors that a client can cause are malformed requests.
BY_STATUS = {404: "not-found", 405: "method-not-allowed", 413: "request-too-large", 415: "unsupported-media-type"}

logger = logging.getLogger("cutline.service")


class RequestProblem(Exception):
    """A request cannot be answered; each kind names its type of problem in `code`.

    Args:
        detail: a sentence for a person; the type's title says enough without one.
        headers: of the answer.
        members: of the problem document, beside those that every one has.
    """

    code = "malformed-request"

    def __init__(self, detail: str | None = None, headers: Mapping[str, str] | None = None, **members: object) -> None:
        """Take what the answer holds."""
        super().__init__(detail)
        self.detail = detail
        self.headers = headers or {}
        self.members = members


class MalformedRequest(RequestProblem):
    """The request cannot be read."""


class Unauthorized(RequestProblem):
    """The request has no known token."""

    code = "unauthorized"

    def __init__(self, *, has_token: bool) -> None:
        """Say how to send one (RFC 6750, section 3)."""
        challenge = 'Bearer realm="cutline"'
        super().__init__(
            headers={"WWW-Authenticate": f'{challenge}, error="invalid_token"' if has_token else challenge}
        )


class UnsupportedMediaType(RequestProblem):
    """The body is of a kind that is not read at its address."""

    code = "unsupported-media-type"


class UnsupportedEncoding(RequestProblem):
    """The body is compressed in a way that is not read."""

    code = "unsupported-encoding"

    def __init__(self) -> None:
        """Say which way is read."""
        super().__init__("Send it compressed with gzip, or as it is.", {"Accept-Encoding": "gzip"})


class TooManyRequests(RequestProblem):
    """Too many requests of one token are under way."""

    code = "too-many-requests"

    def __init__(self, limit: int, retry_after: int) -> None:
        """Take how many may be, and the seconds after which to try again."""
        super().__init__(f"No more than {limit} are answered at once.", {"Retry-After": str(retry_after)})


class NotReady(RequestProblem):
    """The service cannot answer yet."""

    code = "not-ready"


class InvalidRequest(RequestProblem):
    """Fields of a request are unknown or have wrong values.

    Args:
        errors: for each one its `detail`, and its `pointer` into the body, query `parameter` or `header`.
    """

    code = "invalid-request"

    def __init__(self, errors: Sequence[Mapping[str, str]]) -> None:
        """Make one sentence of all the errors."""
        super().__init__(" ".join(f"{_place(error)}: {error['detail']}" for error in errors), errors=errors)
        self.errors = errors


def add_problem_handlers(app: Flask) -> None:
    """Have the app answer every error with a problem document."""
    app.register_error_handler(CutlineError, _answer_error)
    app.register_error_handler(RequestProblem, _answer_problem)
    app.register_error_handler(HTTPException, _answer_http_error)
    app.register_error_handler(Exception, _answer_mistake)


def _answer_error(error: CutlineError) -> Response:
    if error.code not in PROBLEM_TYPES or error.code == INTERNAL:
        return _answer_mistake(error)
    members: dict[str, object] = {"upstream_status": error.status} if isinstance(error, UpstreamError) else {}
    response = _problem(error.code, _tell(error), members)
    retry_after = getattr(error, "retry_after", None)
    if retry_after is not None:
        response.headers["Retry-After"] = str(min(MOST_SECONDS, math.ceil(retry_after)))
    return response


def _tell(error: CutlineError) -> str | None:
    """Return what a client is told of an error; the place of the jobs database is for the log alone."""
    if not isinstance(error, QueueUnavailable):
        return str(error)
    logger.error("the queue of jobs is unavailable: %s", error)
    return None


def _answer_problem(error: RequestProblem) -> Response:
    response = _problem(error.code, error.detail, error.members)
    response.headers.update(error.headers)
    return response


def _answer_http_error(error: HTTPException) -> Response:
    status = error.code or HTTPStatus.INTERNAL_SERVER_ERROR
    if status >= HTTPStatus.INTERNAL_SERVER_ERROR:
        return _answer_mistake(error)
    code = BY_STATUS.get(status)
    is_own = error.description != type(error).description  # ours, not werkzeug's words for the status
    response = _problem(code or "malformed-request", error.description if is_own or not code else None, {})
    for name, value in error.get_headers():
        if name.lower() != "content-type":
            response.headers[name] = value  # Allow, of a 405
    return response


def _answer_mistake(error: Exception) -> Response:
    """Answer a mistake of ours; its message, which may quote the page, goes neither to the client nor to the log."""
    logger.error("a mistake of ours", extra=describe(error))
    return _problem(INTERNAL, None, {})


def _problem(code: str, detail: str | None, members: Mapping[str, object]) -> Response:
    kind = PROBLEM_TYPES[code]
    g.problem = code  # for the log
    document = {
        "type": URN + code,
        "title": kind.title,
        "status": kind.status,
        **({} if detail is None else {"detail": detail}),
        **members,
        "request_id": g.request_id,
    }
    body = (json.dumps(document, ensure_ascii=False) + "\n").encode(
        errors="replace"
    )  # a page may hold half a character
    response = Response(body, kind.status, content_type=MEDIA_TYPE)
    response.headers["Link"] = f'</docs#{code}>; rel="help"'
    return response


def _place(error: Mapping[str, str]) -> str:
    return error.get("parameter") or error.get("header") or error.get("pointer") or "the body"
