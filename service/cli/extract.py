"""`cutline extract`: the articles of pages, written down."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

import click

from cutline.config import Settings
from cutline.service.cli.console import STDOUT, Write, open_output
from cutline.service.cli.exits import Exit, leave
from cutline.service.cli.extraction import Extraction, check_url, report_warnings
from cutline.service.cli.options import page_options, url_option
from cutline.service.cli.printing import PDF, print_page
from cutline.service.cli.sources import Source, find_sources
from cutline.service.formats import FORMATS
from cutline.service.formats.json import render_failure, render_indented
from cutline.types import Article, Options

WITH_MARKUP = ("markdown", "html", PDF)  # formats that show emphasis and links


@click.command()
@click.argument("names", metavar="SOURCE...", nargs=-1, required=True)
@click.option(
    "--format",
    "form",
    type=click.Choice([*FORMATS, PDF]),
    default="json",
    show_default=True,
    help="How it is written; a PDF needs a browser.",
)
@click.option("--out", default=STDOUT, show_default=True, metavar="OUT", help="Where the result goes; - for stdout.")
@click.option(
    "--fetch-images/--no-fetch-images",
    default=None,
    help="Whether a PDF's images are fetched.  [default: only those of a page that is fetched too]",
)
@url_option
@page_options
def command(
    names: tuple[str, ...], form: str, out: str, fetch_images: bool | None, options: Options, settings: Settings
) -> None:
    """Print the article of each page and the images that belong to it.

    A SOURCE is an address, a stored page, a folder of pages (*.html, *.htm, *.xhtml at any depth), or - for stdin.

    One page is printed as it is, JSON in one line unless it is shown in a terminal. Of several pages, JSON has a line
    for each with its source as "id", and a line with "error" where a page failed, as in `cutline enrich`; the other
    formats name the source of each article. A PDF holds one article.
    """
    sources = list(find_sources(names))
    check_url(options, sources)
    _check_output(out, sources)
    if fetch_images is not None and form != PDF:
        raise click.UsageError("--fetch-images goes with --format pdf; the other formats hold the images' addresses.")
    if form in WITH_MARKUP:
        options = options.model_copy(update={"include": options.include | {"html"}})
    extraction = Extraction(settings, options)
    if form == PDF:
        ended_well = print_page(sources, extraction, out, fetch_images)
    elif [source.name for source in sources] == list(names) and len(names) == 1:
        ended_well = _write_alone(sources[0], extraction, form, out)
    else:
        with open_output(out) as write:
            ended_well = _write_all(sources, extraction, form, write)
    leave(Exit.OK if ended_well else Exit.FAILED)


def _check_output(out: str, sources: Sequence[Source]) -> None:
    for source in sources:
        if source.path and os.path.exists(source.path) and os.path.exists(out) and os.path.samefile(source.path, out):
            raise click.UsageError("The result cannot be written over the page; give another file.")


def _write_alone(source: Source, extraction: Extraction, form: str, out: str) -> bool:
    outcome = extraction.run(source)
    if not isinstance(outcome, Article):
        return False
    is_shown = out == STDOUT and sys.stdout.isatty()
    render = render_indented if form == "json" and is_shown else FORMATS[form].render
    with open_output(out) as write:
        write(render(outcome))
    if form != "json":
        report_warnings(source, outcome)
    return True


def _write_all(sources: Sequence[Source], extraction: Extraction, form: str, write: Write) -> bool:
    failed = 0
    write(FORMATS[form].opening)
    for source in sources:
        outcome = extraction.run(source)
        if isinstance(outcome, Article):
            write(FORMATS[form].render_part(outcome, source.name))
            if form != "json":
                report_warnings(source, outcome)
            continue
        failed += 1
        if form == "json":
            write(render_failure(outcome, source.name))
    write(FORMATS[form].closing)
    return not failed
