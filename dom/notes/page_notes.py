"""The notes found on a page: takes their labels and their text out of the article, and gives each its own text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import groupby, pairwise, takewhile
from unicodedata import normalize

from lxml.html import HtmlElement

from cutline.dom.ancestors import Inherited
from cutline.dom.notes.labels import CITED, CLOSING, LABEL_AT_START, OPENING
from cutline.dom.segments import TextRun, TextSegment, cut_runs, keep_runs
from cutline.dom.unread_text import UnreadReader

MAX_NOTE = 100_000  # characters of a note; the rest is left out
SEPARATORS = frozenset((",", ";", "–", "-", "·"))  # between two labels
NO_LABEL = re.compile(r"[\s^↑]*")
PUNCTUATION = tuple(".,;:!?)]}»”’。，、；：！？）")


@dataclass(slots=True, eq=False)
class FoundNote:
    """One note of a page.

    Attributes:
        label: what the text calls it, without brackets.
        root: the element that holds it, for its address in the page.
        segments: its text, with label and links back.
    """

    label: str
    root: HtmlElement
    segments: Sequence[TextSegment]


@dataclass(eq=False)
class PageNotes:
    """The notes of a page.

    Attributes:
        notes: in the order of their first references; a note's number is its place here.
        marks: the elements that stand for a note in the text, with its number; None for links back.
        owned: the indexes of the segments that belong to notes.
        kept: the indexes of the segments that the method takes for text of the article.
        inline: the elements that hold the text of a note within a segment.
        trailing: numbers of notes without a label, by the index of the segment that they follow.
        cited: the numbers of notes by the labels in brackets that the text cites them with.
        is_cut: whether there were more, or longer ones.
    """

    notes: list[FoundNote] = field(default_factory=list)
    marks: dict[HtmlElement, int | None] = field(default_factory=dict)
    owned: set[int] = field(default_factory=set)
    kept: set[int] = field(default_factory=set)
    inline: set[HtmlElement] = field(default_factory=set)
    trailing: dict[int, list[int]] = field(default_factory=dict)
    cited: dict[str, int] = field(default_factory=dict)
    is_cut: bool = False

    def mark_references(self, segment: TextSegment) -> TextSegment | None:
        """Return a segment with an empty run where it refers to a note; None if nothing else is left of it."""
        runs: list[TextRun] = []
        numbers: dict[int, int] = {}
        seen: set[HtmlElement] = set()
        for run in segment.runs:
            mark = self._marked.of(run.parent)
            if mark is None:
                runs += self._cut_citations(run, len(runs), numbers)
            elif mark not in seen:
                seen.add(mark)
                number = self.marks[mark]
                if number is not None:
                    numbers[len(runs)] = number
                runs.append(TextRun("", mark, True, False))
        for number in self.trailing.get(segment.index, ()):
            numbers[len(runs)] = number
            runs.append(TextRun("", runs[-1].node, runs[-1].is_tail, False))
        if len(runs) == len(segment.runs) and not numbers and not seen:
            return segment
        rest = keep_runs(segment, tuple(_tidy(runs)))
        return None if rest is None else replace(rest, notes=tuple(numbers.items()))

    def read_referred(self, kept: Sequence[TextSegment]) -> dict[int, list[TextSegment]]:
        """Return the text of each note that the article, or one of these notes, refers to, by first references."""
        waiting = [number for segment in kept for _, number in segment.notes]
        found: dict[int, list[TextSegment]] = {}
        for number in waiting:  # which grows
            if number not in found:
                found[number] = list(self.read_note(self.notes[number]))
                waiting += [other for segment in found[number] for _, other in segment.notes]
        return {number: segments for number, segments in found.items() if segments}

    def read_note(self, note: FoundNote) -> Iterator[TextSegment]:
        """Yield the text of a note without its label and links back, at most `MAX_NOTE` characters."""
        room, is_first = MAX_NOTE, True
        for segment in self._leave_out_unread(note):
            rest = _cut_label(segment, note.label) if is_first else segment
            if rest is not None and note.root not in self.inline:
                rest = self.mark_references(rest)
            if rest is None:
                continue
            is_first = False
            if len(rest.text) > room:
                self.is_cut = True
                rest = cut_runs(rest, 0, room)
            if rest is None or room <= 0:
                return
            room -= len(rest.text)
            yield rest

    def _leave_out_unread(self, note: FoundNote) -> Iterator[TextSegment]:
        """Yield the text of a note; what pages hide until a reader asks for the note is not left out."""
        unread = UnreadReader()
        for segment in note.segments:
            shown = segment if note.root in self.inline else unread.leave_out(segment)
            if isinstance(shown, TextSegment):
                yield shown

    @cached_property
    def _marked(self) -> Inherited[HtmlElement | None]:
        """The element around each one, or itself, that stands for a note."""
        return Inherited(None, lambda mark, element: element if mark is None and element in self.marks else mark)

    def _cut_citations(self, run: TextRun, before: int, numbers: dict[int, int]) -> list[TextRun]:
        """Return a run cut where its text cites notes in brackets."""
        if not self.cited:
            return [run]
        pieces, start = list[TextRun](), 0
        for found in CITED.finditer(run.text):
            number = self.cited.get(found[1] or found[2])
            if number is not None:
                pieces.append(run._replace(text=run.text[start : found.start()]))
                numbers[before + len(pieces)] = number
                pieces.append(run._replace(text=""))
                start = found.end()
        return [*pieces, run._replace(text=run.text[start:])]


def _tidy(runs: list[TextRun]) -> Iterable[TextRun]:
    """Return runs without the brackets, spaces and commas around the empty ones."""
    empty = [place for place, run in enumerate(runs) if not run.text]
    _take_separators(runs, empty)
    for is_empty, group in groupby(range(len(runs)), lambda place: not runs[place].text):
        places = list(group)
        if is_empty and places[0] > 0 and places[-1] < len(runs) - 1:
            _take_brackets(runs, places[0] - 1, places[-1] + 1)
    _take_spaces(runs, empty)
    return runs


def _take_separators(runs: list[TextRun], empty: Sequence[int]) -> None:
    """Empty the runs that only part two references."""
    for first, second in pairwise(empty):
        if second == first + 2 and runs[first + 1].text.strip() in SEPARATORS:
            runs[first + 1] = runs[first + 1]._replace(text="")


def _take_spaces(runs: list[TextRun], empty: Iterable[int]) -> None:
    """Remove the spaces before references that punctuation follows."""
    for place in empty:
        following = next((run.text for run in runs[place + 1 : place + 5] if run.text), "")
        last = next((number for number in range(place - 1, max(place - 4, -1), -1) if runs[number].text), None)
        if last is not None and following.startswith(PUNCTUATION):
            runs[last] = runs[last]._replace(text=runs[last].text.rstrip())


def _take_brackets(runs: list[TextRun], first: int, last: int) -> None:
    """Remove a bracket that the text of one run ends with and that of another begins with."""
    before, after = runs[first].text.rstrip(), runs[last].text.lstrip()
    kind = OPENING.find(before[-1:]) if before else -1
    if kind >= 0 and after[:1] == CLOSING[kind]:
        runs[first] = runs[first]._replace(text=before[:-1])
        runs[last] = runs[last]._replace(text=after[1:])


def _cut_label(segment: TextSegment, label: str) -> TextSegment | None:
    """Return a segment without the label that it begins with."""
    raw = "".join(run.text for run in segment.runs)
    found, behind = LABEL_AT_START.match(raw), NO_LABEL.match(raw, _measure_labels(segment, label))
    end = behind.end() if behind else 0
    if found is not None and normalize("NFKC", found["label"]).casefold() == label.casefold():
        end = max(end, found.end())
    return cut_runs(segment, end, len(raw)) if end else segment


def _measure_labels(segment: TextSegment, label: str) -> int:
    """Return how many characters the label has where it is an element of its own, or several, before the words."""
    own = list(takewhile(lambda run: run.text.isspace() or _is_label(run, segment, label), segment.runs))
    return sum(len(run.text) for run in own) if any(_is_label(run, segment, label) for run in own) else 0


def _is_label(run: TextRun, segment: TextSegment, label: str) -> bool:
    return run.text.strip() == label and run.parent is not segment.block
