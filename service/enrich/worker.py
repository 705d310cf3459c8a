"""The work on one page of a batch after the other, here or in a process of its own."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Protocol, TypeAlias

from cutline.errors import ConfigError, CutlineError, ModelError, PipelineError
from cutline.service.enrich.records import Record
from cutline.service.enrich.results import Failure
from cutline.types import Article

logger = logging.getLogger(__name__)

PlacedRecord: TypeAlias = tuple[int, Record]  # a record, and its place among the results


class PageExtractor(Protocol):
    """What `cutline.extractor.Extractor` does for a batch."""

    @property
    def extract(self) -> Callable[..., Article]:
        """Return the article of a page: `extract(html, url=url, **options)`."""


@dataclass(frozen=True, slots=True)
class Job:
    """What is to be done with every record; travels to the workers, so all of it can be pickled.

    Attributes:
        make_extractor: loads the extractor; called once in each process.
        options: passed on with every page.
    """

    make_extractor: Callable[[], PageExtractor]
    options: Mapping[str, object]

    def open(self) -> Callable[[PlacedRecord], Article | Failure]:
        """Return what extracts the records that a crew gives a worker, each with its place.

        Raises:
            CutlineError: no page at all can be extracted.
        """
        extractor = self.make_extractor()
        return lambda placed: extract_record(extractor, placed[1], self.options)


def extract_record(extractor: PageExtractor, record: Record, options: Mapping[str, object]) -> Article | Failure:
    """Return the article of a record, or why there is none; the traceback of a bug is logged.

    Raises:
        ConfigError, ModelError, PipelineError: no page at all can be extracted.
    """
    try:
        return extractor.extract(record.html, url=record.url, **options)
    except (ConfigError, ModelError, PipelineError):
        raise
    except CutlineError as error:
        return Failure.of(error)
    except Exception as error:
        logger.exception("internal error on record %r (line %s)", record.id, record.line)
        message = f"cutline failed on this page with {type(error).__name__}; please report it with the log's traceback."
        return Failure(code="internal-error", message=message)
