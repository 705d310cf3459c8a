"""Which blocks are not in the text because other fields of the article deliver their words: title, byline, captions."""

from __future__ import annotations

from collections.abc import Callable
from itertools import chain, zip_longest
from typing import Literal, get_args

from cutline.nlp.words import read_words
from cutline.types import Article, Block

Field = Literal["title", "byline", "caption"]
FIELDS: tuple[Field, ...] = get_args(Field)

FindField = Callable[[Block], Field | None]
State = Literal["kept", "delivered", "dropped"]
WordPair = tuple[str, str]


def find_fields(article: Article) -> FindField:
    """Return what says of a block as which other field of the article it is delivered; None if it is not.

    A caption is delivered if kept images have most pairs of its words, a byline if the article has authors or a date.
    """
    told = chain.from_iterable((image.caption, image.credit) for image in article.images)
    captions = set(chain.from_iterable(map(_pair_words, filter(None, told))))
    is_signed = bool(article.authors or article.published)

    def find(block: Block) -> Field | None:
        if block.verdict.kept:
            return None
        match block.verdict.reason:
            case "title" if article.title:
                return "title"
            case "byline" if is_signed:
                return "byline"
            case "caption" if _is_in(captions, _pair_words(block.text)):
                return "caption"
        return None

    return find


def find_state(block: Block, field: Field | None) -> State:
    """Return whether a block is in the text, in another field, or in none."""
    if block.verdict.kept:
        return "kept"
    return "delivered" if field else "dropped"


def _is_in(captions: set[WordPair], pairs: set[WordPair]) -> bool:
    return 2 * len(pairs & captions) >= len(pairs) > 0


def _pair_words(text: str) -> set[WordPair]:
    """Return each two words that follow each other, and the last one alone."""
    return set(zip_longest(words := read_words(text).written, words[1:], fillvalue=""))
