"""All images of a page with their captions, from wherever these stand: what a classifier judges."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

import numpy as np
from lxml.html import HtmlElement

from cutline.config.settings import CaptionSettings
from cutline.dom.advertisements import AdRules
from cutline.dom.captioning import AllCaptionFinder, PossibleCaptions, drop_credit, read_declared_captions
from cutline.dom.document import Document
from cutline.dom.features.image_places import ReadSegments
from cutline.dom.image_addresses import is_placeholder
from cutline.dom.images import ImageCandidate, find_images
from cutline.dom.methods.body import Body
from cutline.dom.pictures import Picture
from cutline.dom.reading import Reading
from cutline.dom.segments import TextSegment
from cutline.types import Reason


class PagePictures:
    """The images of one page, wherever they stand."""

    def __init__(
        self,
        document: Document,
        segments: Sequence[TextSegment],
        body: Body,
        settings: CaptionSettings,
        advertisements: AdRules | None = None,
    ) -> None:
        """Take the page, its segments, which of them are the article, the limits of captions, and rules for ads."""
        self._document, self._settings, self._advertisements = document, settings, advertisements
        decided = zip(segments, body.decisions, strict=True)
        self._kept = frozenset(segment for segment, decision in decided if decision.kept)
        self._next_story = None if body.next_story is None else document.order.of_element(body.next_story)
        self._possible = PossibleCaptions()

    def is_caption(self, segment: TextSegment) -> bool:
        """Whether a segment of the page stands in the caption of any of its pictures."""
        if segment in self._kept and not self._possible.may_hold(segment):
            return False
        return segment.runs[0].parent in self._in_captions

    def find(self) -> tuple[list[Picture], tuple[str, ...]]:
        """Return the page's pictures in document order, and warnings, of which there are none.

        Only placeholders, advertisements and pictures of another story are dropped.
        """
        pictures = []
        for image in self._captions.images:
            caption = self._captions.find(image)
            compared = (caption and caption.text) or drop_credit(image.alt or "")
            pictures.append(Picture(image, caption, compared, *self._find_drop(image)))
        return pictures, ()

    @cached_property
    def _captions(self) -> AllCaptionFinder:
        document = self._document
        declared = read_declared_captions(document.declarations, document.base_url)
        blocks = (segment.block for segment in self._kept)
        return AllCaptionFinder(document, find_images(document), blocks, declared, self._settings)

    @cached_property
    def _in_captions(self) -> set[HtmlElement]:
        return {element for caption in self._captions.find_elements() for element in caption.iter()}

    def _find_drop(self, image: ImageCandidate) -> tuple[Reason | None, str | None]:
        """Return the reason to drop an image and the rule, each None where there is none."""
        if is_placeholder(image.url):
            return "placeholder", None
        if self._next_story is not None and self._document.order.of_element(image.element) >= self._next_story:
            return "other_story", None
        rule = self._advertisements and self._advertisements.find_rule(image, self._document.url)
        return ("ad_rule", rule) if rule else (None, None)


def read_places(reading: Reading) -> ReadSegments:
    """Return the segments of a page as a body classifier read them; a method without scores is sure of all."""
    decisions = reading.body.decisions
    kept = np.array([decision.kept for decision in decisions], bool)
    scores = [decision.kept if decision.score is None else decision.score for decision in decisions]
    return ReadSegments(reading.segments, kept, np.array(scores, np.float64), reading.body.root)
