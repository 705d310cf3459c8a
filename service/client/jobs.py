"""A job that a service works off."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import inf
from time import monotonic, sleep

from cutline.errors import UnknownJob
from cutline.service.client import calls
from cutline.service.client.connection import ServiceConnection
from cutline.service.pages.results import Enriched
from cutline.service.rest.messages import JobStatus

FIRST_PAUSE = 0.2  # seconds between two looks at a job; twice as many each time
LONGEST_PAUSE = 5.0

Progress = Callable[[JobStatus], object]


class RemoteJob:
    """One job; its `id` is all that is needed to find it again with `Client.job`."""

    def __init__(self, connection: ServiceConnection, job_id: str) -> None:
        """Take the service and the job's id."""
        self._connection = connection
        self.id = job_id

    def status(self) -> JobStatus:
        """Return how far the job is.

        Raises:
            UnknownJob: there is no such job, or not any more.
            CutlineError: as for `Client`.
        """
        return self._connection.run(calls.job_status(self.id))

    def wait(self, seconds: float = inf, progress: Progress | None = None) -> JobStatus:
        """Return how far the job is once it is finished, or after so many seconds.

        Args:
            seconds: how long to wait at most; the job goes on.
            progress: called with the status at each look.

        Raises:
            CutlineError: as for `status`.
        """
        ends = monotonic() + seconds
        for pause in grow_pauses():
            status = self.status()
            if progress is not None:
                progress(status)
            left = ends - monotonic()
            if status.state == "finished" or left <= 0:
                return status
            sleep(min(pause, left))
        raise AssertionError("pauses never end")

    def results(self, cursor: int = 0, *, wait: bool = True) -> Iterator[Enriched]:
        """Return the results one by one, in the order of the pages, each as soon as it and all before it are there.

        >>> for result in job.results():
        ...     print(result.line, result.id, result.article.title if result.article else result.error.message)

        Args:
            cursor: the `line` of the last result you have; what comes after it is returned, also by another client.
            wait: whether to wait for what is not there yet; else the iterator ends with what is.

        Raises:
            CutlineError: as for `status`, while iterating; begin again with the `line` of the last result.
        """
        pauses = grow_pauses()
        while True:
            page = self._connection.run(calls.job_results(self.id, cursor))
            for result in page.results:
                cursor = result.line or cursor
                pauses = grow_pauses()
                yield result
            if not page.has_more or not (page.results or wait):
                return
            if not page.results:
                sleep(next(pauses))

    def remove(self) -> None:
        """End the job and forget its results; if there is none, or none any more, nothing happens."""
        try:
            self._connection.run(calls.job_removal(self.id))
        except UnknownJob:
            return


def grow_pauses() -> Iterator[float]:
    """Yield the seconds between two looks at a job, for ever."""
    pause = FIRST_PAUSE
    while True:
        yield pause
        pause = min(2 * pause, LONGEST_PAUSE)
