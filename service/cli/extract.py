"""`cutline extract`: the articles of pages, written down."""

from __future__ import annotations

import sys

import click

from cutline.config import Settings
from cutline.service.cli.console import write
from cutline.service.cli.exits import Exit, complain, leave
from cutline.service.cli.extraction import Extraction, check_url
from cutline.service.cli.options import page_options, url_option
from cutline.service.cli.sources import Source, find_sources
from cutline.service.formats import FORMATS
from cutline.service.formats.json import render_failure, render_indented
from cutline.types import Article, Options


@click.command()
@click.argument("names", metavar="SOURCE...", nargs=-1, required=True)
@click.option(
    "--format", "form", type=click.Choice(list(FORMATS)), default="json", show_default=True, help="How it is written."
)
@url_option
@page_options
def command(names: tuple[str, ...], form: str, options: Options, settings: Settings) -> None:
    """Print the article of each page and the images that belong to it.

    A SOURCE is an address, a stored page, a folder of pages (*.html, *.htm, *.xhtml at any depth), or - for stdin.

    One page is printed as it is, JSON in one line unless it is shown in a terminal. Of several pages, JSON has a line
    for each with its source as "id", and a line with "error" where a page failed, as in `cutline enrich`; the other
    formats name the source of each article.
    """
    sources = list(find_sources(names))
    check_url(options, sources)
    extraction = Extraction(settings, options)
    if [source.name for source in sources] == list(names) and len(names) == 1:
        ended_well = _write_alone(sources[0], extraction, form)
    else:
        ended_well = _write_all(sources, extraction, form)
    leave(Exit.OK if ended_well else Exit.FAILED)


def _write_alone(source: Source, extraction: Extraction, form: str) -> bool:
    outcome = extraction.run(source)
    if isinstance(outcome, Article):
        render = render_indented if form == "json" and sys.stdout.isatty() else FORMATS[form].render
        write(render(outcome))
        _report_warnings(source, outcome, form)
    return isinstance(outcome, Article)


def _write_all(sources: list[Source], extraction: Extraction, form: str) -> bool:
    failed = 0
    write(FORMATS[form].opening)
    for source in sources:
        outcome = extraction.run(source)
        if isinstance(outcome, Article):
            write(FORMATS[form].render_part(outcome, source.name))
            _report_warnings(source, outcome, form)
            continue
        failed += 1
        if form == "json":
            write(render_failure(outcome, source.name))
    write(FORMATS[form].closing)
    return not failed


def _report_warnings(source: Source, article: Article, form: str) -> None:
    """Say on stderr what JSON says in `warnings`."""
    if form == "json":
        return
    for warning in article.warnings:
        complain(warning, source.name)
    if not article.text:
        complain("no article was found.", source.name)
