"""Which captions a page states for scripts and machines: in attributes around an image, or in JSON-LD."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from itertools import chain, islice

from lxml.html import HtmlElement

from cutline.dom.captioning.credit_parting import part_credit
from cutline.dom.captioning.marks import MAX_ASIDE, is_called_caption
from cutline.dom.captioning.pieces import Piece
from cutline.dom.images.addresses import picture_key
from cutline.dom.images.candidates import ImageCandidate
from cutline.dom.metadata.declarations import Declarations
from cutline.dom.metadata.json_ld import JsonLdNode, as_list, read_text
from cutline.dom.metadata.plain_text import fold, to_plain_text
from cutline.dom.tags import HEADING_TAGS
from cutline.dom.web_addresses import absolute_url

DATA_NAME = re.compile(r"data-(?:\w+-)*(?:caption|legende?|bildunterschrift|sub-?html)")
MAX_NAME = 40  # characters of an attribute's name
MAX_VALUE = 4096  # characters of a value, including markup
MAX_REFERENCES = 3  # elements that one attribute refers to
REFERENCES = ("aria-describedby", "aria-labelledby")
CONTROLS = frozenset(("a", "button"))  # refer to hints: "Opens in a new window"
ADDRESSES = ("url", "contentUrl", "@id", "thumbnailUrl")
TEXTS = ("caption", "description")
MAX_ADDRESS = 4096  # characters of an address


class Attributes:
    """Reads captions in attributes; caches data captions, since an element may be around many images."""

    def __init__(self, body: HtmlElement) -> None:
        """Take the page's body."""
        self._body = body
        self._data_captions: dict[HtmlElement, str | None] = {}

    def find_descriptions(self, element: HtmlElement) -> Iterator[HtmlElement]:
        """Yield the elements that this one refers to as its description or label; headings and hints are no caption."""
        for name in () if element.tag in CONTROLS else REFERENCES:
            value = element.get(name)
            if value:
                targets = (self._ids.get(target) for target in islice(value[:MAX_VALUE].split(), MAX_REFERENCES))
                yield from (target for target in targets if target is not None and target.tag not in HEADING_TAGS)

    def find_data_caption(self, element: HtmlElement) -> str | None:
        """Return the caption in an attribute for scripts; None if there is none.

        That is `data-caption` and the like, or the `title` of an image that is named a caption, as Joomla writes it.
        """
        if element not in self._data_captions:
            captions = (
                _clean(element.get(name))
                for name in element.attrib
                if name.startswith("data-") and len(name) <= MAX_NAME and DATA_NAME.fullmatch(name)
            )
            title = _clean(element.get("title")) if element.tag == "img" and is_called_caption(element) else None
            self._data_captions[element] = next(filter(None, captions), title)
        return self._data_captions[element]

    @cached_property
    def _ids(self) -> dict[str, HtmlElement]:
        return {name: element for element in self._body.iter() if (name := element.get("id"))}

    @staticmethod
    def find_figure_label(element: HtmlElement) -> str | None:
        """Return a figure's `aria-label`; None for other elements: an image's own label is an alternative text."""
        is_figure = element.tag == "figure" or element.get("role") == "figure"
        return _clean(element.get("aria-label")) if is_figure else None


def _clean(value: str | None) -> str | None:
    return to_plain_text(value) or None if value and len(value) <= MAX_VALUE else None


def read_declared_captions(declared: Declarations, base_url: str | None) -> dict[str, str]:
    """Return the declared captions by `picture_key`; the first one if an image has several."""
    found: dict[str, str] = {}
    for node in declared.json_ld.nodes:
        if "ImageObject" not in node.types:
            continue
        text = next(filter(None, (read_text(node.properties.get(name)) for name in TEXTS)), None)
        if text:
            for url in _addresses(node, base_url):
                found.setdefault(picture_key(url), text)
    return found


def find_declared_caption(image: ImageCandidate, captions: Mapping[str, str]) -> str | None:
    """Return the caption declared for any address of an image; None if there is none."""
    if not captions:
        return None
    if image.key in captions:
        return captions[image.key]
    keys = (picture_key(source.url) for source in image.sources[1:])  # `image.key` is that of the first
    return next((captions[key] for key in keys if key in captions), None)


class StatedCaptions:
    """What a page states of its images without showing it, each read when it is asked for."""

    def __init__(self, images: Iterable[ImageCandidate], attributes: Attributes, declared: Mapping[str, str]) -> None:
        """Take the images, the attributes of the page, and the captions that it declares, by `picture_key`."""
        self._attributes, self._declared = attributes, declared
        self._copies = defaultdict[str, list[ImageCandidate]](list)
        for image in images:
            self._copies[image.key].append(image)
        self._read: dict[str, dict[str, str | None]] = {}

    def of_copies(self, key: str) -> Mapping[str, str | None]:
        """Return what is stated of the copies of an image: folded texts, each with its credit."""
        if key not in self._read:
            copies = self._copies.get(key, ())
            self._read[key] = dict(chain.from_iterable(map(self._read_image, copies)))
        return self._read[key]

    def _read_image(self, image: ImageCandidate) -> Iterator[tuple[str, str | None]]:
        near = (image.element, *islice(image.element.iterancestors(), MAX_ASIDE))
        captions = (*map(self._attributes.find_data_caption, near), find_declared_caption(image, self._declared))
        for stated in filter(None, (image.alt, *captions)):
            text, credit = part_credit((Piece(stated, False),))
            if text:
                yield fold(text), credit


def _addresses(node: JsonLdNode, base_url: str | None) -> Iterator[str]:
    for name in ADDRESSES:
        for value in as_list(node.properties.get(name)):
            if isinstance(value, str) and len(value) <= MAX_ADDRESS and (url := absolute_url(value, base_url)):
                yield url
