"""How to find an image's caption by the rule of Joshi & Liu: the text of the first block around it.

Source: P. M. Joshi and S. Liu, "Web Document Text and Images Extraction using DOM Analysis and Natural Language
Processing", DocEng 2009, section 4.3.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import islice

from lxml import etree
from lxml.html import HtmlElement

from cutline.config.settings import CaptionSettings
from cutline.dom.captioning.credit_parting import split_credit
from cutline.dom.captioning.credits import TAIL, is_marked_as_credit
from cutline.dom.document import Document
from cutline.dom.segments import TextSegment, collapse_space
from cutline.dom.tags import breaks_line
from cutline.dom.text_blocks import span_texts
from cutline.dom.tree import BlockFinder
from cutline.types import CaptionSource

MAX_WRAPPERS = 5  # elements around an image that contain nothing else
MAX_STEPS = 150  # start and end tags read in one block; captions usually have fewer than 100
SMALLEST_PICTURE = 60  # pixels; a smaller image in a line of text is an icon or an emoji


@dataclass(frozen=True, slots=True)
class Caption:
    """A caption and where it was found.

    Attributes:
        text: the caption without the credit; None if there is just a credit.
        credit: who made or owns the image; None if unknown.
        link_share: share of the characters inside links (0..1).
        source: where it was found.
        element: the element that contains it.
    """

    text: str | None
    credit: str | None
    link_share: float
    source: CaptionSource
    element: HtmlElement


class CaptionFinder:
    """Finds captions by the paper's rule, adapted to today's pages; reads the text of each block once.

    Source: Joshi & Liu 2009, section 4.3: the caption is all text of "the smallest bounding block that contains both
    the image and its caption", which in 2009 was the image's first parent block. Today pages wrap an image in blocks
    without text; these are skipped. A `<figure>`, newer than the paper, is such a block, and its `<figcaption>` is the
    caption. `StrictCaptionFinder` follows the paper to the letter.
    """

    def __init__(
        self, document: Document, blocks: BlockFinder, article: HtmlElement | None, settings: CaptionSettings
    ) -> None:
        """Take the page, the finder of enclosing blocks, the article's element if there is one, and the settings."""
        self._document = document
        self._around = set() if article is None else {article, *article.iterancestors()}
        self._blocks = blocks
        self._links = BlockFinder(("a",), document.body)
        self._figcaptions = _first_figcaptions(document.body)
        self._settings = settings
        self._read: dict[HtmlElement, Caption] = {}
        self._is_credit = cache(is_marked_as_credit)

    def find_text(self, image: HtmlElement) -> Caption | None:
        """Return the `<figcaption>` of the figure around an image, else the text of the first block that has text.

        It is a caption only if `is_caption` says so: in the article's own block it is the article.
        """
        for element, source in self._places(image):
            if element not in self._read:
                self._read[element] = self._read_caption(element, source)
            caption = self._read[element]
            if caption.text or caption.credit:
                return caption
        return None

    def is_article(self, found: Caption) -> bool:
        """Return whether a text beside an image is the article's own block."""
        return found.element in self._around

    def is_caption(self, found: Caption) -> bool:
        """Return whether a text beside an image is neither the article nor too long for a caption."""
        return not self.is_article(found) and len(found.text or "") <= self._settings.max_characters

    def find_elements(self) -> frozenset[HtmlElement]:
        """Return the elements that contain the caption of any image and no article text.

        A longer text in one block with an image may be either if it is not a `<figcaption>`; it stays in the article.
        """
        pictures = (image for image in self._document.body.iter("img", "amp-img") if not _is_icon(image))
        found = (self.find_text(image) for image in pictures)
        return frozenset(text.element for text in found if text is not None and self._is_apart(text))

    def _is_apart(self, found: Caption) -> bool:
        is_tagged = found.source == "figcaption"
        return self.is_caption(found) and (is_tagged or len(found.text or "") <= self._settings.max_untagged_characters)

    def _places(self, image: HtmlElement) -> Iterator[tuple[HtmlElement, CaptionSource]]:
        figure = next((a for a in islice(image.iterancestors(), MAX_WRAPPERS) if a.tag == "figure"), None)
        if figure is not None:
            if figure in self._figcaptions:
                yield self._figcaptions[figure], "figcaption"
            yield figure, "first_block"
        element = image.getparent()
        for _ in range(MAX_WRAPPERS):
            if element is None or element is self._document.body:
                return
            element = self._blocks.first_block(element)
            yield element, "first_block"
            element = element.getparent()

    def _read_caption(self, element: HtmlElement, source: CaptionSource) -> Caption:
        runs = self._read_runs(element)
        text = collapse_space("".join(run.text for run in runs if not run.is_credit))
        credit = collapse_space("".join(run.text for run in runs if run.is_credit))
        size = sum(run.size for run in runs)
        linked = sum(run.size for run in runs if run.in_link)
        text, named = split_credit(text)
        return Caption(text or None, credit or named or None, linked / size if size else 0.0, source, element)

    def _read_runs(self, element: HtmlElement) -> list[_Run]:
        """Return the text nodes of an element, up to the length of a caption; the element may be the article."""
        runs, size = [], 0
        in_link = self._links.first_block(element).tag == "a"
        for run in _caption_runs(element, self._document.hidden, in_link, self._is_credit):
            if not run.size:
                continue
            runs.append(run)
            size += 0 if run.is_credit else run.size
            if size > self._settings.max_characters + TAIL:
                break
        return runs


