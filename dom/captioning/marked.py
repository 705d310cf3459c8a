"""Which elements a page marks as captions, by names or by a format of their own, and the image that each belongs to."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain, islice
from typing import NamedTuple

from lxml import etree
from lxml.html import HtmlElement

from cutline.dom.ancestors import climb_to_known
from cutline.dom.captioning.marks import (
    MAX_ASIDE,
    is_called_caption,
    is_called_caption_or_picture_text,
    is_note,
    is_small_print,
)
from cutline.dom.captioning.pieces import has_text
from cutline.dom.document import Document
from cutline.dom.images.addresses import is_placeholder
from cutline.dom.images.candidates import PICTURE_FRAMES, ImageCandidate
from cutline.dom.images.sources import IMAGE_TAGS

MAX_BETWEEN = 3  # siblings between an image and its caption
LEAST_TEXTS = 2  # elements with article text behind an image, from which what follows is no caption of it
MAX_PLACES = 3  # captions stored per place; some are empty, for a script to fill

Captions = dict[HtmlElement, list[HtmlElement]]
SMALLEST_PICTURE = 60  # pixels; a smaller one is an icon and has no territory
# SVG drawings, and names of buttons to enlarge an image, in the last part of an address.
BUTTON = re.compile(
    r"\.svg(?:[?#]|$)|(?:^|[/_.-])(?:icons?|zoom|expand|enlarge|magnif\w{0,8}|scale|full-?screen|lupe|loupe|sprite)"
    r"(?:[_-]?\w{0,12})?\.\w{3,4}(?:[?#]|$)",
    re.I,
)
MAX_ADDRESS = 200  # last characters of an address that are searched for such a name
FRAMES = frozenset(("figure", "picture"))  # elements that usually show one image
OTHER_MEDIA = frozenset("table iframe video audio blockquote pre object embed".split())
MAX_INSIDE = 50  # elements searched for these
MAX_FRAME_LEVELS = 8  # ancestors of an image that are searched for frames


class CalledCaptions:
    """Finds the element named a caption around an element, in linear time for all elements."""

    def __init__(self, document: Document, territories: Territories) -> None:
        """Take the page and the territories of its images."""
        self._territories = territories
        self._body = document.body
        self._marked: dict[HtmlElement, HtmlElement | None] = {}

    def find_around(self, element: HtmlElement) -> HtmlElement | None:
        """Return the outermost ancestor-or-self without images that is marked, if it is marked as a caption."""
        marked = self._find_marked(element)
        return marked if marked is not None and is_called_caption(marked) else None

    def _find_marked(self, element: HtmlElement) -> HtmlElement | None:
        chain = []
        around: HtmlElement | None = element
        while around is not None and around not in self._marked and not self._territories.has_picture(around):
            chain.append(around)
            around = None if around is self._body else around.getparent()
        marked = None if around is None else self._marked.get(around)
        for inner in reversed(chain):
            if marked is None and is_called_caption_or_picture_text(inner):
                marked = inner
            self._marked[inner] = marked
        return marked


class MarkedCaptions:
    """Finds the elements marked as captions that are beside an image, in linear time."""

    def __init__(self, document: Document, territories: Territories) -> None:
        """Take the page and the territories of its images."""
        self._territories = territories
        self._hidden = document.hidden
        self._near: Captions = {}
        self._of_figures: Captions = {}
        self._of_pictures: dict[str, list[HtmlElement]] = {}
        self._place_all(document.body)

    def find_near(self, image: ImageCandidate, max_levels: int) -> Iterator[HtmlElement]:
        """Yield the elements marked as an image's caption, nearest first, up to `max_levels` levels up."""
        for element in (image.element, *islice(image.element.iterancestors(), max_levels)):
            if self._territories.find_owner(element) != image.key:
                return
            yield from self._near.get(element, ())

    def find_shared(self, image: ImageCandidate, max_levels: int) -> Iterator[HtmlElement]:
        """Yield the caption of the figure around an image, or behind a row, if there is one, shared by all its images.

        Galleries put each image in a figure of its own; the caption they share is that of the figure around those.
        """
        around = islice(image.element.iterancestors(), max_levels)
        captions = next(filter(None, (self._of_figures.get(element) for element in around)), [])
        if len(captions) == 1:
            yield captions[0]

    def find_anywhere(self, image: ImageCandidate) -> Iterator[HtmlElement]:
        """Yield the elements marked as captions of any copy of the image on the page."""
        yield from self._of_pictures.get(image.key, ())

    def _place_all(self, body: HtmlElement) -> None:
        """Store the marked elements in each branch beside an image; a branch is an outermost element without images."""
        walker = etree.iterwalk(body, events=("start",))
        for _, element in walker:
            if self._territories.has_picture(element):
                continue
            walker.skip_subtree()
            if self._is_hidden(element):
                continue
            place = None if self._is_shared(element) else self._find_place(element)
            if place is not None:
                self._place(element, place)
            elif (figure := self._find_shared_place(element)) is not None and not self._territories.has_article(
                element
            ):
                self._add(self._of_figures.setdefault(figure, []), element)

    def _find_shared_place(self, branch: HtmlElement) -> HtmlElement | None:
        """Return the figure of a `figcaption`, or the row of images and no text before a `<div>` that is named one."""
        if branch.tag == "figcaption":
            return branch.getparent() if branch.getparent().tag == "figure" else None
        is_named = branch.tag == "div" and "caption" in branch.get("class", "").split()
        row = branch.getprevious() if is_named else None
        is_row = row is not None and self._territories.has_picture(row) and not self._territories.has_article(row)
        return row if is_row and self._territories.find_owner(row) is None else None

    def _is_shared(self, branch: HtmlElement) -> bool:
        """Return whether a branch is the only `figcaption` of a figure with several images."""
        figure = branch.getparent()
        if branch.tag != "figcaption" or figure.tag != "figure" or self._territories.find_owner(figure) is not None:
            return False
        others = chain(branch.itersiblings("figcaption"), branch.itersiblings("figcaption", preceding=True))
        return next(others, None) is None

    def _find_place(self, branch: HtmlElement) -> HtmlElement | None:
        """Return the element with a single image that the captions in a branch belong to."""
        around = branch.getparent()
        if self._territories.find_owner(around) is None or self._territories.has_article(around):
            around = None if self._holds_other_media(branch) else self._find_neighbour(branch)
        return around if around is not None and self._territories.find_owner(around) is not None else None

    def _place(self, branch: HtmlElement, place: HtmlElement) -> None:
        key = self._territories.find_owner(place) or ""
        walker = etree.iterwalk(branch, events=("start",))
        for _, element in walker:
            if self._is_hidden(element) or element.tag == "legend":  # of a form: "legend" is French for a caption too
                walker.skip_subtree()
            elif is_called_caption_or_picture_text(element):
                walker.skip_subtree()
                if not self._territories.has_article(element):
                    self._add(self._near.setdefault(place, []), element)
                    self._add(self._of_pictures.setdefault(key, []), element)

    @staticmethod
    def _add(captions: list[HtmlElement], element: HtmlElement) -> None:
        if len(captions) < MAX_PLACES:
            captions.append(element)

    def _is_hidden(self, element: HtmlElement) -> bool:
        return element in self._hidden and element.tag not in PICTURE_FRAMES

    def _holds_other_media(self, branch: HtmlElement) -> bool:
        """Return whether a branch has what its caption is about: a table, a video, a picture that a script loads."""
        inside = islice(branch.iter("*"), MAX_INSIDE)
        return any(element.tag in OTHER_MEDIA or self._territories.is_unfilled(element) for element in inside)

    def _find_neighbour(self, branch: HtmlElement) -> HtmlElement | None:
        """Return the nearest sibling with an image: captions are usually below it, rarely above.

        One that is an item above the images of a list is that of all. With text of the article behind the image it
        belongs to none: themes have a class of this name for small letters anywhere.
        """
        before = islice(branch.itersiblings(preceding=True), MAX_BETWEEN)
        after = islice(branch.itersiblings(), 0 if branch.tag == "li" else 1)
        nearest = next((sibling for sibling in (*before, *after) if self._territories.has_picture(sibling)), None)
        return None if nearest is None or self._has_article_behind(nearest) else nearest

    def _has_article_behind(self, box: HtmlElement) -> bool:
        """Return whether article text of more than a standfirst stands behind the last image in a box."""
        texts = 0
        for _ in range(MAX_FRAME_LEVELS):
            for child in box.iterchildren(reversed=True):
                if self._territories.has_picture(child):
                    box = child
                    break
                texts += self._territories.has_article(child)
            else:
                break
        return texts >= LEAST_TEXTS


