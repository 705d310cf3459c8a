"""An article as a card for notebooks: its lead image, title and first words, and its images with their verdicts.

Everything is styled in place, and in the colours of the notebook, so that the card fits a light one and a dark one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from html import escape

from cutline.service.formats.flow import cut, find_address, is_safe, plain
from cutline.service.formats.html import render_byline
from cutline.service.formats.marks import Kind, Marks, Piece
from cutline.service.formats.sentences import explain_image
from cutline.types import Article, Dropped, Image

SHOWN_TEXT = 400  # characters
SHOWN_CAPTION = 160
SHOWN_IMAGES = 12  # kept ones first; the others are counted
LINE = "1px solid color-mix(in srgb, currentColor 25%, transparent)"
CARD = f"max-width:44em;padding:1em;border:{LINE};border-radius:6px;font-family:sans-serif;line-height:1.45"
LEAD = "display:block;max-width:100%;max-height:18em;border-radius:4px;margin-bottom:.75em"
TITLE = "font-size:1.3em;font-weight:700;line-height:1.25;margin-bottom:.25em"
FAINT = "font-size:.85em;opacity:.75"
ROW = f"display:flex;gap:.75em;align-items:flex-start;margin-top:.6em;padding-top:.6em;border-top:{LINE}"
PICTURE = "flex:none;width:6em;height:4em;object-fit:cover;border-radius:3px"
PALE = ";opacity:.55"
STYLES: dict[Kind, str] = {
    "person": "font-weight:700;border-bottom:2px solid #5b86c9",
    "org": "font-weight:700;border-bottom:3px double #a9832f",
    "loc": "font-weight:700;border-bottom:2px dashed #3f8f80",
    "name": "font-weight:700",
    "word": "border-bottom:1px dotted",
    "listed": "",
    "missing": "text-decoration:underline wavy 1px #b9821b",
}
KEPT, DROPPED = "#2e8b57", "#c0504d"  # of the bar beside a sentence; readable on white and on black


def render(article: Article) -> str:
    """Return the card as HTML, without scripts and without the page's own markup."""
    marks = Marks(article)
    lines = (*_list_head(article), *_list_text(article, marks), *_list_images(article, marks))
    return f'<div dir="{article.direction or "auto"}" style="{CARD}">{"".join(lines)}</div>'


def _list_head(article: Article) -> Iterator[str]:
    if article.lead_image is not None:
        yield _show(article.lead_image.url, article.lead_image.alt, LEAD)
    title = escape(plain(article.title)) or "(no title)"
    if address := find_address(article):
        link = 'style="color:inherit" target="_blank" rel="noopener noreferrer"'
        title = f'<a href="{escape(address)}" {link}>{title}</a>'
    yield f'<div style="{TITLE}">{title}</div>'
    yield from (f'<div style="{FAINT}">{line}</div>' for line in render_byline(article))


def _list_text(article: Article, marks: Marks) -> Iterator[str]:
    text = plain(article.text)
    shown = _write(marks.mark_text(cut(text, SHOWN_TEXT))) or "<i>(no article was found)</i>"
    yield f'<div style="margin-top:.6em">{shown}</div>'
    if len(text) > SHOWN_TEXT:
        counts = f"{len(article.blocks)} blocks · {len(article.text):,} characters"
        yield f'<div dir="ltr" style="{FAINT}">{counts}</div>'


def _list_images(article: Article, marks: Marks) -> Iterator[str]:
    images = (*article.images, *(article.dropped or Dropped()).images)
    yield from (_render_image(image, marks) for image in images[:SHOWN_IMAGES])
    if len(images) > SHOWN_IMAGES:
        yield f'<div dir="ltr" style="{ROW};{FAINT}">and {len(images) - SHOWN_IMAGES} more images</div>'


def _render_image(image: Image, marks: Marks) -> str:
    kept = image.verdict.kept
    caption = _write(marks.mark_image(cut(plain(image.caption or image.alt), SHOWN_CAPTION), image))
    bar = f"border-inline-start:3px solid {KEPT if kept else DROPPED};padding-inline-start:.5em"
    score = "" if image.verdict.score is None else f" ({image.verdict.score:.2f})"
    why = f'<div dir="ltr" style="{FAINT}">{escape(explain_image(image))}{score}</div>'
    picture = _show(image.url, image.alt, PICTURE + ("" if kept else PALE))
    return f'<div style="{ROW}">{picture}<div style="{bar}"><div>{caption}</div>{why}</div></div>'


def _show(url: str, alt: str | None, style: str) -> str:
    """Return an `<img>`; nothing for a relative address, which would point to the server of the notebook."""
    if not (is_safe(url) and url[:5].lower() in ("http:", "https", "data:")):
        return ""
    loading = 'loading="lazy" referrerpolicy="no-referrer"'
    return f'<img src="{escape(url)}" alt="{escape(plain(alt))}" {loading} style="{style}">'


def _write(pieces: Iterable[Piece]) -> str:
    """Return a text with its terms marked as the inspector marks them, names by colour and words by a line."""
    return "".join(
        escape(text) if term is None else f'<span style="{STYLES[term.kind]}">{escape(text)}</span>'
        for text, term in pieces
    )