@dataclass(frozen=True, slots=True)
class _Run:
    text: str
    size: int  # characters, with white space collapsed
    is_credit: bool
    in_link: bool


def _first_figcaptions(body: HtmlElement) -> dict[HtmlElement, HtmlElement]:
    figures = BlockFinder(("figure",), body)
    found: dict[HtmlElement, HtmlElement] = {}
    for figcaption in body.iter("figcaption"):
        found.setdefault(figures.first_block(figcaption), figcaption)
    return found


def _caption_runs(
    element: HtmlElement, hidden: frozenset[HtmlElement], in_link: bool, is_credit: Callable[[HtmlElement], bool]
) -> Iterator[_Run]:
    """Yield the visible text nodes of an element, and whether each is marked as the credit or is in a link."""
    credits, links = 0, int(in_link)
    walker = etree.iterwalk(element, events=("start", "end"))
    for event, node in islice(walker, MAX_STEPS):
        if event == "start":
            if node in hidden:
                walker.skip_subtree()
                continue
            credits += credits > 0 or (node is not element and is_credit(node))
            links += links > 0 or node.tag == "a"
            yield _make_run(node, node.text, credits > 0, links > 0)
            continue
        if node not in hidden:
            credits -= credits > 0
            links -= links > int(in_link)
        if node is not element:
            yield _make_run(node, node.tail, credits > 0, links > 0)


def _make_run(node: HtmlElement, text: str | None, is_credit: bool, in_link: bool) -> _Run:
    spaced = f" {text or ''}" if breaks_line(node) else text or ""
    return _Run(spaced, len(collapse_space(spaced)), is_credit, in_link)


def _is_icon(image: HtmlElement) -> bool:
    width = image.get("width", "")
    return width.isascii() and width.isdigit() and int(width[:6]) < SMALLEST_PICTURE


class StrictCaptionFinder:
    """Finds captions by the paper's exact words.

    "For each image in the article subtree, find the first parent block-element. All the text content in this parent
    element is considered to be caption text." So there is no caption if that block has no text, a credit is part of the
    caption, a `<figcaption>` is text like any other, and in the article's own block the caption is the article.
    """

    def __init__(
        self,
        document: Document,
        segments: Sequence[TextSegment],
        blocks: BlockFinder,
        article: HtmlElement | None,
        max_characters: int,
    ) -> None:
        """Take the page, its segments, the finder of enclosing blocks, the article and a limit.

        Args:
            document: the page.
            segments: all of its visible text.
            blocks: finds the first enclosing block of an element.
            article: the element that contains the article's text; None if there is no article.
            max_characters: limit for all captions of the page together, after which no image has one; a page may have
                its article and thousands of images in one block.
        """
        self._body, self._blocks = document.body, blocks
        self._around = set() if article is None else {article, *article.iterancestors()}
        self._runs = [run for segment in segments for run in segment.runs]
        self._spaced = [
            run.text if place else f" {run.text}" for segment in segments for place, run in enumerate(segment.runs)
        ]
        self._spans = span_texts(document.body, self._runs)
        self._characters_left = max_characters
        self._read: dict[HtmlElement, Caption] = {}

    def find_text(self, image: HtmlElement) -> Caption | None:
        """Return all text of the first block around an image; None if there is no block, no text, or over the limit."""
        block = self._blocks.first_block(image)
        if block is self._body or block not in self._spans:
            return None
        if block not in self._read:
            self._read[block] = self._read_block(block)
        caption = self._read[block]
        self._characters_left -= len(caption.text or "")
        return caption if caption.text and self._characters_left >= 0 else None

    def is_article(self, found: Caption) -> bool:
        """Return whether a caption is the article's own block."""
        return found.element in self._around

    def is_caption(self, found: Caption) -> bool:
        """Return True: any text beside an image is its caption."""
        return True

    def find_elements(self) -> frozenset[HtmlElement]:
        """Return an empty set: the paper does not separate captions from the article's text."""
        return frozenset()

    def _read_block(self, block: HtmlElement) -> Caption:
        start, end = self._spans[block]
        text = collapse_space("".join(self._spaced[start:end]))
        linked = sum(len(collapse_space(run.text)) for run in self._runs[start:end] if run.in_link)
        return Caption(text or None, None, min(linked / len(text), 1.0) if text else 0.0, "first_block", block)
