"""Reports: what a command shows, as one HTML file."""

from __future__ import annotations

import click

from cutline.config import Settings
from cutline.options import Options
from cutline.page_given import PageGiven
from cutline.page_views import MethodsCompared
from cutline.reasons import WARNINGS
from cutline.service.cli.console import open_output
from cutline.service.cli.exits import complain
from cutline.service.cli.options import Decorator
from cutline.service.cli.sources import PageSource
from cutline.service.pages.answers import inspect_page
from cutline.service.pages.extraction import open_extractor, open_fetcher
from cutline.types import Method


def report_option(what: str) -> Decorator:
    """Return the option `--report`; the command gets `report`, a path, `-` or None."""
    return click.option("--report", metavar="FILE", help=f"Write {what} to one HTML file instead; - for stdout.")


def report_inspection(
    source: PageSource, options: Options, settings: Settings, methods: tuple[Method, ...], out: str
) -> None:
    """Write the report of one page.

    Args:
        source: the page.
        options: of its extraction.
        settings: all of them.
        methods: compared on it besides; none: nothing is compared.
        out: the file, or `-`.

    Raises:
        CutlineError: the page cannot be read, fetched or extracted.
        OSError: the file cannot be written.
    """
    from cutline.service.inspector.report import render_report  # templates, which other answers do not need

    page = _bring_page(source, options, settings)
    inspection = inspect_page(open_extractor(settings), page, options, methods)
    for warning in inspection.article.warnings:
        complain(WARNINGS[warning], source.name)
    _write(render_report(inspection, settings.inspector, source.name), out)


def report_comparison(compared: MethodsCompared, settings: Settings, out: str) -> None:
    """Write a comparison of methods; `out` is the file, or `-`.

    Raises:
        OSError: the file cannot be written.
    """
    from cutline.service.inspector.report import render_comparison

    _write(render_comparison(compared, settings.inspector), out)


def _bring_page(source: PageSource, options: Options, settings: Settings) -> PageGiven:
    """Return the page, fetched only once for all parts of the report."""
    page = source.give(options.url, settings)
    return open_fetcher(settings).fetch(source.name) if page.html is None else page


def _write(report: str, out: str) -> None:
    with open_output(out) as write:
        write(report)
