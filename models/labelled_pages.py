"""Labelled pages of a corpus, and the rule that decides which pieces of a page belong to its labelled text.

Training and measurement use the same rule.
"""

from __future__ import annotations

import gzip
import zlib
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TextIO, cast

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from cutline.dom.scripts import cut_words
from cutline.errors import SourceError

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
