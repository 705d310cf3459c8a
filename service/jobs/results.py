"""The results of a job as lines of JSON, page by page."""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterator

from sqlalchemy import Connection, func, select

from cutline.errors import UnknownJob
from cutline.service.jobs.database import Database
from cutline.service.jobs.items import read_given
from cutline.service.jobs.tables import OPEN, ItemRow
from cutline.service.jobs.types import Job, ResultsPage

LINES_READ_AT_ONCE = 20  # in one short transaction: a slow reader holds no connection, and few results are in memory


def find_results(connection: Connection, database: Database, job: Job, cursor: int, limit: int) -> ResultsPage:
    """Return the results of at most `limit` items after the `cursor`-th, up to the first that is not closed."""
    first_open = connection.scalar(
        select(func.min(ItemRow.position)).where(
            ItemRow.job_id == job.id, ItemRow.state == OPEN, ItemRow.position > cursor
        )
    )
    closed = job.items if first_open is None else first_open - 1
    end = max(cursor, min(cursor + limit, closed))
    return ResultsPage(_read_lines(database, job.id, cursor, end), end - cursor, end, is_last=end >= job.items)


def _read_lines(database: Database, job_id: str, cursor: int, end: int) -> Iterator[bytes]:
    rows = select(ItemRow.position, ItemRow.given, ItemRow.result).where(ItemRow.job_id == job_id)
    for start in range(cursor, end, LINES_READ_AT_ONCE):
        stop = min(start + LINES_READ_AT_ONCE, end)
        part = rows.where(ItemRow.position > start, ItemRow.position <= stop).order_by(ItemRow.position)
        with database.reading() as connection:
            found = connection.execute(part).all()
        if len(found) < stop - start:
            raise UnknownJob(f"The job {job_id} was removed while its results were read.")
        for row in found:
            yield _join(read_given(row.given)[0], row.position, zlib.decompress(row.result or b""))


def _join(given_id: str | int | None, position: int, result: bytes) -> bytes:
    """Return an item's line: its id and place before the fields of its result, as `cutline enrich` writes it."""
    return (
        f'{{"id":{json.dumps(given_id, ensure_ascii=False)},"line":{position},'.encode() + result.rstrip()[1:] + b"\n"
    )
