"""Names of authors that no byline has: between headline and date, below the text, in a box about the author."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from enum import Enum, auto
from itertools import chain, islice, takewhile
from typing import NamedTuple

from lxml.etree import iterwalk
from lxml.html import HtmlElement

from cutline.dom.metadata.other_boxes import is_inside_others, is_of_others
from cutline.dom.metadata.person_names import JOINING, PARTICLES, ROLES, is_full_name, is_organisation, read_names
from cutline.dom.metadata.plain_text import collapse, fold
from cutline.dom.metadata.visible_text import HEADINGS, UNSEEN, Placed, list_visible_texts, read_visible_text
from cutline.dom.metadata.written_dates import DATE
from cutline.dom.words import join_patterns, list_words

MAX_PIECES = 40  # texts below the headline that are looked at
MAX_STEPS = 400  # starts and ends of elements walked through for them
MAX_LENGTH = 90  # characters of a text in a line of names and dates; a longer one is a standfirst or the story
MAX_LONG = 2  # longer texts, after which the story has begun
NEAR = 3  # parts between a name and a date
MAX_WORDS = 4  # of a name
MAX_LINE = 250  # characters of the block around a name; a longer one is the story
SKIPPED = UNSEEN | {"nav", "aside", "figure", "blockquote", "ul", "ol", "table", "form", "label"}
BLOCKS = frozenset({"p", "h2", "h3", "h4", "h5", "h6", "li", "pre", "td"})
LOUD = frozenset({"b", "strong", "i", "em"})
PLACES = frozenset(list_words("names", "places"))
CONTENTS = frozenset(map(fold, list_words("lists", "contents")))  # above tables of contents
SECTION = re.compile(r"/(?:categor|tags?[/:]|topics?/|sections?/|labels?/|search)|[?&](?:cat|tag)=", re.IGNORECASE)
SIGNED = ("p", "div")
MAX_SIGNED = 20  # elements that may sign an article, and elements behind one, that are looked at
ON_THE_RIGHT = re.compile(r"text-align:\s?right", re.IGNORECASE)
JAPANESE_SIGNATURE = re.compile(r"[。」】]【([^【】\d]{2,40})】\s*\Z")
DIVIDER = re.compile(r"\s*[|•·/,;]\s*|\s[–—-]+\s|\n")
WORD = re.compile(r"[^\W\d_]{2,}")
Piece = tuple[str, HtmlElement]  # a text, and the element that it is right in

MAX_BOXES = 10  # that are looked into
MAX_BOX_STEPS = 100  # elements of a box that are looked at
MAX_BOX_PIECES = 4  # texts of a box that are looked at; the name is among the first
MAX_NAMES = 500  # characters of an element's classes
ABOUT_AUTHORS = frozenset(list_words("bylines", "about_authors"))
TAGS = frozenset({"h2", "h3", "h4", "h5", "h6", "p", "div", "span", "strong", "b"})
BOX = re.compile(
    r"author[-_]{0,2}(?:box|bio|info|card|about|profile|desc)|about[-_]?(?:the[-_]?)?author", re.IGNORECASE
)
# How a sentence about a person begins: "Ann Lee is a sailor."
NAME = r"[^\W\d_][\w'’.-]*(?:\s[^\W\d_][\w'’.-]*){1,3}?"
SENTENCE = re.compile(rf"({NAME}),?\s(?:{join_patterns('bylines', 'biographies')})\s")


class Kind(Enum):
    """What a part of a line is."""

    NAME = auto()
    DATE = auto()
    ROLE = auto()
    OTHER = auto()
    STORY = auto()


class Part(NamedTuple):
    """A part of a line.

    Attributes:
        kind: what it is.
        text: of a name.
        is_alone: whether it is all of a text in bold, in italics or in a small heading.
    """

    kind: Kind
    text: str = ""
    is_alone: bool = False


def find_bare_names(places: Sequence[Placed]) -> list[str]:
    """Return the names near a date below the headline, or alone in bold right below it.

    A name has no word that a paragraph of the page has in small letters: "Climate Change" is a section. People whom the
    headline names are no authors, and neither are those beside them.

    Args:
        places: the elements of the page.
    """
    headline = _find_headline(places)
    if headline is None:
        return []
    parts = list(_list_parts(headline))
    found = [number for number, part in enumerate(parts) if part.kind is Kind.NAME and _is_byline(parts, number)]
    if not found:
        return []
    line = takewhile(lambda part: part.kind in (Kind.NAME, Kind.ROLE), parts[found[0] :])
    names = [part.text for part in line if part.kind is Kind.NAME]
    if not _list_words(read_visible_text(headline)).isdisjoint(_list_words(" ".join(names))):
        return []
    common = _list_small_words(places)
    return [name for name in names if common.isdisjoint(_list_words(name))]


def find_signature(places: Sequence[Placed]) -> list[str]:
    """Return the names that an article ends with: alone and set on the right, or in 【】 behind the last sentence.

    Nothing but short texts stands behind them in their box, as it does behind the names below a motto.
    """
    below = (element for element, distance in reversed(places) if distance > 0 and element.tag in SIGNED)
    for element in islice((each for each in below if _may_sign(each)), MAX_SIGNED):
        signed = JAPANESE_SIGNATURE.search(_read_end(element))
        text = signed[1] if signed else read_visible_text(element)
        names = read_names(text) if len(text) <= MAX_LENGTH and not is_of_others(element) else []
        is_name = bool(names) and all(map(is_full_name, names)) and (signed is not None or names == [text])
        if is_name and not any(map(_is_prose, islice(element.itersiblings(), MAX_SIGNED))):
            return names
    return []


def _may_sign(element: HtmlElement) -> bool:
    """Return whether an element is set on the right, or ends with a Japanese signature."""
    is_right = element.get("align") == "right" or ON_THE_RIGHT.search(element.get("style", "")[:MAX_LINE]) is not None
    return is_right or JAPANESE_SIGNATURE.search(_read_end(element)) is not None


def _read_end(element: HtmlElement) -> str:
    return ((element[-1].tail if len(element) else element.text) or "")[-MAX_LENGTH:]


def _is_prose(element: HtmlElement) -> bool:
    return element.tag in SIGNED and len(read_visible_text(element)) > MAX_LENGTH


def _find_headline(places: Sequence[Placed]) -> HtmlElement | None:
    if not places or places[-1].distance <= 0:
        return None
    return next((each.element for each in places if each.distance == 0 and each.element.tag in HEADINGS), None)


def _is_byline(parts: Sequence[Part], number: int) -> bool:
    """Return whether a name has a date near it, or stands alone in bold between the headline and the story."""
    around = parts[max(0, number - NEAR) : number + NEAR + 1]
    if any(part.kind is Kind.DATE for part in around):
        return True
    return number == 0 and parts[number].is_alone and parts[1:2] == [Part(Kind.STORY)]


def _list_words(name: str) -> set[str]:
    return {word.casefold() for word in WORD.findall(name)} - PARTICLES


def _list_small_words(places: Sequence[Placed]) -> set[str]:
    elements = (each.element for each in places)
    seen = (each for each in elements if each.tag not in UNSEEN and not each.get("href", "").startswith("mailto:"))
    texts = (text for each in seen for text in (each.text, each.tail) if text)
    return {word for text in texts for word in WORD.findall(text) if word.islower()}


def _list_parts(headline: HtmlElement) -> Iterator[Part]:
    """Yield the parts of the short texts below the headline, up to the story."""
    long = 0
    for text, element in islice(list_pieces(headline), MAX_PIECES):
        if len(text) > MAX_LENGTH or _is_in_story(element):
            long += 1
            yield Part(Kind.STORY)
            if long == MAX_LONG:
                return
        else:
            yield from _read_parts(text, element)


def _is_in_story(element: HtmlElement) -> bool:
    around = chain([element], element.iterancestors())
    block = next((each for each in around if each.tag in BLOCKS), None)
    return block is not None and sum(map(len, list_visible_texts(block))) > MAX_LINE


def _read_parts(text: str, element: HtmlElement) -> Iterator[Part]:
    date = DATE.search(text)
    before, behind = (text[: date.start()], text[date.end() :]) if date else (text, "")
    for said, is_behind in ((before, False), (behind, True)):
        if is_behind and date:
            yield Part(Kind.DATE)
        for part in filter(None, DIVIDER.split(said.strip(" |•·/,;–—-"))):
            if part in JOINING:
                continue
            if _is_name(part) and not _is_of_section(element):
                yield Part(Kind.NAME, part, element.tag in LOUD and part == text)
            else:
                yield Part(Kind.OTHER if ROLES.isdisjoint(part.casefold().split()) else Kind.ROLE)


def _is_name(part: str) -> bool:
    words = part.split()
    return (
        2 <= len(words) <= MAX_WORDS
        and is_full_name(part)
        and all(word[0].isalpha() for word in words)
        and part.upper() != part.lower()
        and not is_organisation(part)
        and part.casefold() not in PLACES
        and fold(part) not in CONTENTS
        and read_names(part) == [part]
    )


def _is_of_section(element: HtmlElement) -> bool:
    return element.tag == "a" and (
        "tag" in element.get("rel", "") or SECTION.search(element.get("href", "")) is not None
    )


def list_pieces(heading: HtmlElement) -> Iterator[Piece]:
    """Yield the texts behind a heading in document order."""
    node: HtmlElement | None = heading
    steps = 0
    while node is not None and node.tag != "body":
        parent = node.getparent()
        if parent is not None and (tail := collapse(node.tail or "")):
            yield tail, parent
        for sibling in node.itersiblings():
            for piece in walk_pieces(sibling):
                steps += 1
                if steps > MAX_STEPS:
                    return
                if piece is not None:
                    yield piece
            if tail := collapse(sibling.tail or ""):
                yield tail, parent
        node = parent


def walk_pieces(element: HtmlElement) -> Iterator[Piece | None]:
    """Yield the texts in an element in document order, and None for each of its elements that has none."""
    if not isinstance(element.tag, str):
        return
    walker = iterwalk(element, events=("start", "end"))
    for event, node in walker:
        if event == "start" and (node.tag in SKIPPED or node.get("hidden") is not None or is_of_others(node)):
            walker.skip_subtree()
            yield None
        elif event == "start":
            text = collapse(node.text or "")
            yield (text, node) if text else None
        elif node is not element and (tail := collapse(node.tail or "")):
            yield tail, node.getparent()


def find_portrayed(places: Sequence[Placed]) -> list[str]:
    """Return the name that the first box about an author below the headline begins with.

    Args:
        places: the elements of the page.
    """
    below = (place.element for place in places if place.distance > 0)
    boxes = ((box, pieces) for box in below if (pieces := _open_box(box)) is not None)
    names = (_find_name(pieces) for box, pieces in islice(boxes, MAX_BOXES) if not is_inside_others(box))
    return next(filter(None, names), [])


def _open_box(element: HtmlElement) -> Iterator[Piece] | None:
    """Return the texts of a box about an author, given the box or its heading; None for any other element."""
    if element.tag in TAGS and _is_heading(element.text):
        return list_pieces(element)
    return _list_inside(element) if BOX.search((element.get("class") or "")[:MAX_NAMES]) else None


def _list_inside(box: HtmlElement) -> Iterator[Piece]:
    if text := collapse(box.text or ""):
        yield text, box
    yield from filter(None, islice((piece for child in box for piece in walk_pieces(child)), MAX_BOX_STEPS))


def _is_heading(text: str | None) -> bool:
    return text is not None and text.strip(" :\n\t").casefold() in ABOUT_AUTHORS


def _find_name(pieces: Iterator[Piece]) -> list[str]:
    for text, _ in islice(pieces, MAX_BOX_PIECES):
        sentence = SENTENCE.match(text)
        name = sentence[1] if sentence else text
        if not _is_heading(text) and is_full_name(name) and not is_organisation(name) and read_names(name) == [name]:
            return [name]
    return []
