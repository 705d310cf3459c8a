"""Finds the notes of a page: by links to them, beside their words, in attributes, and in numbered lines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain

from lxml.html import HtmlElement

from cutline.dom.document import Document
from cutline.dom.notes.labels import MAX_LABEL, cites, is_beside
from cutline.dom.notes.linked import LinkedNotes
from cutline.dom.notes.page_notes import PageNotes
from cutline.dom.notes.unlinked import UnlinkedNotes
from cutline.dom.segments import TextSegment

MAX_NOTES = 2_000  # notes of a page; the longest encyclopaedia articles have a thousand


def find_notes(document: Document, segments: Sequence[TextSegment], kept: Sequence[TextSegment]) -> PageNotes | None:
    """Return the notes of a page; None if nothing in its article refers to one.

    Args:
        document: the page.
        segments: all its text.
        kept: the text of the article.
    """
    labels = list(_list_labels(kept))
    beside = _list_beside(document, segments, kept)
    if not (labels or beside or any(map(cites, kept))):
        return None
    linked = LinkedNotes(document, segments, MAX_NOTES)
    is_kept = {segment.index for segment in kept}
    if any(linked.is_reference(element) for element in labels):
        others = _list_labels([segment for segment in segments if segment.index not in is_kept])
        linked.read([*labels, *others])
    notes = linked.finish()
    notes.kept.update(is_kept)
    UnlinkedNotes(document, segments, notes, linked, MAX_NOTES).read(kept, labels, beside)
    return notes if notes.notes else None


def _list_labels(segments: Sequence[TextSegment]) -> Iterator[HtmlElement]:
    """Yield the elements of short texts in links and superscripts, once each, in document order."""
    seen: set[HtmlElement] = set()
    for segment in segments:
        for run in segment.runs:
            if len(run.text) > 2 * MAX_LABEL or run.text.isspace():
                continue
            parent = run.parent
            if (run.in_link or _is_raised(parent)) and parent not in seen:
                seen.add(parent)
                yield parent


def _is_raised(element: HtmlElement) -> bool:
    """Return whether an element is in a superscript, or in one that style sheets raise as the label of a note."""
    around = element.getparent()
    is_raised = "sup" in (element.tag, None if around is None else around.tag)
    return is_raised or (element.tag == "span" and "note" in element.get("class", ""))


def _list_beside(document: Document, segments: Sequence[TextSegment], kept: Sequence[TextSegment]) -> list[HtmlElement]:
    """Return the notes beside words in and between kept texts."""
    among = segments[kept[0].index : kept[-1].index + 2] if kept else ()
    parents = dict.fromkeys(run.parent for segment in among for run in segment.runs)
    shown = (element for parent in parents for element in (parent, parent.getparent()) if element is not None)
    hidden = (element for element in document.hidden if "note" in element.get("class", ""))
    return list(filter(is_beside, dict.fromkeys(chain(shown, hidden))))
