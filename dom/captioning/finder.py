"""How to find an image's caption, trying the most reliable places first."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import islice

from lxml.html import HtmlElement

from cutline.config.settings import CaptionSettings
from cutline.dom.captioning.block_captions import Caption
from cutline.dom.captioning.credit_parting import are_names, is_labelled, is_lone_name, part_credit, read_owner
from cutline.dom.captioning.credits import CREDIT_LABEL, SENTENCE_END
from cutline.dom.captioning.marked import CalledCaptions, MarkedCaptions, Territories, find_series
from cutline.dom.captioning.marks import (
    MAX_ASIDE,
    find_wrapper,
    is_above_figcaption,
    is_called_caption,
    is_called_figure,
    is_called_otherwise,
    is_centred_note,
    is_note,
    is_small_print,
    is_text_by_form,
    says_the_same,
)
from cutline.dom.captioning.pieces import MAX_WRAPPED, ElementText, Piece, PieceReader, has_text
from cutline.dom.captioning.stated import Attributes, StatedCaptions, find_declared_caption
from cutline.dom.document import Document
from cutline.dom.images.candidates import ImageCandidate
from cutline.dom.metadata.dates import is_date
from cutline.dom.metadata.person_names import names_author
from cutline.dom.metadata.plain_text import fold
from cutline.dom.scripts import count_words
from cutline.dom.tags import is_hidden
from cutline.types import CaptionSource

END_OF_SPEECH = re.compile('[,.!?…]["”“»«’]|["”“»«’](?:,|[.!?]?$)')  # none in: "The Starry Night" by van Gogh
QUOTATION_MARKS = ('"', "“", "„", "«", "»", "‘")
NOT_SHOWN: frozenset[CaptionSource] = frozenset(("attribute", "json_ld", "alt"))  # sources that are not visible text


class AllCaptionFinder:
    """Finds captions wherever pages put them, in linear time for all images of a page.

    Visible captions come first: a `figcaption` or an element named like a caption, the element that the image refers to
    as its description, other text that is beside this image alone, the caption of another copy of the image. Then come
    texts for scripts and machines.
    """

    def __init__(
        self,
        document: Document,
        images: Sequence[ImageCandidate],
        article: Iterable[HtmlElement],
        declared: Mapping[str, str],
        settings: CaptionSettings,
    ) -> None:
        """Take the page, its images and article, and the settings.

        Args:
            document: the page.
            images: all of its images.
            article: the blocks of kept article text. They are not captions, unless one repeats the alternative text of
                the image beside it, is a note in italics or small letters right below an image, or is inside a short
                enough element that is named a caption: some captions repeat a sentence of the article.
            declared: the captions declared for machines, by `picture_key`; see `read_declared_captions`.
            settings: the limits of captions.
        """
        self._hidden = document.hidden
        self.images = tuple(images)
        self._declared = declared
        self._settings = settings
        self._reader = PieceReader(document, settings.max_characters)
        self._attributes = Attributes(document.body)
        self._authors = document.metadata.authors
        self._territories = Territories(images, document.body)
        self._stated = StatedCaptions(images, self._attributes, declared)
        called = CalledCaptions(document, self._territories)
        self._article = frozenset(article)
        self._series = self._find_series(document)
        for element in self._article:
            caption = called.find_around(element)
            is_named = caption is not None and self._is_short(caption)
            is_beside = self._is_note_below(element) or self._is_line_below(element) or self._is_in_picture_box(element)
            is_beside = is_beside or element in self._series
            if not (is_named or is_beside or self._repeats_statement(element)):
                self._territories.add_article(element)
        self._marked = MarkedCaptions(document, self._territories)
        self._found: dict[ImageCandidate, Caption | None] = {}

    def find(self, image: ImageCandidate) -> Caption | None:
        """Return the caption of one of the page's images; it has no text if there is just a credit."""
        if image not in self._found:
            self._found[image] = self._find(image)
        return self._found[image]

    def find_elements(self) -> frozenset[HtmlElement]:
        """Return the elements that contain the visible caption of any image."""
        found = (self.find(image) for image in self.images)
        return frozenset(each.element for each in found if each is not None and each.source not in NOT_SHOWN)

    def _repeats_statement(self, element: HtmlElement) -> bool:
        """Return whether an element's text is what the page states of the only image beside or right above it."""
        around = element.getparent()
        if around is None or is_text_by_form(element):
            return False
        key = self._territories.find_owner(around)
        stated = self._stated.of_copies(key or self._find_picture_above(element) or "")
        return self._is_stated(element, stated) if stated else False

    def _is_long_statement(self, element: HtmlElement, key: str) -> bool:
        """Return whether a text that is too long for a caption without a name is what the page states of an image.

        It stands in a box with the image; a paragraph among others is the story's, and the statement an excerpt of it.
        """
        if not self._is_plain(self._reader.read(element), self._settings.max_characters):
            return False
        beside = element.getparent().iter() if element.tag == "p" else ()
        is_stated = self._is_stated(element, self._stated.of_copies(key))
        return is_stated and not any(each in self._article and each is not element for each in beside)

    def _is_stated(self, element: HtmlElement, stated: Container[str]) -> bool:
        return fold(part_credit(self._reader.read(element).pieces)[0] or "") in stated

    def _find_picture_above(self, element: HtmlElement) -> str | None:
        """Return the key of the single image right above an element, without text of its own; None if there is none."""
        before = tuple(islice(find_wrapper(element).itersiblings(preceding=True), MAX_ASIDE))
        if not any(map(self._territories.has_picture, before)):
            return None
        for above in before:
            if self._reader.read(above).size:
                return None
            if self._territories.has_picture(above):
                return self._territories.find_owner(above)
        return None

    def _is_note_below(self, element: HtmlElement) -> bool:
        """Return whether an element is a short note right below a single image, by its letters or by its credit."""
        if self._find_picture_above(element) is None:
            return False
        reading = self._reader.read(element)
        return self._is_plain(reading) and self._is_note_of_picture(element, reading.text)

    def _is_line_below(self, element: HtmlElement) -> bool:
        """Return whether an element has an image and behind it a short text: a centred line, or one with a credit."""
        first = next(iter(element), None)
        if first is None or self._territories.find_owner(element) is None or has_text(element.text):
            return False
        reading = self._reader.read(element)
        if not self._territories.has_picture(first) or not self._is_plain(reading):
            return False
        is_line = self._is_note(element) and element.find("br") is not None
        return is_line or is_labelled(reading.text)

    def _is_in_picture_box(self, element: HtmlElement) -> bool:
        """Return whether an element is in a box for a single image and its caption, with little text.

        It is a table that is named a caption, as Mailchimp's `<table class="mcnCaptionBottomContent">`, or has the
        element as its `<caption>`, or any box named a figure, as DocBook's, or with a `figcaption` below the element.
        """
        if self._territories.has_picture(element):
            return False
        for around in islice(element.iterancestors(), self._settings.max_levels):
            if self._territories.has_picture(around):
                return any(_is_picture_box(box, element) for box in self._list_boxes(around))
        return False

    def _list_boxes(self, element: HtmlElement) -> Iterator[HtmlElement]:
        """Yield an element with an image, and its ancestors with no other image and no text to speak of."""
        for box in (element, *islice(element.iterancestors(), self._settings.max_levels)):
            if self._territories.find_owner(box) is None or not self._is_plain(self._reader.read(box)):
                return
            yield box

    def _is_note_of_picture(self, element: HtmlElement, text: str) -> bool:
        """Return whether a text below an image is a note in italics or small letters, or ends with a credit.

        A sentence is none, unless it is centred too: writers also stress what they say beside an image. A quotation is
        none either.
        """
        if is_labelled(text):
            return True
        is_said = text.startswith(QUOTATION_MARKS) and END_OF_SPEECH.search(text, 1) is not None
        return self._is_note(element) and not is_said and (not SENTENCE_END.search(text) or is_centred_note(element))

    def _find_series(self, document: Document) -> frozenset[HtmlElement]:
        """Return the texts under pictures that are captions by their format, unless they are half of the article."""

        def measure(element: HtmlElement) -> int:
            reading = self._reader.read(element)
            return reading.size if self._is_plain(reading) and not is_called_otherwise(element) else 0

        levels = self._settings.max_levels
        found = find_series(self.images, self._territories, document.order.elements, measure, levels)
        return found if 2 * len(found & self._article) < len(self._article) else frozenset()

    def _is_note(self, element: HtmlElement) -> bool:
        return is_note(element) and not self._are_notes_usual

    @cached_property
    def _are_notes_usual(self) -> bool:
        """Whether most of the article is set like a note, as in newsletters whose text is centred."""
        return 2 * sum(map(is_note, self._article)) > len(self._article)

    def _find(self, image: ImageCandidate) -> Caption | None:
        around = tuple(self._list_around(image))
        mere_credit: Caption | None = None
        for caption in self._list_captions(image, around):
            if caption.text:
                stated = self._stated.of_copies(image.key).get(fold(caption.text))
                credit = caption.credit or self._find_credit(around) or stated
                credit = credit and _leave_out(credit, caption.text)
                return caption if credit == caption.credit else replace(caption, credit=credit)
            mere_credit = mere_credit or caption
        return mere_credit

    def _list_around(self, image: ImageCandidate) -> Iterator[HtmlElement]:
        """Yield the ancestors that contain no other image and no article text, innermost first."""
        for element in islice(image.element.iterancestors(), self._settings.max_levels):
            if not self._territories.belongs_to(image.key, element):
                return
            yield element

    def _list_captions(self, image: ImageCandidate, around: Sequence[HtmlElement]) -> Iterator[Caption]:
        marked = self._list_marked(self._marked.find_near(image, self._settings.max_levels))
        near = tuple([self._move_name_to_credit(caption, image.alt or "", around) for caption in marked])
        yield from near
        if near:
            if not any(caption.text for caption in near):
                yield from self._list_beside_credit(near, around)
            return
        yield from self._list_described((image.element, *around))
        yield from self._list_blocks(around, image.key)
        yield from self._list_beside(image, around[-1] if around else image.element)
        yield from self._list_marked(self._marked.find_shared(image, self._settings.max_levels))
        yield from self._list_marked(self._marked.find_anywhere(image))
        yield from self._list_invisible(image, around)

    def _list_marked(self, elements: Iterable[HtmlElement]) -> Iterator[Caption]:
        for element in elements:
            if self._is_short(element):
                yield from self._read_caption(element, "figcaption" if element.tag == "figcaption" else "sibling")

    def _list_beside_credit(self, credits: Sequence[Caption], around: Iterable[HtmlElement]) -> Iterator[Caption]:
        """Yield the other text around an image whose marked caption is just a credit."""
        named = {piece for caption in credits for piece in self._reader.read(caption.element).pieces}
        for element in around:
            reading = self._reader.read(element)
            if is_called_otherwise(element) or not self._is_plain(reading):
                return
            text, _ = part_credit(tuple(piece for piece in reading.pieces if piece not in named))
            if text:
                yield Caption(text, credits[0].credit, reading.link_share, "first_block", element)
            if text or element.tag == "figure":
                return

    def _move_name_to_credit(self, caption: Caption, alt: str, around: Sequence[HtmlElement]) -> Caption:
        """Return a caption whose text is just the maker's name as a caption with a credit and no text.

        Below a picture of a dress, "Jo Doe" is its maker if the page says beside it what the alternative text says.
        """
        if caption.text is None:
            return caption
        if not is_lone_name(caption.text, alt):
            beside = next(self._list_beside_credit((caption,), around), None) if are_names(caption.text) else None
            if beside is None or fold(beside.text or "") != fold(alt):
                return caption
        return replace(caption, text=None, credit=" / ".join(filter(None, (caption.text, caption.credit))))

    def _list_described(self, elements: Iterable[HtmlElement]) -> Iterator[Caption]:
        for element in elements:
            for target in self._attributes.find_descriptions(element):
                if not self._is_occupied(target) and self._is_short(target):
                    yield from self._read_caption(target, "aria")

    def _list_blocks(self, around: Iterable[HtmlElement], key: str) -> Iterator[Caption]:
        """Yield the text of the innermost element that has any, as in Joshi & Liu (2009, section 4.3)."""
        for element in around:
            if is_called_otherwise(element):
                return
            reading = self._reader.read(element)
            if self._is_plain(reading) or self._is_long_statement(element, key):
                yield from self._read_caption(element, "first_block")
            if reading.size or reading.has_heading:
                return

    def _list_beside(self, image: ImageCandidate, outermost: HtmlElement) -> Iterator[Caption]:
        """Yield the text after an image, if it looks like a caption or repeats the alternative text."""
        if has_text(outermost.tail):
            return
        for sibling in islice(outermost.itersiblings(), MAX_ASIDE):
            if self._is_occupied(sibling) or has_text(sibling.tail):  # part of a paragraph that continues after it
                return
            reading = self._reader.read(sibling)
            if is_hidden(sibling) or sibling in self._hidden or not (reading.size or reading.has_heading):
                continue
            if self._is_like_caption(sibling, image):
                yield from self._read_caption(sibling, "sibling")
            return

    def _is_like_caption(self, element: HtmlElement, image: ImageCandidate) -> bool:
        """Return whether a text after an image is set or labelled like a caption, or repeats the alternative text."""
        reading = self._reader.read(element)
        if is_called_otherwise(element):
            return False
        if not self._is_plain(reading):
            return self._is_long_statement(element, image.key)
        if is_small_print(element) or self._is_note(element) or element in self._series:
            return True
        if is_labelled(reading.text):
            return True
        is_stated = self._is_stated(element, self._stated.of_copies(image.key))
        return (is_stated or says_the_same(reading.text, image.alt or "")) and not is_text_by_form(element)

    def _list_invisible(self, image: ImageCandidate, around: Sequence[HtmlElement]) -> Iterator[Caption]:
        for element in (image.element, *around):
            yield from self._make_caption(self._attributes.find_data_caption(element), "attribute", image)
        declared = find_declared_caption(image, self._declared)
        if declared != image.alt:  # content management systems declare the alternative text if there is no caption
            yield from self._make_caption(declared, "json_ld", image)
        for element in around:
            yield from self._make_caption(self._attributes.find_figure_label(element), "aria", image)
        if 0 < self._settings.min_alt_words <= count_words(image.alt or ""):
            yield from self._make_caption(image.alt, "alt", image)

    def _find_credit(self, around: Iterable[HtmlElement]) -> str | None:
        """Return the credit beside an image, outside its caption; None if there is none."""
        for element in around:
            if is_called_otherwise(element):
                return None
            reading = self._reader.read(element)
            if reading.has_heading or reading.size > self._settings.max_characters:
                return None
            marked = tuple(piece for piece in reading.pieces if piece.is_credit or CREDIT_LABEL.match(piece.text))
            if marked and (credit := part_credit(marked)[1]):
                return credit
            if owner := self._find_owner_above_caption(element, reading):
                return owner
        return None

    def _find_owner_above_caption(self, element: HtmlElement, reading: ElementText) -> str | None:
        """Return the owner named beside an image, if the next element has the `figcaption`, as at the BBC."""
        below = element.getnext()
        if below is None or len(reading.pieces) != 1:
            return None
        if not any(inner.tag == "figcaption" for inner in islice(below.iter("*"), MAX_WRAPPED)):
            return None
        return read_owner(reading.pieces[0].text)

    def _is_occupied(self, element: HtmlElement) -> bool:
        return self._territories.has_picture(element) or self._territories.has_article(element)

    def _is_about_page(self, text: str) -> bool:
        """Return whether a text says just when the page was published or who wrote it: "caption" is also a size."""
        return is_date(text) or names_author(text, self._authors)

    def _is_of_author(self, text: str) -> bool:
        """Return whether a text only names owners, one of whom wrote the page: "Jo Doe/Courier"."""
        owners = (read_owner(text) or "").split("/")
        return not set(map(fold, self._authors)).isdisjoint(map(fold, owners))

    def _is_short(self, element: HtmlElement) -> bool:
        return self._reader.read(element).size <= self._settings.max_characters

    def _is_plain(self, reading: ElementText, longest: int = 0) -> bool:
        """Return whether an unmarked text can be a caption: it is short, has no heading and few links."""
        is_short = reading.size <= (longest or self._settings.max_untagged_characters)
        return is_short and not reading.has_heading and reading.link_share < self._settings.link_share

    def _read_caption(self, element: HtmlElement, source: CaptionSource) -> Iterator[Caption]:
        reading = self._reader.read(element)
        if element.tag != "figcaption" and self._is_about_page(reading.text):
            return
        text, credit = part_credit(reading.pieces)
        if text and not credit and self._is_of_author(text):
            text, credit = None, text
        if (text or credit) and len(text or "") <= self._settings.max_characters:
            yield Caption(text, credit, reading.link_share, source, element)

    def _make_caption(self, value: str | None, source: CaptionSource, image: ImageCandidate) -> Iterator[Caption]:
        if value and len(value) <= self._settings.max_characters:
            text, credit = part_credit((Piece(value, False),))
            yield Caption(text, credit, 0.0, source, image.element)


def _is_picture_box(box: HtmlElement, inside: HtmlElement) -> bool:
    if box.tag == "table":
        return inside.tag == "caption" or is_called_caption(box)
    return is_called_figure(box) or is_above_figcaption(inside)


def _leave_out(credit: str, caption: str) -> str | None:
    """Return a credit without the caption, where both are in elements named a credit; None if nothing is left."""
    return " / ".join(part for part in credit.split(" / ") if fold(part) != fold(caption)) or None
