"""An article as one line of JSON, the same bytes in Python, over HTTP and on the command line."""

from __future__ import annotations

from cutline.service.pages.extraction import Enriched, Failure, replace_surrogates, to_line
from cutline.types import Article


def render(article: Article) -> str:
    """Return the article as one line: every field in the order of `Article`, characters as they are, not escaped."""
    return article.model_dump_json() + "\n"


def render_indented(article: Article) -> str:
    """Return the same, indented for people."""
    return article.model_dump_json(indent=2) + "\n"


def render_part(outcome: Article | Failure, source: str) -> str:
    """Return an article, or why there is none, as one line of several with its source as `id`, as `cutline enrich`."""
    return to_line(Enriched.of(outcome, id=replace_surrogates(source)))
