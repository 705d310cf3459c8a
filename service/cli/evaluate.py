"""`cutline evaluate`: extraction quality on labelled pages."""

from __future__ import annotations

import json
from collections.abc import Callable, Generator, Iterator
from contextlib import closing
from dataclasses import asdict
from functools import partial
from itertools import islice, tee
from pathlib import Path
from typing import get_args

import click
from click.core import ParameterSource
from rich import box
from rich.table import Table

from cutline.config import Settings
from cutline.errors import SourceError
from cutline.models.evaluation import Evaluation, EvaluationReport
from cutline.models.labelled_pages import LabelledPage, read_labelled_pages
from cutline.options import Options
from cutline.service.cli.commands import Exit, complain, leave
from cutline.service.cli.console import open_console, write
from cutline.service.cli.enrich import open_progress, track
from cutline.service.cli.evaluation_report import (
    MEASURES,
    CorpusResult,
    MethodResult,
    count_mistakes,
    judge_page,
    render_report,
)
from cutline.service.cli.options import page_options, workers_option
from cutline.service.enrich import enrich
from cutline.service.pages.extraction import Enriched
from cutline.types import Method

Results = Generator[Enriched, None, None]
METHODS: tuple[Method, ...] = get_args(Method)
WORST = 10  # pages that a report lists unless told how many


def _read_methods(_context: click.Context, _parameter: click.Parameter, given: str | None) -> tuple[Method, ...]:
    names = dict.fromkeys(name.strip() for name in given.split(",")) if given is not None else ()
    if strange := [name for name in names if name not in METHODS]:
        raise click.BadParameter(f"{strange[0]!r} is not one of {', '.join(METHODS)}.")
    return tuple(method for name in names for method in METHODS if method == name)


@click.command()
@click.argument("corpora", metavar="CORPUS...", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="Print one line of JSON per corpus and method.")
@click.option(
    "--report",
    metavar="FILE",
    type=click.Path(dir_okay=False, writable=True, path_type=Path),
    help="Write plots and tables as one self-contained HTML file.",
)
@click.option("--methods", metavar="METHOD,...", callback=_read_methods, help="Measure several methods instead of one.")
@click.option("--limit", type=click.IntRange(1), metavar="N", help="Measure only the first N pages of each corpus.")
@click.option("--page-type", metavar="TYPE", help="Measure only pages of this type.")
@click.option("--lang", metavar="LANG", help="Measure only pages in this language; !LANG excludes it.")
@click.option("--worst", type=click.IntRange(0), metavar="N", help="List the N worst pages.")
@workers_option
@page_options
def command(
    corpora: tuple[Path, ...],
    as_json: bool,
    report: Path | None,
    methods: tuple[Method, ...],
    limit: int | None,
    page_type: str | None,
    lang: str | None,
    worst: int | None,
    workers: int,
    options: Options,
    settings: Settings,
) -> None:
    """Measure extraction quality on labelled pages.

    A CORPUS is a file of JSON lines, compressed if its name ends in .gz. Each line has the "id", "html" and "url" of a
    page, and its labels: "title", "text", "with", "without", "images". A page that fails scores 0. Intervals hold 95 %
    of 1,000 resamples by "site".
    """
    methods = _choose_methods(methods, options)
    if report is not None:
        _check_folder(report)
        options = options.model_copy(update={"include": options.include | {"dropped"}})
    select = partial(_select_pages, page_type, lang, limit)
    extract = partial(enrich, workers=workers, config=settings, **options.model_dump(exclude={"url", "method"}))
    results: list[CorpusResult] = []
    for corpus in corpora:
        try:
            results.append(_measure_corpus(corpus, select, extract, methods))
        except SourceError as error:
            complain(error, str(corpus))
            continue
        _print_result(corpus, results[-1], as_json, worst or 0)
    if report is not None and results:
        report.write_text(render_report(results, WORST if worst is None else worst), encoding="utf-8")
        complain(f"the report is {report}.")
    has_failed = any(result.report.failed for corpus_result in results for result in corpus_result.methods)
    leave(Exit.FAILED if len(results) < len(corpora) or has_failed else Exit.OK)


