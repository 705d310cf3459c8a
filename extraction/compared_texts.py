"""What a text or an article tells, so that any other text can be held against it as a caption is."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from cutline.dom.captioning.credit_parting import drop_credit
from cutline.dom.metadata.language import find_language, normalise_tag
from cutline.errors import OptionError
from cutline.options import read_options
from cutline.types import Article


@dataclass(frozen=True)
class GivenStory:
    """The story that other texts are held against.

    Attributes:
        declared: the texts that declare its subject: title and summary of an article.
        blocks: its paragraphs.
        language: language code; None if unknown.
        captions: number of blocks before each caption of the article's page.
    """

    declared: tuple[str, ...]
    blocks: tuple[str, ...]
    language: str | None
    captions: Mapping[str, int]

    def find_place(self, text: str) -> range:
        """Return the blocks that a text repeats; for any other text, an empty range that begins where it stands.

        A text that is in no known place is held against the whole story, as one that stands behind it. So is one that
        repeats the whole story.
        """
        end = len(self.blocks)
        key = _join_lines(text.splitlines())
        found = self._lines.find(key)
        if found < 0 or key == self._lines:
            place = self.captions.get(text, end)
            return range(place, place)
        first = self._lines.count("\n", 0, found)
        return range(first, first + key.count("\n") - 1)

    @cached_property
    def _lines(self) -> str:
        return _join_lines(self.blocks)


def read_story(given: str | Article, language: str | None) -> GivenStory:
    """Return the story of a text or an article.

    Args:
        given: the text or the article.
        language: its language as a BCP 47 tag; that of the article, or detected, if None.

    Raises:
        OptionError: it is neither text nor article, or the language is no tag.
    """
    tag = normalise_tag(read_options(language=language).language or "")
    if isinstance(given, Article):
        declared = (given.title or "", given.summary or "")
        blocks = tuple(block.text for block in given.blocks)
        return GivenStory(declared, blocks, tag or given.language, _place_captions(given))
    text = read_text(given)
    blocks = tuple(filter(None, map(str.strip, text.splitlines())))
    return GivenStory((), blocks, tag or find_language(None, text), {})


def read_caption(given: str | Article, characters: int) -> str:
    """Return a text to hold against a story: without its credit if it is one line, as a caption is.

    Args:
        given: the text or the article.
        characters: read of it at most.

    Raises:
        OptionError: it is neither text nor article.
    """
    text = (given.text if isinstance(given, Article) else read_text(given))[:characters]
    return text if len(text.splitlines()) > 1 else drop_credit(text)


def read_text(given: object) -> str:
    """Return a text without halves of surrogate pairs, as `\\ud83d` in JSON.

    Raises:
        OptionError: it is no text.
    """
    if not isinstance(given, str):
        raise OptionError(f"A text to compare must be str or an Article, not {type(given).__name__}.")
    return given.encode("utf-8", "ignore").decode("utf-8")


def _place_captions(article: Article) -> dict[str, int]:
    """Return the number of kept blocks before each caption of the page; before the first of those alike."""
    indexes = [block.index for block in article.blocks]
    images = (*article.images, *(article.dropped.images if article.dropped else ()))
    places: dict[str, int] = {}
    for image in images:
        text = image.caption or drop_credit(image.alt or "")
        places.setdefault(text, 0 if image.position is None else bisect_right(indexes, image.position))
    return places


def _join_lines(lines: Iterable[str]) -> str:
    """Return texts as lines, each between two line breaks, without empty ones and with single spaces."""
    return "".join(f"\n{text}" for line in lines if (text := " ".join(line.split()))) + "\n"
