"""A checked run: it reads its records, fetches missing pages and cuts batches."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack, closing
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Annotated, Literal, TypeGuard

from pydantic import Field, StrictInt, StrictStr, ValidationError

from cutline.config import Settings
from cutline.dom.web_addresses import is_web_address
from cutline.errors import CutlineError, OptionError
from cutline.options import Options, describe
from cutline.service.enrich.batches import Batch, DoneSpans, Item, Record, cut_batches
from cutline.service.enrich.inputs import Input
from cutline.types import Frozen

if TYPE_CHECKING:
    from cutline.service.fetch import HttpPageFetcher


def fetch_missing(settings: Settings, items: Iterable[Item]) -> Generator[Item]:
    """Yield the items in order, each record with its page or with the reason why it could not be fetched.

    Threads fetch, one at a time per host, and obey robots.txt if the settings say so. At most `fetch_threads` items are
    read ahead, and none while no page is being fetched. At the end, fetches in progress are waited for.
    """
    coming: deque[tuple[Item, Future[Record] | None]] = deque()
    fetch: Callable[[Record], Future[Record]] | None = None
    with ExitStack() as opened:
        for item in items:
            if _is_to_be_fetched(item.content):
                fetch = fetch or _open_threads(settings, opened)
                coming.append((item, fetch(item.content)))
            elif coming:
                coming.append((item, None))
            else:
                yield item
            if len(coming) >= settings.enrich.fetch_threads:
                yield _take(coming)
        while coming:
            yield _take(coming)


def _open_threads(settings: Settings, opened: ExitStack) -> Callable[[Record], Future[Record]]:
    from cutline.service.fetch import HostTurns, HttpPageFetcher  # few runs fetch anything

    fetcher = opened.enter_context(closing(HttpPageFetcher(settings, HostTurns(settings.enrich.host_seconds))))
    threads = ThreadPoolExecutor(settings.enrich.fetch_threads, "fetching")
    opened.callback(threads.shutdown, cancel_futures=True)
    return lambda record: threads.submit(_fetch, fetcher, record)


def _is_to_be_fetched(content: object) -> TypeGuard[Record]:
    if not isinstance(content, Record) or content.page.html is not None or content.error is not None:
        return False
    return is_web_address(content.page.url or "")


def _fetch(fetcher: HttpPageFetcher, record: Record) -> Record:
    try:
        return replace(record, page=fetcher.fetch(record.page.url or ""))
    except CutlineError as error:
        return record.without_page(error)


def _take(coming: deque[tuple[Item, Future[Record] | None]]) -> Item:
    item, fetched = coming.popleft()
    return item if fetched is None else replace(item, content=fetched.result())


Engine = Literal["local", "ray"]
Duplicates = Literal["mark", "drop"]
Order = Literal["input", "ready"]
Count = Annotated[StrictInt, Field(ge=1)]
Seconds = Annotated[float, Field(gt=0, allow_inf_nan=False, strict=True)]


class RunOptions(Frozen):
    """Workers, order and limits of a run."""

    workers: Count = Field(default=1, description="Processes that extract.")
    engine: Engine = Field(default="local", description="Whether workers run on this machine or on a Ray cluster.")
    batch_size: Count | None = Field(
        default=None, description="Records that a worker takes at a time; by default as the settings say."
    )
    order: Order = Field(
        default="input", description="Whether articles come in the order of the input, or as soon as they are ready."
    )
    timeout: Seconds | None = Field(
        default=None, description="Seconds that one page may take; by default as the settings say."
    )
    ray_address: StrictStr | None = Field(
        default=None,
        description="The Ray cluster to use; without it, Ray starts on this machine if it is not connected.",
    )
    duplicates: Duplicates | None = Field(
        default=None,
        description="`mark` articles that repeat an earlier one, exactly or nearly, with duplicate_of, or `drop` them.",
    )

    @property
    def is_alone(self) -> bool:
        """Whether this process can extract without workers."""
        return self.workers == 1 and self.engine == "local" and self.timeout is None


def read_run_options(**given: object) -> RunOptions:
    """Return checked run options.

    Raises:
        OptionError: an option has an invalid value.
    """
    try:
        options = RunOptions.model_validate(given)
    except ValidationError as error:
        raise OptionError(describe(error, RunOptions.model_fields)) from error
    if options.ray_address is not None and options.engine != "ray":
        raise OptionError("The option 'ray_address' goes with the engine 'ray'.")
    if options.duplicates is not None and options.order != "input":
        raise OptionError("The option 'duplicates' needs the order 'input': of equal articles, the first one counts.")
    return options


@dataclass(frozen=True, slots=True)
class RunPlan:
    """A run that is ready to start.

    Attributes:
        inputs: where its records come from.
        options: extraction options; `url` is ignored, as each record has its own.
        settings: all settings.
        run_options: workers, order and limits.
        notes: what a person should know before it starts, in sentences.
    """

    inputs: tuple[Input, ...]
    options: Options
    settings: Settings
    run_options: RunOptions
    notes: tuple[str, ...] = ()

    @property
    def batch_size(self) -> int:
        """Records that a worker takes at once."""
        return self.run_options.batch_size or self.settings.enrich.batch_size

    def read_batches(self, batch_size: int, done: DoneSpans) -> Generator[Batch]:
        """Yield the unprocessed records of all inputs, in batches of at most `batch_size`."""
        for number in range(len(self.inputs)):
            yield from self.read_input(number, batch_size, done)

    def read_input(self, number: int, batch_size: int, done: DoneSpans) -> Generator[Batch]:
        """Yield the unprocessed records of one input, in batches of at most `batch_size`."""
        given = self.inputs[number]
        with closing(fetch_missing(self.settings, done.skip_done(number, given.items()))) as items:
            yield from cut_batches(number, given.name, items, batch_size)
