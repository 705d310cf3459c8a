"""HTTP answers sent without the application: for unreadable requests, and when no thread is free."""

from __future__ import annotations

import json
import logging
from email.utils import formatdate
from http import HTTPStatus
from typing import Any

from cutline.service.rest.problem_types import HEADER, PROBLEM_TYPES, URN, choose_request_id

CHUNKS = "The headers say that the body is chunked, but it is not."
# gunicorn's errors by name; their own messages quote the request.
SENTENCES = {
    "InvalidRequestLine": "The first line is not an HTTP request line.",
    "InvalidRequestMethod": "The first line does not begin with an HTTP method.",
    "InvalidHTTPVersion": "This HTTP version is not supported; use HTTP/1.1.",
    "InvalidHeader": "A header is malformed, or two of them disagree about the length of the body.",
    "InvalidHeaderName": "A header has a name that HTTP does not allow.",
    "ObsoleteFolding": "A header continues on a second line, which HTTP no longer allows.",
    "UnsupportedTransferCoding": "The body has a transfer coding other than chunked.",
    "ExpectationFailed": "The request expects something other than 100-continue.",
    "InvalidChunkSize": CHUNKS,
    "InvalidChunkExtension": CHUNKS,
    "ChunkMissingTerminator": CHUNKS,
}
OURS = {"InvalidResponseHeader", "InvalidResponseHeaderName", "ConfigurationProblem"}
SERVER = "cutline"
logger = logging.getLogger("cutline.service")


class WrongHost(Exception):
    """The request has no or more than one Host header (RFC 9112, section 3.2)."""


def check_host(request: Any) -> None:
    """Check that a parsed request has one Host header; HTTP/1.0 may have none.

    Raises:
        WrongHost: it has none, or several.
    """
    named = sum(name == "HOST" for name, _ in request.headers)
    if named > 1 or (named == 0 and request.version >= (1, 1)):
        raise WrongHost


def explain(error: BaseException) -> tuple[str, str]:
    """Return the problem type and a sentence for an exception raised while a request was read or answered."""
    name = type(error).__name__
    if isinstance(error, WrongHost):
        return "malformed-request", "An HTTP/1.1 request must have exactly one Host header."
    if name == "LimitRequestLine":
        return "request-head-too-large", "The request line is too long (setting service.max_request_line)."
    if name == "LimitRequestHeaders":
        return "request-head-too-large", "There are too many headers, or one is too long."
    if type(error).__module__ == "gunicorn.http.errors" and name not in OURS:
        return "malformed-request", SENTENCES.get(name, "This is not an HTTP request.")
    return "internal-error", "The service log has details."


def refuse(code: str, detail: str, *, retry_after: int | None = None, has_body: bool = True) -> bytes:
    """Return a complete HTTP answer that closes its connection, and log it.

    Args:
        code: the problem type.
        detail: a sentence for a person.
        retry_after: seconds after which to try again.
        has_body: False for the method HEAD.
    """
    kind = PROBLEM_TYPES[code]
    request_id = choose_request_id(None)
    document = {
        "type": URN + code,
        "title": kind.title,
        "status": kind.status,
        "detail": detail,
        "request_id": request_id,
    }
    body = (json.dumps(document) + "\n").encode()
    headers = {
        "Server": SERVER,
        "Date": formatdate(usegmt=True),
        "Connection": "close",
        "Content-Type": "application/problem+json",
        "Content-Length": len(body),
        HEADER: request_id,
    } | ({} if retry_after is None else {"Retry-After": retry_after})
    logger.info("refused", extra={"request_id": request_id, "status": kind.status, "problem": code})
    lines = [f"HTTP/1.1 {kind.status} {HTTPStatus(kind.status).phrase}", *(f"{key}: {headers[key]}" for key in headers)]
    return "\r\n".join([*lines, "", ""]).encode("latin-1") + (body if has_body else b"")
