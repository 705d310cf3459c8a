"""The engine `ray`: batches processed by the machines of a Ray cluster, with Ray Data."""

from __future__ import annotations

import logging
import os
import pickle
import re
import socket
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from types import ModuleType
from typing import Any, Generic, TypeVar

from cutline.config.settings import EnrichSettings
from cutline.errors import CutlineError, OptionError, WorkerDied
from cutline.service.enrich.batches import Batch, DoneSpans, FinishedBatch, SourceSpan
from cutline.service.enrich.inputs.files import import_extra
from cutline.service.enrich.outputs import import_arrow
from cutline.service.enrich.plan import RunPlan
from cutline.service.enrich.workers import RecordWork, Task, open_pool
from cutline.service.pages.extraction import Failure
from cutline.service.pages.worker_process import CannotWork

COLUMN = "pickled"  # the only column of all data sets here; its values are pickled objects

Packed = TypeVar("Packed")
QUIET = {"RAY_USAGE_STATS_ENABLED": "0", "RAY_BACKEND_LOG_LEVEL": "fatal"}  # Ray reads these on import
LOOPBACK = {"RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER": "0"}  # a local Ray then listens on loopback only
PLACE = re.compile(r"(?:ray://)?(?P<host>[^/:]+|\[[0-9a-fA-F:.]+\]):(?P<port>\d+)")  # an address with host and port
CONNECT_SECONDS = 10.0
WORKERS_PER_READER = 8  # reading is much faster than extracting
FAILED = "The batch of this page failed on the cluster; see the Ray log."


@dataclass(frozen=True, slots=True)
class InputRead:
    """The end of an input: its index, and how many batches it had."""

    number: int
    batches: int


def read_sources(plan: RunPlan, batch_size: int, done: DoneSpans, sources: Any) -> Iterator[Any]:
    """Yield the batches of each input, then an `InputRead`; a task of the cluster.

    Args:
        plan: the run.
        batch_size: the records per batch.
        done: what is processed already.
        sources: a table of the inputs' numbers.
    """
    for source in sources["source"].to_pylist():
        count = 0
        for batch in plan.read_input(source, batch_size, done):
            yield to_table(batch)
            count += 1
        yield to_table(InputRead(source, count))


class BatchExtractor(Generic[Packed]):
    """Processes batches in a worker process that loads its models once, and is killed if a page takes too long."""

    def __init__(self, work: RecordWork[Packed], settings: EnrichSettings) -> None:
        """Take the work, and the limits of a page and a worker."""
        self._pool = open_pool(work, 1, settings)
        self._pool.start()

    def __call__(self, table: Any) -> Any:
        """Return the processed batch; pass the end of an input through."""
        given = from_table(table)
        if not isinstance(given, Batch):
            return table
        try:
            return to_table(self._pool.submit(Task(given)).answer.result())
        except CutlineError as error:
            return to_table(CannotWork(error))

    def close(self) -> None:
        """End the process; the end of the actor ends it too."""
        self._pool.close()


def to_table(value: object) -> Any:
    """Return a one-row table that carries a value through Ray Data."""
    arrow = import_arrow()
    return arrow.table({COLUMN: arrow.array([pickle.dumps(value)], arrow.large_binary())})


def from_table(table: Any) -> object:
    """Return the value in a one-row table."""
    return pickle.loads(table[COLUMN][0].as_py())


def work_on_cluster(plan: RunPlan, work: RecordWork[Packed], done: DoneSpans) -> Generator[FinishedBatch[Packed]]:
    """Yield the batches processed by actors of a Ray cluster, each with its own worker process.

    Tasks of the cluster read the files, so every node must see them under the same path; the records of an iterable are
    read here, all at once. Work lost with a node is repeated on another; if a batch fails otherwise, each of its
    records fails.

    Args:
        plan: the run.
        work: what to do with each record.
        done: what is processed already.

    Raises:
        OptionError: Ray is not installed, or the cluster cannot be reached.
        CutlineError: no page at all can be extracted.
    """
    expected: dict[int, int] = {}  # number of batches of each input that was read completely
    arrived: dict[int, set[SourceSpan]] = {number: set() for number in range(len(plan.inputs))}
    with _connected(plan.run_options.ray_address, plan.run_options.workers) as ray:
        for table in _run(ray, plan, work, done):
            match from_table(table):
                case CannotWork(error):
                    raise error
                case InputRead(number, batches):
                    expected[number] = batches
                case FinishedBatch(span) as finished if span not in arrived[span.source]:
                    arrived[span.source].add(span)
                    yield finished
    for source, spans in arrived.items():
        if len(spans) != expected.get(source):
            done.add(spans)
            yield from _give_up(plan, work, source, done)


