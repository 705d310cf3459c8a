"""Bounded queue in front of worker processes, with priority for urgent work."""

from __future__ import annotations

import math
import threading
from collections import deque
from concurrent.futures import Future
from copy import copy
from dataclasses import dataclass, field, replace
from time import monotonic
from typing import Generic, TypeVar

from cutline.errors import CutlineError, Overloaded

Work = TypeVar("Work")
Outcome = TypeVar("Outcome")


@dataclass(frozen=True, slots=True, eq=False)
class Ticket(Generic[Work, Outcome]):
    """A piece of work and the future of its answer.

    Attributes:
        work: what to do.
        is_urgent: whether it goes before work that is not urgent.
        answer: the result.
        is_second: whether a process died before it started this work.
    """

    work: Work
    is_urgent: bool
    answer: Future[Outcome] = field(default_factory=Future)
    is_second: bool = False

    def begin(self) -> bool:
        """Mark the work as started; return False if the caller no longer waits."""
        return self.answer.running() or self.answer.set_running_or_notify_cancel()

    def refuse(self, error: CutlineError) -> None:
        """Answer with an error, unless the caller no longer waits."""
        if self.begin():
            self.answer.set_exception(copy(error))  # each caller raises its own

    def with_rest(self, rest: Work) -> Ticket[Work, Outcome]:
        """Return the ticket of the remaining work."""
        return replace(self, work=rest, is_second=False)


RETRY_AFTER_SECONDS = 2  # Retry-After of a request that finds the queue full


def make_overloaded(reason: str) -> Overloaded:
    """Return the error for work that there is no room for, because of a reason that begins a sentence."""
    return Overloaded(f"{reason}; try again in {RETRY_AFTER_SECONDS} s.", RETRY_AFTER_SECONDS)


class WorkQueue(Generic[Work, Outcome]):
    """Tickets that wait for a worker process; safe to share between threads."""

    def __init__(self, size: float = math.inf) -> None:
        """Take the maximum number of waiting tickets of each priority."""
        self._size = size
        self._urgent: deque[Ticket[Work, Outcome]] = deque()
        self._others: deque[Ticket[Work, Outcome]] = deque()
        self._changed = threading.Condition()
        self._end: CutlineError | None = None

    def __len__(self) -> int:
        """Return the number of waiting tickets."""
        return len(self._urgent) + len(self._others)

    @property
    def is_closed(self) -> bool:
        """Whether the queue accepts no more tickets."""
        return self._end is not None

    def check_room(self) -> None:
        """Check that there is room for one more urgent ticket.

        Raises:
            Overloaded: there is none.
            CutlineError: the queue was closed with it.
        """
        with self._changed:
            self._check_room(self._urgent)

    def put(self, ticket: Ticket[Work, Outcome]) -> None:
        """Add a ticket.

        Raises:
            Overloaded: there is no room.
            CutlineError: the queue was closed with it.
        """
        line = self._line_of(ticket.is_urgent)
        with self._changed:
            self._check_room(line)
            line.append(ticket)
            self._changed.notify()

    def put_back(self, ticket: Ticket[Work, Outcome]) -> None:
        """Put a ticket back before all others of its priority."""
        with self._changed:
            if self._end is not None:
                ticket.refuse(self._end)
                return
            self._line_of(ticket.is_urgent).appendleft(ticket)
            self._changed.notify()

    def take(self, seconds: float) -> Ticket[Work, Outcome] | None:
        """Return the next ticket; None if the queue is closed, or stays empty for `seconds`."""
        end = monotonic() + seconds
        with self._changed:
            while self._end is None:
                line = self._urgent or self._others
                if line:
                    return line.popleft()
                if not self._changed.wait(max(0.0, end - monotonic())) and monotonic() >= end:
                    return None
            return None

    def withdraw(self, ticket: Ticket[Work, Outcome]) -> bool:
        """Remove a ticket; return whether it was still waiting."""
        with self._changed:
            try:
                self._line_of(ticket.is_urgent).remove(ticket)
            except ValueError:
                return False
            return True

    def close(self, end: CutlineError) -> None:
        """Accept no more tickets, and answer waiting ones with an error."""
        with self._changed:
            self._end = self._end or end
            waiting = [*self._urgent, *self._others]
            self._urgent.clear()
            self._others.clear()
            self._changed.notify_all()
        for ticket in waiting:
            ticket.refuse(self._end)

    def wait_closed(self, seconds: float) -> None:
        """Wait until the queue is closed, for at most `seconds`."""
        with self._changed:
            self._changed.wait_for(lambda: self._end is not None, seconds)

    def _line_of(self, is_urgent: bool) -> deque[Ticket[Work, Outcome]]:
        return self._urgent if is_urgent else self._others

    def _check_room(self, line: deque[Ticket[Work, Outcome]]) -> None:
        if self._end is not None:
            raise copy(self._end)
        if len(line) >= self._size:
            raise make_overloaded(f"{len(line)} requests wait already (setting service.queue_size)")
