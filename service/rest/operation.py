"""The operations of the service, for both the application and the OpenAPI document; `operations.toml` describes them.

`Parts` are what an operation needs to answer. Below them are the ways to answer, and the content security policies of
the pages that are answers: their own style and script only.
"""

from __future__ import annotations

import base64
import hashlib
import re
import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any, Literal

from flask import Request, Response
from pydantic import BaseModel

from cutline.config import Settings
from cutline.errors import CutlineError
from cutline.page_given import PageGiven
from cutline.service.fetch import HttpPageFetcher
from cutline.service.pages.extraction_processes import ExtractionPool, Work, WorkDone
from cutline.service.rest.callers import Callers, Tokens
from cutline.service.rest.messages import HasPage, NoParameters
from cutline.service.rest.metrics import Metrics
from cutline.service.rest.requests import JSON, HasAddress, read_json, read_page, read_query

if TYPE_CHECKING:
    from cutline.service.jobs import JobStore

Verb = Literal["GET", "POST", "DELETE"]
Tag = Literal["Pages", "Texts", "Jobs", "Service"]

TEXTS = tomllib.loads(Path(__file__).with_name("operations.toml").read_text(encoding="utf-8"))


@dataclass(frozen=True, slots=True)
class Header:
    """A header of a request or an answer.

    Attributes:
        name: its name.
        meaning: what it says, in a sentence (Markdown).
        pattern: the values that a request may send; empty: any.
    """

    name: str
    meaning: str
    pattern: str = ""


HEADERS = {name: Header(name, **fields) for name, fields in TEXTS["headers"].items()}


@dataclass(frozen=True, slots=True)
class OperationText:
    """Where an operation is, and what is said of it.

    Attributes:
        verb, path: where it is; the caller fills in the parts of the path in braces.
        tag: the group that it is listed in.
        summary: what it does, in a few words.
        description: what it does and how to ask for it, in a few sentences (Markdown).
        problems: the types of problems, or the names of several, that it can answer with besides the usual ones.
        headers: the headers that a request may send.
        status: the status of the answer.
        media_type: the media type of the answer; empty if it has no body.
        answer_headers: the headers of the answer.
        is_open: whether it needs no token.
        is_conditional: whether the answer has an ETag, and `If-None-Match` works.
        needs_room: whether it needs an extraction process, so that nothing is read while all are taken.
        path_patterns: the pattern of each part of the path that the caller fills in.
    """

    verb: Verb
    path: str
    tag: Tag
    summary: str
    description: str
    problems: Sequence[str] = ()
    headers: Sequence[str] = ()
    status: int = 200
    media_type: str = JSON
    answer_headers: Sequence[str] = ()
    is_open: bool = False
    is_conditional: bool = False
    needs_room: bool = False
    path_patterns: Mapping[str, str] = field(default_factory=dict)


OPERATIONS = {name: OperationText(**fields) for name, fields in TEXTS["operations"].items()}


@dataclass(frozen=True, slots=True)
class Operation:
    """One verb at one address.

    Attributes:
        name: its unique name, for programs and in `operations.toml`.
        answer: takes the message that was read and the caller's parts of the path, and returns the response.
        parameters: the query parameters.
        body: the message in a JSON body; None if it takes no body.
        page_options: the options of a page that is uploaded, or is itself the body; None if it takes no pages.
        response: the JSON in the answer; None if it is anything else.
        other_media_types: those that a request can ask for instead.
    """

    name: str
    answer: Callable[..., Response]
    parameters: type[BaseModel] = NoParameters
    body: type[BaseModel] | None = None
    page_options: type[HasAddress] | None = None
    response: type[BaseModel] | None = None
    other_media_types: tuple[str, ...] = ()

    @property
    def text(self) -> OperationText:
        """What `operations.toml` says of it."""
        return OPERATIONS[self.name]

    def read(self, request: Request) -> Any:
        """Return the message of a request, of the type `body` or `parameters`; or a `PageSent`.

        Raises:
            RequestProblem: see `cutline.service.rest.requests`.
        """
        if self.body is None:
            return read_query(request, self.parameters)
        if self.page_options is None or not issubclass(self.body, HasPage):
            return read_json(request, self.body)
        return read_page(request, self.body, self.page_options)

    @property
    def problems(self) -> list[str]:
        """Every problem type that it can answer with."""
        caller = () if self.text.is_open else ("caller",)
        body = ("body",) if self.body else ()
        negotiation = ("not-acceptable",) if self.other_media_types else ()
        named = ("any", *caller, *body, *negotiation, *self.text.problems)
        return list(chain.from_iterable(TEXTS["problems"].get(name, [name]) for name in named))


@dataclass(frozen=True, slots=True)
class Parts:
    """What operations need to answer; `jobs` is None if the service takes no jobs."""

    settings: Settings
    extraction: ExtractionPool
    fetcher: HttpPageFetcher
    metrics: Metrics
    tokens: Tokens
    callers: Callers
    jobs: JobStore | None = None

    def bring_page(self, given: PageGiven) -> PageGiven:
        """Return the page that was sent, or fetch it.

        Raises:
            FetchError: see `HttpPageFetcher`.
        """
        if given.html is not None or given.url is None:
            return given
        began = perf_counter()
        try:
            page = self.fetcher.fetch(given.url)
        except CutlineError as error:
            self.metrics.count_fetch(perf_counter() - began, error)
            raise
        self.metrics.count_fetch(perf_counter() - began)
        return page

    def work(self, work: Work) -> WorkDone:
        """Return the outcome of a piece of work, and count it.

        Raises:
            CutlineError: see `ExtractionPool.run`.
        """
        done = self.extraction.run(work)
        self.metrics.count_work(done)
        return done


def answer_json(body: str | bytes, status: int = 200) -> Response:
    """Return a response with JSON."""
    return Response(body, status, content_type=JSON)


def answer_unchanging(body: str | bytes, content_type: str = JSON) -> Response:
    """Return a response with an ETag, which a client may keep if it asks before each use whether it has changed."""
    response = Response(body, content_type=content_type)
    response.add_etag()
    response.headers["Cache-Control"] = "private, no-cache"
    return response


STYLE = re.compile("<style>(.*?)</style>", re.DOTALL)
SCRIPT = re.compile("<script>(.*?)</script>", re.DOTALL)
NOTHING = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"


def allow_article(page: str) -> str:
    """Return a policy that allows an article its first style sheet and its images; it runs no script."""
    return f"{NOTHING}; style-src {_hash(STYLE, page)}; img-src data: http: https:; sandbox"


def allow_documentation(page: str) -> str:
    """Return a policy that allows a page its one style sheet, its one script, and requests to this service."""
    own = f"style-src {_hash(STYLE, page)}; script-src {_hash(SCRIPT, page)}"
    return f"{NOTHING}; {own}; img-src data:; connect-src 'self'"


def _hash(element: re.Pattern[str], page: str) -> str:
    found = element.search(page)
    digest = hashlib.sha256(found[1].encode() if found else b"").digest()
    return f"'sha256-{base64.b64encode(digest).decode()}'"
