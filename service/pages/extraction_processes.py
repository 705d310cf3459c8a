"""Extraction processes: the work that they take, its results, and the pool of them that a web worker's threads share.

What is sent to them and back can be pickled.
"""

from __future__ import annotations

import logging
import traceback
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, TypeAlias

from pydantic import BaseModel, SecretStr

from cutline.config import Settings
from cutline.errors import CutlineError, InternalError
from cutline.options import Options
from cutline.page_given import PageGiven
from cutline.service.pages.extraction import Inspection, attempt, open_extractor, open_warm
from cutline.service.pages.logs import configure_logs
from cutline.service.pages.pool import WorkerPool
from cutline.service.pages.queue import WorkQueue, make_overloaded
from cutline.service.pages.station import WorkerLimits
from cutline.service.pages.worker_process import Opening
from cutline.types import Article, Block, Dropped, Extra, Image

if TYPE_CHECKING:
    from cutline.extraction.extractor import Extractor  # loads all stages, which only the process itself needs

WriteArticle: TypeAlias = "Callable[[Article, Extractor], bytes]"
COUNTED: frozenset[Extra] = frozenset({"dropped", "timings"})  # what metrics need


def write_json(message: BaseModel, _extractor: Extractor) -> bytes:
    """Return a message as a line of JSON."""
    return (message.model_dump_json() + "\n").encode()


@dataclass(frozen=True, slots=True)
class ExtractWork:
    """Extract the article of a page.

    Attributes:
        page: the page.
        options: extraction options; `url` is ignored, because the page has its own.
        write: returns the article in the format that was asked for.
    """

    page: PageGiven
    options: Options
    write: WriteArticle = write_json


# Extract an article; or ask the extractor anything else, whose answer becomes JSON.
Work: TypeAlias = "ExtractWork | Callable[[Extractor], BaseModel]"


Verdicts: TypeAlias = Counter[tuple[str, str]]  # how many blocks or images, by `kept` or `dropped` and the reason


@dataclass(frozen=True, slots=True)
class WorkDone:
    """The result of a piece of work.

    Attributes:
        body: JSON, as every door prints it, or what the work's own `write` returned.
        blocks, images: what became of them; of an extraction only.
        seconds: wall time by stage; of an extraction only.
    """

    body: bytes
    blocks: Verdicts = field(default_factory=Counter)
    images: Verdicts = field(default_factory=Counter)
    seconds: Mapping[str, float] = field(default_factory=dict)


Outcome: TypeAlias = WorkDone | CutlineError


def open_extraction(settings: Settings) -> Callable[[Work], Outcome]:
    """Return the function that does the work, after loading the default models and configuring logs.

    Raises:
        CutlineError: a model or another part named in the settings cannot be used.
    """
    configure_logs(settings.service.log_format)
    one_browser = settings.render.model_copy(update={"browsers": 1})  # it renders one page at a time
    extractor = open_extractor(settings.model_copy(update={"render": one_browser}))
    extractor.load_models()
    open_warm(lambda: extractor, Options())
    return partial(do_work, extractor)


def do_work(extractor: Extractor, work: Work) -> Outcome:
    """Return the outcome of a piece of work; no exception is raised.

    The note of an `InternalError` is its traceback without the message, which may quote the page.
    """
    outcome = attempt(lambda: _do(extractor, work))
    if isinstance(outcome, InternalError) and (cause := outcome.__cause__) is not None:
        outcome.add_note("".join(traceback.format_tb(cause.__traceback__)))
    return outcome


def _do(extractor: Extractor, work: Work) -> WorkDone:
    if isinstance(work, ExtractWork):
        include = work.options.include | COUNTED
        article = extractor.extract_page(work.page, work.options.model_copy(update={"include": include}))
        unasked: dict[str, None] = dict.fromkeys(COUNTED - work.options.include)
        return _count_work(article, work.write(article.model_copy(update=unasked), extractor))
    answer = work(extractor)
    body = write_json(answer, extractor)
    return _count_work(answer.article, body) if isinstance(answer, Inspection) else WorkDone(body)


def _count_work(article: Article, body: bytes) -> WorkDone:
    dropped = article.dropped or Dropped()
    return WorkDone(
        body,
        blocks=_count((*article.blocks, *dropped.blocks)),
        images=_count((*article.images, *dropped.images)),
        seconds={stage: milliseconds / 1000 for stage, milliseconds in (article.timings or {}).items()},
    )


def _count(judged: Iterable[Block | Image]) -> Verdicts:
    return Counter(("kept" if each.verdict.kept else "dropped", each.verdict.reason) for each in judged)


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
        queue: WorkQueue[Work, Outcome] = WorkQueue(service.queue_size)
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
                raise make_overloaded("It waited too long") from None
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
        super().close(grace_seconds, reason or make_overloaded("The service is stopping"))


def _without_secrets(settings: Settings) -> Settings:
    """Return the settings for an extraction process, which needs neither secrets nor the address of a database."""
    service = settings.service.model_copy(update={"tokens": ()})
    jobs = settings.jobs.model_copy(update={"database": "", "webhook_secret": SecretStr("")})
    return settings.model_copy(update={"service": service, "jobs": jobs})
