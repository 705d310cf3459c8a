"""The formats in which an article can be returned, and how an extraction process writes each of them."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from typing import Protocol

from cutline.config import Settings
from cutline.dom.render.pool import BrowserPool
from cutline.service.fetch import HttpPageFetcher
from cutline.service.formats import FORMATS, MARKUP, Format
from cutline.service.formats.pdf import fetch_image, print_article
from cutline.service.pages.work import WriteArticle, write_json
from cutline.service.rest.messages import ArticleFormat
from cutline.types import Article, Extra

TEXT_FORMATS: tuple[ArticleFormat, ...] = ("markdown", "html", "text", "markdown-front-matter", "tei", "images-csv")


@dataclass(frozen=True, slots=True)
class AnswerFormat:
    """One format of an article.

    Attributes:
        content_type: of the answer.
        write: writes the article; called in the extraction process.
        write_fetched: the same for a page that was fetched, whose images may be fetched too.
        include: the parts of the article that it needs, besides those that were asked for.
        is_repeatable: whether the same article always gives the same bytes.
    """

    content_type: str
    write: WriteArticle
    write_fetched: WriteArticle
    include: frozenset[Extra] = frozenset()
    is_repeatable: bool = True

    @property
    def media_type(self) -> str:
        """The content type without parameters."""
        return self.content_type.partition(";")[0]


class Printer(Protocol):
    """What an extractor has for printing."""

    settings: Settings

    @property
    def browsers(self) -> BrowserPool:
        """The browsers that print."""


def write_text(name: str, article: Article, _printer: Printer) -> bytes:
    """Return an article in one of the text formats of `cutline.service.formats`."""
    return FORMATS[name].render(article).encode()


def write_pdf(article: Article, printer: Printer) -> bytes:
    """Return an article as a PDF that only has the images in the page itself.

    Raises:
        RenderError: there is no browser, or it could not print.
    """
    return print_article(article, printer.browsers, printer.settings).pdf


def write_pdf_with_images(article: Article, printer: Printer) -> bytes:
    """Return an article as a PDF, with its images fetched.

    Raises:
        RenderError: as for `write_pdf`.
    """
    with closing(HttpPageFetcher(printer.settings)) as fetcher:
        fetch = partial(fetch_image, fetcher)
        return print_article(article, printer.browsers, printer.settings, fetch=fetch).pdf


def _make_text_format(name: ArticleFormat, form: Format) -> AnswerFormat:
    write = partial(write_text, name)
    return AnswerFormat(f"{form.media_type}; charset=utf-8", write, write, form.include)


# The first one is returned to requests without a preference; of formats with one media type, `Accept` gets the first.
ARTICLE_FORMATS: Mapping[ArticleFormat, AnswerFormat] = {
    "json": AnswerFormat("application/json", write_json, write_json),
    **{name: _make_text_format(name, FORMATS[name]) for name in TEXT_FORMATS},
    "pdf": AnswerFormat("application/pdf", write_pdf, write_pdf_with_images, MARKUP, is_repeatable=False),
}
MEDIA_TYPES = {name: form.media_type for name, form in ARTICLE_FORMATS.items()}
