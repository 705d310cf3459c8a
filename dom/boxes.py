"""The boxes of an article: callouts, such as warnings and tips, and `<details>`, with their titles."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Literal

from lxml.html import HtmlElement

from cutline.dom.ancestors import Inherited, climb, climb_to
from cutline.dom.callout_names import (
    ALERT,
    ALONE,
    ATTRIBUTES,
    FIRST_WORD,
    FOLDS,
    FRAMES,
    LABEL,
    NOT_OF_ARTICLE,
    PANEL,
    SHARED_FRAMES,
    TITLE,
    TYPES,
    find_word,
    find_word_beside_note,
    is_type,
    may_be_utility_box,
    read_utility_box,
)
from cutline.dom.document import Document
from cutline.dom.segments import TextSegment
from cutline.dom.tags import HEADING_TAGS
from cutline.types import CalloutType

FRAME_TAGS = frozenset("div aside section article blockquote details figure p dl".split())
COLOURED = frozenset(("alert", "message", "notification"))  # whose second class may mean no more than a colour
FORM_TAGS = ("form", "input", "select", "textarea")
TITLE_TAGS = HEADING_TAGS | {"summary", "th"}
MAX_TITLE = 200  # characters of a title
MAX_LABEL = 30  # characters of a title that only says the type
QUOTE_LEVELS = 2  # elements from the first line of a quote, of which one is the quote
MAX_NESTING = 12  # boxes in boxes; no page written by people has as many


@dataclass(frozen=True, slots=True, eq=False)
class Box:
    """A callout or a `<details>`.

    Attributes:
        kind: which of both.
        type: the type of a callout, of those that GitHub has; None for `<details>`.
        word: the page's own word for it; None if it has none.
        titles: the element of its title, behind that of a label that only says the type; empty if it has none.
        title: the text of the title.
        numbers: the places of its segments, ascending, among those that were given.
    """

    kind: Literal["callout", "details"]
    type: CalloutType | None
    word: str | None
    titles: tuple[HtmlElement, ...]
    title: str | None
    numbers: Sequence[int]


def find_boxes(document: Document, segments: Sequence[TextSegment], kept: Collection[int]) -> dict[HtmlElement, Box]:
    """Return the boxes around segments, by their elements, in linear time.

    Left out are boxes of the site, such as calls to sign up, and a box with most of the text.

    Args:
        document: the page.
        segments: some of its segments, in order.
        kept: the places of the kept ones among them.
    """
    quotes: set[HtmlElement] = set()
    for segment in segments:
        document.facts.read(segment.block)
        if segment.text.startswith("[!"):
            quotes.update(climb(segment.block, QUOTE_LEVELS))
    possible = frozenset((*document.facts.boxes, *(each for each in quotes if each.tag == "blockquote")))
    if not possible:
        return {}
    inside = _group(possible, segments)
    sizes = [len(segment.text) if number in kept else 0 for number, segment in enumerate(segments)]
    most = sum(sizes) / 2
    found: dict[HtmlElement, Box] = {}
    for element, numbers in inside.items():
        if sum(sizes[number] for number in numbers) <= most:
            box = _read_box(element, [segments[number] for number in numbers], numbers)
            found |= {element: box} if box else {}
    return found


def is_framed(element: HtmlElement) -> bool:
    """Return whether an element is named as only callouts are."""
    return _is_named(element, FRAMES) or any(element.get(name) for name in ATTRIBUTES)


def _group(possible: frozenset[HtmlElement], segments: Sequence[TextSegment]) -> dict[HtmlElement, list[int]]:
    """Return the numbers of the segments in each of these elements."""

    def extend(boxes: tuple[HtmlElement, ...], element: HtmlElement) -> tuple[HtmlElement, ...]:
        return (*boxes, element)[:MAX_NESTING] if element in possible else boxes

    around = Inherited[tuple[HtmlElement, ...]]((), extend)
    groups: defaultdict[HtmlElement, list[int]] = defaultdict(list)
    for number, segment in enumerate(segments):
        for box in around.of(segment.block):
            groups[box].append(number)
    return groups


def _read_box(element: HtmlElement, segments: Sequence[TextSegment], numbers: Sequence[int]) -> Box | None:
    """Return the box that an element with these segments is; None if it is none of an article."""
    if NOT_OF_ARTICLE.search(f"{element.get('class', '')} {element.get('id', '')}") or _has_form(element):
        return None
    if alert := _read_alert(element, segments[0].text):
        return Box("callout", TYPES[alert], alert, (), None, numbers)
    titles = _find_titles(element, segments)
    blocks, text = tuple(title.block for title in titles), titles[-1].text if titles else None
    word = find_word(element.attrib)
    if _is_fold(element, word):
        return Box("details", None, None, blocks, text, numbers)
    if not _is_callout(element, word, bool(titles), segments[0].text):
        return _read_utility_box(element, segments, numbers)
    if word is None or _may_be_coloured(element):
        word = _read_label(segments[0]) or word
    return Box("callout", TYPES.get(word or "", "note"), word, blocks, text, numbers)


def _read_utility_box(element: HtmlElement, segments: Sequence[TextSegment], numbers: Sequence[int]) -> Box | None:
    """Return the box that an element with these segments is by its utility classes; None if it is none."""
    if not may_be_utility_box(element.get("class", "")) or element.tag not in FRAME_TAGS:
        return None
    found = read_utility_box(element, segments)
    if found is None:
        return None
    word, type_, title = found
    return Box("callout", type_, word, (title.block,) if title else (), title.text if title else None, numbers)


def _read_alert(element: HtmlElement, text: str) -> str | None:
    """Return the word for a type in the mark of Markdown that a quote begins with; None if it has none."""
    alert = ALERT.match(text) if element.tag == "blockquote" else None
    return alert[1].lower() if alert and alert[1].lower() in TYPES else None


def _may_be_coloured(element: HtmlElement) -> bool:
    """Return whether the word for a type in an element's classes may mean no more than a colour."""
    return _is_named(element, COLOURED) and not _is_named(element, FRAMES)


