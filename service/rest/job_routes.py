"""`/v1/jobs`: many pages, worked off in their own time."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import partial

from flask import Response, g, request

from cutline.service.jobs import Counts, Job, JobItem, JobStore
from cutline.service.pages.results import Enriched
from cutline.service.rest.messages import JobCounts, JobRequest, JobStatus, NoParameters, ResultsQuery
from cutline.service.rest.operation import Header, Operation, answer_json, answer_unchanging
from cutline.service.rest.problems import InvalidRequest
from cutline.types import Options

NDJSON = "application/x-ndjson"
KEY = Header(
    "Idempotency-Key",
    "A name of your own for this very request: sent again with the same one, it makes no second job.",
    "^[!-~]{1,200}$",
)
LOCATION = Header("Location", "Where the job is.")
NEXT = Header("Link", 'Where the next results are or will be, `rel="next"`; without it, none will come.')
JOB_ID = {"job_id": "^[0-9a-f]{32}$"}
JOB_PROBLEMS = ("unknown-job", "queue-unavailable")


def list_jobs(store: JobStore, max_results: int) -> Sequence[Operation]:
    """Return the operations of this group; no answer holds more than so many results."""
    return (
        Operation(
            verb="POST",
            path="/v1/jobs",
            name="create_job",
            summary="Many pages, sent or to be fetched, are accepted and worked off in their own time.",
            answer=partial(_create, store),
            body=JobRequest,
            headers=(KEY,),
            status=202,
            response=JobStatus,
            answer_headers=(LOCATION,),
            problems=("idempotency-conflict", "job-too-large", "too-many-jobs", "queue-unavailable"),
        ),
        Operation(
            verb="GET",
            path="/v1/jobs/{job_id}",
            name="show_job",
            summary="A job and how far it is.",
            answer=partial(_show, store),
            response=JobStatus,
            problems=JOB_PROBLEMS,
            is_conditional=True,
            path_patterns=JOB_ID,
        ),
        Operation(
            verb="GET",
            path="/v1/jobs/{job_id}/results",
            name="read_results",
            summary="The results of a job, a line of JSON for each page in the job's order: its article, or its error.",
            answer=partial(_read_results, store, max_results),
            parameters=ResultsQuery,
            response=Enriched,
            media_type=NDJSON,
            answer_headers=(NEXT,),
            problems=JOB_PROBLEMS,
            path_patterns=JOB_ID,
        ),
        Operation(
            verb="DELETE",
            path="/v1/jobs/{job_id}",
            name="remove_job",
            summary="A job is ended and forgotten, with its results.",
            answer=partial(_remove, store),
            status=204,
            media_type="",
            problems=JOB_PROBLEMS,
            path_patterns=JOB_ID,
        ),
    )


def _create(store: JobStore, message: JobRequest) -> Response:
    items = [JobItem(url=item.url, html=item.html, id=item.id) for item in message.items]
    options = Options.model_construct(**message.model_dump(exclude={"items"}))
    job = store.create(items, options, key=_read_key(), owner=g.caller)
    response = answer_json(_describe(store, job), 202)
    response.headers["Location"] = _path(job.id)
    return response


def _show(store: JobStore, _message: NoParameters, job_id: str) -> Response:
    return answer_unchanging(_describe(store, store.find(job_id, g.caller)))


def _read_results(store: JobStore, most: int, message: ResultsQuery, job_id: str) -> Response:
    limit = min(message.limit or most, most)
    page = store.results(job_id, message.cursor, limit, g.caller)
    response = Response(page.lines, content_type=NDJSON)
    if not page.is_last:
        response.headers["Link"] = f'<{_path(job_id)}/results?cursor={page.cursor}&limit={limit}>; rel="next"'
    return response


def _remove(store: JobStore, _message: NoParameters, job_id: str) -> Response:
    store.remove(job_id, g.caller)
    return Response(status=204)


def _read_key() -> str | None:
    key = request.headers.get(KEY.name)
    if key is not None and not re.fullmatch(KEY.pattern, key):
        raise InvalidRequest([{"detail": "Give 1 to 200 characters of ASCII, without spaces.", "header": KEY.name}])
    return key


def _describe(store: JobStore, job: Job) -> str:
    counts = store.count(job.id, g.caller)
    status = JobStatus(
        id=job.id,
        state="open" if job.finished is None else "finished",
        created=job.created,
        finished=job.finished,
        items=job.items,
        counts=_count(counts),
        progress=(counts.done + counts.failed) / job.items,
        results=f"{_path(job.id)}/results",
    )
    return status.model_dump_json() + "\n"


def _count(counts: Counts) -> JobCounts:
    return JobCounts(waiting=counts.waiting, running=counts.running, done=counts.done, failed=counts.failed)


def _path(job_id: str) -> str:
    return f"{request.script_root}/v1/jobs/{job_id}"
