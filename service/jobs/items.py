"""Jobs and their items: the types, and the items in the tables: written as rows, read as lines, deleted at the end."""

from __future__ import annotations

import hashlib
import json
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection, delete, func, insert, select, update

from cutline.errors import BlockedAddress, UnknownJob
from cutline.options import Options
from cutline.service.fetch.guard import parse_url
from cutline.service.jobs.database import FAILED, OPEN, Database, HostRow, ItemRow, JobRow, PageRow, WebhookRow


@dataclass(frozen=True, slots=True)
class JobItem:
    """One page of a job.

    Attributes:
        url: its address; None only if `html` is given.
        html: the page; None if it must be fetched.
        id: the caller's id, returned with the result.
    """

    url: str | None
    html: str | None = None
    id: str | int | None = None


@dataclass(frozen=True, slots=True)
class Job:
    """An accepted job.

    Attributes:
        id: its id, which cannot be guessed.
        created: when it was accepted (UTC).
        finished: when its last item was closed (UTC); None before.
        items: number of items.
        options: extraction options, without `url`.
        is_new: whether the call that returned it created it.
    """

    id: str
    created: datetime
    finished: datetime | None
    items: int
    options: Options
    is_new: bool = False


@dataclass(frozen=True, slots=True)
class Counts:
    """Number of a job's items that are waiting, in progress, done, and failed."""

    waiting: int
    running: int
    done: int
    failed: int


@dataclass(frozen=True, slots=True)
class Depth:
    """Number of unfinished jobs, and of unfinished items."""

    jobs: int
    items: int


@dataclass(frozen=True, slots=True)
class ResultsPage:
    """Some results of a job, in the order of its items.

    Attributes:
        lines: one JSON line per result, `{"id", "line", "article"}` or `{"id", "line", "error"}`, read lazily.
        count: number of lines.
        cursor: position of the last one; the next page starts after it.
        is_last: whether no results follow, now or later.
    """

    lines: Iterator[bytes]
    count: int
    cursor: int
    is_last: bool


@dataclass(frozen=True, slots=True)
class Claim:
    """The right to work on one item until its lease expires.

    Attributes:
        job_id: the job of the item.
        position: the position of the item in it, from 1.
        lease: id of this claim.
        attempt: attempt number, from 1.
        url: the address of the page.
        html: the page; None if it must be fetched.
        host: the host that the claim occupies; empty if nothing is fetched.
        options: extraction options of the job.
    """

    job_id: str
    position: int
    lease: str
    attempt: int
    url: str | None
    html: str | None
    host: str
    options: Options


# Distance between the turns of a job's items, about the time that one takes, so that a short job does not wait for all
# of a long one.
TURN_SECONDS = 1.0
LONE_SURROGATES = "surrogatepass"  # lone surrogates, which JSON escapes and file names may contain, are kept
Rows = list[dict[str, object]]


def write_options(options: Options) -> str:
    """Return the options as JSON, without `url`, which each item has; equal options give equal text."""
    fields = options.model_dump(exclude={"url"})
    return json.dumps({**fields, "include": sorted(options.include)}, sort_keys=True)


def read_options(text: str) -> Options:
    """Return the options that `write_options` wrote."""
    return Options.model_validate(json.loads(text))


def fingerprint(items: Sequence[JobItem], options: str, webhook: str | None) -> str:
    """Return a hash that is equal for equal requests."""
    digest = hashlib.sha256(json.dumps([options, webhook]).encode())
    for item in items:
        line = json.dumps([item.id, item.url, item.html])  # JSON escapes allow any text
        digest.update(b"\n" + line.encode())
    return digest.hexdigest()


def measure_bytes(items: Sequence[JobItem]) -> int:
    """Return the size of all pages and addresses in bytes."""
    texts = (text for item in items for text in (item.url, item.html) if text is not None)
    return sum(len(text.encode(errors=LONE_SURROGATES)) for text in texts)


def pack_text(text: str) -> bytes:
    """Return a compressed text."""
    return zlib.compress(text.encode(errors=LONE_SURROGATES))


def unpack_text(packed: bytes) -> str:
    """Return the text that `pack_text` compressed."""
    return zlib.decompress(packed).decode(errors=LONE_SURROGATES)


def make_rows(job_id: str, items: Sequence[JobItem], options: Options, now: float) -> tuple[Rows, Rows]:
    """Return the rows of a job's items, and those of the pages sent with them.

    The n-th item has its turn n * `TURN_SECONDS` after the job was created: items of later jobs get turns between those
    of an earlier long job, and nobody waits forever.
    """
    pages: Rows = [
        {"job_id": job_id, "position": position, "html": pack_text(item.html)}
        for position, item in enumerate(items, start=1)
        if item.html is not None
    ]
    rows: Rows = [
        {
            "job_id": job_id,
            "position": position,
            "given": write_given(item),
            "host": _find_host(item, options),
            "state": OPEN,
            "turn": now + position * TURN_SECONDS,
            "free_at": now,
            "attempts": 0,
        }
        for position, item in enumerate(items, start=1)
    ]
    return rows, pages


