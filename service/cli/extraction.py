"""From a SOURCE on the command line to its article."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import click

from cutline.config import Settings
from cutline.errors import CutlineError
from cutline.service.cli.exits import complain
from cutline.service.cli.sources import Source, find_sources
from cutline.service.enrich import Failure
from cutline.service.enrich.records import Record
from cutline.service.enrich.worker import extract_record
from cutline.types import Article, Options

if TYPE_CHECKING:
    from cutline.extractor import Extractor


@dataclass(frozen=True)
class Extraction:
    """Extracts one source after the other with the same settings and options.

    spaCy is loaded with the first page, so that a missing file is reported at once.
    """

    settings: Settings
    options: Options

    @cached_property
    def extractor(self) -> Extractor:
        """The extractor."""
        return open_extractor(self.settings)

    def run(self, source: Source) -> Article | Failure:
        """Return the article of a source, or why there is none, which is also written to stderr.

        Raises:
            ConfigError, PipelineError: no page at all can be extracted.
        """
        try:
            record = self._make_record(source)
        except CutlineError as error:
            outcome: Article | Failure = Failure.of(error)
        else:
            outcome = extract_record(self.extractor, record, self.options.model_dump(exclude={"url"}))
        if isinstance(outcome, Failure):
            complain(outcome.message, source.name)
        return outcome

    def _make_record(self, source: Source) -> Record:
        if source.is_address:
            return Record(source.name, None, source.name)
        return Record(source.name, source.read(self.settings.page.max_bytes), self.options.url)


def report_warnings(source: Source, article: Article) -> None:
    """Say on stderr what JSON says in `warnings`."""
    for warning in article.warnings:
        complain(warning, source.name)
    if not article.text:
        complain("no article was found.", source.name)


def open_extractor(settings: Settings) -> Extractor:
    """Return an extractor with these settings."""
    from cutline.extractor import Extractor  # loads spaCy, a second that --help need not wait for

    return Extractor(settings)


def find_one_source(name: str, options: Options) -> Source:
    """Return the one page that a SOURCE names.

    Raises:
        click.UsageError: it is a folder of several pages, or `--url` does not go with it.
    """
    sources = list(find_sources([name]))
    if len(sources) > 1:
        raise click.UsageError(f"{name} holds {len(sources)} pages; name the one to show.")
    check_url(options, sources)
    return sources[0]


def check_url(options: Options, sources: Sequence[Source]) -> None:
    """Raise click.UsageError if `--url` was given for anything else than one stored page."""
    if options.url is not None and (len(sources) != 1 or sources[0].is_address):
        raise click.UsageError("--url gives one stored page its address; here are several pages, or an address.")
