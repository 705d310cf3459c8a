"""The public function: records in, articles out."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Mapping
from pathlib import Path
from typing import Any, TypeAlias, overload

from cutline.config import Settings, choose_settings
from cutline.errors import OptionError
from cutline.options import read_options
from cutline.service.enrich.crewing import Crewing, Engine, read_crewing
from cutline.service.enrich.inputs import open_sources
from cutline.service.enrich.order import Order
from cutline.service.enrich.plan import BatchPlan
from cutline.service.enrich.results import Enriched, Summary
from cutline.service.enrich.results_given import give_results
from cutline.service.enrich.results_written import write_results

Records: TypeAlias = Iterable[Mapping[str, object]]
InContext: TypeAlias = Iterable[tuple[str | bytes | Mapping[str, object], Any]]
Files: TypeAlias = str | Path | list[str] | list[Path]


@overload
def enrich(source: Records | Files, out: None = None, workers: int = 1, **more: Any) -> Generator[Enriched]: ...


@overload
def enrich(source: InContext, out: None = None, workers: int = 1, **more: Any) -> Generator[tuple[Enriched, Any]]: ...


@overload
def enrich(source: Records | InContext | Files, out: str | Path, workers: int = 1, **more: Any) -> Summary: ...


def enrich(
    source: Records | InContext | Files,
    out: str | Path | None = None,
    workers: int = 1,
    *,
    engine: Engine = "local",
    batch_size: int | None = None,
    order: Order = "input",
    timeout: float | None = None,
    resume: bool = False,
    ray_address: str | None = None,
    config: Settings | Path | str | None = None,
    wrapper: Path | str | None = None,
    **options: Any,
) -> Generator[Enriched | tuple[Enriched, Any]] | Summary:
    """Return the results of many records one by one; with `out`, write them and return a summary.

    A record that cannot be used, a page that fails, and a worker that dies become results with an `error`, and the
    batch goes on. Few records are read ahead, so that memory does not grow with the source.

    >>> for result in enrich([{"id": "a", "html": "<p>..."}, {"url": "https://example.org/story"}]):
    ...     print(result.line, result.id, result.article.title if result.article else result.error.message)
    >>> enrich(["a.warc.gz", "b.warc.gz"], "articles.parquet", workers=4, resume=True)
    Summary(pages=81234, failed=12, ...)

    Args:
        source: mappings with `html` (str or bytes), `url` or both, and perhaps an `id` (str or int); or tuples of html
            or such a mapping and a context, which comes back with the result, and with `out` is the id; or the path of
            a file or folder, or a list of paths. docs/enrichment.md says what files may hold; `-` is standard input.
            What has no html is fetched.
        out: the file for the articles: JSON lines (.jsonl, .jsonl.gz, .jsonl.zst) or Parquet (.parquet). Records that
            failed go to `OUT.failed.jsonl`. Until all are done the files grow in the folder `OUT.partial`; then they
            replace those that are there. `-` is standard output, where articles and failures are lines together.
        workers: processes that extract, each with its own models and one numeric thread; one that crashes, or takes
            longer than `timeout` over a page, costs that page alone. They end with this process, with the batch, and
            when the iterator is closed or dropped. 1 without `out` or `timeout` is this process itself: nothing is
            started, and nothing can end a page that crashes or hangs.
        engine: `local`, or `ray` for the machines of a Ray cluster (extra `cluster`).
        batch_size: records that a worker takes at once (default: setting `enrich.batch_size`).
        order: of the results: `input`, that of the records, or `ready`, as they come, which no slow page holds up.
        timeout: seconds that one page may take (default: setting `enrich.page_seconds`).
        resume: whether an unfinished run with the same `out` is gone on with; if there is none, one is begun.
        ray_address: of a Ray cluster; else the one that is connected with, else one that is started here.
        config: the settings, or the path of a settings file.
        wrapper: the file of the wrapper for the method `template-wrapper`, instead of the settings' one.
        options: the fields of `cutline.types.Options` but `url`, which belongs to each record.

    Raises:
        OptionError: at once, if an option is unknown or has a wrong value, `out` is a source or cannot be written in
            any format, an extra is missing, or there is an unfinished run that cannot be gone on with.
        ConfigError: at once, if the settings file cannot be used.
        SourceError: at once, if a file cannot be read. A file that breaks off later is a failed record.
        PipelineError, ModelError: while iterating, if the language pipeline, or the method's model, is missing or does
            not fit.
        WorkerDied: while iterating, if workers end again and again before they are ready.
        OSError: `out` cannot be written; what is written is kept, for `resume`.
    """
    crewing = read_crewing(
        workers=workers, engine=engine, batch_size=batch_size, order=order, timeout=timeout, ray_address=ray_address
    )
    contexts: dict[int, object] | None = {} if out is None else None
    plan = plan_batch(source, crewing, choose_settings(config, wrapper), contexts, **options)
    if contexts is not None:
        if resume:
            raise OptionError("The option 'resume' goes with 'out': what is not written cannot be gone on with.")
        return give_results(plan, contexts)
    if not isinstance(out, str | Path):
        raise OptionError(f"The option 'out' must be the path of a file, not {type(out).__name__}.")
    return write_results(plan, str(out), resume=resume)


def plan_batch(
    source: object, crewing: Crewing, settings: Settings, contexts: dict[int, object] | None = None, **options: Any
) -> BatchPlan:
    """Return the batch that is asked for.

    Args:
        source, options: as for `enrich`.
        crewing: by whom it is worked off.
        settings: of everything.
        contexts: where the contexts of tuples are kept by their number; None: they are ids.

    Raises:
        OptionError, SourceError: it cannot be done.
    """
    if "url" in options:
        raise OptionError("The option 'url' belongs to each record of a batch, not to the batch.")
    chosen = read_options(**options).model_dump(exclude={"url"})
    return BatchPlan(open_sources(source, settings, contexts), chosen, settings, crewing)
