"""What can be asked of the service, in words that both the application and the OpenAPI document understand."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from flask import Request, Response
from pydantic import BaseModel

from cutline.service.messages import NoParameters
from cutline.service.requests import JSON, read_json, read_json_or_html, read_query

Verb = Literal["GET", "POST", "DELETE"]

# Types of problems that several operations may answer with.
ANY = ("malformed-request", "invalid-request", "internal-error", "request-timeout", "request-head-too-large")
KNOWN_CALLER = ("unauthorized", "too-many-requests")
BODY = ("request-too-large", "unsupported-media-type", "unsupported-encoding")


@dataclass(frozen=True, slots=True)
class Header:
    """A header of a request or an answer.

    Attributes:
        name: as it is written.
        meaning: what it says.
        pattern: of its value, where it is one of a request; empty: any.
    """

    name: str
    meaning: str
    pattern: str = ""


@dataclass(frozen=True, slots=True)
class Operation:
    """One verb at one address.

    Attributes:
        verb, path: where; parts of the path in braces are the caller's.
        name: one word for programs, unique.
        summary: what is answered, in a sentence.
        answer: takes the message that was read and the caller's parts of the path, and returns the response.
        parameters: what the query may hold.
        body: the message in a JSON body; None where there is no body.
        html_parameters: what the query may hold beside a body that is a page; None where none may be.
        headers: what a request may hold beside that.
        status: of the answer.
        response: what the answer holds, as JSON or as lines of JSON; None if it is anything else.
        media_type: of the answer; empty if it has no body.
        answer_headers: of the answer.
        problems: the types of problem that there may be instead.
        is_open: whether no token is needed.
        is_conditional: whether the answer has an ETag, and `If-None-Match` is heeded.
        needs_room: whether an extraction process is needed, so that nothing is read while there are none to be had.
        path_patterns: of each of the caller's parts of the path.
    """

    verb: Verb
    path: str
    name: str
    summary: str
    answer: Callable[..., Response]
    problems: tuple[str, ...] = ()
    parameters: type[BaseModel] = NoParameters
    body: type[BaseModel] | None = None
    html_parameters: type[BaseModel] | None = None
    headers: tuple[Header, ...] = ()
    status: int = 200
    response: type[BaseModel] | None = None
    media_type: str = JSON
    answer_headers: tuple[Header, ...] = ()
    is_open: bool = False
    is_conditional: bool = False
    needs_room: bool = False
    path_patterns: Mapping[str, str] = field(default_factory=dict)

    def read(self, request: Request) -> Any:
        """Return the message that a request holds: of the type `body` or `parameters`, or an `HtmlPage`.

        Raises:
            RequestProblem: see `cutline.service.requests`.
        """
        if self.body is None:
            return read_query(request, self.parameters)
        if self.html_parameters is None:
            return read_json(request, self.body)
        return read_json_or_html(request, self.body, self.html_parameters)

    @property
    def all_problems(self) -> tuple[str, ...]:
        """Every type of problem that there may be instead of the answer."""
        caller = () if self.is_open else KNOWN_CALLER
        body = BODY if self.body else ()
        return (*ANY, *caller, *body, *self.problems)
