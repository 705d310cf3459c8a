"""The problem types of the REST endpoint, and the request id that every problem has.

`problem_types.toml` lists the types; docs/problems.md and `/docs` list the same.
"""

from __future__ import annotations

import re
import tomllib
import uuid
from dataclasses import dataclass
from pathlib import Path

HEADER = "X-Request-ID"
WELL_FORMED = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,127}")  # nothing that could break a line or a quote
URN = "urn:problem-type:cutline:"  # before the name of a type


def choose_request_id(given: str | None) -> str:
    """Return the id that the client sent if it is well-formed, else a new one."""
    return given if given is not None and WELL_FORMED.fullmatch(given) else str(uuid.uuid4())


@dataclass(frozen=True, slots=True)
class ProblemType:
    """One type of problem.

    Attributes:
        status: the HTTP status.
        title: what happened, in a sentence that is always the same.
        advice: what the caller can do (Markdown).
    """

    status: int
    title: str
    advice: str


_TABLE = Path(__file__).with_name("problem_types.toml").read_text(encoding="utf-8")
PROBLEM_TYPES = {name: ProblemType(**fields) for name, fields in tomllib.loads(_TABLE).items()}


def make_document(code: str, **members: object) -> dict[str, object]:
    """Return the problem document of a type, with further members."""
    kind = PROBLEM_TYPES[code]
    return {"type": URN + code, "title": kind.title, "status": kind.status, **members}