def add_rows(connection: Connection, rows: Rows, pages: Rows) -> None:
    """Insert the rows from `make_rows`."""
    connection.execute(insert(ItemRow), rows)
    if pages:
        connection.execute(insert(PageRow), pages)


def write_given(item: JobItem) -> str:
    """Return the caller's id and the address as escaped JSON, so that any text can be stored."""
    return json.dumps([item.id, item.url])


def read_given(text: str) -> tuple[str | int | None, str | None]:
    """Return the caller's id and the address."""
    given_id, url = json.loads(text)
    return given_id, url


def _find_host(item: JobItem, options: Options) -> str:
    """Return the host to fetch from; empty if there is none or the address is malformed."""
    if item.url is None or (item.html is not None and options.pages == "one"):
        return ""
    try:
        return parse_url(item.url).raw_host.decode().lower()
    except BlockedAddress:
        return ""


LINES_READ_AT_ONCE = 20  # per transaction: a slow reader occupies no connection, and few results are in memory


def find_results(connection: Connection, database: Database, job: Job, cursor: int, limit: int) -> ResultsPage:
    """Return the results of at most `limit` items after position `cursor`, up to the first one that is not closed."""
    first_open = connection.scalar(
        select(func.min(ItemRow.position)).where(
            ItemRow.job_id == job.id, ItemRow.state == OPEN, ItemRow.position > cursor
        )
    )
    closed = job.items if first_open is None else first_open - 1
    end = max(cursor, min(cursor + limit, closed))
    return ResultsPage(_read_lines(database, job.id, cursor, end), end - cursor, end, is_last=end >= job.items)


def _read_lines(database: Database, job_id: str, cursor: int, end: int) -> Iterator[bytes]:
    columns = (ItemRow.position, ItemRow.given, ItemRow.state, ItemRow.result)
    rows = select(*columns).where(ItemRow.job_id == job_id)
    for start in range(cursor, end, LINES_READ_AT_ONCE):
        stop = min(start + LINES_READ_AT_ONCE, end)
        part = rows.where(ItemRow.position > start, ItemRow.position <= stop).order_by(ItemRow.position)
        with database.reading() as connection:
            found = connection.execute(part).all()
        if len(found) < stop - start:
            raise UnknownJob(f"The job {job_id} was removed while its results were read.")
        for row in found:
            result = zlib.decompress(row.result or b"").rstrip()
            opening = f'{{"id":{json.dumps(read_given(row.given)[0], ensure_ascii=False)},"line":{row.position},'
            outcome = result[1:] if row.state == FAILED else b'"article":' + result + b"}"
            yield opening.encode() + outcome + b"\n"


ITEMS_DELETED_AT_ONCE = 500  # per transaction, for which other writers may have to wait


def remove_old_jobs(database: Database, finished_before: float, now: float) -> None:
    """Mark jobs that finished before a time as removed; delete hosts that are free again."""
    with database.writing() as connection:
        old = (JobRow.finished_at < finished_before, JobRow.removed_at.is_(None))
        connection.execute(update(JobRow).where(*old).values(removed_at=now, key=None))
        connection.execute(delete(HostRow).where(HostRow.free_at < now))


def delete_removed_jobs(database: Database) -> int:
    """Delete removed jobs with their items and pages, and return how many there were."""
    with database.reading() as connection:
        removed = connection.scalars(select(JobRow.id).where(JobRow.removed_at.is_not(None))).all()
    for job_id in removed:
        while _delete_items(database, job_id):
            pass
        with database.writing() as connection:
            connection.execute(delete(WebhookRow).where(WebhookRow.job_id == job_id))
            connection.execute(delete(JobRow).where(JobRow.id == job_id))
    return len(removed)


def _delete_items(database: Database, job_id: str) -> bool:
    """Delete a job's last items, and return whether there were any."""
    with database.writing() as connection:
        connection.execute(
            select(JobRow.id).where(JobRow.id == job_id).with_for_update()
        )  # one process deletes at a time
        last = select(ItemRow.position).where(ItemRow.job_id == job_id).order_by(ItemRow.position.desc())
        positions = connection.scalars(last.limit(ITEMS_DELETED_AT_ONCE)).all()
        if positions:
            connection.execute(delete(PageRow).where(PageRow.job_id == job_id, PageRow.position >= positions[-1]))
            connection.execute(delete(ItemRow).where(ItemRow.job_id == job_id, ItemRow.position >= positions[-1]))
        return bool(positions)
