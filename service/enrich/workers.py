"""Batches processed on this machine: in this process, or in worker processes."""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import count
from typing import Generic, TypeAlias, TypeVar

from cutline.config.settings import EnrichSettings
from cutline.errors import CutlineError, WorkerDied
from cutline.options import Options
from cutline.service.enrich.batches import Batch, FinishedBatch, Record, Tally
from cutline.service.enrich.plan import Order
from cutline.service.pages.extraction import Enriched, Failure, PageExtractor, extract_record
from cutline.service.pages.pool import WorkerPool
from cutline.service.pages.queue import Ticket
from cutline.service.pages.station import WorkerLimits
from cutline.types import Article

# Batches per worker that are in progress, or wait in input order for a slower one; limits memory.
BATCHES_IN_FLIGHT = 4

Packed = TypeVar("Packed")
Working: TypeAlias = Generator[int, None, FinishedBatch[Packed]]  # yields the position of each record it starts


@dataclass(frozen=True, slots=True)
class Task:
    """A batch to process.

    Attributes:
        batch: its records.
        lost: the records on which a worker process ended, by their position, and how; they are not tried again.
        suspected: positions of the records on which a worker process died once, perhaps for another reason.
    """

    batch: Batch
    lost: Mapping[int, Failure] = field(default_factory=dict)
    suspected: frozenset[int] = frozenset()

    def without(self, position: int, failure: Failure) -> Task:
        """Return the task without a lost record."""
        return replace(self, lost={**self.lost, position: failure})

    @property
    def is_lost(self) -> bool:
        """Whether no record is left to process."""
        return len(self.lost) >= len(self.batch.items)

    @property
    def first(self) -> int:
        """The position of the first record to process."""
        return next(position for position in count() if position not in self.lost)


@dataclass(frozen=True, slots=True)
class RecordWork(Generic[Packed]):
    """What to do with every record; it is pickled to the workers.

    Attributes:
        make_extractor: loads the extractor; called once in each process.
        options: extraction options.
        pack: converts the results of a batch to the requested form.
    """

    make_extractor: Callable[[], PageExtractor]
    options: Options
    pack: Callable[[Sequence[Enriched]], Packed]

    def open(self) -> Callable[[Task], Working[Packed]]:
        """Return the function that processes a batch.

        Raises:
            CutlineError: no page at all can be extracted.
        """
        extractor = self.make_extractor()
        return lambda task: self._extract_batch(extractor, task)

    def give_up(self, task: Task) -> FinishedBatch[Packed]:
        """Return a batch with every record failed."""
        results = [
            self._place(task.lost[position], content.read(), task.batch, number)
            for position, (number, content) in enumerate(task.batch.items)
        ]
        return self._finish(task.batch, results)

    def _extract_batch(self, extractor: PageExtractor, task: Task) -> Working[Packed]:
        """Yield the position of each record before it is processed; return the finished batch."""
        batch, results = task.batch, []
        for position, (number, content) in enumerate(batch.items):
            if position not in task.lost:
                yield position
            record = content.read()
            done = task.lost.get(position) or record.error
            outcome = done or extract_record(extractor, record.id, record.page, self.options)
            results.append(self._place(outcome, record, batch, number))
        return self._finish(batch, results)

    def _place(self, outcome: Article | Failure, record: Record, batch: Batch, number: int) -> Enriched:
        return Enriched.of(outcome, id=record.id, source=batch.source, line=number, url=record.page.url)

    def _finish(self, batch: Batch, results: Sequence[Enriched]) -> FinishedBatch[Packed]:
        tally = Tally.of(results, dict(batch.skipped))
        return FinishedBatch(batch.span, self.pack(results), tally, batch.share)


BatchPool: TypeAlias = WorkerPool[Task, FinishedBatch[Packed]]


def open_pool(work: RecordWork[Packed], workers: int, settings: EnrichSettings) -> BatchPool[Packed]:
    """Return a pool of worker processes for batches; none is started yet.

    If a worker dies twice or takes too long on a record, that record fails; the others of its batch start over.

    Args:
        work: what to do with each record.
        workers: number of processes, from 1.
        settings: limits of a page and of a worker's lifetime.
    """
    limits = WorkerLimits(
        "worker process",
        "enrich",
        settings.page_seconds,
        settings.recycle_pages,
        max_bytes=settings.worker_bytes,
        advice=" Try the page alone to see why.",
    )
    return WorkerPool(work.open, workers, limits, settle_loss=partial(_lose_record, work))


def work_here(batches: Iterator[Batch], work: RecordWork[Packed]) -> Generator[FinishedBatch[Packed]]:
    """Yield the batches processed in this process, one after the other."""
    extract_batch = work.open()
    for batch in batches:
        working = extract_batch(Task(batch))
        try:
            while True:
                next(working)
        except StopIteration as end:
            yield end.value


def work_in_processes(
    batches: Iterator[Batch],
    work: RecordWork[Packed],
    workers: int,
    order: Order,
    settings: EnrichSettings,
) -> Generator[FinishedBatch[Packed]]:
    """Yield the batches processed by worker processes.

    Args:
        batches: the batches; a few per worker are read ahead.
        work: what to do with each record.
        workers: number of processes, from 1.
        order: `input`: in their order; `ready`: as they finish.
        settings: limits of a page and of a worker's lifetime.

    Raises:
        CutlineError: no page at all can be extracted.
        Exception: what `batches` raises, after the batches before it.
    """
    has_ended, broken = False, None
    take_done, most = (_take_first, workers * BATCHES_IN_FLIGHT) if order == "input" else (_take_any, math.inf)
    coming: deque[Future[FinishedBatch[Packed]]] = deque()
    with open_pool(work, workers, settings) as pool:
        while not has_ended or coming:
            unfinished = [future for future in coming if not future.done()]
            has_room = len(unfinished) < 2 * workers and len(coming) < most  # for each worker, one waits
            batch: Batch | None = None
            if has_room and not has_ended:
                try:
                    batch = next(batches, None)
                except Exception as error:  # kept until the batches before it are processed
                    broken = error
                has_ended = batch is None
            if batch is not None:
                coming.append(pool.submit(Task(batch)).answer)
            elif unfinished:
                wait(unfinished, return_when=FIRST_COMPLETED)
            yield from take_done(coming)
    if broken is not None:
        raise broken


def _take_first(coming: deque[Future[FinishedBatch[Packed]]]) -> Iterator[FinishedBatch[Packed]]:
    while coming and coming[0].done():
        yield coming.popleft().result()


def _take_any(coming: deque[Future[FinishedBatch[Packed]]]) -> Iterator[FinishedBatch[Packed]]:
    for future in [future for future in coming if future.done()]:
        coming.remove(future)
        yield future.result()


def _lose_record(
    work: RecordWork[Packed], ticket: Ticket[Task, FinishedBatch[Packed]], reached: object, error: CutlineError
) -> Ticket[Task, FinishedBatch[Packed]] | None:
    """Return the ticket without the record on which its process ended; None if that was the last one.

    A process may die for another reason, such as a shortage of memory, so each record gets a second attempt.
    """
    position = reached if isinstance(reached, int) else ticket.work.first
    if isinstance(error, WorkerDied) and position not in ticket.work.suspected:
        return ticket.with_rest(replace(ticket.work, suspected=ticket.work.suspected | {position}))
    task = ticket.work.without(position, Failure.of(error))
    if not task.is_lost:
        return ticket.with_rest(task)
    ticket.answer.set_result(work.give_up(task))
    return None
