"""`/v1/jobs`: many pages, extracted in the background."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from functools import partial

from flask import Response, g, request

from cutline.config import Settings
from cutline.config.settings import FetchSettings, JobSettings
from cutline.errors import BlockedAddress
from cutline.options import Options
from cutline.service.fetch.guard import check_address, resolve_host
from cutline.service.jobs import Job, JobItem, JobStore
from cutline.service.jobs.items import ResultsPage
from cutline.service.rest.messages import (
    JobCounts,
    JobRequest,
    JobResults,
    JobStatus,
    NoParameters,
    ResultsFormat,
    ResultsQuery,
)
from cutline.service.rest.operation import HEADERS, Operation, answer_json, answer_unchanging
from cutline.service.rest.problems import InvalidRequest
from cutline.service.rest.requests import JSON, choose_format

NDJSON = "application/x-ndjson"
RESULTS_FORMATS: dict[ResultsFormat, str] = {"json": JSON, "ndjson": NDJSON}
KEY = HEADERS["Idempotency-Key"]
LOOK_UP_SECONDS = 2.0  # that a request with a webhook may wait for name servers


def list_jobs(store: JobStore, settings: Settings) -> Sequence[Operation]:
    """Return the operations of this group, within the limits of the settings."""
    return (
        Operation(
            name="create_job", answer=partial(_create, store, settings.fetch), body=JobRequest, response=JobStatus
        ),
        Operation(name="show_job", answer=partial(_show, store), response=JobStatus),
        Operation(
            name="read_results",
            answer=partial(_read_results, store, settings.service.max_results),
            parameters=ResultsQuery,
            response=JobResults,
            other_media_types=(NDJSON,),
        ),
        Operation(name="remove_job", answer=partial(_remove, store)),
    )


def _create(store: JobStore, limits: FetchSettings, message: JobRequest) -> Response:
    if message.webhook is not None:
        _check_webhook(message.webhook, store.settings, limits)
    items = [JobItem(url=item.url, html=item.html, id=item.id) for item in message.items]
    options = Options.model_construct(**message.model_dump(exclude={"items", "webhook"}))
    job = store.create(items, options, key=_read_key(), owner=g.caller, webhook=message.webhook)
    response = answer_json(_describe(store, job), 202)
    response.headers["Location"] = _path(job.id)
    return response


def _check_webhook(address: str, settings: JobSettings, limits: FetchSettings) -> None:
    if not settings.webhook_secret.get_secret_value():
        raise _refuse_webhook("This service sends none: its setting jobs.webhook_secret is empty.")
    try:
        check_address(address, limits, lambda host: resolve_host(host, LOOK_UP_SECONDS))
    except BlockedAddress as error:
        raise _refuse_webhook(str(error)) from error


def _refuse_webhook(detail: str) -> InvalidRequest:
    return InvalidRequest([{"detail": detail, "pointer": "#/webhook"}])


def _show(store: JobStore, _message: NoParameters, job_id: str) -> Response:
    return answer_unchanging(_describe(store, store.find(job_id, g.caller)))


def _read_results(store: JobStore, most: int, message: ResultsQuery, job_id: str) -> Response:
    form = choose_format(request, message.format, RESULTS_FORMATS)
    limit = min(message.limit or most, most)
    page = store.results(job_id, message.cursor, limit, g.caller)
    response = Response(page.lines if form == "ndjson" else _join(page), content_type=RESULTS_FORMATS[form])
    response.vary.add("Accept")
    if not page.is_last:
        response.headers["Link"] = (
            f'<{_path(job_id)}/results?cursor={page.cursor}&limit={limit}&format={form}>; rel="next"'
        )
    return response


def _join(page: ResultsPage) -> Iterator[bytes]:
    """Yield `JobResults`, line by line as they are read."""
    yield b'{"results":['
    for number, line in enumerate(page.lines):
        yield (b"," if number else b"") + line.rstrip()
    yield f'],"cursor":{page.cursor},"is_last":{"true" if page.is_last else "false"}}}\n'.encode()


def _remove(store: JobStore, _message: NoParameters, job_id: str) -> Response:
    store.remove(job_id, g.caller)
    return Response(status=204)


def _read_key() -> str | None:
    key = request.headers.get(KEY.name)
    if key is not None and not re.fullmatch(KEY.pattern, key):
        raise InvalidRequest([{"detail": "Send 1 to 200 ASCII characters without spaces.", "header": KEY.name}])
    return key


def _describe(store: JobStore, job: Job) -> str:
    counts = store.count(job.id, g.caller)
    status = JobStatus(
        id=job.id,
        state="open" if job.finished is None else "finished",
        created=job.created,
        finished=job.finished,
        items=job.items,
        counts=JobCounts(**asdict(counts)),
        progress=(counts.done + counts.failed) / job.items,
        results=f"{_path(job.id)}/results",
    )
    return status.model_dump_json() + "\n"


def _path(job_id: str) -> str:
    return f"{request.script_root}/v1/jobs/{job_id}"
