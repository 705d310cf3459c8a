"""Builds the public blocks, with the verdicts on them, and images from the results of the stages."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from lxml.html import HtmlElement

from cutline.config.settings import SimilaritySettings
from cutline.dom.article_html import render_article
from cutline.dom.block_reasons import BlockReasons
from cutline.dom.captioning.block_captions import Caption
from cutline.dom.captioning.finder import NOT_SHOWN
from cutline.dom.captioning.markup import CaptionMarkup
from cutline.dom.document import Document
from cutline.dom.images.addresses import IMAGE_ADDRESS, picture_key
from cutline.dom.images.candidates import ImageCandidate
from cutline.dom.images.lead_pictures import LeadPictures
from cutline.dom.images.pictures import Picture
from cutline.dom.images.places import KeptPlaces, Place
from cutline.dom.line_breaks import find_lines
from cutline.dom.nesting import NestingReader
from cutline.dom.page_comments import PageComment
from cutline.dom.reading import BlockCandidate, KindReader, Reading
from cutline.dom.segments import TextSegment
from cutline.dom.tree import Paths
from cutline.dom.videos import VideoCandidate
from cutline.dom.web_addresses import is_web_address, split_address
from cutline.extraction.story import Relevance
from cutline.nlp.comparison import Comparison
from cutline.nlp.similarity import find_margin, judge_block
from cutline.types import Block, Comment, Image, ImageSource, LeadImage, LeadReason, Note, Similarity, Verdict, Video


@dataclass(frozen=True, slots=True)
class BlockJudge:
    """Finds the verdicts on blocks.

    Attributes:
        reasons: finds the reason of a dropped candidate.
        relevances: by the index of the segment; empty if texts were not compared.
        comparison: of the names of the candidates that are not dropped yet; None if they were not compared.
        settings: the thresholds of similarity.
        is_explained: whether similarity and words are in the verdicts, although they decide nothing.
    """

    reasons: BlockReasons
    relevances: Mapping[int, Relevance]
    comparison: Comparison | None
    settings: SimilaritySettings
    is_explained: bool

    def judge(self, candidates: Sequence[BlockCandidate]) -> Iterator[tuple[BlockCandidate, Verdict]]:
        """Yield each candidate with its verdict; at least all that are not dropped yet must be given."""
        compared = 0
        for candidate in candidates:
            similarity = self._compare(candidate, compared)
            compared += candidate.kept
            yield candidate, self._judge(candidate, similarity)

    def _compare(self, candidate: BlockCandidate, number: int) -> Similarity | None:
        """Return a similarity that decides or explains; None for a dropped candidate, or if names were not compared."""
        is_needed = self.is_explained or candidate.score is None
        return self.comparison.compare_block(number) if self.comparison and candidate.kept and is_needed else None

    def _judge(self, candidate: BlockCandidate, similarity: Similarity | None) -> Verdict:
        """Return the method's verdict; if the method gives no score, the block's names may still drop it."""
        reason = self.reasons.find(candidate)
        relevance = self.relevances.get(candidate.segment.index)
        evidence = self._read(relevance) if relevance else {}
        score, threshold = candidate.score, candidate.threshold
        if score is None and similarity is not None and self.comparison is not None:
            link_share, rule = candidate.segment.link_share, self.comparison.rule
            verdict = judge_block(similarity, link_share, reason, self.settings, rule)
            return verdict.model_copy(update=evidence)
        return Verdict(
            kept=candidate.kept,
            reason=reason,
            score=score,
            threshold=threshold,
            margin=None if score is None or threshold is None else find_margin(score, threshold),
            similarity=similarity,
            **evidence,
        )

    def _read(self, relevance: Relevance) -> dict[str, Any]:
        return relevance.to_explained_fields() if self.is_explained else relevance.to_fields()


AddHtml = Callable[[Block, TextSegment], Block]


@dataclass(frozen=True, slots=True)
class Places:
    """XPath and enclosing containers of a page's elements, cached."""

    paths: Paths = field(default_factory=Paths)
    nesting: NestingReader = field(default_factory=NestingReader)


def build_blocks(candidates: Sequence[BlockCandidate], judge: BlockJudge, places: Places) -> list[Block]:
    """Return one block per candidate, with its verdict.

    Args:
        candidates: at least all candidates that are not dropped yet.
        judge: finds their verdicts.
        places: finds the XPath and the containers of an element.
    """
    return [_build_block(candidate, verdict, places) for candidate, verdict in judge.judge(candidates)]


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


def mark_place(block: Block, lines: Collection[int], parted: Collection[int] = ()) -> Block:
    """Return a block that says if it is the next line of the one before, or behind a rule, by the indexes of such."""
    places = {"after_break": lines, "after_rule": parted}
    found = {name: True for name, indexes in places.items() if block.index in indexes}
    return block.model_copy(update=found) if found else block


def list_shown(blocks: Iterable[Block], notes: Iterable[Note]) -> Iterator[Block]:
    """Yield the blocks, and those of notes that the method takes for text of the article."""
    yield from blocks
    for note in notes:
        yield from (block for block in note.blocks if block.verdict.kept)


