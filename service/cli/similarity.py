"""`cutline similarity`: how similar texts are, by the names or words they share."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

import click
from rich import box
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from cutline.config import Settings
from cutline.config.settings import SimilaritySettings
from cutline.errors import CutlineError, SourceError
from cutline.nlp.similarity import threshold_of
from cutline.options import Options
from cutline.service.cli.console import open_console, write
from cutline.service.cli.exits import Exit, complain, leave
from cutline.service.cli.options import settings_option
from cutline.service.cli.sources import STDIN, Extraction, PageSource
from cutline.service.enrich.inputs.files import strip_compression
from cutline.service.enrich.inputs.folder import PAGE_SUFFIXES, is_page_name
from cutline.service.formats.flow import plain
from cutline.service.inspector.words import EVIDENCE, compare_score, describe_shared
from cutline.service.pages.answers import compare
from cutline.types import Article, Similarity, Term, Vectors

TEXT_SUFFIXES = (".txt", ".md", *PAGE_SUFFIXES)  # one word that ends so names a file, not itself
NONE = "–"
MEASURES = {"cosine": "cosine", "match_share": "match share", None: NONE}
SHOWN_TERMS = 20  # of a vector; the JSON has them all
LEGEND = "Numbers after shared terms: how often they appear in B / in A."


@click.command()
@click.argument("text", metavar="A")
@click.argument("others", metavar="B...", nargs=-1, required=True)
@click.option("--vectors", "with_vectors", is_flag=True, help="Also show the vectors that were compared.")
@click.option("--json", "as_json", is_flag=True, help="Print the same JSON as POST /v1/similarity returns.")
@settings_option
def command(text: str, others: tuple[str, ...], with_vectors: bool, as_json: bool, settings: Settings) -> None:
    """Compare text A with each text B by the names or words they share.

    Each is a text file, - for stdin, a URL or stored page (*.html) whose article is compared, or the text itself.

    A text B is similar to A if its score is at least the threshold. The score is the match share for a short text and
    the cosine for a long one.
    """
    extraction = Extraction(settings, Options())
    first, *rest = [_read_text(given, extraction) for given in (text, *others)]
    response = compare(extraction.extractor, first, rest, ("vectors",) if with_vectors else ())
    if as_json:
        write(response.model_dump_json() + "\n")
        return
    console = open_console()
    console.print(_table(others, response.similarities, settings.similarity))
    console.print(LEGEND, style="dim")
    if response.vectors is not None:
        console.print(_vectors_table(others, response.vectors))


def _read_text(given: str, extraction: Extraction) -> str:
    try:
        source = _as_source(given)
        if source is None:
            return given
        if not (source.is_address or is_page_name(given)):
            return _decode(source.read(extraction.settings.page.max_bytes), extraction.settings.page.max_bytes)
    except CutlineError as error:
        complain(error, given)
        leave(Exit.FAILED)
    article = extraction.run(source)
    return article.text if isinstance(article, Article) else leave(Exit.FAILED)


def _decode(content: bytes, max_bytes: int) -> str:
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


def _table(others: tuple[str, ...], similarities: tuple[Similarity, ...], settings: SimilaritySettings) -> Table:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for name in ("verdict", "cosine", "match share", "score"):
        table.add_column(name, no_wrap=True)
    table.add_column("text B", overflow="fold", ratio=1)
    table.add_column("shared terms", overflow="fold", ratio=1)
    table.expand = True
    for given, similarity in zip(others, similarities, strict=True):
        table.add_row(*_describe(similarity, settings), Text(plain(given)), _list_shared(similarity))
    return table


def _describe(similarity: Similarity, settings: SimilaritySettings) -> tuple[RenderableType, ...]:
    """Return the verdict on a text, both measures, and the one that decided beside its threshold."""
    if similarity.score is None:
        return Text("nothing to compare", style="yellow"), NONE, NONE, NONE
    threshold = threshold_of(similarity, settings)
    verdict = Text("similar", style="green") if similarity.score >= threshold else Text("not similar", style="red")
    score = f"{MEASURES[similarity.measure]} {compare_score(similarity.score, threshold)}"
    return verdict, _write_number(similarity.cosine), _write_number(similarity.match_share), score


def _list_shared(similarity: Similarity) -> str:
    kind = EVIDENCE.get(similarity.evidence.kind)
    return NONE if kind is None else f"{kind}: {describe_shared(similarity)}"


def _vectors_table(others: tuple[str, ...], vectors: Vectors) -> Table:
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


def _write_number(number: float | None) -> str:
    return NONE if number is None else f"{number:.4f}"
