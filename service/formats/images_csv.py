"""The images of an article as CSV, one row for each, kept or dropped."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from io import StringIO

from cutline.service.formats.flow import find_address, plain
from cutline.types import Article, Dropped, Image

COLUMNS = (
    *("page", "url", "kept", "lead", "caption", "caption_source", "credit", "alt", "reason", "score", "threshold"),
    *("place_score", "relevance", "relevance_score", "similarity", "width", "height"),
)
OPENING = ",".join(COLUMNS) + "\n"
FORMULA = ("=", "+", "-", "@")  # beginnings of a text that spreadsheets would compute


def render(article: Article) -> str:
    """Return a header and the rows; `page` is the article's address."""
    return OPENING + render_part(article, find_address(article) or "")


def render_part(article: Article, source: str) -> str:
    """Return the rows alone; `page` is the source."""
    written = StringIO()
    rows = csv.writer(written, lineterminator="\n")
    for image in (*article.images, *(article.dropped or Dropped()).images):
        rows.writerow(_defuse(value) for value in _list_values(image, source))
    return written.getvalue()


def _list_values(image: Image, source: str) -> Iterator[object]:
    verdict = image.verdict
    similarity = None if verdict.similarity is None else verdict.similarity.score
    yield from (source, image.url, verdict.kept, image.is_lead)
    yield from (image.caption, image.caption_source, image.credit, image.alt)
    yield from (verdict.reason, verdict.score, verdict.threshold, verdict.place_score)
    yield from (verdict.relevance, verdict.relevance_score, similarity, image.width, image.height)


def _defuse(value: object) -> object:
    """Return a text in one line, with an apostrophe before a formula, so that no spreadsheet runs what a page wrote."""
    if not isinstance(value, str):
        return value
    text = plain(value)
    return f"'{text}" if text.startswith(FORMULA) else text
