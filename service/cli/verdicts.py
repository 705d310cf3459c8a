"""The decisions made about a page, as tables for a terminal."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence

from rich import box
from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

from cutline.service.formats.flow import plain
from cutline.service.inspector.words import (
    EVIDENCE,
    compare_score,
    describe_relevance,
    describe_shared,
    describe_words,
    name_told,
)
from cutline.types import Article, Block, Dropped, Factor, Image, Similarity, Verdict

KINDS = {"paragraph": "p", "heading": "h", "list_item": "li"}
Row = tuple[RenderableType, ...]
LEGEND = (
    "place: how likely an image in that position belongs to the article. caption, relevance: how likely the words are "
    "about the story. Numbers after shared names: how often they appear in the block or caption / in the article."
)
SHOWN_CHARACTERS = 300  # of a caption or an address
SHOWN_FACTORS = 4  # of a place in a row


def print_verdicts(console: Console, article: Article, source: str) -> None:
    """Print a page's header, the table of its images, those kept first, and that of its blocks in document order."""
    dropped = article.dropped or Dropped()
    blocks = sorted((*article.blocks, *dropped.blocks), key=lambda block: block.index)
    console.print(_header(article, source))
    images = (*article.images, *dropped.images)
    if images:
        title = _counted("images", [image.verdict for image in images])
        console.print(_table(title, "image", map(_image_row, images)))
    if blocks:
        title = _counted("blocks", [block.verdict for block in blocks])
        console.print(_table(title, "block", map(_block_row, blocks)))
    if images or blocks:
        console.print(LEGEND, style="dim")


def _describe_similarity(similarity: Similarity) -> str:
    if similarity.score is None:
        return "nothing to compare"
    return f"similarity {similarity.score:.2f} by {EVIDENCE[similarity.evidence.kind]}: {describe_shared(similarity)}"


def _header(article: Article, source: str) -> Group:
    addresses = dict.fromkeys(plain(address) for address in (source, article.canonical_url or article.url) if address)
    facts = {
        "by": ", ".join(article.authors),
        "published": article.published,
        "article": None if article.is_article is None else f"{article.is_article:.2f}",
        "site": article.site_name,
        "language": article.language,
        "method": article.method + (" (rendered)" if article.rendered else ""),
        "names by": article.model.ner,
    }
    return Group(
        Text(plain(article.title) or "(no title)", style="bold"),
        *(Text(address, style="dim") for address in addresses),
        Text(" · ".join(f"{label} {plain(fact)}" for label, fact in facts.items() if fact), style="dim"),
        *_tell_declared_lead(article),
        *(Text(f"warning: {plain(warning)}", style="yellow") for warning in article.warnings),
    )


def _tell_declared_lead(article: Article) -> list[Text]:
    lead = article.lead_image
    if lead is None or not lead.declared:
        return []
    return [Text(f"lead image, declared only: {_shorten(plain(lead.url))}", style="dim")]


def _counted(what: str, verdicts: Sequence[Verdict]) -> str:
    reasons = Counter(verdict.reason for verdict in verdicts if not verdict.kept)
    kept = f"{len(verdicts) - reasons.total()} of {len(verdicts)} {what} kept"
    dropped = ", ".join(f"{count} {reason}" for reason, count in reasons.most_common())
    return f"{kept}; dropped: {dropped}" if dropped else kept


def _table(title: str, what: str, rows: Iterable[Row]) -> Table:
    table = Table(title=title, title_style="bold", title_justify="left", box=box.SIMPLE_HEAD, pad_edge=False)
    table.expand = True
    table.add_column("", justify="right", no_wrap=True)
    table.add_column("verdict", no_wrap=True)
    table.add_column("reason", overflow="fold")
    table.add_column("score", no_wrap=True)
    table.add_column(what, ratio=1, overflow="fold")
    for row in rows:
        table.add_row(*row)
    return table


def _image_row(image: Image) -> Row:
    lines = _describe_kept(image) if image.verdict.kept else [_describe_dropped(image)]
    return (
        "lead" if image.is_lead else "",
        *_verdict_cells(image.verdict),
        _stacked(lines, image.verdict, name_told(image)),
    )


def _describe_kept(image: Image) -> list[Text]:
    lines = [Text(_shorten(plain(image.url)), style="dim")]
    if image.caption:
        lines.append(Text.assemble((f"{image.caption_source}: ", "dim"), _shorten(plain(image.caption))))
    if image.credit:
        lines.append(Text.assemble(("credit: ", "dim"), plain(image.credit)))
    return lines


def _shorten(text: str) -> str:
    # A first block may be as long as the article, and a data: address as long as the picture.
    return text if len(text) <= SHOWN_CHARACTERS else f"{text[:SHOWN_CHARACTERS].rstrip()}…"


def _describe_dropped(image: Image) -> Text:
    """Return one line, because a page has dozens of icons and teasers."""
    host, _, path = image.url.partition("://")[2].partition("/")
    name = path.partition("?")[0].rpartition("/")[2]
    address = f"{host}/…/{name}" if name else image.url
    caption = f" · {plain(image.caption)}" if image.caption else ""
    return Text.assemble((plain(address), "dim"), caption, overflow="ellipsis", no_wrap=True)


def _block_row(block: Block) -> Row:
    kind = KINDS.get(block.kind, block.kind) + str(block.level or "")
    text = Text(plain(block.text), overflow="ellipsis", no_wrap=True)
    return f"{block.index} {kind}", *_verdict_cells(block.verdict), _stacked([text], block.verdict, "relevance")


def _verdict_cells(verdict: Verdict) -> tuple[Text, str, str]:
    word = Text("kept", style="green") if verdict.kept else Text("dropped", style="red")
    return word, verdict.reason, compare_score(verdict.score, verdict.threshold)


def _stacked(lines: list[Text], verdict: Verdict, told: str) -> Group:
    if verdict.rule is not None:
        lines = [*lines, Text(plain(verdict.rule), style="dim italic")]
    style = "yellow" if verdict.relevance == "unrelated" else "dim italic"
    found = describe_relevance(verdict, told), describe_words(verdict)
    lines = [*lines, *(Text(line, style=style) for line in found if line)]
    if verdict.similarity is not None:
        lines = [*lines, Text(_describe_similarity(verdict.similarity), style="dim italic")]
    if verdict.factors:
        lines = [*lines, Text(_describe_factors(verdict.factors), style="dim italic")]
    return Group(*lines)


def _describe_factors(factors: Sequence[Factor]) -> str:
    """Return what the log odds of a place add up from, as `has no link +0.30`: the weightiest, and all others' sum."""
    shown = factors[:SHOWN_FACTORS]
    rest = math.fsum(factor.weight for factor in factors[SHOWN_FACTORS:])
    told = ", ".join(f"{factor.says} {factor.weight:+.2f}" for factor in shown)
    return f"log odds of the place: {told}, all else {rest:+.2f}"
