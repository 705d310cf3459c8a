"""Notes that no link leads to: beside their words, in an attribute of the label, or numbered lines at the end."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from itertools import islice
from unicodedata import normalize

from lxml.html import HtmlElement, fragment_fromstring

from cutline.dom.ancestors import Inherited, climb
from cutline.dom.document import Document
from cutline.dom.notes.labels import (
    DEFINING,
    LEAST_DEFINITION,
    NAMED,
    cites,
    find_outer,
    name_all,
    read_label,
    read_own_label,
)
from cutline.dom.notes.linked import INLINE, LinkedNotes, find_anchor
from cutline.dom.notes.numbered import CLIMB, list_cited, list_groups, number_lines
from cutline.dom.notes.page_notes import FoundNote, PageNotes
from cutline.dom.segments import TextRun, TextSegment, keep_runs, read_shown_text
from cutline.dom.tags import UNSEEN_TAGS, breaks_line, is_hidden

MAX_DEFINITION = 100_000  # characters of an attribute that are read
NEAR_TEXTS = 10  # texts before a note behind a paragraph, among which the paragraph is; the others are notes
NEAR_RUNS = 50  # texts at the end of a paragraph, among which the label of a note behind it is
MAX_GROUPS = 10  # rules and headings, of which the last ones are tried


@dataclass(slots=True)
class _Places:
    """The text of the article, and where each of its segments starts."""

    kept: Sequence[TextSegment]
    starts: Sequence[float]

    def find_before(self, segment: TextSegment, owned: Set[int]) -> TextSegment | None:
        """Return the last text before a segment that belongs to no note."""
        place = bisect_left(self.kept, segment.index, key=lambda each: each.index)
        return next(
            (each for each in reversed(self.kept[max(place - NEAR_TEXTS, 0) : place]) if each.index not in owned), None
        )

    def find_around(self, element: HtmlElement, start: float) -> TextSegment | None:
        """Return the text of the block that an element at a place stands in."""
        place = bisect_left(self.starts, start)
        found = self.kept[place - 1] if place else None
        return found if found is not None and found.block in element.iterancestors() else None


class UnlinkedNotes:
    """Finds the notes that no link leads to and adds them to those of a page."""

    def __init__(
        self,
        document: Document,
        segments: Sequence[TextSegment],
        notes: PageNotes,
        linked: LinkedNotes,
        max_notes: int,
    ) -> None:
        """Take a page, its text, the notes found so far, what found them, and how many notes are read."""
        self._document, self._segments, self._notes, self._linked, self._max = (
            document,
            segments,
            notes,
            linked,
            max_notes,
        )
        self._new = len(segments)  # index of the next segment that is none of the page's text

    def read(self, kept: Sequence[TextSegment], labels: Sequence[HtmlElement], beside: Sequence[HtmlElement]) -> None:
        """Add the notes.

        Args:
            kept: the text of the article.
            labels: the elements of short texts in links and superscripts.
            beside: the notes beside words.
        """
        free = [label for label in labels if self._is_free(label)]
        for label in free:
            self._read_attribute(label)
        if beside:
            self._read_all_beside(beside, kept, set(free))
        if not self._notes.notes:
            self._read_numbered(kept, [label for label in free if self._is_free(label)])

    def _is_free(self, label: HtmlElement) -> bool:
        """Return whether a label refers to no note so far."""
        return not any(element in self._notes.marks for element in climb(label, CLIMB + 1))

    def _add(self, label: str, root: HtmlElement, segments: Sequence[TextSegment]) -> int | None:
        """Add a note and return its number; None if there are too many, or it has no text."""
        if not segments:
            return None
        if len(self._notes.notes) >= self._max:
            self._notes.is_cut = True
            return None
        self._notes.notes.append(FoundNote(label, root, segments))
        return len(self._notes.notes) - 1

    def _read_attribute(self, label: HtmlElement) -> None:
        """Read a note that an attribute of a label holds."""
        anchor = find_anchor(label)
        outer = find_outer(label if anchor is None else anchor, tuple(INLINE))
        text = read_label(outer)
        if text is None or not _is_marked(outer, anchor):
            return
        for element in (outer, *outer.iterdescendants()):
            value = next((element.get(name, "") for name in sorted(element.keys()) if _defines(element, name)), None)
            if value is not None:
                number = self._add(text, outer, self._read_hidden(_parse(value)))
                if number is not None:
                    self._notes.marks[outer] = number
                return

    def _read_all_beside(
        self, elements: Sequence[HtmlElement], kept: Sequence[TextSegment], free: Set[HtmlElement]
    ) -> None:
        """Read the notes that stand in or beside the paragraphs that they belong to."""
        inside = self._group_runs(set(elements))
        places = _Places(kept, [self._document.order.of_segment(each) for each in kept])
        for element in elements:
            if element in inside:
                own = [segment for segment in inside[element] if segment.index not in self._notes.owned]
                if not own:
                    continue
                raised = next((each for each in (element, element.getparent()) if each.tag == "sup"), None)
                if raised is not None:  # which is the place of the note, not its style
                    own = [replace(segment, block=raised) for segment in own]
                self._read_beside(element, own, places, free)
            elif element in self._document.hidden:
                self._read_hidden_beside(element, places)

    def _group_runs(self, roots: Set[HtmlElement]) -> dict[HtmlElement, list[TextSegment]]:
        """Return the text in each of some elements, those in others left out: whole segments, or their runs inside."""

        def enter(root: HtmlElement | None, element: HtmlElement) -> HtmlElement | None:
            return element if root is None and element in roots else root

        around = Inherited(None, enter)
        groups: defaultdict[HtmlElement, list[TextSegment]] = defaultdict(list)
        for segment in self._segments:
            runs: defaultdict[HtmlElement, list[TextRun]] = defaultdict(list)
            for run in segment.runs:
                root = around.of(run.parent)
                if root is not None:
                    runs[root].append(run)
            for root, own in runs.items():
                is_whole = len(own) == len(segment.runs)
                part = segment if is_whole else keep_runs(segment, tuple(own))
                if part is not None:
                    groups[root].append(part)
        return groups

    def _read_beside(
        self, element: HtmlElement, own: Sequence[TextSegment], places: _Places, free: Set[HtmlElement]
    ) -> None:
        """Read a note in a paragraph, or one that stands on lines of its own behind the paragraph."""
        is_line = any(segment is self._segments[segment.index] for segment in own)
        before = places.find_before(own[0], self._notes.owned) if is_line else None
        mark = self._find_referring(element, before, free)
        if mark is not None and mark in self._notes.marks:
            self._notes.marks.setdefault(element, None)  # shows the same as the note that the label links to
            return
        if is_line and mark is None and (before is None or own[0].index not in self._notes.kept):
            return
        number = self._add(read_own_label(element if mark is None else mark), element, own)
        if number is not None:
            self._place(number, element, own if is_line else (), mark)
            self._refer(number, mark, before)

    def _place(self, number: int, element: HtmlElement, lines: Sequence[TextSegment], mark: HtmlElement | None) -> None:
        """Own the lines of a note, or mark one in a paragraph, which stands for its own mark if no label does."""
        if lines:
            self._notes.owned.update(segment.index for segment in lines)
        else:
            self._notes.inline.add(element)
            self._notes.marks[element] = number if mark is None else None

    def _find_referring(
        self, element: HtmlElement, before: TextSegment | None, free: Set[HtmlElement]
    ) -> HtmlElement | None:
        """Return the label right before a note, or else in the text before it: the last one, or the note's own."""
        mark = self._find_label(element)
        if mark is not None or before is None:
            return mark
        labels, own = self._list_labels(before, free), read_own_label(element)
        return next((label for label in labels if own and read_label(label) == own), next(iter(labels), None))

    def _refer(self, number: int, mark: HtmlElement | None, before: TextSegment | None) -> None:
        """Let a label refer to a note, or else the end of a text."""
        if mark is not None:
            self._notes.marks[mark] = number
        elif before is not None:
            self._notes.trailing.setdefault(before.index, []).append(number)

    def _list_labels(self, before: TextSegment, free: Set[HtmlElement]) -> list[HtmlElement]:
        """Return the labels in a text that refer to no note yet, the last one first."""
        labels = dict.fromkeys(run.parent for run in reversed(before.runs[-NEAR_RUNS:]))
        return [each for each in labels if each in free and self._is_free(each)]

    def _read_hidden_beside(self, element: HtmlElement, places: _Places) -> None:
        """Read a note that the page hides beside the word it belongs to."""
        mark, place = self._find_label(element), places.find_around(element, self._document.order.of_element(element))
        if (mark is not None and mark in self._notes.marks) or (mark is None and place is None):
            return
        label = read_own_label(element if mark is None else mark)
        number = self._add(label, element, self._read_hidden(element))
        if number is None:
            return
        self._notes.inline.add(element)
        self._refer(number, mark, place)

    def _find_label(self, element: HtmlElement) -> HtmlElement | None:
        """Return the label before a note beside a word: an element with nothing else, or with nothing but the note.

        A control may stand between. A button is not read, so that the note itself stands for its label.
        """
        around, outer = element.getparent(), find_outer(element, tuple(INLINE))
        if around.tag in INLINE and len(around) == 1 and not (element.tail or "").strip() and read_own_label(around):
            return around
        before = outer.getprevious()
        for _ in range(CLIMB):
            if before is None or (before.tail or "").strip():
                return None
            if before.tag == "label":  # of the control that shows the note; style sheets number these notes
                self._leave_out_label(before)
            elif before.tag != "input":
                return before if before.tag not in UNSEEN_TAGS and read_label(before) is not None else None
            before = before.getprevious()
        return None

    def _leave_out_label(self, label: HtmlElement) -> None:
        if not _has_words(label):
            self._notes.marks[label] = None

    def _read_hidden(self, element: HtmlElement) -> list[TextSegment]:
        """Return the text of an element that the page does not show, numbered after all other text."""
        shown = read_shown_text(element, lambda inner: inner is not element and is_hidden(inner), breaks_line).segments
        found = [replace(segment, index=self._new + number) for number, segment in enumerate(shown)]
        self._new += len(found)
        return found

    def _read_numbered(self, kept: Sequence[TextSegment], labels: Sequence[HtmlElement]) -> None:
        """Read paragraphs or items at the end that begin with the labels which the text before them has."""
        marked = [
            (self._document.order.of_element(element), label, find_outer(element, tuple(INLINE)))
            for element in labels
            if (label := read_label(element)) is not None and find_anchor(element) is None
        ]
        if not (marked or any(map(cites, kept))):
            return
        for start, end, is_sure in islice(list_groups(self._segments), MAX_GROUPS):
            lines = number_lines(self._segments[start:end])
            cited = self._find_before(start, marked) if lines else {}
            known = cited.keys() | list_cited(kept, start)
            found = sum(label in known for label, _ in lines)
            if not _have_own_signs(lines):
                return
            if lines and (found * 2 >= len(lines) if is_sure else found == len(lines)):
                self._add_lines(lines, cited)
                return

    def _find_before(
        self, number: int, marked: Iterable[tuple[float, str, HtmlElement]]
    ) -> dict[str, list[HtmlElement]]:
        """Return the elements with each label before a segment, given where each one starts."""
        own, start = self._segments[number].start, self._linked.starts[number]
        found = defaultdict[str, list[HtmlElement]](list)
        for place, label, element in marked:
            if place < start and element not in (own, own.getparent()):
                found[label].append(element)
        return found

    def _add_lines(
        self, lines: Sequence[tuple[str, list[TextSegment]]], cited: Mapping[str, Sequence[HtmlElement]]
    ) -> None:
        for label, segments in lines:
            number = self._add(normalize("NFKC", label), segments[0].block, segments)
            if number is None:
                return
            self._notes.owned.update(segment.index for segment in segments)
            self._notes.marks.update(dict.fromkeys(cited.get(label, ()), number))
            self._notes.cited[label] = number


