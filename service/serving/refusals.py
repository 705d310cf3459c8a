"""HTTP answers sent without the application, to requests that are malformed, not allowed, or too many."""

from __future__ import annotations

import json
import logging
from email.utils import formatdate
from http import HTTPStatus

from cutline.service.rest.problem_types import HEADER, PROBLEM_TYPES, URN, choose_request_id
from cutline.service.serving.arriving import Refusal

SERVER = "cutline"
logger = logging.getLogger("cutline.service")


def refuse(refusal: Refusal, *, has_body: bool = True) -> bytes:
    """Return a complete HTTP answer that closes its connection, and log it.

    Args:
        refusal: the problem.
        has_body: False for the method HEAD.
    """
    kind = PROBLEM_TYPES[refusal.code]
    request_id = choose_request_id(None)
    document = {"type": URN + refusal.code, "title": kind.title, "status": kind.status}
    if refusal.detail:
        document["detail"] = refusal.detail
    body = (json.dumps(document | {"request_id": request_id}) + "\n").encode()
    headers = {
        "Server": SERVER,
        "Date": formatdate(usegmt=True),
        "Connection": "close",
        "Content-Type": "application/problem+json",
        "Content-Length": len(body),
        HEADER: request_id,
        **refusal.headers,
    }
    logger.info("refused", extra={"request_id": request_id, "status": kind.status, "problem": refusal.code})
    lines = [f"HTTP/1.1 {kind.status} {HTTPStatus(kind.status).phrase}", *(f"{key}: {headers[key]}" for key in headers)]
    return "\r\n".join([*lines, "", ""]).encode("latin-1") + (body if has_body else b"")
