"""An article as a clean HTML document, each image a `<figure>` where it stands."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from html import escape

from cutline.service.formats.direction import find_direction
from cutline.service.formats.flow import byline, in_reading_order, is_safe, plain
from cutline.service.formats.markup import Markup, read_markup, read_spans, render_inside
from cutline.service.formats.structure import Bullets, Cell, Code, Part, Quote, Table, arrange
from cutline.types import Article, Block, Image

ELEMENTS = {"code": "pre"}  # of the kinds that are no paragraph by themselves
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
    writer = _Writer(read_markup(article), show)
    for part in arrange(in_reading_order(article)):
        yield from writer.write(part)


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


@dataclass(frozen=True, slots=True)
class _Writer:
    """Writes parts of an article, given the inline markup of its blocks and how images are shown."""

    markup: Markup
    show: ShowImage

    def write(self, part: Part) -> Iterator[str]:
        """Yield the lines of a part; the white space between them is none of its text."""
        match part:
            case Image():
                yield self._write_figure(part)
            case Bullets():
                name = "ul" if part.start is None else "ol"
                start = f' start="{part.start}"' if part.start not in (None, 1) else ""
                yield from (f"<{name}{start}>", *(self._wrap("li", parts) for parts in part.items), f"</{name}>")
            case Quote():
                yield self._wrap("blockquote", part.parts)
            case Code():
                lines = "\n".join(self._write_inside(block) for block in part.blocks)
                yield f"<pre>\n{lines}</pre>"
            case Table():
                yield from ("<table>", *(f"<tr>{''.join(map(self._write_cell, row))}</tr>" for row in part.rows))
                yield "</table>"
            case Block():
                yield self._write_block(part)

    def _write_block(self, block: Block) -> str:
        name = f"h{max(block.level or 2, 2)}" if block.kind == "heading" else ELEMENTS.get(block.kind, "p")
        return f"<{name}>{self._write_inside(block)}</{name}>"

    def _write_inside(self, block: Block) -> str:
        if block.index in self.markup:
            return render_inside(self.markup[block.index])
        return escape(block.text if block.kind == "code" else plain(block.text))

    def _wrap(self, name: str, parts: tuple[Part, ...], attributes: str = "") -> str:
        """Return parts in one element; a text at its beginning needs no paragraph unless there are several."""
        first, rest = parts[:1], parts[1:]
        is_bare = first and _is_text(first[0]) and not any(map(_is_text, rest))
        inside = "".join(self._write_inside(part) for part in first if isinstance(part, Block)) if is_bare else ""
        others = "".join(line for part in (rest if is_bare else parts) for line in self.write(part))
        return f"<{name}{attributes}>{inside}{others}</{name}>"

    def _write_cell(self, cell: Cell) -> str:
        return self._wrap("th" if cell.is_header else "td", cell.parts, self._find_spans(cell))

    def _find_spans(self, cell: Cell) -> str:
        spans = read_spans(cell.parts, self.markup)
        numbers = (("colspan", spans.columns), ("rowspan", spans.rows))
        return "".join(f' {name}="{number}"' for name, number in numbers if number > 1)

    def _write_figure(self, image: Image) -> str:
        caption = escape(plain(image.caption))
        credit = f"<small>{escape(plain(image.credit))}</small>" if plain(image.credit) else ""
        below = " ".join(filter(None, (caption, credit)))
        return f"<figure>{self.show(image)}{f'<figcaption>{below}</figcaption>' if below else ''}</figure>"


def _is_text(part: Part) -> bool:
    return isinstance(part, Block) and part.kind != "heading"
