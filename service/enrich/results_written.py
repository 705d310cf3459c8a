"""The results of a batch written to a file or a stream."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Callable
from contextlib import closing, nullcontext
from pathlib import Path
from time import monotonic
from typing import Any, TypeAlias

from cutline.errors import OptionError
from cutline.service.enrich.outputs import Format, choose_format, pack_lines
from cutline.service.enrich.plan import BatchPlan
from cutline.service.enrich.results import Summary, Tally
from cutline.service.enrich.runs.description import describe_run
from cutline.service.enrich.runs.ending import find_mark, mark_all_done, move_files
from cutline.service.enrich.runs.working_folder import WorkingFolder, open_working_folder
from cutline.service.enrich.segments import Worked

STDOUT = "-"
Watch: TypeAlias = Callable[[Worked[Any]], None]


def ignore(worked: Worked[Any]) -> None:
    """Do nothing about a segment that was worked off."""


def write_results(plan: BatchPlan, out: str, *, resume: bool = False, watch: Watch = ignore) -> Summary:
    """Write the results of a batch, and return what became of its records.

    Args:
        plan: the batch.
        out: a file, or `-` for standard output.
        resume: whether an unfinished run is gone on with.
        watch: called with each segment that was written.

    Raises:
        OptionError: `out` is one of the sources or cannot be written in any format, or there is an unfinished run that
            cannot be gone on with.
        OSError: it cannot be written; what is written is kept.
    """
    if not out:
        raise OptionError("The option 'out' is empty: name the file that the articles are written to.")
    if _is_stream(out):
        if resume:
            raise OptionError(f"A run that writes to {out} cannot be gone on with; name a file.")
        return _write_stream(plan, out, watch)
    _check_file(plan, out)
    return _write_file(plan, Path(out), resume, watch)


def _is_stream(out: str) -> bool:
    """Return whether what is written cannot be taken back: standard output, a pipe, a device."""
    return out == STDOUT or (os.path.exists(out) and not stat.S_ISREG(os.stat(out).st_mode) and not os.path.isdir(out))


def _write_stream(plan: BatchPlan, out: str, watch: Watch) -> Summary:
    begin, tally = monotonic(), Tally()
    run = plan.run_here(pack_lines) if plan.crewing.is_alone else plan.run(pack_lines)
    with nullcontext(sys.stdout.buffer) if out == STDOUT else open(out, "wb") as stream, closing(run):
        for worked in run:
            stream.write(worked.packed)
            stream.flush()  # a reader that has gone must be noticed
            tally += worked.tally
            watch(worked)
    return Summary.of(tally, monotonic() - begin)


def _check_file(plan: BatchPlan, out: str) -> None:
    if os.path.isdir(out):
        raise OptionError(f"{out} is a folder; name the file that the articles are written to.")
    for source in plan.sources:
        if source.name is not None and os.path.exists(out) and os.path.samefile(source.name, out):
            raise OptionError("The results cannot be written over the records; give another file.")


def _write_file(plan: BatchPlan, out: Path, resume: bool, watch: Watch) -> Summary:
    begin = monotonic()
    form = choose_format(out.name, plan.settings.enrich)
    description = describe_run(plan.sources, plan.options, plan.settings)
    with open_working_folder(out, description, resume=resume) as folder:
        mark = find_mark(folder)
        if mark is not None:
            resumed = mark.tally.pages
        else:
            resumed, tally = _write_segments(plan, form, folder, watch)
            mark = mark_all_done(folder, form, tally)
        move_files(folder, mark, out)
    return Summary.of(mark.tally, monotonic() - begin, resumed)


def _write_segments(plan: BatchPlan, form: Format, folder: Path, watch: Watch) -> tuple[int, Tally]:
    """Write what is not done; return how many pages were, and what became of all."""
    with closing(WorkingFolder(folder, plan.settings.enrich.sync_seconds)) as files:
        resumed = files.tally.pages
        with closing(plan.run(form.pack, files.done)) as run:
            for worked in run:
                files.add(worked)
                watch(worked)
        return resumed, files.tally
