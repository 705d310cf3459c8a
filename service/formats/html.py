"""An article as a clean HTML document, each image a `<figure>` where it stands."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from html import escape

from cutline.service.formats.direction import find_direction
from cutline.service.formats.flow import byline, in_reading_order, is_safe, plain
from cutline.service.formats.structure import Bullets, Cell, Part, Quote, Table, arrange
from cutline.types import Article, Block, Image

ELEMENTS = {"paragraph": "p", "list_item": "li", "quote": "blockquote", "table": "p", "code": "pre", "caption": "p"}
STYLE = "body{max-width:42em;margin:2em auto;padding:0 1em;font:1.1em/1.6 serif}img{max-width:100%;height:auto}"
STYLE += "figure{margin:1.5em 0}figcaption,.byline{font-size:.9em;color:#555}pre{overflow:auto}"
STYLE += "table{border-collapse:collapse}td,th{border:1px solid #ccc;padding:.2em .5em;text-align:start}"

OPENING = (
    '<!DOCTYPE html>\n<html>\n<head>\n<meta charset="utf-8">\n'
    f"<title>Articles</title>\n<style>{STYLE}</style>\n</head>\n<body>\n"
)
CLOSING = "</body>\n</html>\n"

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
    return (
        f'<!DOCTYPE html>\n<html{_language(article)}>\n<head>\n<meta charset="utf-8">\n'
        f"<title>{escape(plain(article.title))}</title>\n{canonical}<style>{style}</style>\n</head>\n<body>\n"
        f"{_render_article(article, lines)}{CLOSING}"
    )


def render_body(article: Article, show: ShowImage) -> Iterator[str]:
    """Yield the kept blocks and images in reading order, as HTML.

    Args:
        article: the article.
        show: returns the `<img>` of an image, or what stands in its place.
    """
    for part in arrange(in_reading_order(article)):
        yield from _render_part(part, show)


def show_image(image: Image) -> str:
    """Return an image as an `<img>` that is loaded from its address; nothing for an address that could do more."""
    return f'<img src="{escape(image.url)}" alt="{escape(plain(image.alt))}">' if is_safe(image.url) else ""


def _render_article(article: Article, lines: Iterable[str], attributes: str = "") -> str:
    opening = f'<article dir="{find_direction(article.language)}"{attributes}>'
    return "".join(f"{line}\n" for line in (opening, *lines, "</article>"))


def _language(article: Article) -> str:
    return f' lang="{escape(article.language)}"' if article.language else ""


def _header(article: Article) -> Iterator[str]:
    if title := plain(article.title):
        yield f"<h1>{escape(title)}</h1>"
    if line := byline(article):
        yield f'<p class="byline">{escape(line)}</p>'


def _render_part(part: Part, show: ShowImage) -> Iterator[str]:
    match part:
        case Image():
            yield _figure(part, show)
        case Bullets():
            name = "ul" if part.start is None else "ol"
            start = f' start="{part.start}"' if part.start not in (None, 1) else ""
            yield from (f"<{name}{start}>", *(_wrap("li", blocks) for blocks in part.items), f"</{name}>")
        case Quote():
            yield _wrap("blockquote", part.blocks)
        case Table():
            yield from ("<table>", *map(_row, part.rows), "</table>")
        case Block():
            yield _block(part)


def _block(block: Block) -> str:
    name = f"h{max(block.level or 2, 2)}" if block.kind == "heading" else ELEMENTS[block.kind]
    text = block.text if block.kind == "code" else plain(block.text)
    return f"<{name}>{escape(text)}</{name}>"


def _row(cells: tuple[Cell, ...]) -> str:
    return f"<tr>{''.join(_wrap('th' if cell.is_header else 'td', cell.blocks) for cell in cells)}</tr>"


def _wrap(name: str, blocks: tuple[Block, ...]) -> str:
    """Return blocks in one element, each a paragraph if they are several."""
    texts = [escape(plain(block.text)) for block in blocks]
    inner = "".join(f"<p>{text}</p>" for text in texts) if len(texts) > 1 else "".join(texts)
    return f"<{name}>{inner}</{name}>"


def _figure(image: Image, show: ShowImage) -> str:
    caption = escape(plain(image.caption))
    credit = f"<small>{escape(plain(image.credit))}</small>" if plain(image.credit) else ""
    below = " ".join(filter(None, (caption, credit)))
    return f"<figure>{show(image)}{f'<figcaption>{below}</figcaption>' if below else ''}</figure>"
