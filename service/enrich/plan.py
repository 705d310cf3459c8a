"""A batch that was asked for, checked: its inputs, how its pages are extracted, and by whom."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from cutline.config import Settings
from cutline.errors import PageError, RenderError
from cutline.service.enrich.crewing import Crewing
from cutline.service.enrich.fetching import PageBringer
from cutline.service.enrich.inputs import Source
from cutline.service.enrich.local import work_here, work_in_processes
from cutline.service.enrich.results import Enriched
from cutline.service.enrich.segments import Segment, SegmentCutter, Worked
from cutline.service.enrich.spans import DoneSpans
from cutline.service.enrich.worker import Job, PageExtractor
from cutline.service.processes.memory import settle

if TYPE_CHECKING:
    from cutline.extractor import Extractor

Packed = TypeVar("Packed")
Pack = Callable[[Sequence[Enriched]], Packed]


@dataclass(frozen=True, slots=True)
class BatchPlan:
    """A batch that can begin.

    Attributes:
        sources: its inputs.
        options: of the extraction, those of `cutline.types.Options` but `url`.
        settings: of everything.
        crewing: by whom it is worked off.
    """

    sources: tuple[Source, ...]
    options: Mapping[str, object]
    settings: Settings
    crewing: Crewing

    def run(self, pack: Pack[Packed], done: DoneSpans | None = None) -> Generator[Worked[Packed]]:
        """Yield the batch worked off, segment by segment.

        Args:
            pack: brings the results of a segment into the form that is asked for; it can be pickled.
            done: what has been worked off already.
        """
        crewing, limits = self.crewing, self.settings.enrich
        seconds = limits.page_seconds if crewing.timeout is None else crewing.timeout
        if crewing.engine == "ray":
            from cutline.service.enrich.cluster import work_on_cluster  # Ray is an extra

            return work_on_cluster(self, self.make_job(pack), done or DoneSpans(), seconds)
        segments = self.read_segments(crewing.batch_size or limits.batch_size, done or DoneSpans())
        return work_in_processes(segments, self.make_job(pack), crewing.workers, crewing.order, seconds, limits)

    def run_here(self, pack: Pack[Packed]) -> Generator[Worked[Packed]]:
        """Yield the batch worked off in this process, record by record."""
        return work_here(
            self.read_segments(1, DoneSpans()), Job(partial(open_extractor, self.settings), self.options, pack)
        )

    def read_segments(self, batch_size: int, done: DoneSpans) -> Generator[Segment]:
        """Yield the records of all sources that are not done, in segments of at most so many."""
        for number in range(len(self.sources)):
            yield from self.read_source(number, batch_size, done)

    def read_source(self, number: int, batch_size: int, done: DoneSpans) -> Generator[Segment]:
        """Yield the records of one source that are not done, in segments of at most so many."""
        source = self.sources[number]
        with PageBringer(self.settings) as bringer:
            items = bringer.bring(done.pass_over(number, source.items()))
            yield from SegmentCutter(batch_size, self.settings.enrich).cut(number, source.name, items)

    def make_job(self, pack: Pack[Packed]) -> Job[Packed]:
        """Return what worker processes do with each record."""
        return Job(partial(_warm_up, partial(open_extractor, self.settings), self.options), self.options, pack)


def open_extractor(settings: Settings) -> Extractor:
    """Return an extractor; its models are loaded with the first page."""
    from cutline.extractor import Extractor  # loads spaCy, which the parent of workers does not need

    return Extractor(settings)


def _warm_up(make_extractor: Callable[[], PageExtractor], options: Mapping[str, object]) -> PageExtractor:
    """Return an extractor that has all loaded that pages need, so that the first one takes no longer than others."""
    from cutline.service.extraction.process import WARM_UP  # which imports what lines of JSON are made of, from here

    extractor = make_extractor()
    with suppress(PageError, RenderError):
        extractor.extract(WARM_UP, **options)
    settle()
    return extractor
