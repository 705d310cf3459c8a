"""The public function `enrich`: records in, articles out, here or by workers, into a file or a stream."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Callable, Generator, Iterable, Mapping, MutableMapping, Sequence
from contextlib import closing, nullcontext
from functools import partial
from pathlib import Path
from time import monotonic
from typing import Any, TypeAlias, TypeVar, Unpack, overload

from cutline.config import Settings, choose_settings
from cutline.errors import OptionError
from cutline.options import Options, OptionsGiven, read_options, tell_unknown
from cutline.service.enrich.batches import DoneSpans, FinishedBatch, Summary, Tally
from cutline.service.enrich.inputs import give_addresses, open_inputs
from cutline.service.enrich.journal import Repeats, describe_run
from cutline.service.enrich.outputs import OutputFormat, choose_format, pack_lines, pack_named
from cutline.service.enrich.plan import Duplicates, Engine, Order, RunOptions, RunPlan, read_run_options
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
from cutline.service.pages.extraction import Enriched, open_extractor, open_warm

Packed = TypeVar("Packed")
Pack = Callable[[Sequence[Enriched]], Packed]
Watch: TypeAlias = Callable[[FinishedBatch[Any]], None]
Records: TypeAlias = Iterable[Mapping[str, object]] | Iterable[str]
InContext: TypeAlias = Iterable[tuple[str | bytes | Mapping[str, object], Any]]
Files: TypeAlias = str | Path | list[str] | list[Path]

STDOUT = "-"


class EnrichOptions(OptionsGiven, total=False):
    """The options of `enrich` as keyword arguments: those of `extract`, and how the records are worked off."""

    engine: Engine
    batch_size: int | None
    order: Order
    timeout: float | None
    resume: bool
    ray_address: str | None
    duplicates: Duplicates | None
    addresses: str | Path | None
    config: Settings | Path | str | None
    wrapper: Path | str | None


@overload
def enrich(
    source: Records | Files, out: None = None, workers: int = 1, **more: Unpack[EnrichOptions]
) -> Generator[Enriched]: ...


@overload
def enrich(
    source: InContext, out: None = None, workers: int = 1, **more: Unpack[EnrichOptions]
) -> Generator[tuple[Enriched, Any]]: ...


@overload
def enrich(
    source: Records | InContext | Files, out: str | Path, workers: int = 1, **more: Unpack[EnrichOptions]
) -> Summary: ...


def enrich(
    source: Records | InContext | Files,
    out: str | Path | None = None,
    workers: int = 1,
    **more: Unpack[EnrichOptions],
) -> Generator[Enriched | tuple[Enriched, Any]] | Summary:
    """Return the results of many records one by one; with `out`, write them and return a summary.

    A record that cannot be used, a page that fails, and a worker that dies produce a result with an `error`, and the
    run continues. Few records are read ahead, so memory does not grow with the source.

    >>> for result in enrich([{"id": "a", "html": "<p>..."}, {"url": "https://example.org/story"}]):
    ...     print(result.line, result.id, result.article.title if result.article else result.error.message)
    >>> enrich(["a.warc.gz", "b.warc.gz"], "articles.parquet", workers=4, resume=True)
    Summary(pages=81234, failed=12, ...)

    Args:
        source: an iterable of mappings with `html` (str or bytes), `url` or both, and optionally an `id` (str or int);
            or of addresses; or of tuples of html or such a mapping and a context, which is returned with the result, or
            is the id if `out` is given; or the path of a file or folder, or a list of paths. docs/enrichment.md lists
            the file formats; `-` is standard input. Records without html are fetched.
        out: the file for the articles: JSON lines (.jsonl, .jsonl.gz, .jsonl.zst) or Parquet (.parquet). Failed records
            go to `OUT.failed.jsonl`. During the run the files grow in the folder `OUT.partial`; at the end they replace
            existing ones. `-` is standard output, which gets articles and failures together.
        workers: processes that extract, each with its own models and one numeric thread; one that crashes, or takes
            longer than `timeout` over a page, fails only that page. They end with this process, with the run, and
            when the iterator is closed or dropped. With 1 and neither `out` nor `timeout`, this process extracts:
            nothing is started, and nothing can stop a page that crashes or hangs.
        engine: `local` (default), or `ray` for the machines of a Ray cluster (extra `cluster`).
        batch_size: records that a worker takes at once (default: setting `enrich.batch_size`).
        order: of the results: `input` (default), that of the records, or `ready`, as they finish, so that no slow page
            delays others.
        timeout: seconds allowed per page (default: setting `enrich.page_seconds`).
        resume: whether to continue an unfinished run with the same `out`; if that run is finished, its summary is
            returned and nothing is done; if there is none, a new one starts.
        ray_address: of a Ray cluster (default: the connected one, else one that is started here).
        duplicates: what to do with an article that an earlier one of the run has, or nearly: `mark` it with
            `duplicate_of`, or `drop` it. Needs `out` and the order `input`; adds `fingerprint` to the articles.
        addresses: a table (CSV or JSON lines with `file` and `url`) that says where the pages of a folder came from.
        config: the settings, or the path of a settings file.
        wrapper: the wrapper file for the method `template-wrapper`, instead of that in the settings.
        options: the fields of `cutline.options.Options` except `url`, which belongs to each record.

    Raises:
        OptionError: at once, if an option is unknown or has a wrong value, `out` is a source or has an unknown format,
            an extra is missing, or the run of `out` cannot be continued.
        ConfigError: at once, if the settings file cannot be used.
        SourceError: at once, if a file cannot be read, or no row of `addresses` matches a page. If a file breaks off
            later, that is a failed record.
        PipelineError, ModelError: while iterating, if the language pipeline, or the method's model, is missing or does
            not fit.
        WorkerDied: while iterating, if workers repeatedly end before they are ready.
        OSError: `out` cannot be written; what is written is kept, for `resume`.
    """
    options: dict[str, Any] = {**more}
    run_options = read_run_options(workers=workers, **_take(options, RunOptions.model_fields))
    resume, addresses = options.pop("resume", False), options.pop("addresses", None)
    contexts: dict[int, object] | None = {} if out is None else None
    settings = choose_settings(options.pop("config", None), options.pop("wrapper", None))
    if unknown := next((name for name in options if name not in Options.model_fields), None):
        names = ("out", *RunOptions.model_fields, "resume", "addresses", "config", "wrapper", *Options.model_fields)
        raise OptionError(tell_unknown(unknown, names))
    if "url" in options:
        raise OptionError("The option 'url' belongs to each record of a batch, not to the batch.")
    plan = plan_run(source, read_options(**options), run_options, settings, contexts, addresses)
    if contexts is not None:
        if resume:
            raise OptionError("The option 'resume' needs 'out': only a run that is written to a file can be continued.")
        if run_options.duplicates is not None:
            raise OptionError("The option 'duplicates' needs 'out': they are marked in the finished file.")
        return _give_results(plan, contexts)
    if not isinstance(out, str | Path):
        raise OptionError(f"The option 'out' must be the path of a file, not {type(out).__name__}.")
    return write_results(plan, str(out), resume=resume)


def _take(options: dict[str, Any], names: Iterable[str]) -> dict[str, Any]:
    """Take those of the options away that have one of the names."""
    return {name: options.pop(name) for name in names if name in options}


def plan_run(
    source: object,
    options: Options,
    run_options: RunOptions,
    settings: Settings,
    contexts: dict[int, object] | None = None,
    addresses: str | Path | None = None,
) -> RunPlan:
    """Return the requested run.

    Args:
        source: as for `enrich`.
        options: extraction options.
        run_options: number and kind of workers.
        settings: all settings.
        contexts: collects the contexts of tuples by record number; if None, they become ids.
        addresses: as for `enrich`.

    Raises:
        OptionError, SourceError: the run is not possible.
    """
    inputs = open_inputs(source, settings, contexts)
    notes: tuple[str, ...] = ()
    if addresses is not None:
        inputs, notes = give_addresses(inputs, addresses)
    if run_options.duplicates is not None:
        options = options.model_copy(update={"include": options.include | {"fingerprint"}})
    if run_options.timeout is not None:  # workers fetch the pages that follow within it
        enrich = settings.enrich.model_copy(update={"page_seconds": run_options.timeout})
        settings = settings.model_copy(update={"enrich": enrich})
    return RunPlan(inputs, options, settings, run_options, notes)


def _give_results(plan: RunPlan, contexts: MutableMapping[int, object]) -> Generator[Enriched | tuple[Enriched, Any]]:
    """Yield the result of each record, with its context if it has one."""
    with closing(run_here_or_with_workers(plan, tuple)) as run:
        for done in run:
            for result in done.packed:
                number = result.line
                yield (result, contexts.pop(number)) if number is not None and number in contexts else result


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
    options = plan.run_options
    return work_in_processes(batches, work, options.workers, options.order, plan.settings.enrich)


def run_here_or_with_workers(plan: RunPlan, pack: Pack[Packed]) -> Generator[FinishedBatch[Packed]]:
    """Yield the batches of a run, processed here record by record if no workers are needed, else by workers."""
    if not plan.run_options.is_alone:
        return run_with_workers(plan, pack)
    work = RecordWork(partial(open_extractor, plan.settings), plan.options, pack)
    return work_here(plan.read_batches(1, DoneSpans()), work)


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
            mark = mark_all_done(folder, form, description, tally, _find_repeats(plan, folder))
        move_files(folder, mark, out)
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
