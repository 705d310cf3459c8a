"""Matching of extracted images with labelled ones."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import unquote, urljoin, urlsplit

from cutline.dom.images.candidates import ImageCandidate
from cutline.models.labelled_pages import LabelledImage, LabelledPage, OtherImage
from cutline.types import Image

# Host and path of an address, and its query if the path is shared by several images.
Key = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ImageMatches:
    """The extracted images of one page, compared with its labels.

    Attributes:
        right: the extracted image for each labelled one that was found, by the label's index.
        wrong: number of extracted images that match no label, or one that was found already.
    """

    right: Mapping[int, Image]
    wrong: int


def match_images(page: LabelledPage, images: Sequence[Image]) -> ImageMatches:
    """Return which extracted images are labelled ones.

    An image matches a label if their addresses match, or, if the labels do not know its address, if its sources match
    exactly one labelled image.
    """
    labels = _LabelKeys(page)
    right: dict[int, Image] = {}
    wrong = 0
    for image in images:
        best = labels.keys([image.url])
        free = next((index for index in labels.find(image, best) if index not in right), None)
        if free is not None:
            right[free] = image
        elif not best & labels.ignored:
            wrong += 1
    return ImageMatches(right, wrong)


def match_candidates(
    page: LabelledPage, images: Sequence[ImageCandidate | Image]
) -> tuple[tuple[tuple[int, ...], ...], list[bool]]:
    """Return, for each image of a page, which labelled images it matches, and whether its label is known."""
    labels = _LabelKeys(page)
    best = [labels.keys([image.url]) for image in images]
    found = tuple(tuple(labels.find(image, keys)) for image, keys in zip(images, best, strict=True))
    return found, [bool(hits) or not keys & labels.ignored for hits, keys in zip(found, best, strict=True)]


class _LabelKeys:
    """The keys of a page's labelled images, of its other images, and of those to ignore."""

    def __init__(self, page: LabelledPage) -> None:
        self._base = page.url or ""
        groups = [_list_addresses(image) for image in page.images or ()]
        others = [_get_address(image) for image in page.other_images or ()]
        self._shared = self._find_shared_paths([*groups, others])
        self._labelled = [self.keys(group) for group in groups]
        self._other = self.keys(others).difference(*self._labelled)
        self.ignored = self.keys(_get_address(image) for image in page.ambiguous_images or ())

    def keys(self, addresses: Iterable[str | None]) -> frozenset[Key]:
        """Return the keys of addresses; data URLs and invalid addresses have none."""
        parts = (_split_address(address, self._base) for address in addresses)
        return frozenset(part if part[0] in self._shared else part[:1] for part in parts if part)

    def find(self, image: Image | ImageCandidate, best: frozenset[Key]) -> list[int]:
        """Return the labelled images that an extracted one may be; `best` are the keys of its own address."""
        hits = self._meet(best)
        if hits or best & self._other:
            return hits
        hits = self._meet(self.keys(source.url for source in image.sources))
        return hits if len(hits) == 1 else []

    def _meet(self, keys: frozenset[Key]) -> list[int]:
        return [index for index, labelled in enumerate(self._labelled) if labelled & keys]

    def _find_shared_paths(self, groups: Sequence[Sequence[str | None]]) -> frozenset[str]:
        owners: defaultdict[str, set[int]] = defaultdict(set)
        for owner, addresses in enumerate(groups):
            for part in filter(None, (_split_address(address, self._base) for address in addresses)):
                owners[part[0]].add(owner)
        return frozenset(path for path, who in owners.items() if len(who) > 1)


def _list_addresses(image: LabelledImage) -> list[str | None]:
    return [image.src, *(image.gold_urls or ())]


def _get_address(image: str | OtherImage | None) -> str | None:
    return image.src if isinstance(image, OtherImage) else image


def _split_address(address: str | None, base: str) -> tuple[str, str] | None:
    if not address or address.startswith("data:"):
        return None
    try:
        parts = urlsplit(urljoin(base, address.strip()))
    except ValueError:
        return None
    path = unquote(parts.netloc.lower() + parts.path)
    return (path, unquote(parts.query)) if path else None
