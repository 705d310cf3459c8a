"""Labelled pages, as they are read from a corpus, and which pieces of a page's text are part of its labelled text.

The second is the rule that methods are trained and measured by.
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

ARTICLE = "article"  # a type of page
ENCODING = "utf-8-sig"  # some editors begin a file with a byte order mark

SHINGLE_WORDS = 4
SHARE = 0.6  # of a text's 4-grams that stand in the labelled text, from which it is part of it
TITLE_SHARE = 0.8  # word F1 with the labelled title from which a text may be the title
MAX_PLACES = 20  # of one 4-gram in a labelled text; bounds the time where a text repeats itself

Shingle = tuple[str, ...]


class _Labels(BaseModel):
    model_config = ConfigDict(frozen=True, extra="ignore")


class LabelledImage(_Labels):
    """A picture that belongs to the article: its address in the page, those of its size variants, its caption."""

    src: str | None = None
    gold_urls: tuple[str | None, ...] | None = None
    caption: str | None = None


class OtherImage(_Labels):
    """A picture that is not the article's, or of which nobody can say."""

    src: str | None = None


class LabelledPage(_Labels):
    """What is known of one page; a part that is absent or empty is not scored.

    `with_` and `without` are snippets that must and must not be in the text. `images` is None where the page's images
    are not labelled, and empty where none belongs to the article; `ambiguous_images` are right neither way.
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
        """Whether it is an article, as is every page of a corpus without types of pages."""
        return self.page_type in (None, ARTICLE)


def read_labelled_pages(path: Path) -> Iterator[LabelledPage]:
    """Yield the pages of a corpus: JSON lines, gzipped where the name ends in `.gz`.

    Raises:
        SourceError: the file cannot be read, a line of it is not a labelled page, or two have the same id.
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
    """The labelled text of one page, made ready so that each piece of the page is looked up in linear time."""

    def __init__(self, text: str) -> None:
        """Take the text; it is read once."""
        words = cut_words(text)
        self._sequence = f" {' '.join(words)} "
        self._places: defaultdict[Shingle, list[int]] = defaultdict(list)
        for place, shingle in enumerate(cut_shingles(words)):
            if len(self._places[shingle]) < MAX_PLACES:
                self._places[shingle].append(place)

    def has_sequence(self, words: list[str]) -> bool:
        """Whether the words stand in the text one behind the other."""
        return f" {' '.join(words)} " in self._sequence

    def count_in_order(self, shingles: list[Shingle]) -> int:
        """Return how many of the 4-grams, at most, stand in the text in the order given."""
        tails: list[int] = []  # of all runs in order that have n + 1 places, the least last place
        for shingle in shingles:
            for place in reversed(self._places.get(shingle, ())):
                position = bisect_left(tails, place)
                tails[position : position + 1] = [place]
        return len(tails)


def is_in_gold(text: str, gold: GoldText) -> bool:
    """Whether a piece of a page is part of the labelled text.

    It is when at least 60 % of its word 4-grams stand there in order; a text under four words when it stands there
    whole and in sequence. A text without words is no part of any.
    """
    words = cut_words(text)
    if len(words) < SHINGLE_WORDS:
        return bool(words) and gold.has_sequence(words)
    shingles = cut_shingles(words)
    return gold.count_in_order(shingles) >= SHARE * len(shingles)


def cut_shingles(words: list[str]) -> list[Shingle]:
    """Return the word 4-grams, in order; none of fewer than four words."""
    return list(zip(*(words[start:] for start in range(SHINGLE_WORDS)), strict=False))


def mark_content(texts: Sequence[str], is_gold: Sequence[bool]) -> list[bool]:
    """Return which pieces of a page are content, as one who annotates the page would mark them.

    They are those of the labelled text, of short ones only those between longer ones: the word of a menu that the
    article happens to use is none.
    """
    found = [place for place, is_found in enumerate(is_gold) if is_found]
    long = [place for place in found if len(cut_words(texts[place])) >= SHINGLE_WORDS]
    within = range(long[0], long[-1] + 1) if long else range(len(texts))
    return [is_found and place in within for place, is_found in enumerate(is_gold)]


def title_f1(text: str, title: str | None) -> float:
    """Return how alike a piece of a page and the labelled title are (0..1), by their words."""
    one, other = Counter(cut_words(text)), Counter(cut_words(title or ""))
    return 2 * (one & other).total() / max(1, one.total() + other.total())
