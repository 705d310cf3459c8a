"""Labelled articles from which pages with strangers are made; independent of cutline."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from data_files import read_rows

WHITESPACE = re.compile(r"\s+")


@dataclass(frozen=True, slots=True)
class LabelledPicture:
    """A captioned picture of an article; `addresses` are those of all its size variants."""

    src: str
    addresses: tuple[str, ...]
    caption: str
    alt: str


@dataclass(frozen=True, slots=True, eq=False)
class LabelledArticle:
    """A page with the labelled paragraphs and captioned pictures of its article."""

    id: str
    site: str
    url: str
    lang: str
    title: str
    html: str
    text: str
    paragraphs: tuple[str, ...]
    pictures: tuple[LabelledPicture, ...]


def read_articles(corpus: Path) -> list[LabelledArticle]:
    """Return the pages of a corpus with a labelled language and paragraphs."""
    rows = (row for row in read_rows(corpus) if row.get("lang"))
    return [article for article in map(_read_article, rows) if article.paragraphs]


def collapse_space(text: str) -> str:
    """Return a text with single spaces, and none around it."""
    return WHITESPACE.sub(" ", text).strip()


def base_name(address: str) -> str:
    """Return the file name in an address, without folders and query."""
    return re.split(r"[?#]", address)[0].rstrip("/").rsplit("/", 1)[-1]


def _read_article(row: dict[str, Any]) -> LabelledArticle:
    return LabelledArticle(
        id=row["id"],
        site=row["site"],
        url=row["url"],
        lang=row["lang"],
        title=row.get("title") or "",
        html=row["html"],
        text=row.get("text") or "",
        paragraphs=_list_paragraphs(row),
        pictures=tuple(_read_picture(image) for image in row.get("images") or () if image.get("caption")),
    )


def _list_paragraphs(row: dict[str, Any]) -> tuple[str, ...]:
    """Return the labelled paragraphs, or the lines of the text if the corpus has no labelled blocks."""
    if "blocks" in row:
        return tuple(block["text"] for block in row["blocks"] or () if block["type"] == "p")
    return tuple(line for line in (row.get("text") or "").splitlines() if line.strip())


def _read_picture(image: dict[str, Any]) -> LabelledPicture:
    addresses = tuple(filter(None, image.get("gold_urls") or ()))
    return LabelledPicture(image["src"], addresses, image["caption"], image.get("alt") or "")
