"""The Python door: functions over one shared extractor."""

from __future__ import annotations

from functools import cache
from typing import Any

from cutline.extractor import Extractor
from cutline.types import Article, Similarity


@cache
def shared_extractor() -> Extractor:
    """Return the extractor with default settings that all calls of this process share."""
    return Extractor()


def extract(html: str | bytes | None = None, *, url: str | None = None, **options: Any) -> Article:
    """Return the article of one page and the images that belong to it.

    Args:
        html: the page, as text or as bytes in any encoding; fetched from `url` if it is not given.
        url: the page's address.
        options: `method`, `render`, `images`, `nlp`, `include`, `language`; see `cutline.Options`.

    Raises:
        CutlineError: see `cutline.errors`; the message says what to do.
    """
    return shared_extractor().extract(html, url=url, **options)


def similarity(text: str, *others: str) -> list[Similarity]:
    """Return how similar each of the other texts is to the first, a score of 0..1 with the names they share."""
    return shared_extractor().similarity(text, *others)
