"""Builds the public article from the results of the stages."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from cutline.config import Settings
from cutline.dom.article_html import ReferenceWriter, has_markup, name_notes, render_article, render_inline
from cutline.dom.block_reasons import BlockReasons
from cutline.dom.boxes import find_boxes
from cutline.dom.exponents import read_text
from cutline.dom.nesting import NestingReader
from cutline.dom.notes import PageNotes
from cutline.dom.page_comments import PageComments, read_comments
from cutline.dom.paywall import find_paywall
from cutline.dom.reading import Reading
from cutline.dom.rules import find_rules
from cutline.dom.scripts import count_words, find_direction
from cutline.dom.segments import TextSegment
from cutline.dom.videos import find_article_videos
from cutline.dom.walls import find_wall
from cutline.extraction.assembly import Places, build_blocks, build_comments, build_images, build_notes, build_videos
from cutline.extraction.image_verdicts import Judged
from cutline.extraction.story import Relevance
from cutline.nlp.comparison import Comparison
from cutline.options import Options
from cutline.types import Article, Block, Dropped, Image, ModelInfo, Note, PageWarning, RelatedLink


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
) -> Article:
    """Return the article.

    Args:
        found: the results of the stages.
        options: `images` and `include` say which of them are shown.
        settings: all settings.
        is_article: probability that the page is an article; None if it was not estimated.
        model: what computed the results.
        timings: milliseconds of each stage.
    """
    reading, include = found.reading, options.include
    document, metadata = reading.document, reading.document.metadata
    kept_segments = [each.segment for each in reading.candidates if each.kept]
    boxes = find_boxes(document, kept_segments, range(len(kept_segments)))
    places = Places(nesting=NestingReader(boxes))
    candidates = [each for each in reading.candidates if each.kept or "dropped" in include]
    reasons = BlockReasons(document, reading.candidates, settings)
    blocks = build_blocks(candidates, found.comparison, found.relevances, places, reasons, settings.similarity)
    kept = [(block, candidate) for block, candidate in zip(blocks, candidates, strict=True) if block.verdict.kept]
    segments = [candidate.segment for _, candidate in kept]
    images, lead_image = build_images(found.pictures, segments, document, places) if options.images else ([], None)
    videos = build_videos(find_article_videos(document, reading.segments, segments), places)
    paywall = find_paywall(document, reading.segments, segments)
    texts = reading.notes.read_referred(segments) if reading.notes else {}
    references = ReferenceWriter(_name_notes(reading.notes, list(texts)))
    write = partial(_add_html, base_url=document.base_url, references=references, is_whole="html" in include)
    comments = _read_comments(reading, segments, settings) if "comments" in include else None
    parted = find_rules(document, segments)
    kept_blocks = tuple(write(_mark_rule(block, parted), candidate.segment) for block, candidate in kept)
    notes = build_notes(texts, segments, reading, places, write)
    if "html" in include:
        notes = tuple(note.model_copy(update={"html": render_article(note.blocks)}) for note in notes)
    text = "\n\n".join(block.text for block in (*kept_blocks, *_list_shown(notes)))
    return Article(
        url=document.url,
        canonical_url=metadata.canonical_url,
        title=metadata.title,
        summary=metadata.summary,
        authors=metadata.authors,
        published=metadata.published,
        modified=metadata.modified,
        site_name=metadata.site_name,
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
        html=render_article(kept_blocks, notes) if "html" in include else None,
        blocks=kept_blocks,
        notes=notes,
        images=tuple(image for image in images if image.verdict.kept),
        lead_image=lead_image,
        videos=videos,
        related=found.related,
        is_article=is_article,
        comments=build_comments(comments.comments, places) if comments else None,
        entities=found.comparison.entities if found.comparison and "entities" in include else None,
        method=options.method,
        rendered=document.layout is not None,
        model=model,
        timings=dict(timings) if "timings" in include else None,
        warnings=(*_list_warnings(found, segments), *(["many_comments"] if comments and comments.is_cut else [])),
        dropped=_collect_dropped(blocks, images) if "dropped" in include else None,
    )


def _read_comments(reading: Reading, kept: Sequence[TextSegment], settings: Settings) -> PageComments:
    first = kept[0] if kept else None
    return read_comments(reading.document, reading.segments, first, reading.language, settings.page.max_comments)


def _list_warnings(found: StageResults, kept: Sequence[TextSegment]) -> tuple[PageWarning, ...]:
    """Return the warnings, with `no_article` if no text was kept."""
    reading = found.reading
    wall = find_wall(reading.document, reading.segments, kept)
    warnings = (*reading.document.warnings, *([wall] if wall else []), *reading.body.warnings, *found.warnings)
    if reading.notes is not None and reading.notes.is_cut:
        warnings = (*warnings, "many_notes")
    return warnings if kept or "no_article" in warnings else (*warnings, "no_article")


def _list_shown(notes: Sequence[Note]) -> Iterator[Block]:
    """Yield the blocks of notes that the method takes for text of the article."""
    return (block for note in notes for block in note.blocks if block.verdict.kept)


def _name_notes(notes: PageNotes | None, numbers: Sequence[int]) -> dict[int, str]:
    """Return the names of the article's notes by their numbers on the page."""
    if notes is None:
        return {}
    labels = [notes.notes[number].label or str(place) for place, number in enumerate(numbers, start=1)]
    return dict(zip(numbers, name_notes(labels), strict=True))


def _mark_rule(block: Block, parted: Collection[int]) -> Block:
    return block.model_copy(update={"after_rule": True}) if block.index in parted else block


def _add_html(
    block: Block, segment: TextSegment, base_url: str | None, references: ReferenceWriter, *, is_whole: bool
) -> Block:
    """Return a block with its inline markup, if there is any or HTML was asked for."""
    if not is_whole and not has_markup(segment):
        return block
    html = render_inline(segment, base_url, is_code=block.kind == "code", references=references)
    has_changes = block.kind != "code" and ("<sup>" in html or "<ins>" in html)
    return block.model_copy(update={"html": html, "text": read_text(segment) if has_changes else block.text})


def _collect_dropped(blocks: Sequence[Block], images: Sequence[Image]) -> Dropped:
    return Dropped(
        blocks=tuple(block for block in blocks if not block.verdict.kept),
        images=tuple(image for image in images if not image.verdict.kept),
    )
