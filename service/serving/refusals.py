"""The answers that are given without the application: to what it could not read, or has no thread for."""

from __future__ import annotations

import json
import logging
from email.utils import formatdate
from http import HTTPStatus

from cutline.service.problem_types import PROBLEM_TYPES, URN
from cutline.service.request_ids import HEADER, choose_request_id

SERVER = "cutline"

logger = logging.getLogger("cutline.service")


def refuse(code: str, detail: str, *, retry_after: int | None = None, has_body: bool = True) -> bytes:
    """Return a whole HTTP answer that ends its connection, and log it.

    Args:
        code: the type of problem.
        detail: a sentence for a person.
        retry_after: seconds after which to try again.
        has_body: whether the method is another than HEAD.
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
