"""Insertion of a stranger into a page: in the place and markup of something that belongs to the article."""

from __future__ import annotations

import copy
import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass

import lxml.html
from lxml.html import HtmlElement

from strange_pages.labelled import LabelledArticle, LabelledPicture, base_name, collapse_space

HOST = "https://images.other-site.example/2026/"
CAPTION_TAGS = ("p", "div", "span", "figcaption", "li", "small", "em", "strong", "a", "td")
PICTURE_TAGS = ("img", "source", "amp-img", "video", "noscript")
HIDDEN_TAGS = ("script", "noscript", "template", "head")
FURNITURE_TAGS = ("figure", "h1", "h2", "h3", "img", "picture", "aside", "ul", "ol")  # left out of a copied body
TOO_WIDE_TAGS = ("body", "html", "main")  # copying one of these would not give a separate story
SHORTEST_NAME = 8  # characters of a file name that identifies a picture
CAPTION_START = 60  # characters of a caption that identify its element
CAPTION_SPARE = 80  # characters for a credit that the element may hold beyond twice the caption
CAPTION_COPY = 30  # characters by which an alternative text counts as a copy of the caption
LONG_PARAGRAPH = 150  # characters; only longer labelled paragraphs are searched in the page
FEWEST_PARAGRAPHS = 5  # of the article that must be found in the page
FEWEST_COPIED = 4  # paragraphs in the copy of the body
SHARE_INSIDE = 0.8  # of the paragraphs that the body's element must contain
ADDRESS = re.compile(r'(src|srcset)="[^"]*"')


@dataclass(frozen=True, slots=True)
class StrangeFigure:
    """A page with a foreign picture, and the picture's address."""

    html: str
    address: str


def put_figure(article: LabelledArticle, own: LabelledPicture, stranger: LabelledPicture) -> StrangeFigure | None:
    """Return the page with a foreign picture and caption in the markup of one of the article's pictures.

    None if the page does not show that picture under a distinctive name, or lacks its caption.
    """
    root = _parse(article.html)
    names = {name for name in map(base_name, own.addresses) if len(name) >= SHORTEST_NAME}
    caption = _find_caption(root, collapse_space(own.caption))
    address = HOST + base_name(stranger.src)
    if caption is None or not names or not _change_addresses(root, names, address, own, stranger):
        return None
    for image in root.iter("img"):
        if address in image.attrib.values():
            _describe(image, address, stranger)
    _fill(caption, stranger.caption)
    return StrangeFigure(_serialise(root), address)


