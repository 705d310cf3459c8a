"""Worker processes, each of which may hang, crash or be killed without harm to another's page."""

from __future__ import annotations

import logging
import math
from collections import deque
from collections.abc import Iterator
from dataclasses import replace
from multiprocessing.connection import wait
from typing import Generic, Self, TypeVar

from cutline.config.service_settings import EnrichSettings
from cutline.errors import PageTimeout, WorkerDied
from cutline.service.enrich.results import Failure
from cutline.service.enrich.segments import Segment, Worked
from cutline.service.enrich.worker import Job, Task
from cutline.service.processes import WorkerProcess, describe_end
from cutline.service.processes.memory import count_resident_bytes

MAX_FAILED_STARTS = 5  # in a row: then it is not chance, and there is no use in starting more
GRACE_SECONDS = 1.0  # between a worker's last word and its end

logger = logging.getLogger(__name__)

Packed = TypeVar("Packed")


class Worker(WorkerProcess[Task, Worked[Packed]]):
    """A worker process that knows how many records it has worked off.

    Attributes:
        records: that number.
        max_records: the number after which it is to be replaced.
    """

    def __init__(self, job: Job[Packed], max_records: int) -> None:
        """Start the process, and take the number of records after which it is to be replaced."""
        super().__init__(job.open)
        self.records = 0
        self.max_records = max_records

    @property
    def position(self) -> int | None:
        """The position in its segment of the record it works on; None if it has not begun with any."""
        return self.reached if isinstance(self.reached, int) else None


class Crew(Generic[Packed]):
    """Some workers, of which each that is lost or worn out is replaced; a context manager, at whose end none is left.

    A record on which a worker ends, or takes too long, is lost; the others of its segment start over.
    """

    def __init__(self, job: Job[Packed], size: int, page_seconds: float, settings: EnrichSettings) -> None:
        """Take a job for `size` workers, the seconds after which the worker on a page is killed, and the limits."""
        self._job = job
        self._size = size
        self._page_seconds = page_seconds
        self._settings = settings
        self._workers: list[Worker[Packed]] = []
        self._again: deque[Task] = deque()
        self._failed_starts = 0

    def __enter__(self) -> Self:
        """Start the workers, with different numbers of records to their first replacement: never all at once."""
        try:
            for place in range(self._size):
                records = self._settings.recycle_pages * (place + 1) // self._size
                self._workers.append(Worker(self._job, max(1, records)))
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
        """Whether a worker waits for a segment."""
        return not self._again and any(worker.is_idle for worker in self._workers)

    @property
    def is_busy(self) -> bool:
        """Whether there is a segment that has not been worked off."""
        return bool(self._again) or any(worker.work is not None for worker in self._workers)

    def give(self, segment: Segment) -> None:
        """Have an idle worker begin with a segment."""
        self._give(Task(segment))

    def collect(self, seconds: float = math.inf) -> list[Worked[Packed]]:
        """Return what segments were worked off, as soon as anything happens to any worker, or after some seconds.

        Raises:
            WorkerDied: workers end again and again before they are ready.
            CutlineError: no page at all can be extracted.
        """
        patience = min(seconds, *(self._page_seconds - worker.busy_seconds for worker in self._workers))
        connections = [worker.connection for worker in self._workers]
        spoke = wait(connections, None if patience == math.inf else max(0.0, patience))
        worked = [
            outcome for worker in tuple(self._workers) for outcome in self._attend(worker, worker.connection in spoke)
        ]
        while self._again and any(worker.is_idle for worker in self._workers):
            self._give(self._again.popleft())
        return worked

    def _give(self, task: Task) -> None:
        next(worker for worker in self._workers if worker.is_idle).take(task)

    def _attend(self, worker: Worker[Packed], has_spoken: bool) -> Iterator[Worked[Packed]]:
        if not has_spoken:
            self._check_time(worker)
            return
        task = worker.work
        try:
            outcome = worker.hear()
        except (EOFError, OSError):
            self._bury(worker)
            return
        self._failed_starts = 0
        if outcome is not None and task is not None:
            worker.records += len(task.segment.items)
            self._check_wear(worker)
            yield outcome

    def _bury(self, worker: Worker[Packed]) -> None:
        end = describe_end(worker.stop(GRACE_SECONDS))
        logger.warning("a worker %s; it is replaced", end)
        if not worker.is_ready or (worker.work is not None and worker.position is None):
            self._failed_starts += 1
        if self._failed_starts == MAX_FAILED_STARTS:
            raise WorkerDied(f"Worker processes end before they are ready: the last one {end}; see standard error.")
        sentence = f"The worker process {end} on this page. Try the page alone to see why."
        self._begin_anew(worker.work, worker.position, Failure.of(WorkerDied(sentence)))
        self._replace(worker)

    def _check_time(self, worker: Worker[Packed]) -> None:
        task = worker.work
        if task is None or worker.busy_seconds < self._page_seconds or task.is_lost:
            return
        worker.stop()
        sentence = f"The page took longer than {self._page_seconds:g} s (setting enrich.page_seconds)."
        position = task.first if worker.position is None else worker.position
        self._begin_anew(task, position, Failure.of(PageTimeout(sentence)))
        self._replace(worker)

    def _begin_anew(self, task: Task | None, position: int | None, failure: Failure) -> None:
        """Have another worker do a task, without the record that ended the one before, if it had begun with any."""
        if task is not None:
            lost = {} if position is None else {position: failure}
            self._again.append(replace(task, lost={**task.lost, **lost}))

    def _check_wear(self, worker: Worker[Packed]) -> None:
        if worker.records < worker.max_records and count_resident_bytes(worker.pid) < self._settings.worker_bytes:
            return
        worker.stop()
        self._replace(worker)

    def _replace(self, worker: Worker[Packed]) -> None:
        self._workers[self._workers.index(worker)] = Worker(self._job, self._settings.recycle_pages)