def _choose_methods(methods: tuple[Method, ...], options: Options) -> tuple[Method, ...]:
    source = click.get_current_context().get_parameter_source("method")
    if methods and (source is not ParameterSource.DEFAULT or options.method not in ("auto", *methods)):
        raise click.UsageError("--methods replaces --method and --wrapper; leave those out.")
    return methods or (options.method,)


def _check_folder(report: Path) -> None:
    """Check that the report can be written before an hour of work is lost."""
    if not report.parent.is_dir():
        raise click.UsageError(f"There is no folder {report.parent} to write the report to.")


def _select_pages(page_type: str | None, lang: str | None, limit: int | None, corpus: Path) -> Iterator[LabelledPage]:
    return islice(filter(partial(_is_selected, page_type, lang), read_labelled_pages(corpus)), limit)


def _is_selected(page_type: str | None, lang: str | None, page: LabelledPage) -> bool:
    if page_type is not None and page.page_type != page_type:
        return False
    return lang is None or (page.lang == lang.removeprefix("!")) != lang.startswith("!")


def _measure_corpus(
    corpus: Path,
    select: Callable[[Path], Iterator[LabelledPage]],
    extract: Callable[..., Results],
    methods: tuple[Method, ...],
) -> CorpusResult:
    """Return the results of each method.

    Args:
        corpus: the file.
        select: reads those of its pages that are measured.
        extract: `enrich` with its options but for the method.
        methods: one or more.
    """
    addresses = {page.id: page.url for page in select(corpus)}
    count = len(addresses)
    measured = tuple(
        _measure_method(method, select(corpus), partial(extract, method=method), count) for method in methods
    )
    return CorpusResult(corpus.name, measured, addresses)


def _measure_method(
    method: Method, pages: Iterator[LabelledPage], extract: Callable[..., Results], count: int
) -> MethodResult:
    """Return the results of one method on so many pages; write each error to stderr."""
    evaluation, judged = Evaluation(), []
    labelled, pages = tee(pages)
    results = extract({"id": page.id, "html": page.html, "url": page.url} for page in pages)
    with closing(results), open_progress() as progress:
        for page, result in zip(labelled, track(results, progress, count), strict=True):
            evaluation.add(page, result.article)
            judged.append(judge_page(page, result.article))
            if result.error is not None:
                complain(result.error.message, page.id)
    return MethodResult(method, evaluation.report(), tuple(page for page in judged if page is not None))


def _print_result(corpus: Path, measured: CorpusResult, as_json: bool, worst: int) -> None:
    for result in measured.methods:
        if as_json:
            write(_to_json(corpus, result))
        else:
            several = len(measured.methods) > 1
            open_console().print(_table(corpus.name, result, several), *_list_worst(result.report, worst), sep="\n")


def _to_json(corpus: Path, result: MethodResult) -> str:
    figures = {name: asdict(figure) for name, figure in result.report.figures.items()}
    counts = {"pages": result.report.pages, "sites": result.report.sites, "failed": result.report.failed}
    return json.dumps({"corpus": str(corpus), "method": result.method, **counts, "figures": figures}) + "\n"


def _table(corpus: str, result: MethodResult, names_method: bool) -> Table:
    report, method = result.report, f" by {result.method}" if names_method else ""
    title = f"{corpus}{method}: {report.pages:,} pages of {report.sites:,} sites, {report.failed:,} failed"
    table = Table(title=title, title_justify="left", title_style="bold", box=box.SIMPLE_HEAD, pad_edge=False)
    for name in ("measure", "", "value", "95 % interval"):
        table.add_column(name, no_wrap=True)
    for name, what in MEASURES.items():
        if figure := report.figures.get(name):
            table.add_row(name, what, f"{figure.value:.4f}", f"{figure.low:.3f} to {figure.high:.3f}")
    return table


def _list_worst(report: EvaluationReport, count: int) -> Iterator[str]:
    by_text = sorted((score["word_f1"].value, page) for page, score in report.by_page.items() if "word_f1" in score)
    by_images = sorted((-count_mistakes(score), page) for page, score in report.by_page.items() if "image_p" in score)
    if count and by_text:
        yield "Worst by the words of the text:"
        yield from (f"  {value:.2f}  {page}" for value, page in by_text[:count])
    if count and by_images:
        yield "Worst by wrong or missed images:"
        yield from (f"  {-mistakes:4}  {page}" for mistakes, page in by_images[:count] if mistakes)