def put_paragraphs(article: LabelledArticle, texts: Sequence[str]) -> str | None:
    """Return the page with consecutive foreign paragraphs after the article's middle paragraph.

    None if too few of the article's paragraphs are found in the page.
    """
    root = _parse(article.html)
    found = _find_paragraphs(root, article)
    if len(found) < FEWEST_PARAGRAPHS:
        return None
    before = found[len(found) // 2]
    for text in texts:
        stranger = _copy_alone(before)
        _fill(stranger, text)
        _insert_behind(before, stranger)
        before = stranger
    return _serialise(root)


def put_story(article: LabelledArticle, texts: Sequence[str], heading: str = "") -> str | None:
    """Return the page with the paragraphs of a foreign story after the article, in a copy of its body.

    None if the body is not found, or has no element of its own.
    """
    root = _parse(article.html)
    found = _find_paragraphs(root, article)
    body = _find_body(found)
    if body is None or body.tag in TOO_WIDE_TAGS:
        return None
    story = _copy_alone(body)
    if not _replace_texts(story, {collapse_space(each.text_content()) for each in found}, texts):
        return None
    if heading:
        title = lxml.html.Element("h2")
        title.text = heading
        story.insert(0, title)
    _insert_behind(body, story)
    return _serialise(root)


def _change_addresses(
    root: HtmlElement, names: Collection[str], address: str, own: LabelledPicture, stranger: LabelledPicture
) -> bool:
    """Replace all addresses of the own picture; return whether an `<img>` showed it."""
    shown = 0
    for element in root.iter(*PICTURE_TAGS):
        if element.tag == "noscript" and element.text and _names_any(element.text, names):
            element.text = ADDRESS.sub(lambda match: f'{match[1]}="{address}"', element.text)
        for name, value in list(element.attrib.items()):
            if _names_any(value, names):
                element.set(name, address)
                shown += element.tag == "img"
            elif name in ("alt", "title") and _repeats_caption(value, own.caption):
                element.set(name, stranger.caption)
    return shown > 0


def _names_any(text: str, names: Collection[str]) -> bool:
    return any(name in text for name in names)


def _repeats_caption(text: str, caption: str) -> bool:
    return collapse_space(text)[:CAPTION_COPY] == collapse_space(caption)[:CAPTION_COPY]


def _describe(image: HtmlElement, address: str, stranger: LabelledPicture) -> None:
    """Replace the other attributes of the `<img>` by those of the foreign picture."""
    for name, value in (
        ("alt", stranger.alt or stranger.caption),
        ("title", stranger.caption),
        ("srcset", address),
        ("data-srcset", address),
    ):
        if image.get(name):
            image.set(name, value)


def _find_caption(root: HtmlElement, caption: str) -> HtmlElement | None:
    """Return the deepest shown element whose text begins with a caption and is not much longer."""
    found = None
    for element in root.iter(*CAPTION_TAGS):
        if not any(above.tag in HIDDEN_TAGS for above in element.iterancestors()):
            text = collapse_space(element.text_content())
            if text.startswith(caption[:CAPTION_START]) and len(text) < 2 * len(caption) + CAPTION_SPARE:
                found = element
    return found


def _find_paragraphs(root: HtmlElement, article: LabelledArticle) -> list[HtmlElement]:
    """Return the innermost elements that contain exactly one long labelled paragraph."""
    texts = {collapse_space(text) for text in article.paragraphs if len(text) > LONG_PARAGRAPH}

    def is_paragraph(element: HtmlElement) -> bool:
        return isinstance(element.tag, str) and collapse_space(element.text_content()) in texts

    return [each for each in root.iter("p", "div") if is_paragraph(each) and not any(map(is_paragraph, each))]


def _find_body(paragraphs: Sequence[HtmlElement]) -> HtmlElement | None:
    """Return the smallest element around the first paragraph that contains nearly all of them."""
    if len(paragraphs) < FEWEST_PARAGRAPHS:
        return None
    above = [list(each.iterancestors()) for each in paragraphs]
    wanted = SHARE_INSIDE * len(above)
    return next((each for each in above[0] if sum(each in path for path in above) >= wanted), None)


def _replace_texts(body: HtmlElement, own: Collection[str], texts: Sequence[str]) -> bool:
    """Replace the texts of a copied body, and remove its furniture; return whether it had room for a story."""
    rooms = [
        element
        for element in body.iter("p", "div")
        if collapse_space(element.text_content()) in own and not element.xpath(".//p|.//div")
    ]
    if len(rooms) < FEWEST_COPIED:
        return False
    for room, text in zip(rooms, texts, strict=False):
        _fill(room, text)
    for room in rooms[len(texts) :]:
        _drop(room)
    kept = set(rooms)
    for element in list(body.iter(*FURNITURE_TAGS)):
        if not any(inside in kept for inside in element.iter()):
            _drop(element)
    return True


def _drop(element: HtmlElement) -> None:
    if element.getparent() is not None:
        element.drop_tree()


def _fill(element: HtmlElement, text: str) -> None:
    """Replace the content of an element by a text."""
    for child in list(element):
        element.remove(child)
    element.text = text


def _copy_alone(element: HtmlElement) -> HtmlElement:
    """Return a copy without the text after it, and without the id, which must be unique."""
    twin = copy.deepcopy(element)
    twin.tail = None
    twin.attrib.pop("id", None)
    return twin


def _insert_behind(element: HtmlElement, new: HtmlElement) -> None:
    """Insert an element after another, before the text that follows that."""
    tail, element.tail = element.tail, None
    element.addnext(new)
    new.tail = tail


def _parse(html: str) -> HtmlElement:
    parser = lxml.html.HTMLParser(encoding="utf-8", huge_tree=True)
    return lxml.html.document_fromstring(html.encode("utf-8", "replace"), parser=parser)


def _serialise(root: HtmlElement) -> str:
    return f"<!doctype html>\n{lxml.html.tostring(root, encoding='unicode')}"
