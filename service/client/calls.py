"""The requests of both clients, one function each, and the steps by which they follow a job."""

from __future__ import annotations

import json
import uuid
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from time import monotonic
from typing import Any, TypeVar

import httpx
from pydantic import BaseModel

from cutline.errors import OptionError, UnknownJob
from cutline.options import OptionsGiven
from cutline.page_views import MethodsCompared
from cutline.service.client.connection import Call, Connection, Steps, read_answer
from cutline.service.pages.extraction import Enriched, SimilarityResponse, replace_surrogates
from cutline.service.rest.messages import JobStatus, MethodsResponse
from cutline.types import Article, ComparedText

JSON = {"Content-Type": "application/json"}
RESULTS_AT_ONCE = 100  # results asked for at once; articles with all their evidence take some 50 kB

Message = TypeVar("Message", bound=BaseModel)
HtmlGiven = str | bytes | None
PagesGiven = Iterable[str | Mapping[str, object]]


def extract(html: HtmlGiven, charset: str | None, url: str | None, options: OptionsGiven) -> Call[Article]:
    """Return the request for an article."""
    return _send_page("v1/extract", Article, html, charset, {"url": url, **options})


def compare(html: HtmlGiven, charset: str | None, fields: Mapping[str, object]) -> Call[MethodsCompared]:
    """Return the request for a comparison of methods."""
    return _send_page("v1/compare", MethodsCompared, html, charset, fields)


def similarity(fields: Mapping[str, object], others: Sequence[str]) -> Call[list[ComparedText]]:
    """Return the request for what texts tell of the story of another; `fields` are the others of the request."""
    given = {name: value for name, value in fields.items() if value is not None}
    request = {"content": _write({**given, "others": others}), "headers": JSON}
    return Call("POST", "v1/similarity", _read_similarities, request)


def methods() -> Call[MethodsResponse]:
    """Return the request for the methods there are."""
    return _ask("GET", "v1/methods", MethodsResponse)


def submit(pages: PagesGiven, key: str | None, webhook: str | None, options: OptionsGiven) -> Call[JobStatus]:
    """Return the request for a job; all attempts of it have one key."""
    items = [{"url": page} if isinstance(page, str) else dict(page) for page in pages]
    headers = {**JSON, "Idempotency-Key": key or uuid.uuid4().hex}
    told = {} if webhook is None else {"webhook": webhook}
    return _ask("POST", "v1/jobs", JobStatus, content=_write({"items": items, **told, **options}), headers=headers)


def job_status(job_id: str) -> Call[JobStatus]:
    """Return the request for the status of a job."""
    return _ask("GET", f"v1/jobs/{job_id}", JobStatus)


def job_removal(job_id: str) -> Call[httpx.Response]:
    """Return the request to end and delete a job."""
    return Call("DELETE", f"v1/jobs/{job_id}", lambda response: response)


@dataclass(frozen=True, slots=True)
class ResultsPage:
    """Some results of a job in order, and whether more follow."""

    results: tuple[Enriched, ...]
    has_more: bool


def job_results(job_id: str, cursor: int) -> Call[ResultsPage]:
    """Return the request for results after the one whose `line` is the cursor."""
    query = {"cursor": cursor, "limit": RESULTS_AT_ONCE}
    return Call("GET", f"v1/jobs/{job_id}/results", _read_results, {"params": query})


FIRST_PAUSE = 0.2  # seconds between two requests for a status; doubled each time
LONGEST_PAUSE = 5.0

Progress = Callable[[JobStatus], object]


def wait_for_job(
    connection: Connection[Any], job_id: str, seconds: float, progress: Progress | None
) -> Steps[JobStatus]:
    """Return the steps until a job is finished or the time is up, and its status then."""
    ends = monotonic() + seconds
    pauses = _grow_pauses()
    while True:
        status = yield from connection.ask(job_status(job_id))
        if progress is not None:
            progress(status)
        left = ends - monotonic()
        if status.state == "finished" or left <= 0:
            return status
        yield min(next(pauses), left)


def bring_results(connection: Connection[Any], job_id: str, cursor: int, *, wait: bool) -> Steps[ResultsPage]:
    """Return the steps to the next results; if they are waited for, some are there, or none will follow."""
    pauses = _grow_pauses()
    while True:
        page = yield from connection.ask(job_results(job_id, cursor))
        if page.results or not (page.has_more and wait):
            return page
        yield next(pauses)


def remove_job(connection: Connection[Any], job_id: str) -> Steps[None]:
    """Return the steps by which a job is deleted if it is there."""
    with suppress(UnknownJob):
        yield from connection.ask(job_removal(job_id))


def _grow_pauses() -> Iterator[float]:
    pause = FIRST_PAUSE
    while True:
        yield pause
        pause = min(2 * pause, LONGEST_PAUSE)


def _ask(verb: str, path: str, kind: type[Message], **request: object) -> Call[Message]:
    return Call(verb, path, lambda response: read_answer(kind, response.content), request)


def _send_page(
    path: str, kind: type[Message], html: HtmlGiven, charset: str | None, fields: Mapping[str, object]
) -> Call[Message]:
    given = {name: value for name, value in fields.items() if value is not None}
    if isinstance(html, bytes):
        headers = {"Content-Type": f"text/html; charset={charset}" if charset else "text/html"}
        parameters = {name: _to_parameter(value) for name, value in given.items()}
        return _ask("POST", path, kind, content=html, headers=headers, params=parameters)
    page = {} if html is None else {"html": html}
    return _ask("POST", path, kind, content=_write({**page, **given}), headers=JSON)


def _read_similarities(response: httpx.Response) -> list[ComparedText]:
    return list(read_answer(SimilarityResponse, response.content).similarities)


def _read_results(response: httpx.Response) -> ResultsPage:
    return ResultsPage(
        tuple(read_answer(Enriched, line) for line in response.content.splitlines()), "next" in response.links
    )


def _write(message: Mapping[str, object]) -> bytes:
    """Return a message as JSON; halves of surrogate pairs, which other programs reject, are replaced.

    Raises:
        OptionError: it has something that JSON cannot represent, such as bytes in a job.
    """
    try:
        return replace_surrogates(json.dumps(message, ensure_ascii=False, default=_write_collection)).encode()
    except TypeError as error:
        raise OptionError(f"What was given cannot be sent: {error}.") from error


def _write_collection(value: object) -> list[object]:
    if isinstance(value, set | frozenset | tuple):
        return sorted(value, key=str)
    raise TypeError(f"an object of type {type(value).__name__} is not JSON; give text")


def _to_parameter(value: object) -> str:
    """Return an option as a parameter of a query."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return value
    return ",".join(str(part) for part in value) if isinstance(value, Iterable) else str(value)
