"""An article as one line of JSON, the same bytes at every door."""

from __future__ import annotations

from cutline.service.pages.results import Enriched, Failure, replace_surrogates, to_line
from cutline.types import Article


def render(article: Article) -> str:
    """Return the article as one line: every field in the order of `Article`, characters as they are, not escaped."""
    return article.model_dump_json() + "\n"


def render_indented(article: Article) -> str:
    """Return the same over many lines, for a person to read."""
    return article.model_dump_json(indent=2) + "\n"


def render_part(article: Article, source: str) -> str:
    """Return the article as a line of several, with its source as `id`: what `cutline enrich` writes."""
    return to_line(Enriched.of(replace_surrogates(source), article))


def render_failure(failure: Failure, source: str) -> str:
    """Return the line that stands where a source failed: what `cutline enrich` writes."""
    return to_line(Enriched.of(replace_surrogates(source), failure))
