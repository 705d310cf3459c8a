"""An article as JSON, plain text, Markdown, HTML, TEI or PDF, and its images as CSV.

`FORMATS` names those that are text; each is a pure function of the article. `pdf.print_article` needs a browser, and
fetches images if it gets a fetcher. `card` is what notebooks show.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from cutline.service.formats import html, images_csv, json, markdown, tei, text
from cutline.types import Article, Extra

__all__ = ["FORMATS", "MARKUP", "Format"]

MARKUP: frozenset[Extra] = frozenset(("html",))  # what formats with emphasis and links show


@dataclass(frozen=True, slots=True)
class Format:
    """One way to write articles down.

    Attributes:
        media_type: of an HTTP answer.
        render: one article alone, with a newline at the end.
        render_part: one of several articles, under the name of its source.
        opening: what stands before the first of several.
        closing: what stands after the last of several.
        include: the parts of an article that this format shows, and that are only made if asked for.
    """

    media_type: str
    render: Callable[[Article], str]
    render_part: Callable[[Article, str], str]
    opening: str = ""
    closing: str = ""
    include: frozenset[Extra] = frozenset()


FORMATS = {
    "json": Format("application/json", json.render, json.render_part),
    "text": Format("text/plain", text.render, text.render_part),
    "markdown": Format("text/markdown", markdown.render, markdown.render_part, include=MARKUP),
    "markdown-front-matter": Format(
        "text/markdown", markdown.render_with_front_matter, markdown.render_part_with_front_matter, include=MARKUP
    ),
    "html": Format("text/html", html.render, html.render_part, html.OPENING, html.CLOSING, MARKUP),
    "tei": Format("application/tei+xml", tei.render, tei.render_part, tei.OPENING, tei.CLOSING, MARKUP),
    "images-csv": Format(
        "text/csv",
        images_csv.render,
        images_csv.render_part,
        images_csv.OPENING,
        include=frozenset(("dropped",)),
    ),
}
