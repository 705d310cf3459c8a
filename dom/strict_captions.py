"""The captions of images as Joshi & Liu word them: all text of the first block around an image.

Source: P. M. Joshi and S. Liu, "Web Document Text and Images Extraction using DOM Analysis and Natural Language
Processing", DocEng 2009, section 4.3. `cutline.dom.captions` is the reading for the pages of today.
"""

from __future__ import annotations

from collections.abc import Sequence

from lxml.html import HtmlElement

from cutline.dom.blocks import BlockFinder
from cutline.dom.captions import Caption
from cutline.dom.document import Document
from cutline.dom.segments import TextSegment, collapse_space
from cutline.dom.text_blocks import span_texts


class StrictCaptionFinder:
    """Finds captions by the paper's words alone.

    "For each image in the article subtree, find the first parent block-element. All the text content in this parent
    element is considered to be caption text." So a block without text means that there is no caption, a credit is part
    of it, a `<figcaption>` is text like any other, and in the article's own block the caption is the article.
    """

    def __init__(
        self,
        document: Document,
        segments: Sequence[TextSegment],
        blocks: BlockFinder,
        article: HtmlElement | None,
        max_characters: int,
    ) -> None:
        """Take the page, its text, the finder of first enclosing blocks, and what holds the article.

        Args:
            document: the page.
            segments: all of its text that is shown.
            blocks: finds the first enclosing block of an element.
            article: the element around the article's text, if there is one.
            max_characters: of all captions of the page together, behind which no image has one; a page may hold its
                article and thousands of images in one block.
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
        """Return all text of the first block around an image; None where it has none, or there is no block."""
        block = self._blocks.first_block(image)
        if block is self._body or block not in self._spans:
            return None
        if block not in self._read:
            self._read[block] = self._read_block(block)
        caption = self._read[block]
        self._characters_left -= len(caption.text or "")
        return caption if caption.text and self._characters_left >= 0 else None

    def is_article(self, found: Caption) -> bool:
        """Whether a caption is the text of the article's own block."""
        return found.element in self._around

    def is_caption(self, found: Caption) -> bool:
        """Whether a text beside an image is its caption: always, whatever else it is."""
        return True

    def find_elements(self) -> frozenset[HtmlElement]:
        """Return the elements whose text is a caption and not the article's: none, as the paper parts them nowhere."""
        return frozenset()

    def _read_block(self, block: HtmlElement) -> Caption:
        start, end = self._spans[block]
        text = collapse_space("".join(self._spaced[start:end]))
        linked = sum(len(collapse_space(run.text)) for run in self._runs[start:end] if run.in_link)
        return Caption(text or None, None, min(linked / len(text), 1.0) if text else 0.0, "first_block", block)
