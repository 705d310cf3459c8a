"""Types that go into the queue of jobs and come out of it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from cutline.options import Options


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