def join_texts(blocks: Iterable[Block]) -> str:
    """Return the texts of blocks, parted by blank lines, the lines of a paragraph by line breaks."""
    return "".join(f"{'' if not number else _part_before(block)}{block.text}" for number, block in enumerate(blocks))


def _part_before(block: Block) -> str:
    return "\n" if block.after_break else "\n\n"


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
    *,
    is_whole: bool,
) -> tuple[Note, ...]:
    """Return the notes of the article.

    Args:
        found: the text of each note, by its number on the page.
        kept: the segments of the article.
        reading: the page.
        places: finds the XPath and the containers of an element.
        write: returns a block with its inline markup.
        is_whole: whether HTML was asked for.
    """
    if reading.notes is None:
        return ()
    kinds = KindReader(reading.document, lambda segment: False)
    texts = [segment for segments in found.values() for segment in segments]
    shown = sum(len(segment.text) for segment in texts if segment.index in reading.notes.kept)
    verdict = Verdict(kept=2 * shown >= sum(len(segment.text) for segment in texts), reason="note")
    references = _list_references(kept)
    notes = []
    for place, (number, segments) in enumerate(found.items(), start=1):
        note = reading.notes.notes[number]
        lines = find_lines(segments)
        built = (_build_note_block(each, note.root, kinds, places, verdict) for each in segments)
        blocks = tuple(write(mark_place(block, lines), each) for block, each in zip(built, segments, strict=True))
        notes.append(
            Note(
                label=note.label or str(place),
                text=join_texts(blocks),
                html=render_article(blocks) if is_whole else None,
                blocks=blocks,
                references=tuple(references[number]),
                xpath=places.paths.path(note.root),
            )
        )
    return tuple(notes)


def _list_references(kept: Sequence[TextSegment]) -> Mapping[int, Sequence[int]]:
    """Return the indexes of the segments that refer to each note, by its number."""
    references = defaultdict[int, list[int]](list)
    for segment in kept:
        for number in dict.fromkeys(number for _, number in segment.notes):
            references[number].append(segment.index)
    return references


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
    pictures: Sequence[tuple[Picture, Verdict]],
    segments: Sequence[TextSegment],
    kept: Sequence[TextSegment],
    document: Document,
    places: Places,
) -> tuple[list[Image], LeadImage | None]:
    """Return one image per picture, and the lead image of the article if there is one.

    Args:
        pictures: the page's pictures with their verdicts.
        segments: all segments of the page.
        kept: those of the article.
        document: the page.
        places: finds the XPath and the containers of an element.
    """
    leads, blocks = LeadPictures(document), KeptPlaces(document, kept)
    markup = CaptionMarkup(document, segments)
    before = [blocks.count_before(picture.image.element) for picture, _ in pictures]
    lead = _find_lead(pictures, before, leads)
    images = [
        _build_image(picture, verdict, blocks.find_place(picture.image.element), picture is lead, places, markup)
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
        if verdict.kept and picture.image.url and leads.may_lead(picture.image)
    ]
    first = [picture for picture, count in able if count <= 1]
    declared = [picture for picture, _ in able if leads.is_declared(picture.image.url)]
    return next((picture for picture in declared if picture in first), next(iter((*first, *declared)), None))


def _build_image(
    picture: Picture, verdict: Verdict, place: Place, is_lead: bool, places: Places, markup: CaptionMarkup
) -> Image:
    image = picture.image
    return Image(
        url=image.url,
        kind=image.kind,
        sources=tuple([ImageSource(**source._asdict()) for source in image.sources]),
        alt=image.alt,
        link=image.link if verdict.kept and _leads_elsewhere(image) else None,
        is_lead=is_lead,
        position=place.position,
        offset=place.offset,
        xpath=places.paths.path(image.element),
        within=places.nesting.of_image(image.element) if verdict.kept else (),
        width=image.width,
        height=image.height,
        verdict=verdict,
        **_write_caption(picture.caption, markup, is_kept=verdict.kept),
    )


def _write_caption(caption: Caption | None, markup: CaptionMarkup, *, is_kept: bool) -> dict[str, Any]:
    """Return what an image says of its caption: as the page writes it if the image is kept and the page shows it."""
    if caption is None:
        return {}
    source = caption.source if caption.text else None
    given = {"caption": caption.text, "caption_source": source, "credit": caption.credit}
    if not is_kept or caption.source in NOT_SHOWN:
        return given
    written = {"caption_html": markup.write(caption), "credit_html": markup.write_credit(caption)}
    return given | written | {"caption": markup.read(caption)}


def _leads_elsewhere(image: ImageCandidate) -> bool:
    """Return whether the link around an image leads to a page, and not to a script or to a version of the picture."""
    link = image.link or ""
    is_picture = IMAGE_ADDRESS.match(split_address(link).path) is not None or picture_key(link) == image.key
    return is_web_address(link) and not is_picture


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
