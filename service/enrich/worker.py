"""The work on one page of a batch after the other, here or in a process of its own."""

from __future__ import annotations

import fcntl
import logging
import os
import signal
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection
from typing import Protocol

from cutline.errors import ConfigError, CutlineError, ModelError, PipelineError
from cutline.service.enrich.records import Record
from cutline.service.enrich.results import Failure
from cutline.types import Article

logger = logging.getLogger(__name__)


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


@dataclass(frozen=True, slots=True)
class Ready:
    """What a worker says when its extractor is loaded."""


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


def serve(descriptor: int) -> None:
    """Work for a parent until it is gone.

    Args:
        descriptor: of a connection that brings a `Job`, then one `Record` at a time, and takes `Ready`, then an
            `Article` or a `Failure` for each record. A `CutlineError` instead says that no page can be extracted.
    """
    _end_with_parent(sys.stdin.fileno())
    connection = Connection(descriptor)
    with suppress(EOFError, ConnectionError):
        job: Job = connection.recv()
        try:
            extractor = job.make_extractor()
            connection.send(Ready())
            while True:
                connection.send(extract_record(extractor, connection.recv(), job.options))
        except CutlineError as error:
            connection.send(error)


def _end_with_parent(lifeline: int) -> None:
    """Have the kernel kill this process when the parent, however it ends, leaves its end of a pipe.

    A thread that waits for that would not get its turn while an extension module or a regular expression holds the
    interpreter lock. Elsewhere than on Linux a worker ends when it is done with its page.
    """
    if sys.platform == "linux":
        fcntl.fcntl(lifeline, fcntl.F_SETOWN, os.getpid())
        fcntl.fcntl(lifeline, fcntl.F_SETSIG, signal.SIGKILL)
        fcntl.fcntl(lifeline, fcntl.F_SETFL, os.O_ASYNC)
