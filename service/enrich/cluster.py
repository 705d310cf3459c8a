"""A batch worked off by the machines of a Ray cluster, with Ray Data."""

from __future__ import annotations

import logging
import os
import re
import socket
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from types import ModuleType
from typing import TYPE_CHECKING, Any, TypeVar

from cutline.errors import OptionError, WorkerDied
from cutline.service.enrich.cluster_stages import (
    SegmentReader,
    SegmentWorker,
    SourceRead,
    Unable,
    from_table,
    to_table,
)
from cutline.service.enrich.extras import import_extra
from cutline.service.enrich.results import Failure
from cutline.service.enrich.segments import Span, Worked
from cutline.service.enrich.spans import DoneSpans
from cutline.service.enrich.worker import Job

if TYPE_CHECKING:
    from cutline.service.enrich.plan import BatchPlan

QUIET = {"RAY_USAGE_STATS_ENABLED": "0", "RAY_BACKEND_LOG_LEVEL": "fatal"}  # Ray reads these when it is imported
LOOPBACK = {"RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER": "0"}  # without clusters of other machines it listens on loopback alone
PLACE = re.compile(r"(?:ray://)?(?P<host>[^/:]+|\[[0-9a-fA-F:.]+\]):(?P<port>\d+)")  # of an address that names one
CONNECT_SECONDS = 10.0
WORKERS_PER_READER = 8  # reading takes a small part of the time of extracting
FAILED = "The batch of this page failed on the cluster; the log of Ray says why."

Packed = TypeVar("Packed")


def work_on_cluster(
    plan: BatchPlan, job: Job[Packed], done: DoneSpans, page_seconds: float
) -> Generator[Worked[Packed]]:
    """Yield the segments worked off by actors of a Ray cluster, each with a worker process of its own.

    A file is read by a task of the cluster, so every node has to see it under the same path; the records of an
    iterable are read here, all at once. What is lost with a node is done again on another; what fails otherwise is
    a failure of each of its records.

    Args:
        plan: the batch.
        job: what is to be done with each segment.
        done: what has been worked off already.
        page_seconds: how long one page may take.

    Raises:
        OptionError: Ray is not installed, or the cluster cannot be reached.
        CutlineError: no page at all can be extracted.
    """
    expected: dict[int, int] = {}  # the segments of each source that was read to its end
    arrived: dict[int, set[Span]] = {number: set() for number in range(len(plan.sources))}
    with _connected(plan.crewing.ray_address, plan.crewing.workers) as ray:
        for table in _run(ray, plan, job, done, page_seconds):
            match from_table(table):
                case Unable(error):
                    raise error
                case SourceRead(source, segments):
                    expected[source] = segments
                case Worked(span) as worked if span not in arrived[span.source]:
                    arrived[span.source].add(span)
                    yield worked
    for source, spans in arrived.items():
        if len(spans) != expected.get(source):
            done.add(spans)
            yield from _give_up(plan, job, source, done)


def _run(ray: ModuleType, plan: BatchPlan, job: Job[Packed], done: DoneSpans, page_seconds: float) -> Iterator[Any]:
    """Yield what comes out of the cluster, as tables of one row."""
    workers, limits = plan.crewing.workers, plan.settings.enrich
    _configure(ray, is_ordered=plan.crewing.order == "input")
    segments = _read_segments(ray, plan, done, plan.crewing.batch_size or limits.batch_size)
    outcomes = segments.map_batches(
        SegmentWorker,
        fn_constructor_args=(job, page_seconds, limits),
        batch_size=1,
        batch_format="pyarrow",
        compute=ray.data.ActorPoolStrategy(size=workers),
        num_cpus=1,
    )
    yield from outcomes.iter_batches(batch_size=1, batch_format="pyarrow", prefetch_batches=workers)


def _read_segments(ray: ModuleType, plan: BatchPlan, done: DoneSpans, batch_size: int) -> Any:
    """Return a data set of segments and the ends of sources."""
    count = len(plan.sources)
    if any(source.name is None for source in plan.sources):
        segments = list(plan.read_segments(batch_size, done))
        ends = [SourceRead(number, sum(each.span.source == number for each in segments)) for number in range(count)]
        return ray.data.from_arrow([to_table(each) for each in (*segments, *ends)])
    sources = ray.data.from_items([{"source": number} for number in range(count)], override_num_blocks=count)
    return sources.map_batches(
        SegmentReader(plan, batch_size, done).__call__,
        batch_size=1,
        batch_format="pyarrow",
        compute=ray.data.TaskPoolStrategy(max(1, plan.crewing.workers // WORKERS_PER_READER)),
        num_cpus=0,  # else it would wait for ever where the workers take all there are
    )


def _give_up(plan: BatchPlan, job: Job[Packed], source: int, done: DoneSpans) -> Iterator[Worked[Packed]]:
    """Yield those segments of a source that never came out of the cluster, each record as failed."""
    failure = Failure.of(WorkerDied(FAILED))
    for segment in plan.read_source(source, plan.settings.enrich.batch_size, done):
        yield job.fail(segment, failure)


@contextmanager
def _connected(address: str | None, workers: int) -> Iterator[ModuleType]:
    """Yield Ray, connected with a cluster; one that is started here for the purpose ends afterwards."""
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
    """Connect with a cluster.

    Raises:
        OptionError: nobody answers at the address, or Ray cannot use it.
    """
    try:
        if place := PLACE.fullmatch(address):  # else Ray waits for minutes, and ends the process
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
    context.target_max_block_size = 1  # a segment is a block: what is lost and done again is no more than one
    context.max_errored_blocks = -1  # they are dead letters in the end
    context.execution_options.preserve_order = is_ordered
