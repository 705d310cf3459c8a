"""Reasons for dropped blocks and images on labelled pages: how often each is given, and how often it is not true.

usage: reasons.py CORPUS.jsonl.gz...

Each page is extracted by `auto` with everything that it drops. A reason is not true if the rest of the result
contradicts it: `no_caption` for an image with a caption, `outside_article` between the article's paragraphs and `inset`
elsewhere, `off_topic` if nothing was compared, `caption` for a block without a picture. Prints for each corpus the
dropped parts by reason, their share, and how many of these reasons are not true.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

from data_files import find_data

from cutline import Article, Extractor
from cutline.models.labelled_pages import read_labelled_pages
from cutline.types import Block, Dropped, Image, Reason

Judged = tuple[Reason, bool]  # the reason of a drop, and whether the result contradicts it


def judge_images(article: Article) -> Iterator[Judged]:
    """Yield the reason of each dropped image of an article."""
    for image in (article.dropped or Dropped()).images:
        yield image.verdict.reason, _is_image_contradicted(article, image)


def judge_blocks(article: Article) -> Iterator[Judged]:
    """Yield the reason of each dropped block of an article."""
    for block in (article.dropped or Dropped()).blocks:
        yield block.verdict.reason, _is_block_contradicted(article, block)


def count(articles: Iterable[Article]) -> tuple[Counter[Judged], Counter[Judged]]:
    """Return how often each reason was given for blocks, and for images."""
    blocks, images = Counter[Judged](), Counter[Judged]()
    for article in articles:
        blocks.update(judge_blocks(article))
        images.update(judge_images(article))
    return blocks, images


def draw_table(what: str, counts: Counter[Judged]) -> str:
    """Return a Markdown table, the most frequent reason first."""
    reasons = Counter[Reason]()
    for (reason, _), times in counts.items():
        reasons[reason] += times
    total = reasons.total() or 1
    rows = [
        f"| `{reason}` | {times:,} | {times / total:.1%} | {counts[reason, True]} |"
        for reason, times in reasons.most_common()
    ]
    wrong = sum(times for (_, is_wrong), times in counts.items() if is_wrong)
    head = f"| dropped {what} | {reasons.total():,} | | not true |\n|---|---:|---:|---:|"
    return "\n".join([head, *rows, f"| all | {reasons.total():,} | | {wrong} |"])


def _is_image_contradicted(article: Article, image: Image) -> bool:
    reason, similarity = image.verdict.reason, image.verdict.similarity
    is_between = image.position is not None and image.position < article.blocks[-1].index
    if reason == "no_caption":
        return image.caption is not None
    if reason in ("off_topic", "dissimilar"):
        return similarity is None or similarity.score is None
    return is_between if reason == "outside_article" else reason == "inset" and not is_between


def _is_block_contradicted(article: Article, block: Block) -> bool:
    reason = block.verdict.reason
    is_between = bool(article.blocks) and article.blocks[0].index < block.index < article.blocks[-1].index
    if reason == "caption":
        return block.kind != "caption"
    return is_between if reason == "outside_article" else reason == "inset" and not is_between


def _extract(path: Path) -> Iterator[Article]:
    extractor = Extractor()
    for page in read_labelled_pages(path):
        yield extractor.extract(page.html, url=page.url, include=["dropped"])


def main(paths: Iterable[Path]) -> None:
    """Print the tables of each corpus."""
    for path in paths:
        blocks, images = count(_extract(path))
        name = path.name.partition(".")[0]
        print(f"### Reasons on {name}", draw_table("blocks", blocks), draw_table("images", images), "", sep="\n\n")


if __name__ == "__main__":
    main(map(find_data, sys.argv[1:]))
