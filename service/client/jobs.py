"""A job at a service."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import inf
from time import monotonic, sleep

from cutline.errors import UnknownJob
from cutline.service.client import calls
from cutline.service.client.connection import ServiceConnection
from cutline.service.pages.results import Enriched
from cutline.service.rest.messages import JobStatus

FIRST_PAUSE = 0.2  # seconds between two requests for a status; doubled each time
LONGEST_PAUSE = 5.0

Progress = Callable[[JobStatus], object]


class RemoteJob:
    """One job; `Client.job` finds it again by its `id`."""

    def __init__(self, connection: ServiceConnection, job_id: str) -> None:
        """Take the service and the job's id."""
        self._connection = connection
        self.id = job_id

    def status(self) -> JobStatus:
        """Return the status of the job.

        Raises:
            UnknownJob: there is no such job, or it was removed.
            CutlineError: as for `Client`.
        """
        return self._connection.run(calls.job_status(self.id))

    def wait(self, seconds: float = inf, progress: Progress | None = None) -> JobStatus:
        """Wait until the job is finished, or for some seconds, and return its status.

        Args:
            seconds: how long to wait at most; the job continues after that.
            progress: called with each status that was requested.

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
        """Yield the results one by one, in the order of the pages, each as soon as it and all before it are ready.

        >>> for result in job.results():
        ...     print(result.line, result.id, result.article.title if result.article else result.error.message)

        Args:
            cursor: the `line` of the last result you have; the results after it are returned, also by another client.
            wait: whether to wait for results that are not ready; otherwise the iterator ends before them.

        Raises:
            CutlineError: as for `status`, while iterating; continue with the `line` of the last result as cursor.
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
        """End the job and delete its results; does nothing if there is no such job."""
        try:
            self._connection.run(calls.job_removal(self.id))
        except UnknownJob:
            return


def grow_pauses() -> Iterator[float]:
    """Yield the seconds between two requests, without end."""
    pause = FIRST_PAUSE
    while True:
        yield pause
        pause = min(2 * pause, LONGEST_PAUSE)
