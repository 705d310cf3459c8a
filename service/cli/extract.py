"""`cutline extract`: the articles of pages, in any format."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from itertools import count, repeat
from pathlib import Path

import click

from cutline.config import Settings
from cutline.dom.render.pool import BrowserPool
from cutline.options import Options
from cutline.service.cli.commands import Exit, complain, leave
from cutline.service.cli.console import STDOUT, Write, open_output, write_to
from cutline.service.cli.options import page_options, url_option
from cutline.service.cli.sources import Extraction, PageSource, check_url, find_sources, report_warnings
from cutline.service.fetch import HttpPageFetcher
from cutline.service.formats import FORMATS, MARKUP
from cutline.service.formats.flow import plain
from cutline.service.formats.json import render_indented, render_part
from cutline.service.formats.pdf import Printed, fetch_image, print_article
from cutline.service.pages.extraction import Failure
from cutline.types import Article

PDF = "pdf"
SHORT_NAMES = {"md": "markdown"}  # of formats, as their files end
SHOWN_CHARACTERS = 200  # of an address; a data: address is as long as its image


@click.command()
@click.argument("names", metavar="SOURCE...", nargs=-1, required=True)
@click.option(
    "--format",
    "form",
    type=click.Choice([*FORMATS, PDF, *SHORT_NAMES]),
    callback=lambda _context, _option, form: SHORT_NAMES.get(form, form),
    default="json",
    show_default=True,
    help="The output format; md is markdown, and pdf needs a browser.",
)
@click.option(
    "--out", default=STDOUT, show_default=True, metavar="OUT", help="Where to write the result; - for stdout."
)
@click.option(
    "--fetch-images/--no-fetch-images",
    default=None,
    help="Fetch the images of a PDF.  [default: only if the page was fetched too]",
)
@click.option(
    "--save-images",
    "folder",
    metavar="FOLDER",
    type=click.Path(file_okay=False, path_type=Path),
    help="Also fetch the images of each article into FOLDER; of several pages, into 0001, 0002, ... in it.",
)
@url_option
@page_options
def command(
    names: tuple[str, ...],
    form: str,
    out: str,
    fetch_images: bool | None,
    folder: Path | None,
    options: Options,
    settings: Settings,
) -> None:
    """Print the article of each page and the images that belong to it.

    A SOURCE is a URL, a stored page, a folder of pages (*.html, *.htm, *.xhtml at any depth), or - for stdin.
    Files that end in .gz and .zst are decompressed.

    JSON for one page is one line, or indented if it goes to a terminal. For several pages it is one line per page with
    the source as "id", or with "error" if the page failed, as in `cutline enrich`. The other formats name the source of
    each article. A PDF holds one article.
    """
    sources = list(find_sources(names))
    check_url(options, sources)
    _check_output(out, sources)
    _check_images(form, fetch_images, folder, options)
    shown = MARKUP if form == PDF else FORMATS[form].include
    options = options.model_copy(update={"include": options.include | shown})
    is_alone = [source.name for source in sources] == list(names) and len(names) == 1
    missing: list[str] = []
    extraction = Extraction(settings, options)
    if folder is not None:
        folders = repeat(folder) if is_alone else (folder / f"{number:04}" for number in count(1))
        extraction = ExtractionWithImages(settings, options, folders, missing)
    if form == PDF:
        ended_well = print_page(sources, extraction, out, fetch_images)
    elif is_alone:
        ended_well = _write_alone(sources[0], extraction, form, out)
    else:
        with open_output(out) as write:
            ended_well = _write_all(sources, extraction, form, write)
    leave(Exit.OK if ended_well and not missing else Exit.FAILED)


@dataclass(frozen=True)
class ExtractionWithImages(Extraction):
    """Also saves the images of each article, and collects in `missing` the addresses of those that cannot be had."""

    folders: Iterator[Path]
    missing: list[str]

    def run(self, source: PageSource) -> Article | Failure:
        """Return what `Extraction.run` does, after saving the images; those that cannot be had are named on stderr."""
        outcome, folder = super().run(source), next(self.folders)
        if isinstance(outcome, Article):
            saved = outcome.save_images(folder, self.settings)
            self.missing.extend(saved.missing)
            for address, reason in saved.missing.items():
                complain(f"the image {plain(address)[:SHOWN_CHARACTERS]} is not saved: {reason}.", source.name)
        return outcome


def _check_images(form: str, fetch_images: bool | None, folder: Path | None, options: Options) -> None:
    if fetch_images is not None and form != PDF:
        raise click.UsageError(
            "--fetch-images needs --format pdf; the other formats only contain the images' addresses."
        )
    if folder is not None and not options.images:
        raise click.UsageError("--save-images cannot be combined with --no-images.")


def _check_output(out: str, sources: Sequence[PageSource]) -> None:
    for source in sources:
        if source.path and os.path.exists(source.path) and os.path.exists(out) and os.path.samefile(source.path, out):
            raise click.UsageError("The result would overwrite the page; choose another file.")


def _write_alone(source: PageSource, extraction: Extraction, form: str, out: str) -> bool:
    outcome = extraction.run(source)
    if not isinstance(outcome, Article):
        return False
    is_shown = out == STDOUT and sys.stdout.isatty()
    render = render_indented if form == "json" and is_shown else FORMATS[form].render
    write_to(out, render(outcome))
    if form != "json":
        report_warnings(source, outcome)
    return True


def _write_all(sources: Sequence[PageSource], extraction: Extraction, form: str, write: Write) -> bool:
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
            write(render_part(outcome, source.name))
    write(FORMATS[form].closing)
    return not failed


def print_page(sources: Sequence[PageSource], extraction: Extraction, out: str, fetch_images: bool | None) -> bool:
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
        raise click.UsageError(f"A PDF holds one article, but there are {len(sources)} pages. Name the one to print.")
    if out == STDOUT and sys.stdout.isatty():
        raise click.UsageError("A terminal cannot show a PDF; name a file with --out, or redirect the output.")
    source = sources[0]
    outcome = extraction.run(source)
    if not isinstance(outcome, Article):
        return False
    is_fetching = source.is_address if fetch_images is None else fetch_images
    with closing(HttpPageFetcher(extraction.settings)) as fetcher, BrowserPool(extraction.settings.render) as browsers:
        fetch = partial(fetch_image, fetcher) if is_fetching else None
        printed = print_article(outcome, browsers, extraction.settings, fetch=fetch)
    write_to(out, printed.pdf)
    report_warnings(source, outcome)
    _report_missing(source, printed, is_fetching)
    return True


def _report_missing(source: PageSource, printed: Printed, is_fetching: bool) -> None:
    count = len(printed.missing)
    if count and not is_fetching:
        images = "1 image is" if count == 1 else f"{count} images are"
        complain(f"{images} not in the PDF; use --fetch-images to fetch the images of a stored page.", source.name)
        return
    for address, reason in printed.missing.items():
        complain(f"the image {plain(address)[:SHOWN_CHARACTERS]} is not in the PDF: {reason}.", source.name)
