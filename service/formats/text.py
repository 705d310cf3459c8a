"""An article as plain text: its title and `Article.text`."""

from __future__ import annotations

from cutline.service.formats.flow import CONTROL, plain
from cutline.types import Article

KEEP_LINES = CONTROL | {ord("\n"): "\n"}


def render(article: Article) -> str:
    """Return the title, a blank line and the text; one of them alone, or nothing, where the page has no more."""
    parts = (plain(article.title), article.text.translate(KEEP_LINES).strip())
    return "".join(f"{part}\n" for part in ["\n\n".join(filter(None, parts))] if part)


def render_part(article: Article, source: str) -> str:
    """Return the text under a line that names its source, as `head` and `tail` write it."""
    return f"==> {plain(source)} <==\n{render(article)}\n"
