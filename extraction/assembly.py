"""Builds the public blocks and images from the results of the stages."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import repeat

from lxml.html import HtmlElement

from cutline.config.settings import SimilaritySettings
from cutline.dom.block_reasons import BlockReasons
from cutline.dom.document import Document
from cutline.dom.images.lead_pictures import LeadPictures
from cutline.dom.images.pictures import Picture
from cutline.dom.images.places import KeptPlaces, Place
from cutline.dom.nesting import NestingReader
from cutline.dom.page_comments import PageComment
from cutline.dom.reading import BlockCandidate, KindReader, Reading
from cutline.dom.segments import TextSegment
from cutline.dom.tree import Paths
from cutline.dom.videos import VideoCandidate
from cutline.extraction.story import Relevance
from cutline.nlp.comparison import Comparison
from cutline.nlp.similarity import ADAPTED, Rule, find_margin, judge_block
from cutline.types import (
    Block,
    Comment,
    Image,
    ImageSource,
    LeadImage,
    LeadReason,
    Note,
    Reason,
    Similarity,
    Verdict,
    Video,
)

AddHtml = Callable[[Block, TextSegment], Block]


@dataclass(frozen=True, slots=True)
class Places:
    """XPath and enclosing containers of a page's elements, cached."""

    paths: Paths = field(default_factory=Paths)
    nesting: NestingReader = field(default_factory=NestingReader)


def build_blocks(
    candidates: Sequence[BlockCandidate],
    comparison: Comparison | None,
    relevances: Mapping[int, Relevance],
    places: Places,
    reasons: BlockReasons,
    settings: SimilaritySettings,
) -> list[Block]:
    """Return one block per candidate, with its verdict.

    Args:
        candidates: at least all candidates that are not dropped yet.
        comparison: has one similarity for each candidate not dropped yet, in order; None if names were not compared.
        relevances: by the index of the segment; empty if texts were not compared.
        places: finds the XPath and the containers of an element.
        reasons: finds the reason of a dropped candidate.
        settings: the thresholds of similarity.
    """
    pending: Iterator[Similarity | None] = repeat(None) if comparison is None else iter(comparison.blocks)
    rule = comparison.rule if comparison else ADAPTED
    return [
        _build_block(
            candidate,
            _judge_block(
                candidate,
                reasons.find(candidate),
                next(pending) if candidate.kept else None,
                relevances.get(candidate.segment.index),
                settings,
                rule,
            ),
            places,
        )
        for candidate in candidates
    ]


def _build_block(candidate: BlockCandidate, verdict: Verdict, places: Places) -> Block:
    segment, kind = candidate.segment, candidate.kind
    within = places.nesting.of_text(segment.block, kind) if verdict.kept else ()
    if kind == "quote" and any(place.kind == "callout" for place in within[-1:]):  # the `<blockquote>` is the callout
        kind = "paragraph"
    return Block(
        index=segment.index,
        kind=kind,
        level=candidate.level,
        language=candidate.language,
        text=segment.lines if kind == "code" else segment.text,
        xpath=places.paths.path(segment.block),
        within=within,
        verdict=verdict,
    )


def build_comments(comments: Iterable[PageComment], places: Places) -> tuple[Comment, ...]:
    """Return the comments, each with the place of its element."""
    return tuple(
        Comment(
            author=comment.author,
            published=comment.published,
            text=comment.text,
            depth=comment.depth,
            answers=comment.answers,
            xpath=None if comment.element is None else places.paths.path(comment.element),
        )
        for comment in comments
    )


def build_notes(
    found: Mapping[int, Sequence[TextSegment]],
    kept: Sequence[TextSegment],
    reading: Reading,
    places: Places,
    write: AddHtml,
) -> tuple[Note, ...]:
    """Return the notes of the article.

    Args:
        found: the text of each note, by its number on the page.
        kept: the segments of the article.
        reading: the page.
        places: finds the XPath and the containers of an element.
        write: returns a block with its inline markup.
    """
    if reading.notes is None:
        return ()
    kinds = KindReader(reading.document, lambda segment: False)
    texts = [segment for segments in found.values() for segment in segments]
    shown = sum(len(segment.text) for segment in texts if segment.index in reading.notes.kept)
    verdict = Verdict(kept=2 * shown >= sum(len(segment.text) for segment in texts), reason="note")
    references = defaultdict[int, list[int]](list)
    for segment in kept:
        for number in dict.fromkeys(number for _, number in segment.notes):
            references[number].append(segment.index)
    notes = []
    for place, (number, segments) in enumerate(found.items(), start=1):
        note = reading.notes.notes[number]
        blocks = tuple(write(_build_note_block(each, note.root, kinds, places, verdict), each) for each in segments)
        notes.append(
            Note(
                label=note.label or str(place),
                text="\n\n".join(block.text for block in blocks),
                blocks=blocks,
                references=tuple(references[number]),
                xpath=places.paths.path(note.root),
            )
        )
    return tuple(notes)


