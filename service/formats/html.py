"""An article as a clean HTML document, each image a `<figure>` where it stands."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from html import escape

from cutline.dom.article_html import HtmlWriter
from cutline.dom.structure import arrange
from cutline.service.formats.flow import DAY, find_direction, in_reading_order, is_safe, plain
from cutline.types import Article, Image

TOP_LEVEL = 2  # of a heading in the text; above it stands the title
STYLE = ":root{color-scheme:light dark}body{max-width:42em;margin:2em auto;padding:0 1em;font:1.1em/1.6 serif}"
STYLE += "body{background:Canvas;color:CanvasText;overflow-wrap:break-word}"
STYLE += "img{max-width:100%;height:auto}figure{margin:1.5em 0}"
STYLE += "figcaption,.byline{font-size:.9em;opacity:.8}"
STYLE += "pre{white-space:pre-wrap;overflow-wrap:anywhere;font-size:.85em;line-height:1.4}"
STYLE += "table{border-collapse:collapse}td,th{border:1px solid #888;padding:.2em .5em;text-align:start}"
STYLE += "td,th{vertical-align:top}blockquote{margin-inline:1em 0;padding-inline-start:1em}"
STYLE += "blockquote{border-inline-start:3px solid #888}"
VIEWPORT = '<meta name="viewport" content="width=device-width, initial-scale=1">'

OPENING = (
    '<!DOCTYPE html>\n<html>\n<head>\n<meta charset="utf-8">\n'
    f"<title>Articles</title>\n{VIEWPORT}\n<style>{STYLE}</style>\n</head>\n<body>\n<main>\n"
)
CLOSING = "</main>\n</body>\n</html>\n"

ShowImage = Callable[[Image], str]


def render(article: Article) -> str:
    """Return the article as a document that opens in a browser; nothing of the page's own markup is in it."""
    return render_document(article, STYLE, (*_header(article), *render_body(article, show_image)))


def render_part(article: Article, source: str) -> str:
    """Return the article as an `<article>` element that names its source."""
    attributes = f' data-source="{escape(plain(source))}"{_language(article)}'
    return _render_article(article, (*_header(article), *render_body(article, show_image)), attributes)


def render_document(article: Article, style: str, lines: Iterable[str]) -> str:
    """Return a document of one article.

    Args:
        article: whose title, language and address the document has.
        style: its style sheet.
        lines: what is in it, as HTML.
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
    """Yield the kept blocks and images in reading order, as HTML.

    Emphasis and links are there if the article was extracted with `html`.

    Args:
        article: the article.
        show: returns the `<img>` of an image, or what stands in its place.
    """
    writer = HtmlWriter(partial(_write_figure, show=show), TOP_LEVEL)
    for part in arrange(in_reading_order(article)):
        yield from writer.write(part)


def show_image(image: Image) -> str:
    """Return an image as an `<img>` that is loaded from its address; nothing for an address that could do more."""
    return f'<img src="{escape(image.url)}" alt="{escape(plain(image.alt))}">' if is_safe(image.url) else ""


def render_byline(article: Article) -> Iterator[str]:
    """Yield authors, day and site as a paragraph if the page names any, each in its own direction."""
    parts = [
        f"<bdi>{escape(part)}</bdi>" for part in (plain(", ".join(article.authors)), plain(article.site_name)) if part
    ]
    if article.published:
        day = f'<time dir="ltr">{escape(plain(article.published)[:DAY])}</time>'
        parts.insert(1 if article.authors else 0, day)
    if parts:
        yield f'<p class="byline">{" · ".join(parts)}</p>'


def _render_article(article: Article, lines: Iterable[str], attributes: str = "") -> str:
    opening = f'<article dir="{find_direction(article.language)}"{attributes}>'
    return "".join(f"{line}\n" for line in (opening, *lines, "</article>"))


def _language(article: Article) -> str:
    return f' lang="{escape(article.language)}"' if article.language else ""


def _header(article: Article) -> Iterator[str]:
    if title := plain(article.title):
        yield f"<h1>{escape(title)}</h1>"
    yield from render_byline(article)


def _write_figure(image: Image, show: ShowImage) -> str:
    caption = escape(plain(image.caption))
    credit = f"<small>{escape(plain(image.credit))}</small>" if plain(image.credit) else ""
    below = " ".join(filter(None, (caption, credit)))
    return f"<figure>{show(image)}{f'<figcaption>{below}</figcaption>' if below else ''}</figure>"
