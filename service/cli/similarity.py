"""`cutline similarity`: whether texts tell of the story of another one."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

import click
from rich import box
from rich.table import Table
from rich.text import Text

from cutline.config import Settings
from cutline.errors import CutlineError, SourceError
from cutline.service.cli.commands import Exit, complain, leave
from cutline.service.cli.console import open_console, write
from cutline.service.cli.options import language_option, read_options, settings_option, url_option
from cutline.service.cli.sources import Extraction, PageSource, check_url
from cutline.service.enrich.inputs.files import STDIN, strip_compression
from cutline.service.enrich.inputs.folder import PAGE_SUFFIXES, is_page_name
from cutline.service.formats.flow import plain
from cutline.service.formats.sentences import EVIDENCE, compare_score, describe_shared
from cutline.service.pages.extraction import PLACED, compare
from cutline.types import Article, ComparedText, RelevanceKind, Similarity, Term, Vectors

TEXT_SUFFIXES = (".txt", ".md", *PAGE_SUFFIXES)  # one word that ends so names a file, not itself
NONE = "–"
STYLES: Mapping[RelevanceKind, str] = {"related": "green", "unrelated": "red", "unknown": "yellow"}
SHOWN_TERMS = 20  # of a vector; the JSON has them all
LEGEND = "Numbers after names and words in the last column: how often they appear in B / in A."


@click.command()
@click.argument("text", metavar="A")
@click.argument("others", metavar="B...", nargs=-1)
@click.option("--captions", metavar="FILE", help="A file of more texts B, one on each line; - for stdin.")
@click.option("--vectors", "with_vectors", is_flag=True, help="Also show the vectors of names that were compared.")
@click.option("--json", "as_json", is_flag=True, help="Print the same JSON as POST /v1/similarity returns.")
@language_option
@url_option
@settings_option
def command(
    text: str,
    others: tuple[str, ...],
    captions: str | None,
    with_vectors: bool,
    as_json: bool,
    language: str | None,
    url: str | None,
    settings: Settings,
) -> None:
    """Say whether each text B tells of the story of text A, as method auto says of a caption.

    Each is a text file, - for stdin, a URL or stored page (*.html) whose article is compared, or the text itself.

    A text B is related to A if its score is at least one limit, unrelated if it is below another, and else unknown.
    The cosine says how far both have the same names, or else words, and decides nothing.
    """
    options = read_options(language=language, url=url, include=PLACED)
    pages = [Path(given) for given in (text, *others) if os.path.isfile(given) and is_page_name(given)]
    check_url(options, [PageSource(str(page), page) for page in pages])
    extraction = Extraction(settings, options)
    first, *rest = [_read_text(given, extraction) for given in (text, *others)]
    lines = [] if captions is None else _read_lines(captions, settings)
    if not rest and not lines:
        raise click.UsageError("Name at least one text B, or a file of --captions that has any.")
    include = ("vectors",) if with_vectors else ()
    response = compare(extraction.extractor, first, [*rest, *lines], include, options.language)
    if as_json:
        write(response.model_dump_json() + "\n")
        return
    console, names = open_console(), (*others, *lines)
    console.print(_table(names, response.similarities))
    console.print(LEGEND, style="dim")
    if response.vectors is not None:
        console.print(_vectors_table(names, response.vectors))


def _read_text(given: str, extraction: Extraction) -> str | Article:
    with _reported(given):
        source = _as_source(given)
        if source is None:
            return given
        if not (source.is_address or is_page_name(given)):
            return _read_file(source, extraction.settings.page.max_bytes)
    article = extraction.run(source)
    return article if isinstance(article, Article) else leave(Exit.FAILED)


def _read_lines(name: str, settings: Settings) -> list[str]:
    """Return the lines of a file, without empty ones."""
    with _reported(name):
        source = PageSource(name, None if name == STDIN else Path(name))
        text = _read_file(source, settings.page.max_bytes)
    return [line.strip() for line in text.splitlines() if line.strip()]


@contextmanager
def _reported(name: str) -> Iterator[None]:
    """End the command with a message if what has this name cannot be read."""
    try:
        yield
    except CutlineError as error:
        complain(error, name)
        leave(Exit.FAILED)


def _read_file(source: PageSource, max_bytes: int) -> str:
    content = source.read(max_bytes)
    if len(content) > max_bytes:
        raise SourceError(f"The text is longer than the limit of {max_bytes:,} bytes (page.max_bytes).")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise SourceError("The file is not UTF-8 text.") from error


def _as_source(given: str) -> PageSource | None:
    """Return the file or address that the argument names, or None for a text."""
    is_one_word = len(given.split()) == 1
    if given == STDIN or (is_one_word and "://" in given):
        return PageSource(given)
    if os.path.isfile(given):  # Path.is_file raises for a text that is too long
        return PageSource(given, Path(given))
    if is_one_word and strip_compression(given).endswith(TEXT_SUFFIXES):
        raise SourceError("There is no such file.")
    return None


def _table(names: Sequence[str], compared: Sequence[ComparedText]) -> Table:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for name in ("verdict", "relevance"):
        table.add_column(name, no_wrap=True)
    for name in ("text B", "words A has", "words A has not", "cosine"):
        table.add_column(name, overflow="fold", ratio=1)
    table.expand = True
    for name, one in zip(names, compared, strict=True):
        words = (plain(", ".join(words)) or NONE for words in (one.found, one.missing))
        table.add_row(*_describe(one), Text(plain(name)), *map(Text, words), _describe_cosine(one.similarity))
    return table


def _describe(compared: ComparedText) -> tuple[Text, str]:
    """Return the verdict on a text, and its score beside the limit that decided."""
    score, kind = compared.relevance_score, compared.relevance
    if score is None:
        return Text(kind, style=STYLES[kind]), "nothing to compare"
    limit = compared.unrelated_threshold if score < compared.related_threshold else compared.related_threshold
    return Text(kind, style=STYLES[kind]), compare_score(score, limit)


def _describe_cosine(similarity: Similarity) -> str:
    if similarity.cosine is None:
        return NONE
    return f"{similarity.cosine:.2f} by {EVIDENCE[similarity.evidence.kind]}: {describe_shared(similarity)}"


def _vectors_table(others: Sequence[str], vectors: Vectors) -> Table:
    table = Table(title="vectors", title_style="bold", title_justify="left", box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column("text", overflow="fold", ratio=1)
    table.add_column("by", no_wrap=True)
    table.add_column("terms with their weights, heaviest first", overflow="fold", ratio=2)
    table.expand = True
    rows = [("A", vector) for vector in vectors.text] + list(zip(others, vectors.others, strict=True))
    for given, vector in rows:
        table.add_row(Text(plain(given)), EVIDENCE.get(vector.kind, NONE), _list_terms(vector.terms))
    return table


def _list_terms(terms: Sequence[Term]) -> str:
    shown = ", ".join(f"{plain(term.name)} {term.weight:.2f}" for term in terms[:SHOWN_TERMS])
    return (shown or NONE) + (f" and {len(terms) - SHOWN_TERMS} more" if len(terms) > SHOWN_TERMS else "")
