"""`cutline inspect`: every decision made about a page."""

from __future__ import annotations

from typing import get_args

import click

from cutline.config import Settings
from cutline.service.cli.console import open_console, write
from cutline.service.cli.exits import Exit, leave
from cutline.service.cli.extraction import Extraction, find_one_source
from cutline.service.cli.options import page_options, url_option
from cutline.service.cli.reports import report_inspection, report_option
from cutline.service.cli.segments import divide_source, print_parts
from cutline.service.cli.sources import Source
from cutline.service.cli.verdicts import print_verdicts
from cutline.service.formats.json import render
from cutline.types import Article, Method, Options


@click.command()
@click.argument("name", metavar="SOURCE")
@click.option(
    "--json",
    "as_json",
    is_flag=True,
    help="Print the same as JSON: the article with all that was dropped, or the blocks.",
)
@click.option(
    "--segments",
    type=click.Choice(["vips"]),
    help="Show instead the visual blocks that VIPS divides the page into.",
)
@report_option("the same with the article as it is delivered")
@click.option("--compare", is_flag=True, help="Have the report compare all methods too.")
@url_option
@page_options
def command(
    name: str,
    as_json: bool,
    segments: str | None,
    report: str | None,
    compare: bool,
    options: Options,
    settings: Settings,
) -> None:
    """Show why each block and image of a page was kept or dropped.

    SOURCE is an address, a stored page, or - for stdin. Each row has the reason, the score beside the threshold it was
    held against, whether the words tell of the article's story, and the names that block or caption share with it. Of
    what tells of another story it lists words that the article does not have.
    """
    _check_forms(as_json, segments, report, compare)
    source = find_one_source(name, options)
    if report is not None:
        report_inspection(source, options, settings, get_args(Method) if compare else (), report)
        return
    if segments is not None:
        _show_parts(source, as_json, options, settings)
        return
    with_dropped = options.model_copy(update={"include": options.include | {"dropped"}})
    article = Extraction(settings, with_dropped).run(source)
    if not isinstance(article, Article):
        leave(Exit.FAILED)
    if as_json:
        write(render(article))
        return
    print_verdicts(open_console(), article, source.name)


def _check_forms(as_json: bool, segments: str | None, report: str | None, compare: bool) -> None:
    if report is not None and (as_json or segments is not None):
        raise click.UsageError("--report goes with neither --json nor --segments; its page offers the JSON.")
    if compare and report is None:
        raise click.UsageError("--compare goes with --report; `cutline compare` prints it.")


def _show_parts(source: Source, as_json: bool, options: Options, settings: Settings) -> None:
    divided = divide_source(source, options, settings)
    if as_json:
        write(divided.model_dump_json() + "\n")
    else:
        print_parts(open_console(), divided, source.name)
