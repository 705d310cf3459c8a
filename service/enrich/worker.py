"""The work on one segment of a batch after the other, here or in a process of its own."""

from __future__ import annotations

import logging
from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import count
from typing import Generic, Protocol, TypeAlias, TypeVar

from cutline.errors import ConfigError, CutlineError, ModelError, PipelineError
from cutline.service.enrich.records import Record
from cutline.service.enrich.results import Enriched, Failure, Tally
from cutline.service.enrich.segments import Segment, Worked
from cutline.types import Article

logger = logging.getLogger(__name__)

Packed = TypeVar("Packed")
Working: TypeAlias = Generator[int, None, Worked[Packed]]  # tells which record it begins with


class PageExtractor(Protocol):
    """What `cutline.extractor.Extractor` does for a batch."""

    @property
    def extract(self) -> Callable[..., Article]:
        """Return the article of a page: `extract(html, url=url, **options)`."""


@dataclass(frozen=True, slots=True)
class Task:
    """A segment that is to be worked on.

    Attributes:
        segment: its records.
        lost: those that ended the process of a worker, by their position in it, and how; they are not tried again.
    """

    segment: Segment
    lost: Mapping[int, Failure] = field(default_factory=dict)

    @property
    def is_lost(self) -> bool:
        """Whether no record of it is to be worked on."""
        return len(self.lost) >= len(self.segment.items)

    @property
    def first(self) -> int:
        """The position of the first record that is to be worked on."""
        return next(position for position in count() if position not in self.lost)


@dataclass(frozen=True, slots=True)
class Job(Generic[Packed]):
    """What is to be done with every record; travels to the workers, so all of it can be pickled.

    Attributes:
        make_extractor: loads the extractor; called once in each process.
        options: passed on with every page.
        pack: brings the results of a segment into the form that is asked for.
    """

    make_extractor: Callable[[], PageExtractor]
    options: Mapping[str, object]
    pack: Callable[[Sequence[Enriched]], Packed]

    def open(self) -> Callable[[Task], Working[Packed]]:
        """Return what works off a segment.

        Raises:
            CutlineError: no page at all can be extracted.
        """
        extractor = self.make_extractor()
        return lambda task: self._work_off(extractor, task)

    def fail(self, segment: Segment, failure: Failure) -> Worked[Packed]:
        """Return a segment of which every record is lost in the same way."""
        return self._finish(
            segment, [_place(failure, content.read(), segment.source, number) for number, content in segment.items]
        )

    def _work_off(self, extractor: PageExtractor, task: Task) -> Working[Packed]:
        """Yield the position of each record before it is begun with; return the segment worked off."""
        segment, results = task.segment, []
        for position, (number, content) in enumerate(segment.items):
            if position not in task.lost:
                yield position
            record = content.read()
            outcome = task.lost.get(position) or extract_record(extractor, record, self.options)
            results.append(_place(outcome, record, segment.source, number))
        return self._finish(segment, results)

    def _finish(self, segment: Segment, results: Sequence[Enriched]) -> Worked[Packed]:
        tally = Tally.of(results, dict(segment.skipped))
        return Worked(segment.span, self.pack(results), tally, segment.share)


def extract_record(extractor: PageExtractor, record: Record, options: Mapping[str, object]) -> Article | Failure:
    """Return the article of a record, or why there is none; the traceback of a bug is logged.

    Raises:
        ConfigError, ModelError, PipelineError: no page at all can be extracted.
    """
    if record.error is not None:
        return record.error
    try:
        return extractor.extract(record.html, url=record.url, charset=record.charset, is_live=record.is_live, **options)
    except (ConfigError, ModelError, PipelineError):
        raise
    except CutlineError as error:
        return Failure.of(error)
    except Exception as error:
        logger.exception("internal error on record %r (%s)", record.id, record.url)
        message = f"cutline failed on this page with {type(error).__name__}; please report it with the log's traceback."
        return Failure(code="internal-error", message=message)


def _place(outcome: Article | Failure, record: Record, source: str | None, number: int) -> Enriched:
    if isinstance(outcome, Article):
        return Enriched(id=record.id, source=source, line=number, article=outcome)
    return Enriched(id=record.id, source=source, line=number, url=record.url, error=outcome)