def _run(ray: ModuleType, plan: RunPlan, work: RecordWork[Packed], done: DoneSpans) -> Iterator[Any]:
    """Yield the output of the cluster, as one-row tables."""
    workers = plan.run_options.workers
    _configure(ray, is_ordered=plan.run_options.order == "input")
    batches = _read_batches(ray, plan, done, plan.batch_size)
    outcomes = batches.map_batches(
        BatchExtractor,
        fn_constructor_args=(work, plan.settings.enrich),
        batch_size=1,
        batch_format="pyarrow",
        compute=ray.data.ActorPoolStrategy(size=workers),
        num_cpus=1,
    )
    yield from outcomes.iter_batches(batch_size=1, batch_format="pyarrow", prefetch_batches=workers)


def _read_batches(ray: ModuleType, plan: RunPlan, done: DoneSpans, batch_size: int) -> Any:
    """Return a data set of batches and input ends."""
    count = len(plan.inputs)
    if any(given.name is None for given in plan.inputs):
        batches = list(plan.read_batches(batch_size, done))
        ends = [InputRead(number, sum(each.span.source == number for each in batches)) for number in range(count)]
        return ray.data.from_arrow([to_table(each) for each in (*batches, *ends)])
    sources = ray.data.from_items([{"source": number} for number in range(count)], override_num_blocks=count)
    return sources.map_batches(
        partial(read_sources, plan, batch_size, done),
        batch_size=1,
        batch_format="pyarrow",
        compute=ray.data.TaskPoolStrategy(max(1, plan.run_options.workers // WORKERS_PER_READER)),
        num_cpus=0,  # otherwise it would wait forever if the workers take all CPUs
    )


def _give_up(plan: RunPlan, work: RecordWork[Packed], source: int, done: DoneSpans) -> Iterator[FinishedBatch[Packed]]:
    """Yield the batches of an input that the cluster never returned, with every record failed."""
    failure = Failure.of(WorkerDied(FAILED))
    for batch in plan.read_input(source, plan.settings.enrich.batch_size, done):
        yield work.give_up(Task(batch, dict.fromkeys(range(len(batch.items)), failure)))


@contextmanager
def _connected(address: str | None, workers: int) -> Iterator[ModuleType]:
    """Connect to a Ray cluster and yield Ray; a cluster started here is shut down afterwards."""
    is_local = address is None and "RAY_ADDRESS" not in os.environ
    for name, value in (QUIET | LOOPBACK if is_local else QUIET).items():
        os.environ.setdefault(name, value)
    ray = import_extra("ray", "cluster", "the engine ray")
    import_extra("ray.data", "cluster", "the engine ray")
    if ray.is_initialized():
        yield ray
        return
    if is_local:
        cores = max(workers, os.cpu_count() or 1)
        ray.init(address="local", num_cpus=cores, include_dashboard=False, log_to_driver=False, logging_level="error")
    else:
        _connect(ray, address or os.environ["RAY_ADDRESS"])
    try:
        yield ray
    finally:
        ray.shutdown()


def _connect(ray: ModuleType, address: str) -> None:
    """Connect to a cluster.

    Raises:
        OptionError: nothing answers at the address, or Ray cannot use it.
    """
    try:
        if place := PLACE.fullmatch(address):  # otherwise Ray waits for minutes, then ends the process
            socket.create_connection((place["host"].strip("[]"), int(place["port"])), CONNECT_SECONDS).close()
        ray.init(address=address, log_to_driver=False, logging_level="error")
    except (OSError, OverflowError, ValueError, ImportError, RuntimeError) as error:
        reason = (str(error).splitlines() or [type(error).__name__])[0].rstrip(".")
        raise OptionError(f"The Ray cluster at {address} cannot be used: {reason}.") from error


def _configure(ray: ModuleType, *, is_ordered: bool) -> None:
    logging.getLogger("ray.data").setLevel(logging.ERROR)
    context = ray.data.DataContext.get_current()
    context.enable_progress_bars = False
    context.print_on_execution_start = False
    context.target_max_block_size = 1  # one batch per block: only lost batches are repeated
    context.max_errored_blocks = -1  # failed batches become dead letters
    context.execution_options.preserve_order = is_ordered
