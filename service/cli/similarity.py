"""`cutline similarity`: how alike texts are, judged by the names they share."""

from __future__ import annotations

import os
from pathlib import Path

import click
from rich import box
from rich.table import Table
from rich.text import Text

from cutline.config import Settings
from cutline.errors import CutlineError, SourceError
from cutline.service.cli.console import open_console, write
from cutline.service.cli.exits import Exit, complain, leave
from cutline.service.cli.extraction import Extraction
from cutline.service.cli.options import settings_option
from cutline.service.cli.sources import PAGE_SUFFIXES, STDIN, Source
from cutline.service.formats.flow import plain
from cutline.service.messages import SimilarityResponse
from cutline.service.verdict_words import describe_shared
from cutline.types import Article, Options, Similarity

TEXT_SUFFIXES = (".txt", ".md", *PAGE_SUFFIXES)  # one word that ends so names a file, not itself
MEASURES = {"cosine": "cosine", "match_share": "match share", None: "–"}


@click.command()
@click.argument("text", metavar="A")
@click.argument("others", metavar="B...", nargs=-1, required=True)
@click.option("--json", "as_json", is_flag=True, help="Print the same JSON as POST /v1/similarity returns.")
@settings_option
def command(text: str, others: tuple[str, ...], as_json: bool, settings: Settings) -> None:
    """Compare the text A with each text B by the names they share.

    Each is a text file, - for stdin, an address or stored page (*.html), whose article is taken, or the text itself.
    """
    extraction = Extraction(settings, Options())
    texts = [_read_text(given, extraction) for given in (text, *others)]
    response = SimilarityResponse(similarities=tuple(extraction.extractor.similarity(*texts)))
    if as_json:
        write(response.model_dump_json() + "\n")
    else:
        open_console().print(_table(others, response.similarities))


def _read_text(given: str, extraction: Extraction) -> str:
    try:
        source = _as_source(given)
        if source is None:
            return given
        if not (source.is_address or given.lower().endswith(PAGE_SUFFIXES)):
            return _decode(source.read(extraction.settings.page.max_bytes), extraction.settings.page.max_bytes)
    except CutlineError as error:
        complain(error, given)
        leave(Exit.FAILED)
    article = extraction.run(source)
    return article.text if isinstance(article, Article) else leave(Exit.FAILED)


def _decode(content: bytes, max_bytes: int) -> str:
    if len(content) > max_bytes:
        raise SourceError(f"The text is longer than {max_bytes:,} bytes, the limit page.max_bytes.")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise SourceError("The file is no text in UTF-8.") from error


def _as_source(given: str) -> Source | None:
    """Return the file or address that is meant, or None for a text."""
    is_one_word = len(given.split()) == 1
    if given == STDIN or (is_one_word and "://" in given):
        return Source(given)
    if os.path.isfile(given):  # Path.is_file raises for a text that is too long
        return Source(given, Path(given))
    if is_one_word and given.lower().endswith(TEXT_SUFFIXES):
        raise SourceError("There is no such file.")
    return None


def _table(others: tuple[str, ...], similarities: tuple[Similarity, ...]) -> Table:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for name in ("score", "measure", "evidence", "text B"):
        table.add_column(name, no_wrap=name != "text B")
    table.add_column("shared names (here/in A)", overflow="fold")
    for given, similarity in zip(others, similarities, strict=True):
        score = "–" if similarity.score is None else f"{similarity.score:.4f}"
        measure = MEASURES[similarity.measure]
        table.add_row(score, measure, similarity.evidence.kind, Text(plain(given)), describe_shared(similarity))
    return table
