"""An article as JSON, plain text, Markdown, HTML or PDF.

`FORMATS` names those that are text; each is one module with `render(article)`, a pure function without a stage of its
own. `pdf.print_article` needs a browser, and fetches images where it is told how.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from cutline.service.formats import html, json, markdown, text
from cutline.types import Article

__all__ = ["FORMATS", "Format"]


@dataclass(frozen=True, slots=True)
class Format:
    """One way to write articles down.

    Attributes:
        render: one article alone, with a newline at the end.
        render_part: one of several articles, under the name of its source.
        opening: what stands before the first of several.
        closing: what stands after the last of several.
    """

    render: Callable[[Article], str]
    render_part: Callable[[Article, str], str]
    opening: str = ""
    closing: str = ""


FORMATS = {
    "json": Format(json.render, json.render_part),
    "text": Format(text.render, text.render_part),
    "markdown": Format(markdown.render, markdown.render_part),
    "html": Format(html.render, html.render_part, html.OPENING, html.CLOSING),
}
