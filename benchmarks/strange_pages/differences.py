"""Which verdicts of two systems differ, and which of the two is right."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from markdown_tables import draw_table
from score import Labels

from strange_pages.files import StrangePage
from strange_pages.labelled import base_name, collapse_space
from strange_pages.measures import Answer, Answers


class Own(NamedTuple):
    """What belongs to an article by its labels: paragraphs, and the file names of pictures; None if unlabelled."""

    paragraphs: frozenset[str]
    pictures: frozenset[str] | None


class Difference(NamedTuple):
    """A block or an image that one of two systems keeps, and whether the first is right."""

    what: str
    is_right: bool


def read_own(paragraphs: Iterable[str], labels: Labels) -> Own:
    """Return what belongs to an article."""
    images = labels.get("images")
    addresses = None if images is None else [name for image in images for name in image.get("gold_urls") or () if name]
    names = None if addresses is None else frozenset(map(base_name, addresses))
    return Own(frozenset(map(collapse_space, paragraphs)), names)


def find_differences(
    pages: Iterable[StrangePage], own: Mapping[str, Own], first: Answers, second: Answers
) -> Iterator[tuple[StrangePage, list[Difference]]]:
    """Yield each page that both systems answered with the verdicts that differ; what no label has is foreign."""
    for page in pages:
        if page.id in first and page.id in second:
            yield page, list(_compare(page, own[page.base], first[page.id], second[page.id]))


def _compare(page: StrangePage, own: Own, first: Answer, second: Answer) -> Iterator[Difference]:
    kept, others = (_list_kept(answer) for answer in (first, second))
    for text in sorted(kept ^ others):
        is_own = text in own.paragraphs and text not in page.strangers
        yield Difference("blocks", (text in kept) == is_own)
    if own.pictures is not None:
        gone = frozenset(map(base_name, page.replaced))
        for name in sorted((_list_pictures(first) ^ _list_pictures(second)) - gone):
            yield Difference("images", (name in first.names) == (name in own.pictures))


def _list_kept(answer: Answer) -> frozenset[str]:
    return frozenset(block.text for block in answer.blocks if block.is_kept)


def _list_pictures(answer: Answer) -> frozenset[str]:
    return frozenset(base_name(image["url"]) for image in answer.images)


def render_differences(found: Iterable[tuple[StrangePage, list[Difference]]]) -> str:
    """Return a table with a row for each kind of page: how many differ, in how many verdicts, how many are right."""
    counts: Counter[tuple[str, str]] = Counter()
    kinds: dict[str, None] = {}
    for page, differences in found:
        kinds.setdefault(page.kind)
        counts[page.kind, "pages"] += 1
        counts[page.kind, "differ"] += bool(differences)
        counts.update((page.kind, one.what) for one in differences)
        counts.update((page.kind, f"{one.what} right") for one in differences if one.is_right)
    rows = []
    for kind in sorted(kinds):
        cells = [f"{counts[kind, f'{what} right']} of {counts[kind, what]}" for what in ("blocks", "images")]
        rows.append((kind, counts[kind, "pages"], counts[kind, "differ"], *cells))
    headings = ("pages", "read", "differ without names", "blocks: right with names", "images: right with names")
    return draw_table(headings, rows)
