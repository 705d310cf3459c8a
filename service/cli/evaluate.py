"""`cutline evaluate`: how right the extraction is on labelled pages."""

from __future__ import annotations

import json
from collections.abc import Callable, Generator, Iterator
from contextlib import closing
from dataclasses import asdict
from functools import partial
from itertools import tee
from pathlib import Path

import click
from rich import box
from rich.table import Table

from cutline.config import Settings
from cutline.errors import SourceError
from cutline.models.evaluation import Evaluation, EvaluationReport, PageScore
from cutline.models.labelled_pages import LabelledPage, read_labelled_pages
from cutline.service.cli.console import open_console, write
from cutline.service.cli.exits import Exit, complain, leave
from cutline.service.cli.options import page_options, workers_option
from cutline.service.cli.progress import open_progress, track
from cutline.service.enrich import Enriched, enrich
from cutline.types import Options

Results = Generator[Enriched, None, None]
MEASURES = {
    "word_f1": "words of the text",
    "shingle_f1": "4-word shingles of the text",
    "shingle_p": "    precision",
    "shingle_r": "    recall",
    "with": "snippets found that belong to the text",
    "without": "snippets absent that do not",
    "title": "titles that are right",
    "image_f1": "images that belong to the article",
    "image_p": "    precision",
    "image_r": "    recall",
    "page_exact": "pages whose images are all right",
    "caption_f1": "words of the captions of images found",
    "caption_all": "words of all captions",
}


@click.command()
@click.argument("corpora", metavar="CORPUS...", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="Print one line of JSON for each corpus.")
@click.option("--page-type", metavar="TYPE", help="Measure only pages of this type.")
@click.option("--lang", metavar="LANG", help="Measure only pages in this language, or with !LANG all others.")
@click.option("--worst", type=click.IntRange(0), default=0, metavar="N", help="List the N worst pages.")
@workers_option
@page_options
def command(
    corpora: tuple[Path, ...],
    as_json: bool,
    page_type: str | None,
    lang: str | None,
    worst: int,
    workers: int,
    options: Options,
    settings: Settings,
) -> None:
    """Measure the extraction on labelled pages.

    A CORPUS is a file of JSON lines, compressed if its name ends in .gz: each page with its "id", "html" and "url", and
    the labels to hold it against: "title", "text", "with", "without", "images". A page that fails scores 0. Intervals
    hold 95 % of 1,000 resamples by "site".
    """
    is_selected = partial(_is_selected, page_type, lang)
    extract = partial(enrich, workers=workers, config=settings, **options.model_dump(exclude={"url"}))
    ended_well = True
    for corpus in corpora:
        counted = str(corpus) if page_type is None and lang is None else None
        try:
            report = _evaluate(filter(is_selected, read_labelled_pages(corpus)), extract, counted)
        except SourceError as error:
            complain(error, str(corpus))
            ended_well = False
            continue
        ended_well = ended_well and not report.failed
        if as_json:
            write(_to_json(corpus, report))
        else:
            open_console().print(_table(corpus, report), *_list_worst(report, worst), sep="\n")
    leave(Exit.OK if ended_well else Exit.FAILED)


def _is_selected(page_type: str | None, lang: str | None, page: LabelledPage) -> bool:
    if page_type is not None and page.page_type != page_type:
        return False
    return lang is None or (page.lang == lang.removeprefix("!")) != lang.startswith("!")


def _evaluate(pages: Iterator[LabelledPage], extract: Callable[..., Results], counted: str | None) -> EvaluationReport:
    """Return the figures of one corpus; each error is written to stderr.

    Args:
        pages: the labelled pages.
        extract: `enrich` with its options.
        counted: the file of which every line is one of the pages, if there is one.
    """
    evaluation = Evaluation()
    labelled, pages = tee(pages)
    results = extract({"id": page.id, "html": page.html, "url": page.url} for page in pages)
    with closing(results), open_progress() as progress:
        for page, result in zip(labelled, track(results, progress, counted), strict=True):
            evaluation.add(page, result.article)
            if result.error is not None:
                complain(result.error.message, page.id)
    return evaluation.report()


def _to_json(corpus: Path, report: EvaluationReport) -> str:
    figures = {name: asdict(figure) for name, figure in report.figures.items()}
    counts = {"pages": report.pages, "sites": report.sites, "failed": report.failed}
    return json.dumps({"corpus": str(corpus), **counts, "figures": figures}) + "\n"


def _table(corpus: Path, report: EvaluationReport) -> Table:
    title = f"{corpus.name}: {report.pages:,} pages of {report.sites:,} sites, {report.failed:,} failed"
    table = Table(title=title, title_justify="left", title_style="bold", box=box.SIMPLE_HEAD, pad_edge=False)
    for name in ("measure", "", "value", "95 % interval"):
        table.add_column(name, no_wrap=True)
    for name, what in MEASURES.items():
        if figure := report.figures.get(name):
            table.add_row(name, what, f"{figure.value:.4f}", f"{figure.low:.3f} to {figure.high:.3f}")
    return table


def _list_worst(report: EvaluationReport, count: int) -> Iterator[str]:
    by_text = sorted((score["word_f1"].value, page) for page, score in report.by_page.items() if "word_f1" in score)
    by_images = sorted((-_count_mistakes(score), page) for page, score in report.by_page.items() if "image_p" in score)
    if count and by_text:
        yield "Worst by the words of the text:"
        yield from (f"  {value:.2f}  {page}" for value, page in by_text[:count])
    if count and by_images:
        yield "Worst by images wrong or missed:"
        yield from (f"  {-mistakes:4}  {page}" for mistakes, page in by_images[:count] if mistakes)


def _count_mistakes(score: PageScore) -> int:
    return int(sum(score[name].whole - score[name].part for name in ("image_p", "image_r")))
