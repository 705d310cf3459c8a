"""What can be asked of the service, in words that both the application and the OpenAPI document understand.

`Parts` are what the answers are made with.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from time import perf_counter
from typing import TYPE_CHECKING, Any, Literal

from flask import Request, Response
from pydantic import BaseModel

from cutline.config import Settings
from cutline.errors import CutlineError
from cutline.page_given import PageGiven
from cutline.service.fetch import HttpPageFetcher
from cutline.service.pages.extraction_pool import ExtractionPool
from cutline.service.pages.work import Work, WorkDone
from cutline.service.rest.messages import NoParameters
from cutline.service.rest.metrics import Metrics
from cutline.service.rest.requests import JSON, read_json, read_json_or_html, read_query

if TYPE_CHECKING:
    from cutline.service.jobs import JobStore

Verb = Literal["GET", "POST", "DELETE"]

# Types of problems that several operations may answer with.
ANY = (
    *("malformed-request", "invalid-request", "internal-error"),
    *("request-timeout", "request-head-too-large", "misdirected-request"),
)
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
            RequestProblem: see `cutline.service.rest.requests`.
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


# Types of problems of operations that work on a page or a text.
WORK = ("bad-option", "overloaded", "worker-died", "page-timeout")
PAGE = (
    "url-blocked",
    "robots-disallowed",
    "page-too-large",
    "render-too-large",
    "bad-page",
    "empty-page",
    "not-html",
    "browser-missing",
    "wrapper-missing",
    "fetch-failed",
    "unreachable-host",
    "upstream-error",
    "too-many-redirects",
    "response-too-large",
    "render-failed",
    "browser-died",
    "fetch-timeout",
    "render-timeout",
    *WORK,
)


@dataclass(frozen=True, slots=True)
class Parts:
    """What the answers are made with; `jobs` is None where no jobs are taken."""

    settings: Settings
    extraction: ExtractionPool
    fetcher: HttpPageFetcher
    metrics: Metrics
    jobs: JobStore | None = None

    def bring_page(self, html: str | bytes | None, url: str | None, charset: str | None = None) -> PageGiven:
        """Return the page that was given, or fetch it.

        Raises:
            FetchError: see `HttpPageFetcher`.
        """
        if html is not None or url is None:
            return PageGiven(html or "", url, charset)
        began = perf_counter()
        try:
            page = self.fetcher.fetch(url)
        except CutlineError as error:
            self.metrics.count_fetch(perf_counter() - began, error)
            raise
        self.metrics.count_fetch(perf_counter() - began)
        return page

    def work(self, work: Work) -> WorkDone:
        """Have a piece of work done, and count what came of it.

        Raises:
            CutlineError: see `ExtractionPool.run`.
        """
        done = self.extraction.run(work)
        self.metrics.count_work(done)
        return done


def answer_json(body: str | bytes, status: int = 200) -> Response:
    """Return a response that holds JSON."""
    return Response(body, status, content_type=JSON)


def answer_unchanging(body: str | bytes, content_type: str = JSON) -> Response:
    """Return a response with an ETag, which may be kept if it is asked for again before each use."""
    response = Response(body, content_type=content_type)
    response.add_etag()
    response.headers["Cache-Control"] = "private, no-cache"
    return response
