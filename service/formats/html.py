"""An article as a clean HTML document, each image a `<figure>` where it stands."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from itertools import groupby

from cutline.service.formats.flow import byline, in_reading_order, is_safe, plain
from cutline.types import Article, Block, Image

ELEMENTS = {"paragraph": "p", "list_item": "li", "quote": "blockquote", "table": "p", "code": "pre", "caption": "p"}
STYLE = "body{max-width:42em;margin:2em auto;padding:0 1em;font:1.1em/1.6 serif}img{max-width:100%;height:auto}"
STYLE += "figure{margin:1.5em 0}figcaption,.byline{font-size:.9em;color:#555}pre{overflow:auto}"

OPENING = (
    '<!DOCTYPE html>\n<html>\n<head>\n<meta charset="utf-8">\n'
    f"<title>Articles</title>\n<style>{STYLE}</style>\n</head>\n<body>\n"
)
CLOSING = "</body>\n</html>\n"


def render(article: Article) -> str:
    """Return the article as a document that opens in a browser; nothing of the page's own markup is in it."""
    language = f' lang="{escape(article.language)}"' if article.language else ""
    address = article.canonical_url or article.url
    canonical = f'<link rel="canonical" href="{escape(address)}">\n' if address and is_safe(address) else ""
    return (
        f'<!DOCTYPE html>\n<html{language}>\n<head>\n<meta charset="utf-8">\n'
        f"<title>{escape(plain(article.title))}</title>\n{canonical}<style>{STYLE}</style>\n</head>\n<body>\n"
        f"{_render_article(article)}{CLOSING}"
    )


def render_part(article: Article, source: str) -> str:
    """Return the article as an `<article>` element that names its source."""
    return _render_article(article, f' data-source="{escape(plain(source))}"')


def _render_article(article: Article, attributes: str = "") -> str:
    lines = [f'<article dir="auto"{attributes}>', *_header(article), *_body(article), "</article>"]
    return "".join(f"{line}\n" for line in lines)


def _header(article: Article) -> Iterator[str]:
    if title := plain(article.title):
        yield f"<h1>{escape(title)}</h1>"
    if line := byline(article):
        yield f'<p class="byline">{escape(line)}</p>'


def _body(article: Article) -> Iterator[str]:
    for is_list, parts in groupby(in_reading_order(article), key=_is_list_item):
        if is_list:
            yield "<ul>"
        yield from (_figure(part) if isinstance(part, Image) else _block(part) for part in parts)
        if is_list:
            yield "</ul>"


def _is_list_item(part: Block | Image) -> bool:
    return isinstance(part, Block) and part.kind == "list_item"


def _block(block: Block) -> str:
    name = f"h{max(block.level or 2, 2)}" if block.kind == "heading" else ELEMENTS[block.kind]
    text = block.text if block.kind == "code" else plain(block.text)
    return f"<{name}>{escape(text)}</{name}>"


def _figure(image: Image) -> str:
    picture = f'<img src="{escape(image.url)}" alt="{escape(plain(image.alt))}">' if is_safe(image.url) else ""
    caption = escape(plain(image.caption))
    credit = f"<small>{escape(plain(image.credit))}</small>" if plain(image.credit) else ""
    below = " ".join(filter(None, (caption, credit)))
    return f"<figure>{picture}{f'<figcaption>{below}</figcaption>' if below else ''}</figure>"
