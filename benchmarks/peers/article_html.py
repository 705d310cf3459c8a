"""The text and images of an article that a peer returns as HTML. Imported in the peers' environments: needs lxml.

The text leaves out captions and the main heading (the labelled texts have neither), which favours the peers. An image's
caption is the `<figcaption>` of its figure, else its `title` or `alt`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import urljoin

from lxml import etree, html
from prediction import Image

NOT_TEXT = ("script", "style", "noscript", "template", "head", "figcaption", "h1")
INLINE = set(
    "a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd label mark q rp rt ruby s samp small span"
    " strike strong sub sup time tt u var wbr".split()
)
LAZY_ATTRIBUTES = ("data-src", "data-original", "data-lazy-src", "data-hi-res-src")


@dataclass(frozen=True, slots=True)
class ArticleHtml:
    """The content of an article's HTML."""

    text: str
    images: tuple[Image, ...]


def read_article(markup: str | None, base: str | None) -> ArticleHtml:
    """Return the text and images of an article; `base` makes relative addresses absolute."""
    if not markup or not markup.strip():
        return ArticleHtml("", ())
    root = html.document_fromstring(markup)
    images = {image.url: image for image in find_images(root, base or "")}
    for node in list(root.iter(*NOT_TEXT)):
        node.drop_tree()
    return ArticleHtml(read_text(root), tuple(images.values()))


def find_images(root: etree._Element, base: str) -> Iterator[Image]:
    """Yield an image for every `<img>` with an address."""
    for node in root.iter("img"):
        given = [node.get(name) for name in ("src", *LAZY_ATTRIBUTES)]
        given += [candidate.split()[0] for candidate in (node.get("srcset") or "").split(", ") if candidate.strip()]
        absolute = (urljoin(base, url.strip()) for url in given if url)
        sources = tuple(dict.fromkeys(url for url in absolute if url != base and not url.startswith("data:")))
        if sources:
            yield Image(sources[0], sources, find_caption(node))


def find_caption(node: etree._Element) -> str | None:
    figure = next(node.iterancestors("figure"), None)
    caption = figure.find(".//figcaption") if figure is not None else None
    if caption is not None and (text := read_text(caption)):
        return text
    return node.get("title") or node.get("alt")


def read_text(root: etree._Element) -> str:
    """Return the text, with a line for each block."""
    lines = ("".join(pieces).split() for pieces in split_lines(root))
    return "\n".join(" ".join(words) for words in lines if words)


def split_lines(root: etree._Element) -> Iterator[list[str]]:
    """Yield the strings between block boundaries."""
    pieces: list[str] = []
    for event, node in etree.iterwalk(root, events=("start", "end", "comment", "pi")):
        if event in ("comment", "pi"):
            pieces.append(node.tail or "")
            continue
        if node.tag not in INLINE:
            yield pieces
            pieces = []
        if event == "start":
            pieces.append(node.text or "")
        elif node is not root:
            pieces.append(node.tail or "")
    yield pieces
