"""A batch: records in, results out, in the same order."""

from __future__ import annotations

import math
import os
from collections.abc import Generator, Iterable, Iterator, Mapping
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any, overload

from cutline.config import Settings, choose_settings
from cutline.config.settings import EnrichSettings
from cutline.errors import OptionError
from cutline.service.enrich.crew import Crew
from cutline.service.enrich.records import Record, read_records
from cutline.service.enrich.results import Enriched, Summary, write_results
from cutline.service.enrich.worker import Job, extract_record

Source = Iterable[Mapping[str, object]] | str | Path
Results = Generator[Enriched, None, None]


@overload
def enrich(
    source: Source,
    out: None = None,
    workers: int = 1,
    *,
    config: Settings | Path | str | None = None,
    wrapper: Path | str | None = None,
    **options: Any,
) -> Results: ...


@overload
def enrich(
    source: Source,
    out: str | Path,
    workers: int = 1,
    *,
    config: Settings | Path | str | None = None,
    wrapper: Path | str | None = None,
    **options: Any,
) -> Summary: ...


def enrich(
    source: Source,
    out: str | Path | None = None,
    workers: int = 1,
    *,
    config: Settings | Path | str | None = None,
    wrapper: Path | str | None = None,
    **options: Any,
) -> Results | Summary:
    """Return the results of many records one by one, in their order; with `out`, write them and return a summary.

    A record that cannot be used, a page that fails, and a worker that dies become results with an `error`, and the
    batch goes on. At most `workers` times `records_in_flight` records (settings) are read ahead.

    >>> for result in enrich([{"id": "a", "html": "<p>..."}, {"url": "https://example.org/story"}]):
    ...     print(result.line, result.id, result.article.title if result.article else result.error.message)

    Args:
        source: mappings with `html` (str or bytes), `url` or both, and perhaps an `id` (str or int); or a file that has
            one such object of JSON a line. `.gz` is decompressed, `-` is standard input. Other keys are ignored.
        out: a file for one line of JSON a result: `id` as it was given (else null), `line` (the record's line in the
            file, or its number among the records, from 1) and the fields of the article, or `error`. `.gz` is
            compressed, `-` is standard output. A file that is there is replaced.
        workers: processes that extract. 1 is this process: nothing is started, and nothing can end a page that crashes
            or hangs. From 2 on they are processes of their own, each with its own models and one numeric thread; a page
            that takes longer than `page_seconds` (settings) is ended with its worker, which is replaced. They end with
            this process, with the batch, and when the iterator is closed or dropped.
        config: the settings, or the path of a settings file.
        wrapper: the file of the wrapper for the method `template-wrapper`, instead of the settings' one.
        options: the fields of `cutline.types.Options` but `url`, which belongs to each record.

    Raises:
        OptionError: at once, if an option is unknown or has a wrong value, `workers` is less than 1, or `out` is
            `source`.
        ConfigError: at once, if the settings file cannot be used.
        SourceError: at once, if the file cannot be read; after the results before it, if it breaks off.
        PipelineError, ModelError: while iterating, if the language pipeline, or the method's model, is missing or does
            not fit.
        WorkerDied: while iterating, if workers end again and again before they are ready.
        OSError: `out` cannot be written.
    """
    from cutline.extractor import Extractor, read_options  # loads spaCy, which a worker does once it has its job

    if isinstance(workers, bool) or not isinstance(workers, int) or workers < 1:
        raise OptionError(f"The option 'workers' cannot be {workers!r}: give a whole number from 1.")
    if not isinstance(out, str | Path | None):
        raise OptionError(f"The option 'out' must be the path of a file, not {type(out).__name__}.")
    settings = choose_settings(config, wrapper)
    if "url" in options:
        raise OptionError("The option 'url' belongs to each record of a batch, not to the batch.")
    job = Job(partial(Extractor, settings), read_options(**options).model_dump(exclude={"url"}))
    records = read_records(source, settings.enrich.max_line_bytes)
    results = extract_records(records, job, workers, settings.enrich)
    if out is None:
        return results
    _check_out(source, out)
    with closing(results):
        return write_results(results, out)


def extract_records(records: Iterator[Record | Enriched], job: Job, workers: int, settings: EnrichSettings) -> Results:
    """Return the results of records in their order, extracted here (one worker) or in processes (several).

    Args:
        records: records, and results that stand for records which cannot be used.
        job: the extractor and its options.
        workers: from 1.
        settings: the limits of read-ahead and time.

    Raises:
        CutlineError: no page at all can be extracted; or whatever `records` raises, after the results before it.
    """
    return _extract_here(records, job) if workers == 1 else _extract_in_processes(records, job, workers, settings)


def _extract_here(records: Iterator[Record | Enriched], job: Job) -> Results:
    extractor = job.make_extractor()
    for record in records:
        if isinstance(record, Record):
            yield Enriched.of(record.id, extract_record(extractor, record, job.options), record.line)
        else:
            yield record


def _extract_in_processes(
    records: Iterator[Record | Enriched], job: Job, workers: int, settings: EnrichSettings
) -> Results:
    waiting = _end_with_failure(records)
    done: dict[int, Enriched | Exception] = {}
    given = returned = 0  # places: of the next record to be given out, of the next result to be returned
    window = workers * settings.records_in_flight
    with Crew(job, workers, settings.page_seconds) as crew:
        while True:
            while crew.has_idle and given - returned < window and (record := next(waiting, None)) is not None:
                if isinstance(record, Record):
                    crew.give(given, record)
                else:
                    done[given] = record
                given += 1
            if crew.has_idle and given == returned:
                return
            news = crew.collect(0 if returned in done else math.inf)
            done |= news
            if returned in done and not news:  # with news, workers get new records first
                result = done.pop(returned)
                if isinstance(result, Exception):
                    raise result
                yield result
                returned += 1


def _end_with_failure(records: Iterator[Record | Enriched]) -> Iterator[Record | Enriched | Exception]:
    """Yield the records, and what reading them raises as the last one, so that it waits for its turn."""
    try:
        yield from records
    except Exception as error:
        yield error


def _check_out(source: Source, out: str | Path) -> None:
    if (
        isinstance(source, str | Path)
        and os.path.exists(source)
        and os.path.exists(out)
        and os.path.samefile(source, out)
    ):
        raise OptionError("The results cannot be written over the records; give another file.")
