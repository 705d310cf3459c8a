"""Runs a plan locally, in processes or on a cluster, and writes its results to a file or a stream."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Callable, Generator, Sequence
from contextlib import closing, nullcontext
from functools import partial
from pathlib import Path
from time import monotonic
from typing import Any, TypeAlias, TypeVar

from cutline.errors import OptionError
from cutline.service.enrich.batches import DoneSpans, FinishedBatch, Summary, Tally
from cutline.service.enrich.duplicates import Repeats
from cutline.service.enrich.journal import describe_run
from cutline.service.enrich.outputs import OutputFormat, choose_format, pack_lines, pack_named
from cutline.service.enrich.plan import RunPlan
from cutline.service.enrich.workers import RecordWork, work_here, work_in_processes
from cutline.service.enrich.working_folder import (
    JOURNAL,
    WorkingFolder,
    find_finished_run,
    find_mark,
    mark_all_done,
    move_files,
    open_working_folder,
)
from cutline.service.pages.extraction import open_extractor, open_warm
from cutline.service.pages.results import Enriched

Packed = TypeVar("Packed")
Pack = Callable[[Sequence[Enriched]], Packed]


def run_with_workers(
    plan: RunPlan, pack: Pack[Packed], done: DoneSpans | None = None
) -> Generator[FinishedBatch[Packed]]:
    """Yield the batches of a run, processed by its workers.

    Args:
        plan: the run.
        pack: converts the results of a batch to the requested form; must be picklable.
        done: what is processed already.
    """
    make_extractor = partial(open_warm, partial(open_extractor, plan.settings), plan.options)
    work = RecordWork(make_extractor, plan.options, pack)
    if plan.run_options.engine == "ray":
        from cutline.service.enrich.cluster import work_on_cluster  # Ray is an extra

        return work_on_cluster(plan, work, done or DoneSpans())
    batches = plan.read_batches(plan.batch_size, done or DoneSpans())
    options, limits = plan.run_options, plan.settings.enrich
    return work_in_processes(batches, work, options.workers, options.order, plan.page_seconds, limits)


def run_here_or_with_workers(plan: RunPlan, pack: Pack[Packed]) -> Generator[FinishedBatch[Packed]]:
    """Yield the batches of a run, processed here record by record if no workers are needed, else by workers."""
    if not plan.run_options.is_alone:
        return run_with_workers(plan, pack)
    work = RecordWork(partial(open_extractor, plan.settings), plan.options, pack)
    return work_here(plan.read_batches(1, DoneSpans()), work)


STDOUT = "-"
Watch: TypeAlias = Callable[[FinishedBatch[Any]], None]


def ignore(finished: FinishedBatch[Any]) -> None:
    """Do nothing with a finished batch."""


def write_results(plan: RunPlan, out: str, *, resume: bool = False, watch: Watch = ignore) -> Summary:
    """Write the results of a run, and return its summary.

    Args:
        plan: the run.
        out: a file, or `-` for standard output.
        resume: whether to continue an unfinished run; one that is finished is left alone.
        watch: called with each batch that was written.

    Raises:
        OptionError: `out` is one of the sources or has an unknown format, or there is a run that cannot be
            continued: an unfinished one, or a finished one that was started with something else.
        OSError: it cannot be written; what is written is kept.
    """
    if not out:
        raise OptionError("The option 'out' is empty: name the file that the articles are written to.")
    if _is_stream(out):
        if resume:
            raise OptionError(f"A run that writes to {out} cannot be resumed; name a file.")
        if plan.run_options.duplicates is not None:
            raise OptionError(f"A run that writes to {out} cannot mark or drop duplicates; name a file.")
        return _write_stream(plan, out, watch)
    _check_file(plan, out)
    return _write_file(plan, Path(out), resume, watch)


def _is_stream(out: str) -> bool:
    """Return whether output cannot be replaced once written: standard output, a pipe, a device."""
    return out == STDOUT or (os.path.exists(out) and not stat.S_ISREG(os.stat(out).st_mode) and not os.path.isdir(out))


def _write_stream(plan: RunPlan, out: str, watch: Watch) -> Summary:
    begin, tally = monotonic(), Tally()
    with (
        nullcontext(sys.stdout.buffer) if out == STDOUT else open(out, "wb") as stream,
        closing(run_here_or_with_workers(plan, pack_lines)) as run,
    ):
        for finished in run:
            stream.write(finished.packed)
            stream.flush()  # notice at once if the reader is gone
            tally += finished.tally
            watch(finished)
    return Summary.of(tally, monotonic() - begin)


def _check_file(plan: RunPlan, out: str) -> None:
    if os.path.isdir(out):
        raise OptionError(f"{out} is a folder; name the file that the articles are written to.")
    for source in plan.inputs:
        if source.name is not None and os.path.exists(out) and os.path.samefile(source.name, out):
            raise OptionError("The results cannot be written over the records; give another file.")


def _write_file(plan: RunPlan, out: Path, resume: bool, watch: Watch) -> Summary:
    begin = monotonic()
    form = choose_format(out.name)
    description = describe_run(plan)
    if resume and (finished := find_finished_run(out, description)):
        summary = Summary.of(finished.tally, monotonic() - begin, finished.tally.pages)
        return summary.model_copy(update={"was_finished": True})
    with open_working_folder(out, description, resume=resume) as folder:
        mark = find_mark(folder)
        if mark is not None:
            resumed = mark.tally.pages
        else:
            resumed, tally = _write_batches(plan, form, folder, watch)
            mark = mark_all_done(folder, form, tally, _find_repeats(plan, folder))
        move_files(folder, mark, out, description)
    return Summary.of(mark.tally, monotonic() - begin, resumed)


def _find_repeats(plan: RunPlan, folder: Path) -> Repeats | None:
    if plan.run_options.duplicates is None:
        return None
    sources = [source.name for source in plan.inputs]
    distance, is_dropped = plan.settings.enrich.duplicate_distance, plan.run_options.duplicates == "drop"
    return Repeats(folder / JOURNAL, sources, distance, is_dropped=is_dropped)


def _write_batches(plan: RunPlan, form: OutputFormat, folder: Path, watch: Watch) -> tuple[int, Tally]:
    """Process and write what is not done; return how many pages were done before, and the tally of all."""
    with closing(WorkingFolder(folder)) as files:
        resumed = files.tally.pages
        pack = form.pack if plan.run_options.duplicates is None else partial(pack_named, form.pack)
        with closing(run_with_workers(plan, pack, files.done)) as run:
            for finished in run:
                files.add(finished)
                watch(finished)
        return resumed, files.tally
