"""What a SOURCE on the command line means, and how it becomes an article."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

import click

from cutline.config import Settings
from cutline.errors import CutlineError, PageTooLarge, SourceError
from cutline.options import Options
from cutline.page_given import PageGiven
from cutline.reasons import WARNINGS
from cutline.service.cli.commands import complain
from cutline.service.enrich.inputs.files import DAMAGE, STDIN, give_reason, open_file
from cutline.service.enrich.inputs.folder import PAGE_SUFFIXES, is_page_name
from cutline.service.pages.extraction import Failure, extract_record, open_extractor
from cutline.types import Article

if TYPE_CHECKING:
    from cutline.extraction.extractor import Extractor  # half a second that `--help` need not wait for


@dataclass(frozen=True, slots=True)
class PageSource:
    """One page to be extracted.

    Attributes:
        name: what it is called in output and complaints: the address, the path, or `-`.
        path: of a stored page; None for an address or stdin.
    """

    name: str
    path: Path | None = None

    @property
    def is_address(self) -> bool:
        """Whether the page has to be fetched."""
        return self.path is None and self.name != STDIN

    def read(self, max_bytes: int) -> bytes:
        """Return the stored page; from a pipe or a device at most `max_bytes` + 1 bytes, because it may never end.

        Raises:
            SourceError: there is no such file, or it cannot be read.
            PageTooLarge: the file has more than `max_bytes` bytes.
        """
        if self.path is None:
            if sys.stdin is None:
                raise SourceError("Standard input is closed.")
            return sys.stdin.buffer.read(max_bytes + 1)
        return read_file(self.path, max_bytes)

    def give(self, url: str | None, settings: Settings) -> PageGiven:
        """Return the page, before fetching it if it has to be fetched.

        Args:
            url: the address of a stored page.
            settings: the limit of its bytes.

        Raises:
            SourceError, PageTooLarge: as `read`.
        """
        return PageGiven(None, self.name) if self.is_address else PageGiven(self.read(settings.page.max_bytes), url)


def read_file(path: Path, max_bytes: int) -> bytes:
    """Return a file, unpacked if it ends in .gz or .zst; at most `max_bytes` + 1 bytes if its length is unknown.

    Raises:
        SourceError: there is no such file, or it cannot be read.
        PageTooLarge: it has more than `max_bytes` bytes.
    """
    try:
        with open_file(path) as file:
            size = os.stat(path).st_size
            if size > max_bytes:
                raise PageTooLarge(
                    f"The file has {size:,} bytes; the limit is {max_bytes:,}. Raise page.max_bytes to read it."
                )
            return file.stream.read(max_bytes + 1)
    except FileNotFoundError as error:
        raise SourceError("There is no such file or folder; a URL begins with http:// or https://.") from error
    except IsADirectoryError as error:
        raise SourceError(f"The folder has no pages: no file in it ends in {' or '.join(PAGE_SUFFIXES)}.") from error
    except (*DAMAGE, ValueError) as error:
        raise SourceError(f"The file cannot be read: {give_reason(error)}.") from error


def find_sources(names: Iterable[str]) -> Iterator[PageSource]:
    """Yield the pages that the names refer to; pages in a folder, at any depth, are sorted by path.

    Raises:
        click.UsageError: a name is empty.
    """
    for name in names:
        if not name:  # `Path("")` is the current folder
            raise click.UsageError("The name of a SOURCE is empty; perhaps a variable of your shell is not set.")
        if name == STDIN or "://" in name:
            yield PageSource(name)
        elif os.path.isdir(name):  # Path.is_dir raises for a name that is too long
            pages = sorted(path for path in Path(name).rglob("*") if is_page_name(path.name) and path.is_file())
            yield from [PageSource(str(path), path) for path in pages] or [PageSource(name, Path(name))]
        else:
            yield PageSource(name, Path(name))


@dataclass(frozen=True)
class Extraction:
    """Extracts one source after the other with the same settings and options.

    Models are loaded with the first page, so that a missing file is reported at once.
    """

    settings: Settings
    options: Options

    @cached_property
    def extractor(self) -> Extractor:
        """The extractor."""
        return open_extractor(self.settings)

    def run(self, source: PageSource) -> Article | Failure:
        """Return the article of a source, or the error, which is also written to stderr.

        Raises:
            ConfigError, PipelineError: no page at all can be extracted.
        """
        try:
            page = source.give(self.options.url, self.settings)
        except CutlineError as error:
            outcome: Article | Failure = Failure.of(error)
        else:
            outcome = extract_record(self.extractor, source.name, page, self.options)
        if isinstance(outcome, Failure):
            complain(outcome.message, source.name)
        return outcome


def report_warnings(source: PageSource, article: Article) -> None:
    """Write the warnings of an article to stderr, as sentences."""
    for warning in article.warnings:
        complain(WARNINGS[warning], source.name)


def find_one_source(name: str, options: Options) -> PageSource:
    """Return the single page that a SOURCE names.

    Raises:
        click.UsageError: it is a folder of several pages, or `--url` does not go with it.
    """
    sources = list(find_sources([name]))
    if len(sources) > 1:
        raise click.UsageError(f"{name} holds {len(sources)} pages; name the one to show.")
    check_url(options, sources)
    return sources[0]


def check_url(options: Options, sources: Sequence[PageSource]) -> None:
    """Raise click.UsageError if `--url` was given for anything but one stored page."""
    if options.url is not None and (len(sources) != 1 or sources[0].is_address):
        raise click.UsageError("--url needs exactly one stored page.")