class Territories:
    """Which elements contain a single image and no article text, found in linear time.

    Copies of one image (by `ImageCandidate.key`) count as one image.
    """

    def __init__(self, images: Iterable[ImageCandidate], body: HtmlElement) -> None:
        """Take the page's images, and its body, which belongs to none of them."""
        self._article: set[HtmlElement] = set()
        self._owners: dict[HtmlElement, str | None] = {}  # None: several images
        images = tuple(images)
        self._unfilled = frozenset(image.element for image in images if _is_unfilled(image))
        for image in _drop_buttons([image for image in images if not is_icon(image)]):
            self._add_picture(image)
        self.add_article(body)

    def add_article(self, element: HtmlElement | None) -> None:
        """Mark an element and its ancestors as containing article text."""
        self._article.update(climb_to_known(element, self._article)[0])

    def has_picture(self, element: HtmlElement) -> bool:
        """Return whether the element contains any image."""
        return element in self._owners

    def has_article(self, element: HtmlElement) -> bool:
        """Return whether the element contains article text."""
        return element in self._article

    def is_unfilled(self, element: HtmlElement) -> bool:
        """Return whether an element is an image without an address, which a script fills in; icons are none."""
        return element in self._unfilled

    def find_owner(self, element: HtmlElement) -> str | None:
        """Return the key of the only image in an element; None if there is none or several."""
        return self._owners.get(element)

    def belongs_to(self, key: str, element: HtmlElement) -> bool:
        """Return whether the element contains the image with that key, no other image, and no article text."""
        return self._owners.get(element) == key and element not in self._article

    def _add_picture(self, image: ImageCandidate) -> None:
        element: HtmlElement | None = image.element
        while element is not None and self._owners.get(element, "") not in (None, image.key):
            self._owners[element] = None if element in self._owners else image.key
            element = element.getparent()


