"""Answers errors with problem documents (RFC 9457)."""

from __future__ import annotations

import json
import logging
import math
from collections.abc import Mapping, Sequence
from http import HTTPStatus

from flask import Flask, Response, g
from werkzeug.exceptions import HTTPException

from cutline.errors import CutlineError, QueueUnavailable, TryLater, UpstreamError
from cutline.service.pages.logs import describe
from cutline.service.pages.queue import RETRY_AFTER_SECONDS
from cutline.service.rest.problem_types import PROBLEM_TYPES, make_document

MEDIA_TYPE = "application/problem+json"
INTERNAL, MALFORMED = "internal-error", "malformed-request"
MOST_SECONDS = 86_400  # of Retry-After
SOON = {"Retry-After": str(RETRY_AFTER_SECONDS)}

# The types of werkzeug's own errors; its other client errors are malformed requests.
BY_STATUS = {404: "not-found", 405: "method-not-allowed", 413: "request-too-large", 415: "unsupported-media-type"}

logger = logging.getLogger("cutline.service")


class RequestProblem(Exception):
    """A request cannot be answered.

    Args:
        code: the type of problem.
        detail: what happened in this case, in a sentence; None if the title of the type says enough.
        headers: headers of the answer.
        members: further members of the problem document.
    """

    def __init__(
        self, code: str, detail: str | None = None, headers: Mapping[str, str] | None = None, **members: object
    ) -> None:
        """Take what the answer holds."""
        super().__init__(detail)
        self.code = code
        self.detail = detail
        self.headers = headers or {}
        self.members = members


class Unauthorized(RequestProblem):
    """The request has no known token."""

    def __init__(self, *, has_token: bool) -> None:
        """Say how to send one (RFC 6750, section 3)."""
        challenge = 'Bearer realm="cutline"'
        named = f'{challenge}, error="invalid_token"' if has_token else challenge
        super().__init__("unauthorized", headers={"WWW-Authenticate": named})


class InvalidRequest(RequestProblem):
    """Fields of a request are unknown or have wrong values.

    Args:
        errors: the `detail` of each, and where it is: `pointer` (into the body), `parameter` or `header`.
    """

    def __init__(self, errors: Sequence[Mapping[str, str]]) -> None:
        """Join all errors into one sentence."""
        detail = " ".join(f"{_place(error)}: {error['detail']}" for error in errors)
        super().__init__("invalid-request", detail, errors=errors)


def add_problem_handlers(app: Flask) -> None:
    """Make the app answer every error with a problem document."""
    app.register_error_handler(CutlineError, _answer_error)
    app.register_error_handler(RequestProblem, _answer_problem)
    app.register_error_handler(HTTPException, _answer_http_error)
    app.register_error_handler(Exception, _answer_mistake)


def _answer_error(error: CutlineError) -> Response:
    if error.code not in PROBLEM_TYPES or error.code == INTERNAL:
        return _answer_mistake(error)
    members: dict[str, object] = {"upstream_status": error.status} if isinstance(error, UpstreamError) else {}
    response = _problem(error.code, _tell(error), members)
    if isinstance(error, TryLater):
        response.headers["Retry-After"] = str(min(MOST_SECONDS, math.ceil(error.retry_after)))
    return response


def _tell(error: CutlineError) -> str | None:
    """Return what to tell the client; the path of the jobs database is only for the log."""
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
    is_own = error.description != type(error).description  # our words, not those of werkzeug for the status
    response = _problem(code or MALFORMED, error.description if is_own or not code else None, {})
    for name, value in error.get_headers():
        if name.lower() != "content-type":
            response.headers[name] = value  # Allow, of a 405
    return response


def _answer_mistake(error: Exception) -> Response:
    """Answer an internal error; its message may quote the page, so neither the client nor the log gets it."""
    logger.error("a mistake of ours", extra=describe(error))
    return _problem(INTERNAL, None, {})


def _problem(code: str, detail: str | None, members: Mapping[str, object]) -> Response:
    kind = PROBLEM_TYPES[code]
    g.problem = code  # for the log
    told = {} if detail is None else {"detail": detail}
    document = make_document(code, **told, **members, request_id=g.request_id)
    body = json.dumps(document, ensure_ascii=False).encode(errors="replace")  # a page may hold half a character
    response = Response(body + b"\n", kind.status, content_type=MEDIA_TYPE)
    response.headers["Link"] = f'</docs#{code}>; rel="help"'
    return response


def _place(error: Mapping[str, str]) -> str:
    return error.get("parameter") or error.get("header") or error.get("pointer") or "the body"
