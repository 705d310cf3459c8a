"""The bounded queue in front of worker processes, in which urgent work goes first."""

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
    """A piece of work, and where its answer is waited for.

    Attributes:
        work: what is to be done.
        is_urgent: whether it goes before work that is not.
        answer: what came of it.
        is_second: whether a process that was to begin with it has died already.
    """

    work: Work
    is_urgent: bool
    answer: Future[Outcome] = field(default_factory=Future)
    is_second: bool = False

    def begin(self) -> bool:
        """Have its caller wait for the answer, however long that takes; return whether anybody waits."""
        return self.answer.running() or self.answer.set_running_or_notify_cancel()

    def refuse(self, error: CutlineError) -> None:
        """Answer it with an error, unless its caller waits no longer."""
        if self.begin():
            self.answer.set_exception(copy(error))  # each caller raises its own

    def make_second(self) -> Ticket[Work, Outcome]:
        """Return the ticket of another attempt, the last one."""
        return replace(self, is_second=True)

    def go_on_with(self, rest: Work) -> Ticket[Work, Outcome]:
        """Return the ticket of what is left of the work."""
        return replace(self, work=rest, is_second=False)


RETRY_AFTER_SECONDS = 2  # told to whoever found a full queue of requests


class WorkQueue(Generic[Work, Outcome]):
    """Tickets that wait for a worker process; safe to share between threads."""

    def __init__(self, size: float = math.inf, retry_after: int = 0) -> None:
        """Take how many tickets of each sort may wait, and the seconds after which who got no place may try again."""
        self._size = size
        self._retry_after = retry_after
        self._urgent: deque[Ticket[Work, Outcome]] = deque()
        self._others: deque[Ticket[Work, Outcome]] = deque()
        self._changed = threading.Condition()
        self._end: CutlineError | None = None

    def __len__(self) -> int:
        """Return how many tickets wait."""
        return len(self._urgent) + len(self._others)

    @property
    def is_closed(self) -> bool:
        """Whether no more tickets are taken."""
        return self._end is not None

    def check_room(self, is_urgent: bool = True) -> None:
        """Do nothing if there is a place for one more.

        Raises:
            Overloaded: there is none.
            CutlineError: the queue was closed with it.
        """
        with self._changed:
            self._check_room(self._line_of(is_urgent))

    def put(self, ticket: Ticket[Work, Outcome]) -> None:
        """Have a ticket wait.

        Raises:
            Overloaded: there is no place for it.
            CutlineError: the queue was closed with it.
        """
        line = self._line_of(ticket.is_urgent)
        with self._changed:
            self._check_room(line)
            line.append(ticket)
            self._changed.notify()

    def put_back(self, ticket: Ticket[Work, Outcome]) -> None:
        """Have a ticket wait again, before all others of its sort: nothing was done for it."""
        with self._changed:
            if self._end is not None:
                ticket.refuse(self._end)
                return
            self._line_of(ticket.is_urgent).appendleft(ticket)
            self._changed.notify()

    def take(self, seconds: float) -> Ticket[Work, Outcome] | None:
        """Return the ticket whose turn it is; None if the queue is closed, or there is none for some seconds."""
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
        """Have a ticket wait no longer; return whether it was still waiting."""
        with self._changed:
            try:
                self._line_of(ticket.is_urgent).remove(ticket)
            except ValueError:
                return False
            return True

    def close(self, end: CutlineError) -> None:
        """Take no more tickets, and answer those that wait with an error."""
        with self._changed:
            self._end = self._end or end
            waiting = [*self._urgent, *self._others]
            self._urgent.clear()
            self._others.clear()
            self._changed.notify_all()
        for ticket in waiting:
            ticket.refuse(self._end)

    def wait_closed(self, seconds: float) -> None:
        """Return after some seconds, or as soon as the queue is closed."""
        with self._changed:
            self._changed.wait_for(lambda: self._end is not None, seconds)

    def _line_of(self, is_urgent: bool) -> deque[Ticket[Work, Outcome]]:
        return self._urgent if is_urgent else self._others

    def _check_room(self, line: deque[Ticket[Work, Outcome]]) -> None:
        if self._end is not None:
            raise copy(self._end)
        if len(line) >= self._size:
            raise Overloaded(
                f"{len(line)} requests wait already (setting service.queue_size); try again in {self._retry_after} s.",
                self._retry_after,
            )
