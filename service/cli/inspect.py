"""`cutline inspect`: every decision made about a page, in the terminal or as a report in one HTML file."""

from __future__ import annotations

from collections.abc import Sequence
from typing import get_args

import click
from click.core import ParameterSource
from rich import box
from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from cutline.config import Settings
from cutline.extraction.documents import DocumentSource
from cutline.extraction.page_views import divide_page
from cutline.options import Options
from cutline.page_views import PageDivided, Rectangle
from cutline.reasons import WARNINGS
from cutline.service.cli.commands import Exit, leave
from cutline.service.cli.console import open_console, write, write_to
from cutline.service.cli.options import Decorator, page_options, url_option
from cutline.service.cli.sources import Extraction, PageSource, find_one_source, report_warnings
from cutline.service.cli.verdicts import print_verdicts
from cutline.service.formats.flow import plain, sign
from cutline.service.formats.json import render
from cutline.service.pages.extraction import inspect_page, open_extractor, open_fetcher
from cutline.types import Article, Comment, Method


def report_option(what: str) -> Decorator:
    """Return the option `--report`; the command gets `report`, a path, `-` or None."""
    return click.option("--report", metavar="FILE", help=f"Write {what} to one HTML file instead; - for stdout.")


INDENT = "· "
MAX_INDENTS = 20  # levels; deeper ones would leave no room for the text
GROUP = "(group)"  # of several elements
WITHOUT_EFFECT = "method wrapper favor pages images nlp include language verbose".split()  # on the visual blocks


@click.command()
@click.argument("name", metavar="SOURCE")
@click.option(
    "--json",
    "as_json",
    is_flag=True,
    help="Print JSON: the article with everything that was dropped, or the blocks.",
)
@click.option(
    "--segments",
    type=click.Choice(["vips"]),
    help="Show the visual blocks that VIPS divides the page into instead.",
)
@report_option("the article and the verdicts")
@click.option("--verbose", is_flag=True, help="Also print every block, scores, evidence, and what they come from.")
@click.option("--compare", is_flag=True, help="Add a comparison of all methods to the report.")
@url_option
@page_options
def command(
    name: str,
    as_json: bool,
    segments: str | None,
    report: str | None,
    verbose: bool,
    compare: bool,
    options: Options,
    settings: Settings,
) -> None:
    """Show why each block and image of a page was kept or dropped.

    SOURCE is a URL, a stored page, or - for stdin. Each image has its caption, the verdict and one sentence that says
    why. --verbose lists the blocks, and adds the score and its threshold, whether the words are about the story, the
    names that the block or caption shares with the article, and the words that are missing from it.
    """
    _check_forms(as_json, segments, report, compare)
    source = find_one_source(name, options)
    if report is not None:
        _report(source, options, settings, get_args(Method) if compare else (), report)
        return
    if segments is not None:
        _show_parts(source, as_json, options, settings)
        return
    with_dropped = options.model_copy(update={"include": options.include | {"dropped", "evidence"}})
    article = Extraction(settings, with_dropped).run(source)
    if not isinstance(article, Article):
        leave(Exit.FAILED)
    if as_json:
        write(render(article))
        return
    console = open_console()
    print_verdicts(console, article, source.name, verbose=verbose)
    print_comments(console, article.comments or ())


def _report(source: PageSource, options: Options, settings: Settings, methods: tuple[Method, ...], out: str) -> None:
    """Write the report of one page, fetched only once for all its parts, to a file or stdout."""
    from cutline.service.inspector.report import render_report  # templates, which other answers do not need

    page = source.give(options.url, settings)
    if page.html is None:
        page = open_fetcher(settings).fetch(source.name)
    inspection = inspect_page(open_extractor(settings), page, options, methods)
    report_warnings(source, inspection.article)
    write_to(out, render_report(inspection, settings.inspector, source.name))


def print_comments(console: Console, comments: Sequence[Comment]) -> None:
    """Print each comment below its author and day, indented below the one that it answers."""
    if comments:
        console.print(Text(f"\nComments: {len(comments):,}", style="bold"))
    for comment in comments:
        lines = Text.assemble((f"{sign(comment) or 'No author'}\n", "cyan"), plain(comment.text))
        console.print(Padding(lines, (1, 0, 0, 2 * min(comment.depth, MAX_INDENTS))))


def _check_forms(as_json: bool, segments: str | None, report: str | None, compare: bool) -> None:
    if report is not None and (as_json or segments is not None):
        raise click.UsageError("--report cannot be combined with --json or --segments; the report contains the JSON.")
    context = click.get_current_context()
    given = [name for name in WITHOUT_EFFECT if context.get_parameter_source(name) is not ParameterSource.DEFAULT]
    if segments is not None and given:
        raise click.UsageError(
            f"--segments shows the page before extraction; the option {given[0]!r} has no effect on it."
        )
    if compare and report is None:
        raise click.UsageError("--compare needs --report; `cutline compare` prints the comparison.")


def _show_parts(source: PageSource, as_json: bool, options: Options, settings: Settings) -> None:
    """Print the visual blocks of the page that a SOURCE names."""
    documents = DocumentSource(settings, open_fetcher)
    try:
        given = source.give(options.url, settings)
        page = documents.bring_page(given)
        document = documents.open(page, options.render, uses_layout=True, is_live=given.is_from_web)
    finally:
        documents.close()
    divided = divide_page(document, settings)
    if as_json:
        write(divided.model_dump_json() + "\n")
    else:
        print_parts(open_console(), divided, source.name)


def print_parts(console: Console, divided: PageDivided, source: str) -> None:
    """Print a row for each block, indented below the block that contains it."""
    leaves = sum(part.is_leaf for part in divided.parts)
    limit = f"{divided.permitted_coherence} (setting vips.permitted_coherence)"
    console.print(Text(plain(source), style="bold"))
    console.print(Text(f"{leaves} blocks, divided until their DoC is greater than {limit}", style="dim"))
    for warning in divided.warnings:
        console.print(Text(f"Warning: {WARNINGS[warning]}", style="yellow"))
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, expand=True)
    for name in ("DoC", "left, top", "size", "characters"):
        table.add_column(name, justify="right", no_wrap=True)
    table.add_column("block", ratio=1, no_wrap=True, overflow="ellipsis")
    for part in divided.parts:
        block = Text.assemble((INDENT * min(part.depth, MAX_INDENTS), "dim"), (part.tag or GROUP, "cyan"))
        if part.text:
            block.append(f" {plain(part.text)}")
        table.add_row(str(part.coherence), *_describe_box(part.box), f"{part.characters:,}", block)
    console.print(table)


def _describe_box(rectangle: Rectangle | None) -> tuple[str, str]:
    if rectangle is None:
        return "–", "–"
    return f"{rectangle.left:.0f}, {rectangle.top:.0f}", f"{rectangle.width:.0f} × {rectangle.height:.0f}"