def _have_own_signs(lines: Sequence[tuple[str, object]]) -> bool:
    """Return whether no two notes have the same sign; lines that all begin with `*` are a list."""
    signs = [label for label, _ in lines if not label.isdecimal()]
    return len(signs) == len(frozenset(signs))


def _has_words(label: HtmlElement) -> bool:
    """Return whether the label of a control is a word of the text, and no number or sign."""
    return any(map(str.isalpha, "".join(label.itertext()))) and read_label(label) is None


def _is_marked(outer: HtmlElement, anchor: HtmlElement | None) -> bool:
    """Return whether a label is a superscript or named after notes, and leads to no other page."""
    if anchor is not None and not (anchor.get("href") or "#").strip().lower().startswith(("#", "javascript:")):
        return False
    return next(outer.iter("sup"), None) is not None or NAMED.search(name_all(outer, anchor)) is not None


def _defines(element: HtmlElement, name: str) -> bool:
    """Return whether an attribute of a label holds its note, and no data of a script."""
    value = element.get(name, "").strip()
    is_text = len(value) >= LEAST_DEFINITION and " " in value and not value.startswith(("{", "[", "http"))
    return is_text and DEFINING.fullmatch(name) is not None


def _parse(value: str) -> HtmlElement:
    """Return a note in an attribute as an element; it may be HTML."""
    text = value[:MAX_DEFINITION]
    if "<" in text:
        return fragment_fromstring(text, create_parent="div")
    root = fragment_fromstring("", create_parent="div")
    root.text = text
    return root
