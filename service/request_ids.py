"""The id by which a request is found again in the log."""

from __future__ import annotations

import re
import uuid

HEADER = "X-Request-ID"
WELL_FORMED = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,127}")  # nothing that could break a line or a quote


def choose_request_id(given: str | None) -> str:
    """Return the id that the client gave if it is well-formed, or a new one."""
    return given if given is not None and WELL_FORMED.fullmatch(given) else str(uuid.uuid4())
