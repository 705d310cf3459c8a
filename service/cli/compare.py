"""`cutline compare`: which blocks of a page each method keeps."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import get_args

import click
from rich.console import Console
from rich.text import Text

from cutline.config import Settings
from cutline.options import Options
from cutline.page_views import MethodsCompared
from cutline.reasons import WARNINGS
from cutline.service.cli.console import open_console, write, write_to
from cutline.service.cli.inspect import report_option
from cutline.service.cli.options import render_option, settings_option, url_option, wrapper_option
from cutline.service.cli.sources import find_one_source
from cutline.service.formats.flow import plain
from cutline.service.inspector.report import render_comparison
from cutline.service.inspector.templating import find_agreement
from cutline.service.pages.extraction import open_extractor
from cutline.types import Method, RenderMode

MARK_WIDTH, NUMBER_WIDTH = 2, 5  # columns of a terminal for a method, in the table of blocks and in that of agreements


@click.command()
@click.argument("name", metavar="SOURCE")
@click.option(
    "--method",
    "methods",
    multiple=True,
    type=click.Choice(get_args(Method)),
    help="A method to compare; repeat it for several.  [default: all]",
)
@click.option("--json", "as_json", is_flag=True, help="Print the comparison as JSON.")
@report_option("the comparison")
@url_option
@wrapper_option
@render_option
@settings_option
def command(
    name: str,
    methods: tuple[Method, ...],
    as_json: bool,
    report: str | None,
    url: str | None,
    wrapper: str | None,
    render: RenderMode,
    settings: Settings,
) -> None:
    """Show which methods keep each block of a page, and how far they agree.

    SOURCE is a URL, a stored page, or - for stdin. All methods read the same document. It is rendered if a browser is
    installed, unless --render says otherwise.
    """
    if as_json and report is not None:
        raise click.UsageError("--report and --json are two forms of the same output; choose one.")
    source = find_one_source(name, Options(url=url))
    page = source.give(url, settings)
    chosen = tuple(dict.fromkeys(methods)) or get_args(Method)
    settings = settings if wrapper is None else settings.with_wrapper(wrapper)
    compared = open_extractor(settings).compare_page(page, chosen, render)
    if report is not None:
        write_to(report, render_comparison(compared, settings.inspector))
        return
    if as_json:
        write(compared.model_dump_json() + "\n")
        return
    _print(open_console(), compared)


def _print(console: Console, compared: MethodsCompared) -> None:
    kept = [block for block in compared.blocks if block.kept_by]
    console.print(f"{len(kept)} of {len(compared.blocks)} blocks are kept by at least one method\n", style="bold")
    for line in _name_columns(compared.methods, MARK_WIDTH):
        console.print(line)
    for block in kept:
        marks = "".join(("●" if method in block.kept_by else "·").ljust(MARK_WIDTH) for method in compared.methods)
        console.print(Text(f"{marks} {plain(block.text)}"), no_wrap=True, overflow="ellipsis")
    console.print("\nAgreement: F1 of the characters that two methods keep\n", style="bold")
    for line in (*_name_columns(compared.methods, NUMBER_WIDTH), *_list_agreements(compared)):
        console.print(line)
    for method, warnings in compared.warnings.items():
        for warning in warnings:
            console.print(Text(f"{method}: {WARNINGS[warning]}", style="yellow"))


def _name_columns(methods: Sequence[Method], width: int) -> Iterator[Text]:
    """Yield the names of the columns as a staircase: each name begins above its column, and a line leads down to it."""
    for number, method in enumerate(methods):
        yield Text("│".ljust(width) * number + method, style="dim")


def _list_agreements(compared: MethodsCompared) -> Iterator[Text]:
    for method in compared.methods:
        values = (find_agreement(compared, method, other) for other in compared.methods)
        cells = ("–" if value is None else f"{value:.2f}" for value in values)
        yield Text("".join(cell.ljust(NUMBER_WIDTH) for cell in cells) + method)