def is_icon(image: ImageCandidate) -> bool:
    """Return whether an image is too small or a placeholder, so that it has no caption."""
    return is_placeholder(image.url) or _is_small(image)


def _is_unfilled(image: ImageCandidate) -> bool:
    """Return whether an image has no address yet and is no icon: those in captions are."""
    around = islice(image.element.iterancestors(), MAX_FRAME_LEVELS)
    return is_placeholder(image.url) and not _is_small(image) and not any(map(is_called_caption, around))


def _is_small(image: ImageCandidate) -> bool:
    sizes = filter(None, (image.width, image.height))  # pages write 0 for unknown
    return any(size < SMALLEST_PICTURE for size in sizes)


def _drop_buttons(images: Sequence[ImageCandidate]) -> Sequence[ImageCandidate]:
    """Return the images without those that look like buttons and share a frame with another image."""
    doubtful = frozenset(filter(_may_be_button, images))
    if not doubtful:
        return images
    framed = {frame for image in images if image not in doubtful for frame in _list_frames(image)}
    return [image for image in images if image not in doubtful or framed.isdisjoint(_list_frames(image))]


def _may_be_button(image: ImageCandidate) -> bool:
    is_own_element = image.kind == "image" and "-" in image.element.tag and image.element.tag not in IMAGE_TAGS
    return is_own_element or BUTTON.search(image.url[-MAX_ADDRESS:]) is not None


