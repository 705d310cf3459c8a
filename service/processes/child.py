"""A worker process from within: one piece of work after the other for a parent."""

from __future__ import annotations

import fcntl
import os
import signal
import sys
from collections.abc import Callable, Generator
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection
from typing import TypeAlias, TypeVar

from cutline.errors import CutlineError

Work = TypeVar("Work")
Outcome = TypeVar("Outcome")
Opening: TypeAlias = Callable[[], Callable[[Work], Outcome | Generator[object, None, Outcome]]]


@dataclass(frozen=True, slots=True)
class Ready:
    """What a worker says when it has loaded what it works with."""


@dataclass(frozen=True, slots=True)
class Begun:
    """What a worker says when it has taken a piece of work: from now on its end may be that work's fault."""


@dataclass(frozen=True, slots=True)
class Step:
    """What a worker says on the way to an outcome: how far it is."""

    reached: object


def serve(descriptor: int) -> None:
    """Work for a parent until it is gone.

    Args:
        descriptor: of a connection that brings an `Opening`, then one piece of work at a time, and takes `Ready`, then
            `Begun` and an outcome for each; between them a `Step` for whatever the work yields, if it is a generator,
            of which the outcome is what it returns. A `CutlineError` instead says that no work at all can be done.
    """
    _end_with_parent(sys.stdin.fileno())
    connection = Connection(descriptor)
    with suppress(EOFError, ConnectionError):
        opening: Opening[object, object] = connection.recv()
        try:
            work = opening()
            connection.send(Ready())
            while True:
                given = connection.recv()
                connection.send(Begun())
                connection.send(_finish(work(given), connection))
        except CutlineError as error:
            connection.send(error)


def _finish(begun: object, connection: Connection) -> object:
    if not isinstance(begun, Generator):
        return begun
    while True:
        try:
            connection.send(Step(next(begun)))
        except StopIteration as end:
            return end.value


def _end_with_parent(lifeline: int) -> None:
    """Have the kernel kill this process when the parent, however it ends, leaves its end of a pipe.

    A thread that waits for that would not get its turn while an extension module or a regular expression holds the
    interpreter lock. Elsewhere than on Linux a worker ends when it is done with its page.
    """
    if sys.platform == "linux":
        fcntl.fcntl(lifeline, fcntl.F_SETOWN, os.getpid())
        fcntl.fcntl(lifeline, fcntl.F_SETSIG, signal.SIGKILL)
        fcntl.fcntl(lifeline, fcntl.F_SETFL, os.O_ASYNC)
