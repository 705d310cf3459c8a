"""What goes into the queue of jobs and what comes out of it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from cutline.types import Options


@dataclass(frozen=True, slots=True)
class JobItem:
    """One page of a job.

    Attributes:
        url: its address; None only if `html` is given.
        html: the page; None if it is to be fetched.
        id: the caller's own, which is given back with the result.
    """

    url: str | None
    html: str | None = None
    id: str | int | None = None


@dataclass(frozen=True, slots=True)
class Job:
    """A job that was accepted.

    Attributes:
        id: what it is asked for by; cannot be guessed.
        created: when it was accepted (UTC).
        finished: when its last item was closed (UTC); None before.
        items: how many items it has.
        options: how its pages are extracted; without `url`.
        is_new: whether the call that returned it made it.
    """

    id: str
    created: datetime
    finished: datetime | None
    items: int
    options: Options
    is_new: bool = False


@dataclass(frozen=True, slots=True)
class Counts:
    """How many items of a job are waiting for their turn, worked on, done, and given up with an error."""

    waiting: int
    running: int
    done: int
    failed: int


@dataclass(frozen=True, slots=True)
class Depth:
    """How many jobs, and how many items of them, are not finished."""

    jobs: int
    items: int


@dataclass(frozen=True, slots=True)
class ResultsPage:
    """Some results of a job, in the order of its items.

    Attributes:
        lines: one line of JSON for each, `{"id", "line", "article"}` or `{"id", "line", "error"}`; they are read
            from the queue as you ask for them.
        count: how many lines there are.
        cursor: the position of the last one, after which the next page begins.
        is_last: whether nothing comes after, now or later.
    """

    lines: Iterator[bytes]
    count: int
    cursor: int
    is_last: bool


@dataclass(frozen=True, slots=True)
class Claim:
    """The right to work on one item until the lease ends.

    Attributes:
        job_id: the item's job.
        position: the item's place in it, from 1.
        lease: names this claim and no other.
        attempt: its number, from 1.
        url: the page's address.
        html: the page; None if it is to be fetched.
        host: whose turn the claim holds; empty if nothing is to be fetched.
        options: how the page is extracted, with its `url`.
    """

    job_id: str
    position: int
    lease: str
    attempt: int
    url: str | None
    html: str | None
    host: str
    options: Options
