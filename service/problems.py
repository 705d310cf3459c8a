"""Errors as RFC 9457 problem documents."""

from __future__ import annotations

import json
import logging
import traceback
from http import HTTPStatus

from flask import Flask, Response, g
from werkzeug.exceptions import HTTPException, UnprocessableEntity

from cutline.errors import CutlineError, UpstreamError

MEDIA_TYPE = "application/problem+json"
TYPE = "urn:problem-type:cutline:"

# Status and title of each error by its code; one that is not here is a mistake of ours, a 500.
PROBLEMS = {
    "invalid-request": (422, "The request has a field that is unknown or has a wrong value."),
    "bad-option": (422, "An option is unknown or has a wrong value."),
    "bad-page": (422, "The page cannot be used."),
    "empty-page": (422, "The page is empty."),
    "not-html": (422, "The page is not HTML."),
    "page-too-large": (413, "The page is too large."),
    "url-blocked": (403, "The address is not a public http(s) address."),
    "fetch-failed": (502, "The page could not be fetched."),
    "unreachable-host": (502, "The host could not be reached."),
    "upstream-error": (502, "The host answered with an error."),
    "too-many-redirects": (502, "The host redirects too often."),
    "response-too-large": (502, "The host's answer is too large."),
    "fetch-timeout": (504, "The host did not answer in time."),
    "render-failed": (502, "The page could not be rendered."),
    "render-too-large": (413, "The page is too large to be rendered."),
    "render-timeout": (504, "The page was not rendered in time."),
    "browser-died": (502, "The browser that rendered the page ended."),
    "browser-missing": (501, "This service has no browser."),
    "wrapper-missing": (501, "This service has no wrapper."),
}

logger = logging.getLogger("cutline.service")


class InvalidRequest(UnprocessableEntity):
    """Fields of a request are unknown or have wrong values.

    Args:
        errors: for each one its `detail`, and its `pointer` (a JSON pointer into the body) or its query `parameter`.
    """

    def __init__(self, errors: list[dict[str, str]]) -> None:
        """Make one sentence of all the errors."""
        super().__init__(" ".join(f"{_place(error)}: {error['detail']}" for error in errors))
        self.errors = errors


def add_problem_handlers(app: Flask) -> None:
    """Have the app answer every error with a problem document."""
    app.register_error_handler(CutlineError, _answer_error)
    app.register_error_handler(HTTPException, _answer_http_error)
    app.register_error_handler(Exception, _answer_mistake)


def _answer_error(error: CutlineError) -> Response:
    if error.code not in PROBLEMS:
        return _answer_mistake(error)
    status, title = PROBLEMS[error.code]
    upstream = {"upstream_status": error.status} if isinstance(error, UpstreamError) else {}
    return _problem(status, TYPE + error.code, title, detail=str(error), **upstream)


def _answer_http_error(error: HTTPException) -> Response:
    status = error.code or 500
    if isinstance(error, InvalidRequest):
        _, title = PROBLEMS["invalid-request"]
        return _problem(status, f"{TYPE}invalid-request", title, detail=error.description, errors=error.errors)
    response = _problem(status, "about:blank", HTTPStatus(status).phrase, detail=error.description)
    for name, value in error.get_headers():
        if name.lower() != "content-type":
            response.headers[name] = value  # Allow, of a 405
    return response


def _answer_mistake(error: Exception) -> Response:
    """Answer a mistake of ours; its message, which may quote the page, goes neither to the client nor to the log."""
    frames = "".join(traceback.format_tb(error.__traceback__))
    logger.error("request %s failed with %s\n%s", g.request_id, type(error).__name__, frames)
    return _problem(500, "about:blank", HTTPStatus(500).phrase)


def _problem(status: int, kind: str, title: str, **members: object) -> Response:
    document = {"type": kind, "title": title, "status": status, **members, "instance": f"urn:uuid:{g.request_id}"}
    return Response(json.dumps(document, ensure_ascii=False) + "\n", status, content_type=MEDIA_TYPE)


def _place(error: dict[str, str]) -> str:
    return error.get("parameter") or error.get("pointer") or "the body"
