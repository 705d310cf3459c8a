"""An article as a clean HTML document, with each image as a `<figure>` in its place."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from html import escape
from pathlib import Path
from urllib.parse import unquote

from cutline.dom.article_html import HtmlWriter
from cutline.dom.structure import arrange
from cutline.service.formats.flow import DAY, MAX_QUOTES, find_address, in_reading_order, is_safe, plain, sign
from cutline.types import Article, Comment, Image

TOP_LEVEL = 2  # of a heading in the text; above it stands the title
STYLE = Path(__file__).with_name("article.css").read_text(encoding="utf-8")
ESCAPED_LETTERS = re.compile(r"(?:%[89a-f][0-9a-f])+", re.IGNORECASE)  # bytes of characters beyond ASCII
VIEWPORT = '<meta name="viewport" content="width=device-width, initial-scale=1">'

OPENING = (
    '<!DOCTYPE html>\n<html>\n<head>\n<meta charset="utf-8">\n'
    f"<title>Articles</title>\n{VIEWPORT}\n<style>{STYLE}</style>\n</head>\n<body>\n<main>\n"
)
CLOSING = "</main>\n</body>\n</html>\n"

ShowImage = Callable[[Image], str]


def render(article: Article) -> str:
    """Return the article as a complete document, without the page's own markup, scripts and styles."""
    return render_document(article, STYLE, _list_lines(article))


def render_part(article: Article, source: str) -> str:
    """Return the article as an `<article>` element that names its source."""
    attributes = f' data-source="{escape(plain(source))}"{_language(article)}'
    return _render_article(article, _list_lines(article), attributes)


def render_document(article: Article, style: str, lines: Iterable[str]) -> str:
    """Return a document of one article.

    Args:
        article: has the title, language and address of the document.
        style: the style sheet.
        lines: the content, as HTML.
    """
    address = article.canonical_url or article.url
    canonical = f'<link rel="canonical" href="{escape(address)}">\n' if address and is_safe(address) else ""
    lead = article.lead_image
    image = f'<meta property="og:image" content="{escape(lead.url)}">\n' if lead and is_safe(lead.url) else ""
    return (
        f'<!DOCTYPE html>\n<html{_language(article)}>\n<head>\n<meta charset="utf-8">\n'
        f"<title>{escape(plain(article.title))}</title>\n{VIEWPORT}\n{canonical}{image}<style>{style}</style>\n</head>\n<body>\n<main>\n"
        f"{_render_article(article, lines)}{CLOSING}"
    )


def render_body(article: Article, show: ShowImage) -> Iterator[str]:
    """Yield the kept blocks and images in reading order, and the notes, as HTML.

    Args:
        article: the article.
        show: returns the `<img>` of an image, or what stands in its place.
    """
    writer = HtmlWriter(partial(_write_figure, show=show), TOP_LEVEL)
    for part in arrange(in_reading_order(article)):
        yield from writer.write(part)
    yield from writer.write_notes(article.notes)


def show_image(image: Image) -> str:
    """Return the `<img>` of an image, or the title of a drawing; nothing for an address that could run a script."""
    if image.kind == "drawing":
        return escape(plain(image.alt))
    return f'<img src="{escape(image.url)}" alt="{escape(plain(image.alt))}">' if is_safe(image.url) else ""


def render_header(article: Article) -> Iterator[str]:
    """Yield title, byline and address in a `<header>`; nothing if none is known."""
    lines = (*_render_title(article), *render_byline(article), *_render_source(article))
    if lines:
        yield from ("<header>", *lines, "</header>")


def _render_title(article: Article) -> Iterator[str]:
    if title := plain(article.title):
        yield f"<h1>{escape(title)}</h1>"


def _render_source(article: Article) -> Iterator[str]:
    if address := find_address(article):
        shown = ESCAPED_LETTERS.sub(_read_letters, address)
        yield f'<p class="source"><a dir="ltr" href="{escape(address)}">{escape(shown)}</a></p>'


def _read_letters(escaped: re.Match[str]) -> str:
    """Return percent-encoded letters decoded, unless they are invisible or change the direction of the text."""
    letters = unquote(escaped[0], errors="surrogateescape")
    return letters if letters.isprintable() else escaped[0]


def render_byline(article: Article) -> Iterator[str]:
    """Yield a paragraph with authors, day and site, each in its own direction; nothing if none is known."""
    parts = [
        f"<bdi>{escape(part)}</bdi>" for part in (plain(", ".join(article.authors)), plain(article.site_name)) if part
    ]
    if article.published:
        day = f'<time dir="ltr">{escape(plain(article.published)[:DAY])}</time>'
        parts.insert(1 if article.authors else 0, day)
    if parts:
        yield f'<p class="byline">{" · ".join(parts)}</p>'


def _render_article(article: Article, lines: Iterable[str], attributes: str = "") -> str:
    opening = f'<article dir="{article.direction or "auto"}"{attributes}>'
    return "".join(f"{line}\n" for line in (opening, *lines, "</article>"))


def _language(article: Article) -> str:
    return f' lang="{escape(article.language)}"' if article.language else ""


def _list_lines(article: Article) -> Iterator[str]:
    yield from render_header(article)
    lead = article.lead_image
    if lead is not None and lead.declared and is_safe(lead.url):
        yield f'<figure><img src="{escape(lead.url)}" alt=""></figure>'
    yield from render_body(article, show_image)
    yield from _render_comments(article.comments or ())


def _render_comments(comments: Sequence[Comment]) -> Iterator[str]:
    """Yield a section with each comment as a quote, in as many quotes as there are comments above it."""
    if comments:
        yield '<section class="comments">\n<h2>Comments</h2>'
    for comment in comments:
        head = f'<p class="byline" dir="auto">{escape(sign(comment))}</p>' if sign(comment) else ""
        words = "".join(f'<p dir="auto">{escape(plain(paragraph))}</p>' for paragraph in comment.text.split("\n\n"))
        quotes = min(comment.depth, MAX_QUOTES) + 1
        yield f"{'<blockquote>' * quotes}{head}{words}{'</blockquote>' * quotes}"
    if comments:
        yield "</section>"


def _write_figure(image: Image, show: ShowImage) -> str:
    caption = image.caption_html or escape(plain(image.caption))
    picture = show(image)
    if picture and image.link and is_safe(image.link):
        picture = f'<a href="{escape(image.link)}">{picture}</a>'
    owner = image.credit_html or escape(plain(image.credit))
    credit = f"<small>{owner}</small>" if owner else ""
    below = " ".join(filter(None, (caption, credit)))
    return f"<figure>{picture}{f'<figcaption>{below}</figcaption>' if below else ''}</figure>"
