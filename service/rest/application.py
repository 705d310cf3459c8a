"""Creates the Flask application of the REST endpoint."""

from __future__ import annotations

import logging
import re
from collections.abc import Callable
from functools import partial
from time import perf_counter
from typing import TYPE_CHECKING

from flask import Flask, Response, g, request

from cutline.config import Settings
from cutline.service.fetch import HttpPageFetcher
from cutline.service.pages.extraction_processes import ExtractionPool
from cutline.service.pages.logs import begin_request
from cutline.service.rest.about_routes import add_documents, list_about
from cutline.service.rest.callers import Callers, Tokens
from cutline.service.rest.job_routes import list_jobs
from cutline.service.rest.metrics import Metrics
from cutline.service.rest.operation import Operation, Parts
from cutline.service.rest.page_routes import list_pages
from cutline.service.rest.problem_types import HEADER, choose_request_id
from cutline.service.rest.problems import Unauthorized, add_problem_handlers
from cutline.service.rest.requests import BodyMemory

if TYPE_CHECKING:
    from cutline.service.jobs import JobStore

# Of every answer that has no value of its own. By default, a browser may neither show nor run an answer.
HEADERS = {
    "Cache-Control": "no-store",
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}
LONGEST_PATH = 200  # characters of a path in the log
AddPages = Callable[[Flask, Parts], object]

logger = logging.getLogger("cutline.service")


def list_operations(parts: Parts) -> tuple[Operation, ...]:
    """Return all operations but those of the documentation; those of jobs only if the service takes jobs."""
    jobs = () if parts.jobs is None else list_jobs(parts.jobs, parts.settings)
    return (*list_pages(parts), *jobs, *list_about(parts))


def create_app(
    extraction: ExtractionPool,
    settings: Settings,
    *,
    fetcher: HttpPageFetcher,
    jobs: JobStore | None = None,
    add_pages: AddPages | None = None,
) -> Flask:
    """Return the application; it can be shared between threads, and neither starts nor closes what it is given.

    Args:
        extraction: does the work on pages.
        settings: all settings; with `service.tokens`, requests need one of them.
        fetcher: fetches pages.
        jobs: the queue of jobs; None if the service takes no jobs.
        add_pages: adds the web pages of the inspector; None if there are none.

    Raises:
        ConfigError: a token in the settings cannot be used.
    """
    app = Flask("cutline", static_folder=None)
    app.config["MAX_CONTENT_LENGTH"] = settings.service.max_request_bytes
    app.url_map.merge_slashes = False  # or //host would be redirected to
    tokens, callers = Tokens(settings.service.tokens), Callers(settings.service.token_requests)
    parts = Parts(settings, extraction, fetcher, Metrics(), tokens, callers, jobs)
    memory = BodyMemory(settings.service.max_arriving_bytes)
    app.before_request(partial(_start_request, memory))
    app.teardown_request(memory.release)
    app.after_request(partial(_finish_request, parts))
    add_problem_handlers(app)
    for operation in add_documents(list_operations(parts), needs_token=bool(tokens)):
        rule = re.sub(r"\{(\w+)\}", r"<\1>", operation.text.path)
        app.add_url_rule(rule, operation.name, partial(_answer, operation, parts), methods=[operation.text.verb])
    if add_pages is not None:
        add_pages(app, parts)
    return app


def _answer(operation: Operation, parts: Parts, **path: str) -> Response:
    """Answer a request of a known caller; its body is not read unless there is room for the work."""
    authorization = request.headers.get("Authorization")
    caller = parts.tokens.identify(authorization)
    if operation.text.is_open:
        return operation.answer(operation.read(request), **path)
    if caller is None:
        raise Unauthorized(has_token=authorization is not None)
    g.caller = caller
    with parts.callers.answer(caller):
        if operation.text.needs_room:
            parts.extraction.check_room()
        return operation.answer(operation.read(request), **path)


def _start_request(memory: BodyMemory) -> None:
    g.body_memory = memory
    g.request_id = choose_request_id(request.headers.get(HEADER))
    g.started = perf_counter()
    begin_request(g.request_id)


def _finish_request(parts: Parts, response: Response) -> Response:
    """Complete the headers of the answer, count it, and log it without query and body, which may be private."""
    if request.method == "OPTIONS" and response.status_code == 200:  # Flask's own answer, with the allowed methods
        response = Response(status=204, headers={"Allow": response.headers["Allow"]})
    if response.status_code == 200 and "ETag" in response.headers:
        response.make_conditional(request)
    for name, value in {**HEADERS, HEADER: g.request_id}.items():
        response.headers.setdefault(name, value)
    seconds = perf_counter() - g.started
    route = request.url_rule.rule if request.url_rule else None
    parts.metrics.count_request(route, request.method, response.status_code, seconds)
    parts.metrics.see_extraction_now_and_then(parts.extraction)
    answered = {
        "method": request.method,
        "path": request.path[:LONGEST_PATH],
        "status": response.status_code,
        "milliseconds": round(seconds * 1000),
    }
    logger.info("request", extra=answered | ({"problem": g.problem} if "problem" in g else {}))
    return response
