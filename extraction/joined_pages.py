"""The pages of one article as one: those that follow are read until one is none of the article's, and joined.

What they repeat is dropped, and what is counted by page is counted through.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import accumulate, chain, takewhile
from typing import Any, TypeVar

from cutline.config import Settings
from cutline.dom.article_html import name_notes, render_article
from cutline.dom.images.addresses import picture_key
from cutline.dom.next_page import is_same_page
from cutline.dom.scripts import count_words, find_direction
from cutline.dom.split_blocks import NOTE, REFERENCE
from cutline.errors import EmptyPage, FetchError, PageError, RenderError
from cutline.extraction.assembly import join_texts, list_shown
from cutline.nlp.fingerprints import find_fingerprint
from cutline.page_given import PageGiven
from cutline.types import (
    Article,
    Block,
    Comment,
    ComparedText,
    Container,
    Dropped,
    Entity,
    Extra,
    Image,
    Note,
    PageWarning,
    Video,
)

WORD = re.compile(r"\w+")
WALLS: frozenset[PageWarning] = frozenset(("bot_wall", "consent_wall"))


class NotThisArticle(Exception):
    """What was fetched is no page of the article, or was read before."""


@dataclass(frozen=True, slots=True)
class FollowingPages:
    """Reads the pages that follow one.

    Attributes:
        fetch: returns the page at an address.
        extract: returns the article of a page, as far as that page has it.
        compare: returns what a text tells of the story of an article; None: texts are not compared.
        settings: all settings.
    """

    fetch: Callable[[str], PageGiven]
    extract: Callable[[PageGiven], Article]
    compare: Callable[[Article, str], ComparedText] | None
    settings: Settings

    def join_to(self, first: Article, include: frozenset[Extra]) -> Article:
        """Return an article with the pages that follow its first one; a warning says why they may not be all."""
        pages = [first]
        warning = self._read_rest(pages)
        joined = join_pages(pages, self.settings.page.max_segments, include)
        return joined if warning is None else joined.model_copy(update={"warnings": (*joined.warnings, warning)})

    def _read_rest(self, pages: list[Article]) -> PageWarning | None:
        """Add the pages that follow the first; return why one is missing."""
        while (address := pages[-1].next_page) is not None:
            if len(pages) >= self.settings.fetch.max_pages:
                return "many_pages"
            try:
                pages.append(self._read_page(address, pages))
            except NotThisArticle:
                return "other_page"
            except (FetchError, PageError, RenderError):
                return "missing_page"
        return None

    def _read_page(self, address: str, pages: Sequence[Article]) -> Article:
        given = self.fetch(address)
        if given.url is None or not is_same_page(given.url, address):
            raise NotThisArticle
        page = self.extract(given)
        if not page.text or not WALLS.isdisjoint(page.warnings):
            raise EmptyPage(f"{address} has no text of the article.")
        seen = {block.text for before in pages for block in before.blocks}
        if seen.issuperset(block.text for block in page.blocks) or self._is_other(pages[0], page):
            raise NotThisArticle
        return page

    def _is_other(self, first: Article, page: Article) -> bool:
        """Return whether a page has another title or none, and a text that tells of something else."""
        if self.compare is None or _are_alike(first.title, page.title):
            return False
        score = self.compare(first, page.text).relevance_score
        return score is not None and score < self.settings.relevance.unrelated_threshold


def _are_alike(title: str | None, other: str | None) -> bool:
    """Return whether one title has all words of the other, as "The ferry" and "The ferry (page 2)" do.

    A missing title is like none: the text has to tell.
    """
    words, others = (set(WORD.findall((each or "").casefold())) for each in (title, other))
    return bool(words and others) and (words <= others or others <= words)


OF_ONE_PAGE: frozenset[PageWarning] = frozenset(("no_article", "short_article", "unlike_article"))
LINK = re.compile(rf'<a href="#{NOTE}(\w+)" id="{REFERENCE}\1(-\d+)?">\1</a>')

Placed = TypeVar("Placed", Image, Video)
Judged = TypeVar("Judged", Block, Image)
Thing = TypeVar("Thing")


def join_pages(pages: Sequence[Article], step: int, include: frozenset[Extra]) -> Article:
    """Return the article whose pages these are, in their order; what is known of the first is said of all.

    Args:
        pages: at least one, each extracted with the same options.
        step: how much greater the indexes of a page are than those of the page before.
        include: the parts of the article that are asked for.
    """
    if len(pages) == 1:
        return pages[0]
    moved = _move(pages, step)
    kept, dropped = zip(*map(partial(_part_repeats, moved), range(len(moved))), strict=True)
    blocks = tuple(chain.from_iterable(kept))
    notes = tuple(chain.from_iterable(page.notes for page in moved))
    images, repeated = _part_images(moved)
    seat = partial(_seat, [block.index for block in blocks])
    videos = _keep_first(chain.from_iterable(page.videos for page in moved), lambda video: video.embed_url or video.url)
    related = chain.from_iterable(page.related for page in pages)
    warnings = (name for page in pages for name in page.warnings if name not in OF_ONE_PAGE)
    text = join_texts(list_shown(blocks, notes))
    parts: Mapping[Extra, Callable[[], Any]] = {
        "html": lambda: render_article(blocks, notes),
        "entities": lambda: _add_entities(pages),
        "timings": lambda: _add_timings(pages),
        "comments": lambda: _join_comments(pages),
        "fingerprint": lambda: find_fingerprint(text),
        "dropped": lambda: _join_dropped(moved, dropped, repeated),
    }
    return pages[0].model_copy(
        update={
            "text": text,
            "word_count": count_words(text),
            "direction": find_direction(text),
            "blocks": blocks,
            "notes": notes,
            "images": tuple(map(seat, images)),
            "videos": tuple(map(seat, videos)),
            "related": tuple(_keep_first(related, lambda link: link.url)),
            "next_page": pages[-1].next_page,
            "joined_pages": tuple(page.url for page in pages[1:]),
            "warnings": tuple(dict.fromkeys(warnings)),
            **{name: make() for name, make in parts.items() if name in include},
        }
    )


def _move(pages: Sequence[Article], step: int) -> list[Article]:
    """Return the pages with indexes, containers and names of notes that no other page has."""
    sizes = accumulate((_count_containers(page) for page in pages[:-1]), initial=0)
    new = iter(name_notes([note.label for page in pages for note in page.notes]))
    moves = []
    for number, (page, containers) in enumerate(zip(pages, sizes, strict=True)):
        old = name_notes([note.label for note in page.notes])
        moves.append(_Move(number * step, containers, dict(zip(old, new, strict=False))))
    return [move.move(page) for move, page in zip(moves, pages, strict=True)]


def _count_containers(page: Article) -> int:
    notes = (block for note in page.notes for block in note.blocks)
    holders: Iterable[Block | Image | Video] = chain(page.blocks, notes, page.images, page.videos)
    within = chain.from_iterable(each.within for each in holders)
    used = (max(place.id, place.item or 0) for place in within)
    return max(used, default=-1) + 1


@dataclass(frozen=True, slots=True)
class _Move:
    """How much is added to the indexes and the containers of a page, and the new names of its notes by the old."""

    index: int
    containers: int
    names: Mapping[str, str]

    def move(self, page: Article) -> Article:
        dropped = page.dropped and Dropped(
            blocks=tuple(map(self._move_block, page.dropped.blocks)),
            images=tuple(map(self._move_placed, page.dropped.images)),
        )
        return page.model_copy(
            update={
                "blocks": tuple(map(self._move_block, page.blocks)),
                "notes": tuple(map(self._move_note, page.notes)),
                "images": tuple(map(self._move_placed, page.images)),
                "videos": tuple(map(self._move_placed, page.videos)),
                "dropped": dropped,
            }
        )

    def _move_block(self, block: Block) -> Block:
        html = block.html and LINK.sub(self._rename, block.html)
        return block.model_copy(
            update={"index": block.index + self.index, "html": html, "within": self._move_within(block.within)}
        )

    def _move_note(self, note: Note) -> Note:
        blocks = tuple(map(self._move_block, note.blocks))
        references = tuple(index + self.index for index in note.references)
        html = note.html and render_article(blocks)
        return note.model_copy(update={"blocks": blocks, "references": references, "html": html})

    def _move_placed(self, thing: Placed) -> Placed:
        """Return an image or a video; one before all blocks of a page is behind all of the page before."""
        position = thing.position
        if self.index and not (isinstance(thing, Video) and thing.declared):
            position = self.index + (-1 if position is None else position)
        return thing.model_copy(update={"position": position, "within": self._move_within(thing.within)})

    def _move_within(self, within: Iterable[Container]) -> tuple[Container, ...]:
        return tuple(
            place.model_copy(
                update={
                    "id": place.id + self.containers,
                    "item": None if place.item is None else place.item + self.containers,
                }
            )
            for place in within
        )

    def _rename(self, link: re.Match[str]) -> str:
        name = self.names.get(link[1], link[1])
        return f'<a href="#{NOTE}{name}" id="{REFERENCE}{name}{link[2] or ""}">{name}</a>'


def _part_repeats(pages: Sequence[Article], number: int) -> tuple[Sequence[Block], Sequence[Block]]:
    """Return the blocks of a page that stay, and those that do not: what it begins with of the pages before, or ends
    with and the next page too. The title and the summary of the first page are such beginnings.
    """
    blocks, first = pages[number].blocks, pages[0]
    before = {block.text for page in pages[:number] for block in page.blocks} | {first.title, first.summary}
    head = _count(block.text in before for block in blocks) if number else 0
    following = pages[number + 1].blocks if number + 1 < len(pages) else ()
    ends = zip(reversed(blocks[head:]), reversed(following), strict=False)
    tail = len(blocks) - _count(block.text == other.text for block, other in ends)
    kept = [*blocks[head:tail]]
    kept[:1] = [block.model_copy(update={"after_break": False}) for block in kept[:1]]
    return kept, [_drop(block) for block in (*blocks[:head], *blocks[tail:])]


def _count(are_so: Iterable[bool]) -> int:
    """Return how many come before the first that is not so."""
    return sum(takewhile(bool, are_so))


def _part_images(pages: Sequence[Article]) -> tuple[list[Image], list[Image]]:
    """Return the images that stay, and those that a page before has; only one of the first page leads."""
    kept, dropped = [*pages[0].images], []
    for page in pages[1:]:
        seen = {picture_key(image.url) for image in kept if image.url}
        for image in (image.model_copy(update={"is_lead": False}) for image in page.images):
            if picture_key(image.url) in seen:
                dropped.append(_drop(image))
            else:
                kept.append(image)
    return kept, dropped


def _drop(thing: Judged) -> Judged:
    verdict = thing.verdict.model_copy(update={"kept": False, "reason": "duplicate"})
    return thing.model_copy(update={"verdict": verdict})


def _seat(indexes: Sequence[int], thing: Placed) -> Placed:
    """Return an image or a video behind the kept block that is next before its position."""
    if thing.position is None:
        return thing
    place = bisect_right(indexes, thing.position)
    before = indexes[place - 1] if place else None
    if before == thing.position:
        return thing
    nowhere: Mapping[str, None] = {"offset": None} if isinstance(thing, Image) else {}
    return thing.model_copy(update={"position": before, **nowhere})


def _keep_first(things: Iterable[Thing], key: Callable[[Thing], str | None]) -> Iterator[Thing]:
    """Yield the things that none before has the key of; all of those without."""
    seen: set[str] = set()
    for thing in things:
        name = key(thing)
        if name is None or name not in seen:
            yield thing
        if name is not None:
            seen.add(name)


def _add_entities(pages: Sequence[Article]) -> tuple[Entity, ...] | None:
    if pages[0].entities is None:
        return None
    counts = Counter[tuple[str, str | None]]()
    for entity in chain.from_iterable(page.entities or () for page in pages):
        counts[entity.name, entity.label] += entity.count
    return tuple(Entity(name=name, label=label, count=count) for (name, label), count in counts.most_common())


def _add_timings(pages: Sequence[Article]) -> dict[str, float]:
    given = [page.timings or {} for page in pages]
    return {stage: round(sum(spent.get(stage, 0.0) for spent in given), 3) for stage in given[0]}


def _join_comments(pages: Iterable[Article]) -> tuple[Comment, ...]:
    """Return the comments of all pages; a page may show those of the pages before too, or its own alone."""
    joined: list[Comment] = []
    before: dict[tuple[str | None, str | None, str], int] = {}
    for page in pages:
        comments = page.comments or ()
        keys = [(comment.author, comment.published, comment.text) for comment in comments]
        places: dict[int | None, int] = {}
        for number, (key, comment) in enumerate(zip(keys, comments, strict=True)):
            places[number] = before.get(key, len(joined))
            if key not in before:
                joined.append(comment.model_copy(update={"answers": places.get(comment.answers)}))
        before |= {key: places[number] for number, key in enumerate(keys)}
    return tuple(joined)


def _join_dropped(pages: Sequence[Article], repeated: Iterable[Iterable[Block]], images: Iterable[Image]) -> Dropped:
    found = [page.dropped for page in pages if page.dropped is not None]
    blocks = chain(*(each.blocks for each in found), *repeated)
    return Dropped(
        blocks=tuple(sorted(blocks, key=lambda block: block.index)),
        images=(*chain.from_iterable(each.images for each in found), *images),
    )