def _build_note_block(
    segment: TextSegment, root: HtmlElement, kinds: KindReader, places: Places, verdict: Verdict
) -> Block:
    """Return a block of a note; what the note itself stands in, such as a list of notes, is none of its containers."""
    kind = kinds.kind(segment)
    within = places.nesting.of_note(segment.block, kind, root)
    if kind == "caption" or (kind not in ("heading", "paragraph", "formula") and not within):
        kind = "paragraph"
    path = places.paths.path(segment.block)  # of a note in an attribute, it is none of the page
    return Block(
        index=segment.index,
        kind=kind,
        level=kinds.level(segment) if kind == "heading" else None,
        language=kinds.language(segment) if kind == "code" else None,
        text=segment.lines if kind == "code" else segment.text,
        xpath=path if path.startswith("/html/") else places.paths.path(root),
        within=within,
        verdict=verdict,
    )


def build_images(
    pictures: Sequence[tuple[Picture, Verdict]], kept: Sequence[TextSegment], document: Document, places: Places
) -> tuple[list[Image], LeadImage | None]:
    """Return one image per picture, and the lead image of the article if there is one.

    Args:
        pictures: the page's pictures with their verdicts.
        kept: the segments of the article.
        document: the page.
        places: finds the XPath and the containers of an element.
    """
    leads, blocks = LeadPictures(document), KeptPlaces(document, kept)
    before = [blocks.count_before(picture.image.element) for picture, _ in pictures]
    lead = _find_lead(pictures, before, leads)
    images = [
        _build_image(picture, verdict, blocks.find_place(picture.image.element), picture is lead, places)
        for picture, verdict in pictures
    ]
    return images, _build_lead_image(images, leads) if kept else None


def _build_lead_image(images: Sequence[Image], leads: LeadPictures) -> LeadImage | None:
    """Return the lead image: one of the article's images, or else one that the page only declares."""
    for image in images:
        if image.is_lead:
            reason: LeadReason = "declared_image" if leads.is_declared(image.url) else "first_image"
            return LeadImage(
                url=image.url,
                declared=False,
                reason=reason,
                alt=image.alt,
                caption=image.caption,
                credit=image.credit,
            )
    only = leads.declared
    return None if only is None else LeadImage(url=only.url, declared=True, reason=only.place)


def _find_lead(
    pictures: Sequence[tuple[Picture, Verdict]], before: Sequence[int], leads: LeadPictures
) -> Picture | None:
    """Return the picture that leads the article; `before` counts the article's blocks before each picture.

    Pictures before the second block are preferred, and among those the one that the page declares.
    """
    able = [
        (picture, count)
        for (picture, verdict), count in zip(pictures, before, strict=True)
        if verdict.kept and leads.may_lead(picture.image)
    ]
    first = [picture for picture, count in able if count <= 1]
    declared = [picture for picture, _ in able if leads.is_declared(picture.image.url)]
    return next((picture for picture in declared if picture in first), next(iter((*first, *declared)), None))


def _build_image(picture: Picture, verdict: Verdict, place: Place, is_lead: bool, places: Places) -> Image:
    image, caption = picture.image, picture.caption
    return Image(
        url=image.url,
        kind=image.kind,
        sources=tuple([ImageSource(**source._asdict()) for source in image.sources]),
        alt=image.alt,
        caption=caption.text if caption else None,
        caption_source=caption.source if caption and caption.text else None,
        credit=caption.credit if caption else None,
        is_lead=is_lead,
        position=place.position,
        offset=place.offset,
        xpath=places.paths.path(image.element),
        within=places.nesting.of_image(image.element) if verdict.kept else (),
        width=image.width,
        height=image.height,
        verdict=verdict,
    )


def build_videos(found: Sequence[tuple[VideoCandidate, TextSegment | None]], places: Places) -> tuple[Video, ...]:
    """Return the videos of the article, each given with the kept segment before it."""
    return tuple(
        Video(
            provider=video.player.provider,
            url=video.player.url,
            embed_url=video.address,
            title=video.title,
            thumbnail=video.thumbnail,
            position=None if before is None else before.index,
            xpath=None if video.element is None else places.paths.path(video.element),
            within=() if video.element is None else places.nesting.of_image(video.element),
            declared=video.element is None,
        )
        for video, before in found
    )


def _judge_block(
    candidate: BlockCandidate,
    reason: Reason,
    similarity: Similarity | None,
    relevance: Relevance | None,
    settings: SimilaritySettings,
    rule: Rule,
) -> Verdict:
    """Return the method's verdict; if the method gives no score, the block's names may still drop it."""
    evidence = {} if relevance is None else relevance.to_fields()
    if candidate.score is None and similarity is not None:
        verdict = judge_block(similarity, candidate.segment.link_share, reason, settings, rule)
        return verdict.model_copy(update=evidence)
    score, threshold = candidate.score, candidate.threshold
    return Verdict(
        kept=candidate.kept,
        reason=reason,
        score=score,
        threshold=threshold,
        margin=None if score is None or threshold is None else find_margin(score, threshold),
        similarity=similarity,
        **evidence,
    )
