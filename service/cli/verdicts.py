"""Prints the verdicts on a page in 80 columns: a sentence for each image, and the number or the rows of the blocks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from rich.console import Console, Group
from rich.table import Table
from rich.text import Text

from cutline.reasons import WARNINGS
from cutline.service.formats import sentences
from cutline.service.formats.flow import byline, cut, plain
from cutline.service.formats.marks import Kind, Marks, Piece
from cutline.service.formats.sentences import FIELDS, FindField, State, find_fields, find_state
from cutline.types import Article, Block, Dropped, Factor, Image, Similarity, Verdict

STYLES: dict[State, str] = {"kept": "green", "delivered": "cyan", "dropped": "red"}
MARKED: dict[Kind, str] = {"missing": "yellow", "listed": ""}
KINDS = {"paragraph": "p", "heading": "h", "list_item": "li"}
LEGEND = (
    "place: how likely an image in that position belongs to the article. caption, relevance: how likely the words are "
    "about the story. match share, cosine: how far names, or else words, are the same; they decide nothing in auto. "
    "Numbers after shared names: how often they appear in the block or caption / in the article."
)
SHORT_LEGEND = "--verbose adds scores and evidence; docs/reasons.md explains each reason."
SHOWN_CHARACTERS = 300  # of a caption or an address
SHOWN_FACTORS = 4  # of a place
SHOWN_NAME = 40  # characters of a file name, its last ones
INDENT = "  "  # of the lines below a caption


def print_verdicts(console: Console, article: Article, source: str, *, verbose: bool) -> None:
    """Print a page's title, its images, those kept first, and how many blocks were kept and dropped.

    Args:
        console: the terminal.
        article: extracted with `dropped`.
        source: the name of the page.
        verbose: whether to print scores, evidence and factors too, and the blocks in document order.
    """
    dropped = article.dropped or Dropped()
    blocks = sorted((*article.blocks, *dropped.blocks), key=lambda block: block.index)
    images = (*article.images, *dropped.images)
    marks = Marks(article)
    for line in _list_header(article):
        console.print(line)
    if images:
        console.print(Text(f"\n{len(article.images)} of {len(images)} images kept", style="bold"))
        _print_images(console, images, marks, verbose=verbose)
    if blocks:
        _print_blocks(console, blocks, find_fields(article), marks, verbose=verbose)
    console.print(_describe_facts(article))
    for address in _list_addresses(article, source):
        _print_address(console, address)
    console.print(Text(LEGEND if verbose else SHORT_LEGEND, style="dim"))


def _list_header(article: Article) -> Iterator[Text]:
    yield Text(plain(article.title) or "(no title)", style="bold")
    if line := byline(article):
        yield Text(line)
    for warning in article.warnings:
        yield Text(f"Warning: {WARNINGS[warning]}", style="yellow")


def _describe_facts(article: Article) -> Text:
    favor = "" if article.model.favor == "balanced" else f", favoring {article.model.favor}"
    facts = {
        "article": None if article.is_article is None else f"{article.is_article:.2f}",
        "language": article.language,
        "method": article.method + favor + (" (rendered)" if article.rendered else ""),
        "pages": str(1 + len(article.joined_pages)) if article.joined_pages else None,
        "names by": sentences.describe_names(article),
    }
    return Text(" · ".join(f"{label} {plain(fact)}" for label, fact in facts.items() if fact), style="dim")


def _list_addresses(article: Article, source: str) -> Iterator[str]:
    lead = article.lead_image
    if lead is not None and lead.declared:
        yield f"lead image, declared only: {_shorten(plain(lead.url))}"
    addresses = (source, article.canonical_url or article.url)
    yield from dict.fromkeys(plain(address) for address in addresses if address)


def _print_blocks(console: Console, blocks: Sequence[Block], find: FindField, marks: Marks, *, verbose: bool) -> None:
    """Print how many blocks were kept, and why others were not; a page has hundreds, so only `verbose` lists them."""
    count = _count_blocks(blocks, find)
    if verbose:
        console.print(count)
        console.print(_list_blocks(blocks, find, marks))
    else:
        console.print(count.append("; --verbose lists them.", style="not bold"))


def _count_blocks(blocks: Sequence[Block], find: FindField) -> Text:
    """Return how many blocks were kept and dropped, and which are not in the text because other fields have them."""
    fields = [field for block in blocks if (field := find(block))]
    kept = sum(block.verdict.kept for block in blocks)
    reasons = Counter(block.verdict.reason for block in blocks if not (block.verdict.kept or find(block)))
    count = Text(f"\n{kept:,} {'block' if kept == 1 else 'blocks'} kept, {reasons.total():,} dropped", style="bold")
    if why := ", ".join(f"{number:,} {reason}" for reason, number in reasons.most_common()):
        count.append(f" ({why})", style="not bold")
    if fields:
        count.append(f", {len(fields):,} delivered as {', '.join(sorted(set(fields), key=FIELDS.index))}")
    return count


def _print_images(console: Console, images: Iterable[Image], marks: Marks, *, verbose: bool) -> None:
    """Print each image; dropped images with the same caption and sentence are printed once, with their number."""
    told: dict[object, list[Image]] = {}
    for number, image in enumerate(images):
        alone = number if verbose or image.verdict.kept else None
        told.setdefault((alone, _name_image(image).plain, sentences.explain_image(image)), []).append(image)
    for alike in told.values():
        first = alike[0]
        many = f" × {len(alike)}" if len(alike) > 1 else ""
        name = _style(marks.mark_image(_shorten(plain(first.caption)), first)) if first.caption else _name_image(first)
        console.print(Text.assemble("\n", name, many))
        for line in (_tell_image(first), *(_list_image_details(first) if verbose else ())):
            for part in line.wrap(console, console.width - len(INDENT)):
                part.rstrip()
                console.print(Text.assemble(INDENT, part))
        _print_address(console, _shorten(plain(first.url)) if verbose else _shorten_address(first.url), INDENT)


def _print_address(console: Console, address: str, indent: str = "") -> None:
    """Print an address; whole and in one line if it is not for a terminal, as the next program needs it."""
    line = Text(address, style="dim", overflow="fold")
    parts = line.wrap(console, console.width - len(indent)) if console.is_terminal else (line,)
    for part in parts:
        console.print(Text.assemble(indent, part), soft_wrap=True)


def _name_image(image: Image) -> Text:
    if image.caption:
        return Text(_shorten(plain(image.caption)))
    alt = _shorten(plain(image.alt))
    return Text(f"{alt} (alternative text)" if alt else "(no caption)", style="dim")


def _style(pieces: Iterable[Piece]) -> Text:
    """Return a text with what it shares with the article in bold, and what is missing there in yellow.

    It has no references to notes: they would look like numbers in the text.
    """
    shown = (piece for piece in pieces if piece.term is None or piece.term.kind != "note")
    return Text.assemble(*((text, MARKED.get(term.kind, "bold") if term else "") for text, term in shown))


def _tell_image(image: Image) -> Text:
    verdict, separator, why = sentences.explain_image(image).partition(":")
    lead = " (lead image)" if image.is_lead else ""
    return Text.assemble((verdict, "green" if image.verdict.kept else "red"), lead, separator, why)


def _shorten_address(url: str) -> str:
    """Return an address as `e.org/…/ferry.jpg`."""
    address = plain(url)
    host, _, path = address.partition("://")[2].partition("/")
    name = path.partition("?")[0].rpartition("/")[2]
    short = name if len(name) <= SHOWN_NAME else f"…{name[-SHOWN_NAME:]}"
    return f"{host}/{'…/' if '/' in path else ''}{short}" if name else _shorten(address)


def _shorten(text: str) -> str:
    # A first block may be as long as the article, and a data: address as long as the picture.
    return cut(text, SHOWN_CHARACTERS)


def _list_image_details(image: Image) -> Iterator[Text]:
    verdict = image.verdict
    yield Text(f"{verdict.reason} {sentences.compare_score(verdict.score, verdict.threshold)}", style="dim")
    if image.caption:
        yield Text(f"caption from {image.caption_source}", style="dim")
    if image.credit:
        yield Text(f"credit: {plain(image.credit)}", style="dim")
    yield from _list_details(verdict, sentences.name_text(image))


def _list_blocks(blocks: Iterable[Block], find: FindField, marks: Marks) -> Table:
    table = Table.grid(padding=(0, 1))
    for name in ("kind", "verdict", "reason", "score"):
        table.add_column(name, no_wrap=True)
    table.add_column("text", ratio=1)
    for block in blocks:
        verdict = block.verdict
        text = _style(marks.mark_block(plain(block.text), block))
        text.overflow, text.no_wrap = "ellipsis", True
        details = _list_details(verdict, "relevance")
        score = sentences.compare_score(verdict.score, verdict.threshold)
        kind = KINDS.get(block.kind, block.kind) + str(block.level or "")
        state = find_state(block, find(block))
        table.add_row(f"{block.index} {kind}", Text(state, STYLES[state]), verdict.reason, score, Group(text, *details))
    return table


def _list_details(verdict: Verdict, told: str) -> Iterator[Text]:
    """Yield the evidence for a verdict, one line for each kind."""
    if verdict.rule is not None:
        yield Text(plain(verdict.rule), style="dim italic")
    style = "yellow" if verdict.relevance == "unrelated" else "dim italic"
    for line in (sentences.describe_relevance(verdict, told), sentences.describe_words(verdict)):
        if line:
            yield Text(line, style=style)
    if verdict.similarity is not None:
        yield Text(_describe_similarity(verdict.similarity), style="dim italic")
    if verdict.factors:
        yield Text(_describe_factors(verdict.factors), style="dim italic")


def _describe_similarity(similarity: Similarity) -> str:
    if similarity.score is None:
        return "nothing to compare"
    kind, shared = sentences.EVIDENCE[similarity.evidence.kind], sentences.describe_shared(similarity)
    return f"{sentences.describe_measures(similarity)} by {kind}: {shared}"


def _describe_factors(factors: Sequence[Factor]) -> str:
    """Return the largest contributions to the log odds of a place, as `has no link +0.30`, and the sum of the rest."""
    shown, rest = sentences.sum_factors(factors, SHOWN_FACTORS)
    told = ", ".join(f"{factor.says} {factor.weight:+.2f}" for factor in shown)
    return f"log odds of the place: {told}, all else {rest:+.2f}"
