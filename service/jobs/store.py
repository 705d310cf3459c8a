"""The queue as its users see it: create, find, read and remove jobs."""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from functools import partial
from time import time
from typing import Self

from sqlalchemy import Connection, func, insert, select, update

from cutline.config.settings import JobSettings
from cutline.errors import JobConflict, JobTooLarge, QueueUnavailable, TooManyJobs, UnknownJob
from cutline.options import Options
from cutline.service.jobs.database import (
    DONE,
    FAILED,
    OPEN,
    REMOVED,
    RETRY_AFTER_SECONDS,
    Database,
    ItemRow,
    JobRow,
    SchemaRow,
    WebhookRow,
    make_tables,
)
from cutline.service.jobs.items import (
    Counts,
    Depth,
    Job,
    JobItem,
    ResultsPage,
    add_rows,
    delete_removed_jobs,
    find_results,
    fingerprint,
    make_rows,
    measure_bytes,
    read_options,
    remove_old_jobs,
    write_options,
)

ID_BYTES = 16  # 128 random bits
ID_PATTERN = re.compile("[0-9a-f]{32}", re.ASCII)
HOUR = 3600.0

Clock = Callable[[], float]
_UNFINISHED = (JobRow.finished_at.is_(None), JobRow.removed_at.is_(None))


class JobStore:
    """The queue of jobs in a database; one per process, created after a fork, safe to share between threads.

    `owner` separates callers: nobody finds the jobs of another. Every method may raise `QueueUnavailable`.
    """

    def __init__(self, database: Database, settings: JobSettings, clock: Clock) -> None:
        """Take a database with tables, the limits, and a clock that returns seconds since 1970."""
        self.database = database
        self.settings = settings
        self.clock = clock

    @classmethod
    def open(cls, settings: JobSettings, clock: Clock = time) -> Self:
        """Return the queue in the database that the settings name; create its tables if there are none.

        Raises:
            ConfigError: the database cannot be opened, or has tables of another version.
        """
        database = Database(settings)
        database.prepare(partial(make_tables, database.name))
        return cls(database, settings, clock)

    def create(
        self,
        items: Sequence[JobItem],
        options: Options,
        *,
        key: str | None = None,
        owner: str = "",
        webhook: str | None = None,
    ) -> Job:
        """Accept a job and return it; with the key of an earlier, equal job, return that one.

        Args:
            items: the pages, at least one.
            options: extraction options; `url` is ignored, as each page has its own.
            key: idempotency key, so that sending a job twice creates one.
            owner: who may access the job.
            webhook: the address to tell when the job ends.

        Raises:
            JobTooLarge: there are more items or bytes than the settings allow.
            JobConflict: the key belongs to a different job.
            TooManyJobs: as many unfinished jobs or items exist as the settings allow.
        """
        self._check_size(items)
        content = write_options(options)
        mark = fingerprint(items, content, webhook)
        job_id, now = secrets.token_hex(ID_BYTES), self.clock()
        rows, pages = make_rows(job_id, items, options, now)
        insertion = self.database.insert(JobRow).values(
            id=job_id, owner=owner, key=key, fingerprint=mark, options=content, items=len(items), created_at=now
        )
        with self.database.writing() as connection:
            if connection.scalar(insertion.on_conflict_do_nothing().returning(JobRow.id)) is None:
                return _find_same(connection, owner, key, mark)
            self._check_room(connection, len(items))
            add_rows(connection, rows, pages)
            if webhook is not None:
                row = {"job_id": job_id, "url": webhook, "free_at": now, "attempts": 0}
                connection.execute(insert(WebhookRow).values(row))
        return Job(job_id, _moment(now), None, len(items), read_options(content), is_new=True)

    def find(self, job_id: str, owner: str = "") -> Job:
        """Return a job.

        Raises:
            UnknownJob: it does not exist, belongs to another owner, or was removed.
        """
        with self.database.reading() as connection:
            return _find(connection, job_id, owner)

    def count(self, job_id: str, owner: str = "") -> Counts:
        """Return the number of a job's items in each state.

        Raises:
            UnknownJob: as `find`.
        """
        with self.database.reading() as connection:
            _find(connection, job_id, owner)
            of_job = ItemRow.job_id == job_id
            states = select(ItemRow.state, func.count()).where(of_job).group_by(ItemRow.state)
            found = {state: number for state, number in connection.execute(states)}
            held = (ItemRow.state == OPEN, ItemRow.lease.is_not(None), ItemRow.free_at > self.clock())
            running = connection.scalar(select(func.count()).where(of_job, *held)) or 0
        return Counts(found.get(OPEN, 0) - running, running, found.get(DONE, 0), found.get(FAILED, 0))

    def results(self, job_id: str, cursor: int = 0, limit: int = 100, owner: str = "") -> ResultsPage:
        """Return the results of items after position `cursor`, in order, up to the first one that is not closed.

        Continuing with the returned cursor gives every result exactly once. The lines are read lazily.

        Raises:
            UnknownJob: as `find`; also while the lines are read, if the job is removed by then.
        """
        with self.database.reading() as connection:
            job = _find(connection, job_id, owner)
            return find_results(connection, self.database, job, cursor, limit)

    def remove(self, job_id: str, owner: str = "") -> None:
        """Remove a job; work in progress on it writes nothing.

        Raises:
            UnknownJob: as `find`.
        """
        _check_id(job_id)
        mine = (JobRow.id == job_id, JobRow.owner == owner, JobRow.removed_at.is_(None))
        with self.database.writing() as connection:
            removal = update(JobRow).where(*mine).values(removed_at=self.clock(), key=None)
            if not connection.execute(removal).rowcount:
                raise _unknown(job_id)
            is_open = (ItemRow.job_id == job_id, ItemRow.state == OPEN)
            connection.execute(update(ItemRow).where(*is_open).values(state=REMOVED))

    def purge(self) -> int:
        """Delete jobs that were removed, or finished longer than `keep_hours` ago; return how many."""
        remove_old_jobs(self.database, self.clock() - self.settings.keep_hours * HOUR, self.clock())
        return delete_removed_jobs(self.database)

    def depth(self) -> Depth:
        """Return the number of unfinished jobs and items."""
        with self.database.reading() as connection:
            return _measure_depth(connection)

    def is_writable(self) -> bool:
        """Return whether writing works and the disk has enough free space."""
        try:
            with self.database.writing() as connection:
                connection.execute(update(SchemaRow).values(checked_at=self.clock()))
        except QueueUnavailable:
            return False
        return self.database.has_room

    def close(self) -> None:
        """Close the database connections."""
        self.database.close()

    def _check_size(self, items: Sequence[JobItem]) -> None:
        limits = self.settings
        if len(items) > limits.max_items:
            raise JobTooLarge(
                f"The job has {len(items)} items, more than {limits.max_items} (setting jobs.max_items); split it."
            )
        if (size := measure_bytes(items)) > limits.max_bytes:
            raise JobTooLarge(
                f"The job has {size} bytes, more than {limits.max_bytes} (setting jobs.max_bytes); split it."
            )

    def _check_room(self, connection: Connection, items: int) -> None:
        """Refuse the job whose row was just inserted if there are too many; the transaction is rolled back."""
        limits, depth = self.settings, _measure_depth(connection)
        if depth.jobs > limits.max_jobs:
            what = f"{limits.max_jobs} jobs are not finished (setting jobs.max_jobs)"
        elif depth.items + items > limits.max_open_items:
            what = (
                f"{depth.items} items of jobs are not finished (setting jobs.max_open_items: {limits.max_open_items})"
            )
        else:
            return
        raise TooManyJobs(f"{what}; try again later.", RETRY_AFTER_SECONDS)


