"""Builds the public article from the results of the stages, and measures how long each takes."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from operator import itemgetter
from typing import Any, TypeVar

from cutline.config import Settings
from cutline.dom.article_html import ReferenceWriter, has_markup, name_notes, render_article, render_inline
from cutline.dom.block_reasons import BlockReasons
from cutline.dom.boxes import find_boxes
from cutline.dom.comments import declares_thread
from cutline.dom.document import Document
from cutline.dom.exponents import read_text
from cutline.dom.flat_lists import find_places
from cutline.dom.line_breaks import find_lines, find_rules
from cutline.dom.nesting import NestingReader
from cutline.dom.next_page import find_next_page
from cutline.dom.notes import PageNotes
from cutline.dom.page_comments import PageComments, find_poster, read_comments
from cutline.dom.reading import Reading
from cutline.dom.scripts import count_words, find_direction
from cutline.dom.segments import TextSegment
from cutline.dom.videos import find_article_videos
from cutline.dom.walls import find_paywall, find_wall
from cutline.extraction.assembly import (
    BlockJudge,
    Places,
    build_blocks,
    build_comments,
    build_images,
    build_notes,
    build_videos,
    join_texts,
    list_shown,
    mark_place,
)
from cutline.extraction.image_verdicts import Judged
from cutline.extraction.story import Relevance
from cutline.nlp.comparison import Comparison
from cutline.nlp.fingerprints import find_fingerprint
from cutline.options import Options
from cutline.types import Article, Block, Dropped, Extra, Image, ModelInfo, Note, PageWarning, RelatedLink

NO_ARTICLE = 0.1  # probability of being an article; a page below it, such as a shop, is not searched for a second story
LIKELY = 0.5  # probability of being an article, from which a page is not a list, whose next page is no article's
POSTS = frozenset(("BlogPosting", "LiveBlogPosting", "Report"))  # articles by their types, as all `...Article`


class Stopwatch:
    """Adds up the milliseconds that each stage of one extraction takes."""

    def __init__(self) -> None:
        """Start with no stage measured."""
        self.milliseconds: dict[str, float] = {}

    @contextmanager
    def stage(self, name: str) -> Iterator[None]:
        """Measure what is done inside the `with` block."""
        start = time.perf_counter()
        try:
            yield
        finally:
            spent = 1000 * (time.perf_counter() - start)
            self.milliseconds[name] = round(self.milliseconds.get(name, 0.0) + spent, 3)


@dataclass(frozen=True, slots=True)
class StageResults:
    """What the stages found on a page.

    Attributes:
        reading: the page, up to where another story begins.
        pictures: with their verdicts; only those kept unless the dropped ones were asked for.
        relevances: of the segments, by index; empty if texts were not compared.
        related: links to related stories.
        comparison: of the names; None if texts were not compared.
        warnings: of the search for images.
    """

    reading: Reading
    pictures: Sequence[Judged]
    relevances: Mapping[int, Relevance]
    related: tuple[RelatedLink, ...]
    comparison: Comparison | None
    warnings: tuple[PageWarning, ...]


def build_article(
    found: StageResults,
    options: Options,
    settings: Settings,
    is_article: float | None,
    model: ModelInfo,
    timings: Mapping[str, float],
    *,
    is_following: bool,
) -> Article:
    """Return the article.

    Args:
        found: the results of the stages.
        options: `images` and `include` say which of them are shown.
        settings: all settings.
        is_article: probability that the page is an article; None if it was not estimated.
        model: what computed the results.
        timings: milliseconds of each stage.
        is_following: whether it is known to follow a page of an article, and is no list even if it looks like one.
    """
    reading, include = found.reading, options.include
    document = reading.document
    metadata = document.metadata
    kept_segments = [each.segment for each in reading.candidates if each.kept]
    boxes = find_boxes(document, kept_segments, range(len(kept_segments)))
    places = Places(nesting=NestingReader(boxes, find_places(document.body)))
    candidates = [each for each in reading.candidates if each.kept or "dropped" in include]
    reasons = BlockReasons(document, reading.candidates, settings)
    judge = BlockJudge(reasons, found.relevances, found.comparison, settings.similarity, "evidence" in include)
    blocks = build_blocks(candidates, judge, places)
    pairs = zip(blocks, candidates, strict=True)
    kept = [(block, candidate.segment) for block, candidate in pairs if block.verdict.kept]
    segments = list(map(itemgetter(1), kept))
    images: Sequence[Image] = ()
    lead_image = None
    if options.images:
        images, lead_image = build_images(found.pictures, reading.segments, segments, document, places)
    videos = build_videos(find_article_videos(document, reading.segments, segments), places)
    paywall = find_paywall(document, reading.segments, segments)
    kept_blocks, notes = _write_blocks(kept, reading, places, is_whole="html" in include)
    text = join_texts(list_shown(kept_blocks, notes))
    comments = None
    if "comments" in include:
        comments = read_comments(document, reading.segments, segments, reading.language, settings.page.max_comments)
    parts: Mapping[Extra, Callable[[], Any]] = {
        "html": lambda: render_article(kept_blocks, notes),
        "entities": lambda: found.comparison and found.comparison.entities,
        "timings": lambda: dict(timings),
        "comments": lambda: comments and build_comments(comments.comments, places),
        "fingerprint": lambda: find_fingerprint(text),
        "dropped": lambda: Dropped(blocks=_choose(blocks, kept=False), images=_choose(images, kept=False)),
    }
    return Article(
        url=document.url,
        next_page=_find_next_page(document, segments, is_article, is_following=is_following),
        title=metadata.title,
        summary=metadata.summary,
        authors=_list_authors(document, reading.segments, segments),
        published=metadata.published,
        modified=metadata.modified,
        site_name=metadata.site_name,
        canonical_url=metadata.canonical_url,
        author_links=metadata.author_links,
        section=metadata.section,
        breadcrumbs=metadata.breadcrumbs,
        keywords=metadata.keywords,
        favicon=metadata.favicon,
        license=metadata.license,
        is_paywalled=paywall.is_paywalled,
        paywall_evidence=paywall.evidence,
        language=reading.language,
        direction=find_direction(text),
        word_count=count_words(text),
        text=text,
        blocks=kept_blocks,
        notes=notes,
        images=_choose(images, kept=True),
        lead_image=lead_image,
        videos=videos,
        related=found.related,
        is_article=is_article,
        method=options.method,
        rendered=document.layout is not None,
        model=model,
        warnings=tuple(_list_warnings(found, segments, comments, is_article)),
        **{name: make() for name, make in parts.items() if name in include},
    )


def _list_authors(document: Document, segments: Sequence[TextSegment], kept: Sequence[TextSegment]) -> tuple[str, ...]:
    """Return the authors that the page declares; of a thread, whose owner may be declared, who wrote its first post."""
    declared = document.metadata.authors
    if declared and not declares_thread(document):
        return declared
    poster = find_poster(document, segments, kept)
    return declared if poster is None else (poster,)


def _write_blocks(
    kept: Sequence[tuple[Block, TextSegment]], reading: Reading, places: Places, *, is_whole: bool
) -> tuple[tuple[Block, ...], tuple[Note, ...]]:
    """Return the kept blocks with their markup, and the notes that they refer to."""
    document, segments = reading.document, [segment for _, segment in kept]
    texts = reading.notes.read_referred(segments) if reading.notes else {}
    references = ReferenceWriter(_name_notes(reading.notes, list(texts)))
    write = partial(_add_html, base_url=document.base_url, references=references, is_whole=is_whole)
    parted, lines = find_rules(document, segments), find_lines(segments)
    blocks = tuple(write(mark_place(block, lines, parted), segment) for block, segment in kept)
    return blocks, build_notes(texts, segments, reading, places, write, is_whole=is_whole)


def _find_next_page(
    document: Document, kept: Sequence[TextSegment], is_article: float | None, *, is_following: bool
) -> str | None:
    """Return the next page of a page that is likely an article, or may be and declares it, as live reports do."""
    if is_article is None:
        return None
    is_declared = any(kind.endswith("Article") or kind in POSTS for kind in document.metadata.types)
    if not (is_following or is_article >= (NO_ARTICLE if is_declared else LIKELY)):
        return None
    return find_next_page(document, kept, is_following=is_following)


def _list_warnings(
    found: StageResults, kept: Sequence[TextSegment], comments: PageComments | None, is_article: float | None
) -> Iterator[PageWarning]:
    """Yield the warnings, with `no_article` if no text was kept."""
    reading = found.reading
    yield from reading.document.warnings
    if wall := find_wall(reading.document, reading.segments, kept):
        yield wall
    yield from (*reading.body.warnings, *found.warnings)
    if reading.notes is not None and reading.notes.is_cut:
        yield "many_notes"
    if comments is not None and comments.is_cut:
        yield "many_comments"
    if kept and is_article is not None and is_article < NO_ARTICLE:
        yield "unlike_article"
    if not kept and "no_article" not in reading.body.warnings:
        yield "no_article"


def _name_notes(notes: PageNotes | None, numbers: Sequence[int]) -> dict[int, str]:
    """Return the names of the article's notes by their numbers on the page."""
    if notes is None:
        return {}
    labels = [notes.notes[number].label or str(place) for place, number in enumerate(numbers, start=1)]
    return dict(zip(numbers, name_notes(labels), strict=True))


def _add_html(
    block: Block, segment: TextSegment, base_url: str | None, references: ReferenceWriter, *, is_whole: bool
) -> Block:
    """Return a block with its inline markup, if there is any or HTML was asked for."""
    if not is_whole and not has_markup(segment):
        return block
    html = render_inline(segment, base_url, is_code=block.kind == "code", references=references)
    has_changes = block.kind != "code" and ("<sup>" in html or "<ins>" in html)
    return block.model_copy(update={"html": html, "text": read_text(segment) if has_changes else block.text})


Shown = TypeVar("Shown", Block, Image)


def _choose(judged: Iterable[Shown], *, kept: bool) -> tuple[Shown, ...]:
    """Return the blocks or images that are kept, or the others."""
    return tuple(each for each in judged if each.verdict.kept is kept)