def _list_frames(image: ImageCandidate) -> Iterator[HtmlElement]:
    around = islice(image.element.iterancestors(), MAX_FRAME_LEVELS)
    return (element for element in around if element.tag in FRAMES)


LEAST_PICTURES = 3  # with a text in that format below
SHARE = 0.8  # of the texts in a format that stand below pictures
MAX_CHARACTERS = 400  # characters of a class or style


class Format(NamedTuple):
    """How a text is set: its element's tag, class and style, all in a note's letters, or behind `<br>` and an image."""

    tag: str
    names: str
    style: str
    is_note: bool
    is_broken: bool = False


def find_series(
    images: Iterable[ImageCandidate],
    territories: Territories,
    elements: Iterable[HtmlElement],
    size_of: Callable[[HtmlElement], int],
    max_levels: int,
) -> frozenset[HtmlElement]:
    """Return the elements right below pictures whose format is that of at least three, and of hardly any other text.

    An element that begins with an image and `<br>` counts as the text below it.

    Args:
        images: those of the page.
        territories: which elements contain a single image.
        elements: all elements of the page, in document order.
        size_of: returns how many characters of text an element has; 0 if it cannot be a caption.
        max_levels: elements around an image in which its caption may stand.
    """
    found = dict(filter(None, (_find_below(image, territories, max_levels) for image in images)))
    counts = Counter(found.values())
    below = {each: kind for each, kind in found.items() if counts[kind] >= LEAST_PICTURES and size_of(each)}
    own = choose_formats(Counter(below.values()), elements)
    return frozenset(element for element, kind in below.items() if kind in own)


def choose_formats(below: Mapping[Format, int], elements: Iterable[HtmlElement]) -> frozenset[Format]:
    """Return the formats of at least three texts below pictures and hardly any other.

    Args:
        below: how many texts below pictures have each format.
        elements: all elements that may have it.
    """
    frequent = {kind: count for kind, count in below.items() if count >= LEAST_PICTURES}
    if not frequent:
        return frozenset()
    tags, named = {kind.tag for kind in frequent}, {kind[:3] for kind in frequent}
    alike = (element for element in elements if element.tag in tags and _name_format(element) in named)
    everywhere = Counter(map(read_format, alike))
    return frozenset(kind for kind, count in frequent.items() if count >= SHARE * everywhere[kind])


def _find_below(image: ImageCandidate, territories: Territories, max_levels: int) -> tuple[HtmlElement, Format] | None:
    """Return the element with the first text behind an image, and its format; None if that is beside other images."""
    element = image.element
    for around in islice(image.element.iterancestors(), max_levels):
        is_alone = territories.find_owner(around) == image.key and not has_text(around.text)
        for sibling in (element, *islice(element.itersiblings(), MAX_ASIDE)):
            if sibling is not element and (has_text(sibling.text) or len(sibling)):
                return None if territories.has_picture(sibling) else (sibling, read_format(sibling))
            if has_text(sibling.tail):
                is_broken = is_alone and sibling.tag == "br" and element.getprevious() is None
                return (around, read_format(around)._replace(is_broken=True)) if is_broken else None
        if not is_alone:
            return None
        element = around
    return None


def _name_format(element: HtmlElement) -> tuple[str, str, str]:
    return str(element.tag), element.get("class", "")[:MAX_CHARACTERS], element.get("style", "")[:MAX_CHARACTERS]


def read_format(element: HtmlElement) -> Format:
    """Return how the text of an element is set."""
    return Format(*_name_format(element), is_small_print(element) or is_note(element))