def _measure_depth(connection: Connection) -> Depth:
    jobs = connection.scalar(select(func.count()).where(*_UNFINISHED)) or 0
    return Depth(jobs, items=connection.scalar(select(func.count()).where(ItemRow.state == OPEN)) or 0)


def _find(connection: Connection, job_id: str, owner: str) -> Job:
    _check_id(job_id)
    row = connection.execute(
        select(JobRow.id, JobRow.created_at, JobRow.finished_at, JobRow.items, JobRow.options).where(
            JobRow.id == job_id, JobRow.owner == owner, JobRow.removed_at.is_(None)
        )
    ).one_or_none()
    if row is None:
        raise _unknown(job_id)
    finished = None if row.finished_at is None else _moment(row.finished_at)
    return Job(row.id, _moment(row.created_at), finished, row.items, read_options(row.options))


def _find_same(connection: Connection, owner: str, key: str | None, content: str) -> Job:
    row = connection.execute(
        select(JobRow.id, JobRow.fingerprint).where(JobRow.owner == owner, JobRow.key == key)
    ).one_or_none()
    if row is None:
        raise JobConflict("The job of this Idempotency-Key was removed just now; send the request again.")
    if row.fingerprint != content:
        raise JobConflict("The Idempotency-Key belongs to a different job; use another key.")
    return _find(connection, row.id, owner)


def _check_id(job_id: str) -> None:
    """Refuse what cannot be a job id; it might contain characters that PostgreSQL does not accept."""
    if not ID_PATTERN.fullmatch(job_id):
        raise _unknown(job_id)


def _unknown(job_id: str) -> UnknownJob:
    return UnknownJob(
        f"There is no job {job_id!r:.80}; finished jobs are kept for some time only, removed ones are not."
    )


def _moment(seconds: float) -> datetime:
    return datetime.fromtimestamp(seconds, UTC)
