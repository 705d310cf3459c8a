"""An article printed as a PDF."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from contextlib import closing
from functools import partial

import click

from cutline.dom.render.pool import BrowserPool
from cutline.service.cli.console import STDOUT, open_output
from cutline.service.cli.exits import complain
from cutline.service.cli.extraction import Extraction, report_warnings
from cutline.service.cli.sources import Source
from cutline.service.fetch import PageFetcher
from cutline.service.formats.flow import plain
from cutline.service.formats.pdf import Printed, fetch_image, print_article
from cutline.types import Article

PDF = "pdf"
SHOWN_CHARACTERS = 200  # of an address; a data: address is as long as its image


def print_page(sources: Sequence[Source], extraction: Extraction, out: str, fetch_images: bool | None) -> bool:
    """Write the article of the one page as a PDF; return whether there is one.

    Args:
        sources: the page.
        extraction: extracts it.
        out: the file, or `-` for stdout.
        fetch_images: whether images are fetched; None: if the page is.

    Raises:
        click.UsageError: there are several pages, or stdout is a terminal.
        RenderError: no browser is installed, or it could not print.
    """
    if len(sources) > 1:
        raise click.UsageError(f"A PDF holds one article; here are {len(sources)} pages. Name the one to print.")
    if out == STDOUT and sys.stdout.isatty():
        raise click.UsageError("A terminal cannot show a PDF; name a file with --out, or redirect the output.")
    source = sources[0]
    outcome = extraction.run(source)
    if not isinstance(outcome, Article):
        return False
    is_fetching = source.is_address if fetch_images is None else fetch_images
    with closing(PageFetcher(extraction.settings)) as fetcher, BrowserPool(extraction.settings.render) as browsers:
        fetch = partial(fetch_image, fetcher) if is_fetching else None
        printed = print_article(outcome, browsers, extraction.settings, fetch=fetch)
    with open_output(out) as write:
        write(printed.pdf)
    report_warnings(source, outcome)
    _report_missing(source, printed, is_fetching)
    return True


def _report_missing(source: Source, printed: Printed, is_fetching: bool) -> None:
    count = len(printed.missing)
    if count and not is_fetching:
        images = "1 image is" if count == 1 else f"{count} images are"
        complain(f"{images} not in the PDF; --fetch-images brings what a stored page does not hold.", source.name)
        return
    for address, reason in printed.missing.items():
        complain(f"the image {plain(address)[:SHOWN_CHARACTERS]} is not in the PDF: {reason}.", source.name)
