"""Labelled pages of a corpus, and the rules by which pieces and images of a page are those of its labels.

Training and measurement use the same rules.
"""

from __future__ import annotations

import gzip
import zlib
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TextIO, cast
from urllib.parse import unquote, urljoin, urlsplit

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from cutline.dom.images.candidates import ImageCandidate
from cutline.dom.scripts import cut_words
from cutline.errors import SourceError
from cutline.types import Image

ARTICLE = "article"  # the page type of articles
ENCODING = "utf-8-sig"  # some editors write a byte order mark

SHINGLE_WORDS = 4
SHARE = 0.6  # of a text's 4-grams that must be in the labelled text
TITLE_SHARE = 0.8  # word F1 with the labelled title that a title must have
MAX_PLACES = 20  # of one 4-gram in a labelled text; limits the time for repetitive texts

Shingle = tuple[str, ...]


class _Labels(BaseModel):
    model_config = ConfigDict(frozen=True, extra="ignore")


class LabelledImage(_Labels):
    """A picture of the article: its address in the page, those of its size variants, its caption."""

    src: str | None = None
    gold_urls: tuple[str | None, ...] | None = None
    caption: str | None = None


class OtherImage(_Labels):
    """A picture that is not part of the article, or for which this is undecided."""

    src: str | None = None


class LabelledPage(_Labels):
    """The labels of one page; parts that are missing or empty are not scored.

    `with_` and `without` are snippets that must and must not be in the text. `images` is None if the page's images are
    not labelled, and empty if none belongs to the article; `ambiguous_images` count neither as right nor as wrong.
    """

    id: str
    site: str | None = None
    url: str | None = None
    lang: str | None = None
    page_type: str | None = None
    html: str = ""
    title: str | None = None
    text: str | None = None
    with_: tuple[str, ...] | None = Field(default=None, alias="with")
    without: tuple[str, ...] | None = None
    images: tuple[LabelledImage, ...] | None = None
    other_images: tuple[str | OtherImage | None, ...] | None = None
    ambiguous_images: tuple[str | OtherImage | None, ...] | None = None

    @property
    def is_article(self) -> bool:
        """Whether it is an article; True for corpora without page types."""
        return self.page_type in (None, ARTICLE)


def read_labelled_pages(path: Path) -> Iterator[LabelledPage]:
    """Yield the pages of a corpus: JSON lines, gzipped if the name ends in `.gz`.

    Raises:
        SourceError: the file cannot be read, a line is not a labelled page, or two have the same id.
    """
    line_of: dict[str, int] = {}
    try:
        with _open(path) as lines:
            for number, line in enumerate(lines, start=1):
                if line.strip():
                    page = _read_line(line, f"Line {number} of {path}")
                    if (first := line_of.setdefault(page.id, number)) != number:
                        raise SourceError(f"Lines {first} and {number} of {path} have the same id; leave one out.")
                    yield page
    except (OSError, EOFError, zlib.error, UnicodeDecodeError) as error:
        raise SourceError(f"The corpus {path} cannot be read: {error}.") from error


def _open(path: Path) -> TextIO:
    return (
        cast(TextIO, gzip.open(path, "rt", encoding=ENCODING)) if path.suffix == ".gz" else path.open(encoding=ENCODING)
    )


def _read_line(line: str, place: str) -> LabelledPage:
    try:
        return LabelledPage.model_validate_json(line)
    except ValidationError as error:
        first = error.errors()[0]
        field = ".".join(str(part) for part in first["loc"])
        message = first["msg"].replace(" at line 1 column ", " at character ")
        raise SourceError(f"{place} is not a labelled page: {f'{field}: ' if field else ''}{message}.") from error


class GoldText:
    """The labelled text of one page, indexed so that a piece of the page is looked up in linear time."""

    def __init__(self, text: str) -> None:
        """Index the text."""
        words = cut_words(text)
        self._sequence = f" {' '.join(words)} "
        self._places: defaultdict[Shingle, list[int]] = defaultdict(list)
        for place, shingle in enumerate(cut_shingles(words)):
            if len(self._places[shingle]) < MAX_PLACES:
                self._places[shingle].append(place)

    def has_sequence(self, words: list[str]) -> bool:
        """Whether the words occur in the text in sequence."""
        return f" {' '.join(words)} " in self._sequence

    def count_in_order(self, shingles: list[Shingle]) -> int:
        """Return how many of the 4-grams, at most, occur in the text in the given order."""
        tails: list[int] = []  # at index n, the lowest last place of all increasing runs of n + 1 places
        for shingle in shingles:
            for place in reversed(self._places.get(shingle, ())):
                position = bisect_left(tails, place)
                tails[position : position + 1] = [place]
        return len(tails)


def is_in_gold(text: str, gold: GoldText) -> bool:
    """Whether a piece of a page is part of the labelled text.

    At least 60 % of its word 4-grams must occur there in order; a text of fewer than four words must occur as a
    sequence. A text without words is never part of it.
    """
    words = cut_words(text)
    if len(words) < SHINGLE_WORDS:
        return bool(words) and gold.has_sequence(words)
    shingles = cut_shingles(words)
    return gold.count_in_order(shingles) >= SHARE * len(shingles)


def cut_shingles(words: list[str]) -> list[Shingle]:
    """Return the word 4-grams in order; none for fewer than four words."""
    return list(zip(*(words[start:] for start in range(SHINGLE_WORDS)), strict=False))


def mark_content(texts: Sequence[str], is_gold: Sequence[bool]) -> list[bool]:
    """Return which pieces of a page are content, as an annotator would mark them.

    These are the pieces of the labelled text, but short ones only if they are between longer ones: a menu word that the
    article happens to use is not content.
    """
    found = [place for place, is_found in enumerate(is_gold) if is_found]
    long = [place for place in found if len(cut_words(texts[place])) >= SHINGLE_WORDS]
    within = range(long[0], long[-1] + 1) if long else range(len(texts))
    return [is_found and place in within for place, is_found in enumerate(is_gold)]


def title_f1(text: str, title: str | None) -> float:
    """Return the word F1 of a piece of a page and the labelled title (0..1)."""
    one, other = Counter(cut_words(text)), Counter(cut_words(title or ""))
    return 2 * (one & other).total() / max(1, one.total() + other.total())


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
        groups = [[image.src, *(image.gold_urls or ())] for image in page.images or ()]
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
