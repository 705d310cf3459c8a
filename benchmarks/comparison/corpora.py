"""A labelled corpus: its file, and the labels of its pages."""

from __future__ import annotations

import gzip
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

SUFFIX = ".jsonl.gz"
ARTICLE = "article"

Labels = dict[str, Any]  # a line of a corpus as the scorer reads it


@dataclass(frozen=True, slots=True)
class Corpus:
    """Pages that are scored together; `path` holds them and may hold others."""

    name: str
    path: Path
    labels: tuple[Labels, ...]


def read_corpus(path: Path) -> Corpus:
    """Return all pages of a corpus, without their HTML."""
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        pages = tuple({key: value for key, value in json.loads(line).items() if key != "html"} for line in lines)
    return Corpus(path.name.removesuffix(SUFFIX), path, pages)


def divide(corpus: Corpus) -> list[Corpus]:
    """Return the corpus, and after it, where it holds several types of pages, its articles alone."""
    articles = tuple(page for page in corpus.labels if page.get("page_type") == ARTICLE)
    if len(articles) in (0, len(corpus.labels)):
        return [corpus]
    return [corpus, Corpus(f"{corpus.name}, articles", corpus.path, articles)]
