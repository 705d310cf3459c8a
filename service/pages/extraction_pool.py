"""Pool of extraction processes with loaded models, shared by all threads of a web worker."""

from __future__ import annotations

import logging
from functools import partial

from pydantic import SecretStr

from cutline.config import Settings
from cutline.errors import CutlineError, InternalError, Overloaded
from cutline.service.pages.pool import WorkerPool
from cutline.service.pages.queue import RETRY_AFTER_SECONDS, WorkQueue
from cutline.service.pages.station import WorkerLimits
from cutline.service.pages.work import Outcome, Work, WorkDone, open_extraction
from cutline.service.pages.worker_process import Opening

logger = logging.getLogger(__name__)


class ExtractionPool(WorkerPool[Work, Outcome]):
    """Processes that each work on one page at a time, for callers that wait; safe to share between threads.

    >>> with ExtractionPool(load_settings(), processes=2) as pool:
    ...     done = pool.run(ExtractWork(PageGiven(html, url="https://courier.example/ferry"), Options()))
    """

    def __init__(self, settings: Settings, processes: int, opening: Opening[Work, Outcome] | None = None) -> None:
        """Take the settings and the number of processes; none is started yet.

        Args:
            settings: of the extraction and of the service.
            processes: how many, from 1.
            opening: what a process runs instead of an extractor with the settings.
        """
        service = self._settings = settings.service
        limits = WorkerLimits(
            "extraction process",
            "service",
            service.page_seconds,
            service.recycle_pages,
            service.start_seconds,
            max_bytes=service.worker_bytes,
            is_kept_until_succeeded=True,
        )
        queue: WorkQueue[Work, Outcome] = WorkQueue(service.queue_size, RETRY_AFTER_SECONDS)
        super().__init__(opening or partial(open_extraction, _without_secrets(settings)), processes, limits, queue)

    def run(self, work: Work, *, is_urgent: bool = True) -> WorkDone:
        """Return the result of a piece of work; the calling thread waits for it.

        Args:
            work: what to do.
            is_urgent: whether it goes before work that is not urgent.

        Raises:
            Overloaded: the queue is full, the work waited too long, or the pool is closing.
            PageTimeout: it took too long; its process was killed.
            WorkerDied: its process died on it.
            InternalError: it hit a bug of ours, which is logged.
            CutlineError: the work raised it, or no process can be started at all.
        """
        ticket = self.submit(work, is_urgent=is_urgent)
        try:
            outcome = ticket.answer.result(self._settings.queue_seconds)
        except TimeoutError:
            if ticket.answer.cancel():
                raise self._make_overloaded("It waited too long") from None
            outcome = ticket.answer.result()  # it is in progress; its process has its own time limit
        finally:
            if ticket.answer.cancel():  # it has not begun: it waited too long, or the caller was interrupted
                self._queue.withdraw(ticket)
        if isinstance(outcome, InternalError):
            logger.error("%s\n%s", outcome, "".join(getattr(outcome, "__notes__", ())))
        if isinstance(outcome, CutlineError):
            raise outcome
        return outcome

    def check_room(self) -> None:
        """Check that the queue has room for a request, before its body is read.

        Raises:
            Overloaded: there is no room.
            CutlineError: no process can be started at all.
        """
        self._queue.check_room()

    def close(self, grace_seconds: float = 0, reason: CutlineError | None = None) -> None:
        """Accept no more work, and end all processes; may be called again. Waiting work gets `Overloaded` at once."""
        super().close(grace_seconds, reason or self._make_overloaded("The service is stopping"))

    def _make_overloaded(self, reason: str) -> Overloaded:
        return Overloaded(f"{reason}; try again in {RETRY_AFTER_SECONDS} s.", RETRY_AFTER_SECONDS)


def _without_secrets(settings: Settings) -> Settings:
    """Return the settings for an extraction process, which needs neither secrets nor the address of a database."""
    service = settings.service.model_copy(update={"tokens": ()})
    jobs = settings.jobs.model_copy(update={"database": "", "webhook_secret": SecretStr("")})
    return settings.model_copy(update={"service": service, "jobs": jobs})
