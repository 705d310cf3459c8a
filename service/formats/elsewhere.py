"""Which blocks are not in the text because other fields of the article deliver their words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from itertools import chain, zip_longest
from typing import Literal, get_args

from cutline.nlp.words import read_words
from cutline.types import Article, Block, Reason

Field = Literal["title", "byline", "caption", "notes", "comments"]
FIELDS: tuple[Field, ...] = get_args(Field)

FindField = Callable[[Block], Field | None]
State = Literal["kept", "delivered", "dropped"]
WordPair = tuple[str, str]


def find_fields(article: Article) -> FindField:
    """Return what says of a block as which other field of the article it is delivered; None if it is not.

    A caption is delivered if kept images have most pairs of its words, a comment if the comments have them, a byline if
    the article has authors or a date.
    """
    captions = _pair_all(chain.from_iterable((image.caption, image.credit) for image in article.images))
    comments = _pair_all(chain.from_iterable((one.author, one.published, one.text) for one in article.comments or ()))
    noted = {block.index for note in article.notes for block in note.blocks}
    delivered: Mapping[Reason, tuple[Field, Callable[[Block], object]]] = {
        "title": ("title", lambda block: article.title),
        "byline": ("byline", lambda block: article.authors or article.published),
        "caption": ("caption", lambda block: _is_in(captions, _pair_words(block.text))),
        "note": ("notes", lambda block: block.index in noted),
        "comments": ("comments", lambda block: _is_in(comments, _pair_words(block.text))),
    }

    def find(block: Block) -> Field | None:
        if block.verdict.kept or block.verdict.reason not in delivered:
            return None
        field, is_there = delivered[block.verdict.reason]
        return field if is_there(block) else None

    return find


def find_state(block: Block, field: Field | None) -> State:
    """Return whether a block is in the text, in another field, or in none."""
    if block.verdict.kept:
        return "kept"
    return "delivered" if field else "dropped"


def _is_in(told: set[WordPair], pairs: set[WordPair]) -> bool:
    return 2 * len(pairs & told) >= len(pairs) > 0


def _pair_all(texts: Iterable[str | None]) -> set[WordPair]:
    return set(chain.from_iterable(map(_pair_words, filter(None, texts))))


def _pair_words(text: str) -> set[WordPair]:
    """Return each two words that follow each other, and the last one alone."""
    return set(zip_longest(words := read_words(text).written, words[1:], fillvalue=""))