def _is_fold(element: HtmlElement, word: str | None) -> bool:
    """Return whether an element is a `<details>`, and no callout that a reader can fold away."""
    is_callout = word is not None and _is_named(element, FRAMES | TYPES.keys())
    return _is_named(element, FOLDS) or (element.tag == "details" and not is_callout)


def _is_callout(element: HtmlElement, word: str | None, has_title: bool, text: str) -> bool:
    """Return whether an element is a callout: by a class that only callouts have, or a word for its type with it.

    Of an element that is only named by such a word, the text has to say so, too.
    """
    if element.tag not in FRAME_TAGS:
        return False
    if _is_named(element, FRAMES) or element.tag == "details":
        return True
    if find_word_beside_note(element.get("class", "").lower().split()):
        return True
    if _is_named(element, SHARED_FRAMES):
        return word is not None or (element.tag == "figure" and _is_named(element, {"callout"}))  # as Notion exports it
    is_note = "note" in (element.get("role"), element.get("aria-role"))
    if element.tag != "p" and frozenset(element.get("class", "").split()) >= PANEL:
        return has_title
    return word in ALONE and (has_title or is_note or _is_only(element, word) or FIRST_WORD.match(text) is not None)


def _is_only(element: HtmlElement, word: str | None) -> bool:
    """Return whether a word for a type is an element's only class, as rustdoc and Laravel write warnings."""
    is_one = element.get("class", "").strip() == word
    return is_one and (element.tag == "blockquote" or (word != "note" and element.tag in ("div", "p")))


def _read_label(segment: TextSegment) -> str | None:
    """Return the word for a type that a text is, or begins with in bold letters or before a colon; None if none."""
    if plain := LABEL.match(segment.text):
        return plain[1].lower()
    if is_type(segment.text):
        return segment.text.strip(" :.!").lower()
    first = next(run for run in segment.runs if run.text.strip())
    is_bold = first.parent.tag in ("b", "strong") and is_type(first.text.strip())
    return first.text.strip(" \n:.!").lower() if is_bold else None


def _is_named(element: HtmlElement, names: Collection[str]) -> bool:
    return any(name in names for name in element.get("class", "").lower().split())


def _has_form(element: HtmlElement) -> bool:
    """Return whether an element asks for something; lists of tasks have boxes to tick."""
    return any(field.get("type") != "checkbox" for field in element.iter(*FORM_TAGS))


def _find_titles(element: HtmlElement, segments: Sequence[TextSegment]) -> list[TextSegment]:
    """Return the segment that is the title of a box, with the label before it if it has both; [] if it has none."""
    first, *others = segments
    if not others or not (_is_title(element, first) or _is_label(element, first)):
        return []
    return [first, others[0]] if len(others) > 1 and is_type(first.text) and _is_title(element, others[0]) else [first]


def _is_title(element: HtmlElement, segment: TextSegment) -> bool:
    """Return whether a segment of a box is marked as its title."""
    if segment.block is element or len(segment.text) > MAX_TITLE:
        return False
    path = climb_to(element, segment.block)
    if element.tag == "details":
        return any(around.tag == "summary" for around in path)
    return any(around.tag in TITLE_TAGS or TITLE.search(around.get("class", "")) for around in path)


def _is_label(element: HtmlElement, segment: TextSegment) -> bool:
    """Return whether a segment of a callout only says its type, in any language if Microsoft writes it."""
    if segment.block is element or element.tag == "details":
        return False
    return is_type(segment.text) or _is_upper_label(element, segment.text)


def _is_upper_label(element: HtmlElement, text: str) -> bool:
    """Return whether a text is the label of a callout as Microsoft writes it: `<div class="NOTE"><p>Hinweis</p>`."""
    return len(text) <= MAX_LABEL and any(name.isupper() for name in element.get("class", "").split())
