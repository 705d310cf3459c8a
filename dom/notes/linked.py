"""Notes that links lead to: a short label, the element at its address, and mostly a link back."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice, pairwise
from typing import cast
from urllib.parse import unquote

from lxml import etree
from lxml.etree import XPath
from lxml.html import HtmlElement

from cutline.dom.ancestors import climb
from cutline.dom.document import Document
from cutline.dom.formulas import FORMULA_TAGS
from cutline.dom.notes.labels import (
    BACK_CLASS,
    BACK_FRAGMENT,
    CLOSING,
    LABEL,
    MAX_PIECES,
    MAX_WRAPPERS,
    NAMED,
    NAMED_ONE,
    NAMED_OTHER,
    NUMBERED,
    OPENING,
    find_outer,
    name_all,
    read_label,
)
from cutline.dom.notes.page_notes import FoundNote, PageNotes
from cutline.dom.segments import TextSegment
from cutline.dom.tags import CELLS, HEADING_TAGS, LINE_BREAK_TAGS, STYLE_TAGS
from cutline.dom.tree import BlockFinder
from cutline.dom.web_addresses import absolute_url

INLINE = STYLE_TAGS | {"span", "font", "label", "big", "cite"}
IDS, NAMES = XPath("/descendant::*/@id"), XPath("/descendant::a/@name")
SCRIPTED = re.compile(r"""\(\s*["']#?([\w:.-]{1,100})["']\s*\)""")  # the place that a script leads to
MAX_BACK = 30  # characters of a link back, such as "Jump up to the text"
MAX_PARAGRAPHS = 20  # further paragraphs of a note that does not hold them
COMPLETE = frozenset(("li", "tr", "table", "aside"))  # elements that hold the whole of a note
FORMULAS = (*FORMULA_TAGS, "table", "figure")


@dataclass(slots=True, eq=False)
class _Definition:
    """A note: the segments from `start` to `end` (exclusive), and the labels that refer to it."""

    label: str
    root: HtmlElement
    start: int
    end: int
    references: list[HtmlElement]
    hidden: bool = False


class LinkedNotes:
    """Finds the notes that labels link to; linear in the size of the page for any number of labels."""

    def __init__(self, document: Document, segments: Sequence[TextSegment], max_notes: int) -> None:
        """Take a page, its text, and how many notes are read."""
        self._document, self._segments, self._max = document, segments, max_notes
        self._blocks = BlockFinder(LINE_BREAK_TAGS, document.body)
        self._found: dict[tuple[HtmlElement, int], _Definition] = {}
        self._places: set[HtmlElement] = set()  # elements that links back may lead to
        self._marks: dict[HtmlElement, _Definition] = {}
        self._is_cut = False
        self._targets: dict[HtmlElement, set[HtmlElement | None]] = {}  # what the links in an element lead to
        self._formulas: dict[HtmlElement, bool] = {}

    def is_reference(self, element: HtmlElement) -> bool:
        """Return whether an element may be the label of a note that it links to."""
        anchor = find_anchor(element)
        return anchor is not None and self.find_target(anchor) is not None and read_label(anchor) is not None

    def read(self, elements: Iterable[HtmlElement]) -> None:
        """Read the elements of short texts, in document order within the article and outside of it."""
        seen: set[HtmlElement] = set()
        for element in elements:
            anchor = find_anchor(element)
            if anchor is None or anchor in seen:
                continue
            seen.add(anchor)
            if (label := read_label(anchor)) and (target := self.find_target(anchor)) is not None:
                self._read_link(anchor, label, target)

    def finish(self) -> PageNotes:
        """Return the notes found, numbered by their first references."""
        notes = PageNotes(is_cut=self._is_cut)
        definitions = self._drop_outer()
        self._find_ends(definitions)
        for number, definition in enumerate(definitions):
            shown = self._segments[definition.start : definition.end]
            notes.notes.append(FoundNote(definition.label, _find_item(definition.root), shown))
            notes.owned.update(segment.index for segment in shown)
            notes.marks.update(dict.fromkeys(definition.references, number))
        if definitions:
            self._mark_back_links(definitions, notes)
        return notes

    def find_target(self, anchor: HtmlElement) -> HtmlElement | None:
        """Return the element of the page that a link leads to, or that explains it for screen readers."""
        before, _, fragment = (anchor.get("href") or "").strip().partition("#")
        if not fragment or (before and not self._is_own(before)):
            scripted = SCRIPTED.search(anchor.get("onclick") or "")
            fragment = scripted[1] if scripted else anchor.get("aria-describedby") or ""
            return self._ids.get(fragment) if NAMED.search(fragment) else None
        found = self._ids.get(fragment)
        return found if found is not None else self._ids.get(unquote(fragment))

    def _is_own(self, address: str) -> bool:
        """Return whether an address without its fragment is the page's own."""
        full = absolute_url(address, self._document.base_url)
        own = (self._document.url, self._document.metadata.canonical_url)
        return full is not None and any(full.rstrip("/") == each.partition("#")[0].rstrip("/") for each in own if each)

    @cached_property
    def _ids(self) -> dict[str, HtmlElement]:
        found: dict[str, HtmlElement] = {}
        for find in (IDS, NAMES):
            for value in cast("list[etree._ElementUnicodeResult]", find(self._document.body)):
                found.setdefault(str(value), value.getparent())
        return found

    @cached_property
    def starts(self) -> list[float]:
        """Where each segment starts, in document order."""
        return [self._document.order.of_segment(segment) for segment in self._segments]

    def _read_link(self, anchor: HtmlElement, label: str, target: HtmlElement) -> None:
        if _is_named_back(anchor) or target in self._places:  # the text of a note leads to where it is referred to
            return
        outer = find_outer(anchor, tuple(INLINE))
        found = self._locate(target, outer)
        if found is None or not self._is_note(found, anchor, outer, target, label):
            return
        key = (found.root, found.start)
        if key not in self._found and len(self._found) >= self._max:
            self._is_cut = True
            return
        definition = self._found.setdefault(key, found)
        definition.label = definition.label or label
        definition.references.append(outer)
        self._marks[outer] = definition
        self._places.update(self._list_places(anchor))

    def _list_places(self, anchor: HtmlElement) -> Iterator[HtmlElement]:
        """Yield the elements that a link back to a label may name: those around it up to its block, and one before."""
        block = self._blocks.first_block(anchor)
        yield from islice(anchor.iter(), MAX_PIECES)
        for _ in range(2 * MAX_WRAPPERS):
            yield anchor
            before = anchor.getprevious()
            if before is not None and not (before.tail or "").strip() and not len(before) and not before.text:
                yield before
            if anchor is block or anchor.getparent() is None:
                return
            anchor = anchor.getparent()

    def _locate(self, target: HtmlElement, outer: HtmlElement) -> _Definition | None:
        """Return the note at a target: its element and its segments; None if the label itself stands there."""
        root = self._find_root(target)
        if root is None:
            return None
        is_inline = root is not target and target.tag not in CELLS
        root = self._widen(root, target)
        start, end = self.span(root)
        if is_inline:
            start = self._find_start(target, start, end)
        if end <= start or self._is_bare(start, end):
            end = self._pass_label(root, start, end)
        place = self._document.order.of_element(outer)
        first, last = self._document.order.span(root)
        if first <= place <= last:  # all of the text stands in one element, divided by `<br>`
            end = start + 1 if is_inline and start < len(self._segments) and place < self.starts[start] else start
        if end <= start:
            return None
        return _Definition("", root, start, end, [])

    def _find_root(self, target: HtmlElement) -> HtmlElement | None:
        """Return the paragraph or row that a target is in; None if that is a heading, a listing or the page."""
        block = self._blocks.first_block(target)
        if block is self._document.body or block in self._document.listings:
            return None
        if block.tag in HEADING_TAGS and not read_label(block):
            return None
        return next(block.iterancestors("tr"), block) if block.tag in CELLS else block

    def _widen(self, root: HtmlElement, target: HtmlElement) -> HtmlElement:
        """Return the element of a whole note, of which the root is the first paragraph."""
        for _ in range(MAX_WRAPPERS):
            around = root.getparent()
            if around is None or root.getprevious() is not None or (around.text or "").strip():
                break
            names = f"{around.get('class', '')} {around.get('id', '')} {around.get('style', '')}"
            is_one = around.tag in ("li", "dd") or (around.tag in ("div", "aside") and NAMED_ONE.search(names))
            if not is_one:
                break
            root = around
        return root

    def span(self, root: HtmlElement) -> tuple[int, int]:
        """Return which segments start in an element, the end exclusive."""
        first, last = self._document.order.span(root)
        start, end = bisect_left(self.starts, first), bisect_right(self.starts, last)
        while end > start and not is_inside(self._segments[end - 1].runs[0].parent, root):
            end -= 1  # a text right behind the element starts where the element ends
        return start, end

    def _find_start(self, target: HtmlElement, start: int, end: int) -> int:
        """Return the segment that a target in a line stands in."""
        number = bisect_left(self.starts, self._document.order.of_element(target))
        before = self._segments[number - 1] if start < number else None
        if before is not None and any(run.node is target or is_inside(run.parent, target) for run in before.runs[-4:]):
            return number - 1
        return number - 1 if before is not None and number >= end else number

    def _is_bare(self, start: int, end: int) -> bool:
        """Return whether segments have nothing but the label of a note."""
        return end == start + 1 and LABEL.fullmatch(self._segments[start].text) is not None

    def _pass_label(self, root: HtmlElement, start: int, end: int) -> int:
        """Return the end of a note whose label stands in an element of its own, before the text."""
        block = root if root.tag not in ("sup", "a") else root.getparent()
        following = block.getnext()
        if following is None or following.tag in HEADING_TAGS:
            return start
        return max(self.span(following)[1], end)

    def _is_note(
        self, found: _Definition, anchor: HtmlElement, outer: HtmlElement, target: HtmlElement, label: str
    ) -> bool:
        """Return whether what a label links to is a note: names, a link back or the label at its beginning say so."""
        root, first = found.root, self._segments[found.start]
        if any(segment.block.tag in HEADING_TAGS for segment in self._segments[found.start + 1 : found.end][:8]):
            return False
        fragment = anchor.get("href", "").partition("#")[2]
        around = root.getparent()
        names = " ".join((name_all(anchor, outer, target, root, around), fragment))
        is_named = NAMED.search(names) is not None
        if is_named and not NAMED_OTHER.search(f"{fragment} {target.get('class', '')}"):
            return True
        if NAMED_OTHER.search(f"{fragment} {target.get('class', '')}") and not self._has_back_link(root, anchor):
            return False
        if self._has_formula(root) and root.tag not in ("tr", "table"):
            return False
        if self._has_back_link(root, anchor):
            return True
        start = NUMBERED.match(first.text)
        is_marked = outer is not anchor or anchor.find(".//sup") is not None or _is_in_brackets(anchor)
        return is_marked and start is not None and label in start.groups()

    def _has_back_link(self, root: HtmlElement, anchor: HtmlElement) -> bool:
        if root not in self._targets:
            self._targets[root] = {self.find_target(link) for link in root.iter("a")}
        return not self._targets[root].isdisjoint(self._list_places(anchor))

    def _has_formula(self, root: HtmlElement) -> bool:
        if root not in self._formulas:
            self._formulas[root] = next(root.iter(*FORMULAS), None) is not None
        return self._formulas[root]

    def _drop_outer(self) -> list[_Definition]:
        """Return the notes that contain no other note."""
        roots = {definition.root for definition in self._found.values()}
        outer = {around for root in roots for around in root.iterancestors() if around in roots}
        for mark, definition in list(self._marks.items()):
            if definition.root in outer:
                del self._marks[mark]
        return [definition for definition in self._found.values() if definition.root not in outer]

    def _find_ends(self, definitions: Sequence[_Definition]) -> None:
        """Extend each note by the paragraphs up to the next one; those in one element end where the next begins."""
        ordered = sorted(definitions, key=lambda definition: definition.start)
        for note, after in pairwise(ordered):
            if note.root is after.root:
                note.end = after.start
            elif note.root.tag not in COMPLETE and note.root.getparent() is after.root.getparent():
                self._extend(note, max(after.start, note.end))
            else:
                note.end = min(note.end, max(after.start, note.start + 1))
        if ordered:
            self._extend_last(ordered[-1])

    def _extend_last(self, note: _Definition) -> None:
        """Extend the last note to the end of what holds all notes, if that is named so."""
        around = note.root.getparent()
        if note.root.tag in COMPLETE or around is None:
            return
        if NAMED.search(f"{around.get('class', '')} {around.get('id', '')}"):
            self._extend(note, max(self.span(around)[1], note.end))

    def _extend(self, note: _Definition, end: int) -> None:
        """Extend a note to a segment (exclusive), unless headings, other notes or too many paragraphs are between."""
        between = self._segments[note.end : end]
        if len(between) <= MAX_PARAGRAPHS and not any(map(_is_new, between)):
            note.end = end

    def _mark_back_links(self, definitions: Sequence[_Definition], notes: PageNotes) -> None:
        """Mark the links from notes to the text, whose words are part of neither."""
        read: set[HtmlElement] = set()
        for definition in definitions:
            for segment in self._segments[definition.start : definition.end]:
                for run in segment.runs:
                    anchor = find_anchor(run.parent) if run.in_link else None
                    if anchor is None or anchor in read or anchor in notes.marks:
                        continue
                    read.add(anchor)
                    if self._is_back_link(anchor):
                        notes.marks.setdefault(find_outer(anchor, tuple(INLINE)), None)

    def _is_back_link(self, anchor: HtmlElement) -> bool:
        text = "".join(anchor.itertext())
        if len(text) > MAX_BACK or "#" not in anchor.get("href", ""):
            return False
        return _is_named_back(anchor) or self.find_target(anchor) in self._places


def _find_item(root: HtmlElement) -> HtmlElement:
    """Return the item of a list of one that is all of a note, and numbers it; else the note's element."""
    inner = root[0] if len(root) == 1 and root[0].tag == "ol" else root
    return inner[0] if len(inner) == 1 and inner[0].tag == "li" else root


def _is_new(segment: TextSegment) -> bool:
    """Return whether a text is a heading or begins as a note does."""
    return segment.block.tag in HEADING_TAGS or NUMBERED.match(segment.text) is not None


def _is_in_brackets(anchor: HtmlElement) -> bool:
    """Return whether a label stands in brackets, by itself or in the text around it."""
    if not "".join(anchor.itertext()).strip()[-1:].isalnum():
        return True
    before = anchor.getprevious()
    if before is not None and not len(before) and not before.text and not (before.tail or "").strip():
        before = before.getprevious() if before.getprevious() is not None else before
        text = before.tail or anchor.getparent().text or ""
    else:
        text = (anchor.getparent().text if before is None else before.tail) or ""
    return text.rstrip().endswith(tuple(OPENING)) and (anchor.tail or "").lstrip().startswith(tuple(CLOSING))


def _is_named_back(anchor: HtmlElement) -> bool:
    """Return whether a link is named as one from a note to the text; Org gives all links of notes that role."""
    return bool(BACK_CLASS.search(anchor.get("class", "")) or BACK_FRAGMENT.search(anchor.get("href", "")))


def find_anchor(element: HtmlElement) -> HtmlElement | None:
    """Return the link around an element or itself; None if there is none near."""
    return next((around for around in climb(element, MAX_WRAPPERS) if around.tag == "a"), None)


def is_inside(element: HtmlElement, root: HtmlElement) -> bool:
    """Return whether an element is another one or inside it."""
    return element is root or root in element.iterancestors()
