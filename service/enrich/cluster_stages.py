"""What the machines of a Ray cluster do: one reads a source, others work on its segments."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from cutline.config.service_settings import EnrichSettings
from cutline.errors import CutlineError
from cutline.service.enrich.crew import Crew
from cutline.service.enrich.outputs.arrow_schema import import_arrow
from cutline.service.enrich.segments import Segment
from cutline.service.enrich.spans import DoneSpans
from cutline.service.enrich.worker import Job

if TYPE_CHECKING:
    from cutline.service.enrich.plan import BatchPlan

COLUMN = "pickled"  # the one column of all data sets here: its values are the classes below

Packed = TypeVar("Packed")


@dataclass(frozen=True, slots=True)
class SourceRead:
    """The end of a source, which tells how many segments it had."""

    source: int
    segments: int


@dataclass(frozen=True, slots=True)
class Unable:
    """The error for which no page at all can be extracted."""

    error: CutlineError


class SegmentReader:
    """Reads sources."""

    def __init__(self, plan: BatchPlan, batch_size: int, done: DoneSpans) -> None:
        """Take the batch, the records of a segment, and what has been worked off already."""
        self._plan = plan
        self._batch_size = batch_size
        self._done = done

    def __call__(self, sources: Any) -> Iterator[Any]:
        """Yield the segments of each source, then its end."""
        for source in sources["source"].to_pylist():
            count = 0
            for segment in self._plan.read_source(source, self._batch_size, self._done):
                yield to_table(segment)
                count += 1
            yield to_table(SourceRead(source, count))


class SegmentWorker(Generic[Packed]):
    """Works on segments, in a process that is killed with a page that takes too long; models are loaded once."""

    def __init__(self, job: Job[Packed], page_seconds: float, settings: EnrichSettings) -> None:
        """Take what is to be done, the seconds that a page may take, and the limits of a worker."""
        self._crew = Crew(job, 1, page_seconds, settings).__enter__()

    def __call__(self, table: Any) -> Any:
        """Return the segment worked off; the end of a source as it is."""
        given = from_table(table)
        if not isinstance(given, Segment):
            return table
        try:
            return to_table(self._work_on(given))
        except CutlineError as error:
            return to_table(Unable(error))

    def close(self) -> None:
        """End the process; the end of the actor does so, too."""
        self._crew.__exit__()

    def _work_on(self, segment: Segment) -> object:
        while not self._crew.has_idle:
            self._crew.collect()
        self._crew.give(segment)
        while not (worked := self._crew.collect()):
            pass
        return worked[0]


def to_table(value: object) -> Any:
    """Return a table of one row, in which values travel through Ray Data."""
    arrow = import_arrow()
    return arrow.table({COLUMN: arrow.array([pickle.dumps(value)], arrow.large_binary())})


def from_table(table: Any) -> object:
    """Return the value in a table of one row."""
    return pickle.loads(table[COLUMN][0].as_py())
