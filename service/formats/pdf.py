"""An article as a PDF, printed by the browser, which is what Luo et al. 2009 extract articles for (sections 1, 5).

>>> settings = load_settings()
>>> with BrowserPool(settings.render) as browsers:
...     printed = print_article(article, browsers, settings, fetch=partial(fetch_image, HttpPageFetcher(settings)))
>>> Path("article.pdf").write_bytes(printed.pdf)
>>> printed.missing  # the addresses of images that are not in it, each with the reason
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from html import escape
from pathlib import Path

from cutline.config.settings import Settings
from cutline.dom.document import Page
from cutline.dom.render.pool import BrowserPool
from cutline.service.formats.article_images import FetchImage, embed_images, fetch_image
from cutline.service.formats.flow import is_safe, plain
from cutline.service.formats.html import render_body, render_document, render_header, show_image
from cutline.types import Article, Image

__all__ = ["Printed", "fetch_image", "print_article", "render"]

STYLE = Path(__file__).with_name("print.css")


@dataclass(frozen=True, slots=True)
class Printed:
    """A printed article.

    Attributes:
        pdf: the PDF.
        missing: why images are not in it, in a sentence, by address; their captions are.
    """

    pdf: bytes
    missing: Mapping[str, str]


def print_article(
    article: Article, browsers: BrowserPool, settings: Settings, *, fetch: FetchImage | None = None
) -> Printed:
    """Return the article as a PDF on A4 paper.

    Args:
        article: the article.
        browsers: print it, without network and scripts.
        settings: the limits of `print` for its images, and those of `fetch`.
        fetch: returns an image, such as `fetch_image` of a `HttpPageFetcher`; None: only images in data: addresses are
            shown.

    Raises:
        BrowserMissing: Playwright or Chromium is not installed.
        RenderError: the browser died, took too long, or could not print.
    """
    embedded = embed_images(article.images, settings, fetch)
    document = render(article, embedded.addresses)
    return Printed(browsers.print(Page(document, article.url)), embedded.missing)


def render(article: Article, addresses: Mapping[str, str]) -> str:
    """Return the document to print, complete and without the page's own markup.

    Args:
        article: the article.
        addresses: the data: address of each image to show, by the image's own address.
    """

    def show(image: Image) -> str:
        if image.kind == "drawing":
            return show_image(image)
        if image.url not in addresses:
            return _stand_in(image)
        return f'<img src="{addresses[image.url]}" alt="{escape(plain(image.alt))}">'

    style = STYLE.read_text(encoding="utf-8")
    return render_document(article, style, (*render_header(article), *render_body(article, show)))


def _stand_in(image: Image) -> str:
    """Return a note in place of an image that is not embedded, with a link to it."""
    note = '<span lang="en" dir="ltr">Image not included</span>'
    if image.url.startswith(("http://", "https://")) and is_safe(image.url):
        note = f'<a href="{escape(image.url)}">{note}</a>'
    alt = plain(image.alt)
    described = f": <bdi>{escape(alt)}</bdi>" if alt and alt not in plain(image.caption) else ""
    return f'<p class="missing">{note}{described}</p>'
