"""Worker processes, each of which may hang, crash or be killed without harm to another's page."""

from __future__ import annotations

import logging
import math
from collections.abc import Iterator, Mapping
from multiprocessing.connection import wait
from typing import Self, TypeAlias

from cutline.errors import PageTimeout, WorkerDied
from cutline.service.enrich.records import Record
from cutline.service.enrich.results import Enriched, Failure
from cutline.service.enrich.worker import Job, PlacedRecord
from cutline.service.processes import WorkerProcess, describe_end
from cutline.types import Article

MAX_FAILED_STARTS = 5  # in a row: then it is not chance, and there is no use in starting more
GRACE_SECONDS = 1.0  # between a worker's last word and its end

logger = logging.getLogger(__name__)

Worker: TypeAlias = WorkerProcess[PlacedRecord, Article | Failure]


class Crew:
    """Some workers, of which each that is lost is replaced; a context manager, at whose end none is left.

    Records and results are known by the place that `give` was called with.
    """

    def __init__(self, job: Job, size: int, page_seconds: float) -> None:
        """Take a job for `size` workers, and the seconds after which the worker on a page is killed."""
        self._job = job
        self._size = size
        self._page_seconds = page_seconds
        self._workers: list[Worker] = []
        self._failed_starts = 0

    def __enter__(self) -> Self:
        """Start the workers."""
        try:
            for _ in range(self._size):
                self._workers.append(WorkerProcess(self._job.open))
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        """Stop the workers, whatever they are doing."""
        while self._workers:
            self._workers.pop().stop()

    @property
    def has_idle(self) -> bool:
        """Whether a worker waits for a page."""
        return any(worker.is_idle for worker in self._workers)

    def give(self, place: int, record: Record) -> None:
        """Have an idle worker begin with a record."""
        next(worker for worker in self._workers if worker.is_idle).take((place, record))

    def collect(self, seconds: float) -> Mapping[int, Enriched]:
        """Return what results have come, by place, as soon as anything happens to any worker, or after some seconds.

        Raises:
            WorkerDied: workers end again and again before they are ready.
            CutlineError: no page at all can be extracted.
        """
        patience = min(seconds, *(self._page_seconds - worker.busy_seconds for worker in self._workers))
        connections = [worker.connection for worker in self._workers]
        spoke = wait(connections, None if patience == math.inf else max(0.0, patience))
        return dict(
            result for worker in tuple(self._workers) for result in self._attend(worker, worker.connection in spoke)
        )

    def _attend(self, worker: Worker, has_spoken: bool) -> Iterator[tuple[int, Enriched]]:
        placed = worker.work
        outcome = self._listen(worker) if has_spoken else self._check_time(worker)
        if placed is not None and outcome is not None:
            place, record = placed
            yield place, Enriched.of(record.id, outcome, record.line)

    def _listen(self, worker: Worker) -> Article | Failure | None:
        try:
            outcome = worker.hear()
        except (EOFError, OSError):
            return self._bury(worker)
        self._failed_starts = 0
        return outcome

    def _bury(self, worker: Worker) -> Failure:
        end = describe_end(worker.stop(GRACE_SECONDS))
        logger.warning("a worker %s; it is replaced", end)
        if not worker.is_ready:
            self._failed_starts += 1
        if self._failed_starts == MAX_FAILED_STARTS:
            raise WorkerDied(f"Worker processes end before they are ready: the last one {end}; see standard error.")
        self._replace(worker)
        return Failure.of(WorkerDied(f"The worker process {end} on this page. Try the page alone to see why."))

    def _check_time(self, worker: Worker) -> Failure | None:
        if worker.busy_seconds < self._page_seconds:
            return None
        worker.stop()
        self._replace(worker)
        return Failure.of(
            PageTimeout(f"The page took longer than {self._page_seconds:g} s (setting enrich.page_seconds).")
        )

    def _replace(self, worker: Worker) -> None:
        self._workers[self._workers.index(worker)] = WorkerProcess(self._job.open)
