"""`cutline compare`: which blocks of a page each method keeps."""

from __future__ import annotations

from typing import get_args

import click
from rich import box
from rich.table import Table

from cutline.config import Settings
from cutline.service.cli.console import open_console, write
from cutline.service.cli.options import page_options, url_option
from cutline.service.cli.reports import report_comparison, report_option
from cutline.service.cli.sources import find_one_source
from cutline.service.formats.flow import plain
from cutline.service.pages.extraction import open_extractor
from cutline.types import Method, MethodsCompared, Options


@click.command()
@click.argument("name", metavar="SOURCE")
@click.option("--json", "as_json", is_flag=True, help="Print the comparison as JSON.")
@report_option("the comparison")
@url_option
@page_options
def command(name: str, as_json: bool, report: str | None, options: Options, settings: Settings) -> None:
    """Show which methods keep each block of a page, and how far they agree.

    SOURCE is a URL, a stored page, or - for stdin. All methods read the same document. It is rendered if a browser is
    installed, unless --render says otherwise.
    """
    if as_json and report is not None:
        raise click.UsageError("--report and --json are two forms of the same output; choose one.")
    source = find_one_source(name, options)
    page = source.give(options.url, settings)
    compared = open_extractor(settings).compare_page(page, get_args(Method), options.render)
    if report is not None:
        report_comparison(compared, settings, report)
        return
    if as_json:
        write(compared.model_dump_json() + "\n")
        return
    console = open_console()
    console.print(_blocks_table(compared))
    console.print(_agreements_table(compared))
    for method, warnings in compared.warnings.items():
        console.print(f"{method}: {', '.join(warnings)}", style="dim")


def _blocks_table(compared: MethodsCompared) -> Table:
    """Return a row for each block that any method keeps; a column for each method, numbered as in the second table."""
    kept = [block for block in compared.blocks if block.kept_by]
    title = f"{len(kept)} of {len(compared.blocks)} blocks are kept by at least one method"
    table = Table(box=box.SIMPLE, title=title, title_justify="left", expand=True)
    for number in range(1, len(compared.methods) + 1):
        table.add_column(str(number), width=len(str(number)))
    table.add_column("block", no_wrap=True, overflow="ellipsis", ratio=1)
    for block in kept:
        marks = ("●" if method in block.kept_by else "·" for method in compared.methods)
        table.add_row(*marks, plain(block.text))
    return table


def _agreements_table(compared: MethodsCompared) -> Table:
    """Return how far each pair of methods agrees, as F1 of the characters they keep."""
    shared = {agreement.methods: agreement.f1 for agreement in compared.agreements}
    table = Table(box=box.SIMPLE, title="agreement (F1 of the kept characters)", title_justify="left")
    table.add_column("method")
    for number in range(1, len(compared.methods) + 1):
        table.add_column(str(number), justify="right")
    for number, method in enumerate(compared.methods, start=1):
        table.add_row(f"{number} {method}", *(_cell(shared, method, other) for other in compared.methods))
    return table


def _cell(shared: dict[tuple[Method, Method], float], method: Method, other: Method) -> str:
    value = shared.get((method, other), shared.get((other, method)))
    return "" if value is None else f"{value:.2f}"
