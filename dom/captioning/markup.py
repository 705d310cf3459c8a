"""The inline markup of captions: which text of the page a caption was read from."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence

from lxml.html import HtmlElement

from cutline.dom.article_html import has_markup, render_inline
from cutline.dom.captioning.block_captions import Caption
from cutline.dom.document import Document
from cutline.dom.exponents import read_text
from cutline.dom.segments import TextSegment, cut_runs, keep_runs

MAX_SEGMENTS = 10  # lines and paragraphs of a caption
MAX_RUNS = 40  # text nodes of a caption; links and emphasis make three or four


class CaptionMarkup:
    """Writes captions as HTML, with the links, emphasis and formulas that they have on the page."""

    def __init__(self, document: Document, segments: Sequence[TextSegment]) -> None:
        """Take the page and all its segments, in document order."""
        self._order, self._base_url, self._segments = document.order, document.base_url, segments
        self._starts = list(map(document.order.of_segment, segments))

    def write(self, caption: Caption) -> str | None:
        """Return the HTML of a caption; None if it has no markup, or is not the beginning of texts of the page."""
        found = self._find(caption)
        if not any(map(has_markup, found)):
            return None
        return " ".join([render_inline(segment, self._base_url) for segment in found])

    def read(self, caption: Caption) -> str | None:
        """Return the text of a caption, numbers above the line as those of a block."""
        found = self._find(caption)
        return " ".join(map(read_text, found)) if found else caption.text

    def write_credit(self, caption: Caption) -> str | None:
        """Return the HTML of the credit in or beside a caption; None if it has no markup, or is not found there."""
        credit = caption.credit or ""
        for around in (caption.element, caption.element.getparent()) if credit else ():
            near = () if around is None else self._list_in(around)
            if holders := [segment for segment in near if credit in segment.text]:
                return self._write_last(holders, credit)
        return None

    def _write_last(self, segments: Sequence[TextSegment], credit: str) -> str | None:
        words = re.compile(r"\s+".join(map(re.escape, credit.split())))
        for segment in filter(has_markup, reversed(segments)):
            *_, found = (None, *words.finditer("".join([run.text for run in segment.runs])))
            part = found and cut_runs(segment, *found.span())
            shown = part and keep_runs(part, tuple([run for run in part.runs if run.text]))
            if shown:
                return render_inline(shown, self._base_url) if has_markup(shown) else None
        return None

    def _list_in(self, element: HtmlElement) -> Sequence[TextSegment]:
        """Return the segments in an element, as many as a caption may have."""
        start, end = self._order.span(element)
        first = bisect_left(self._starts, start)
        return self._segments[first : min(bisect_right(self._starts, end), first + MAX_SEGMENTS)]

    def _find(self, caption: Caption) -> list[TextSegment]:
        """Return the segments, or the beginning of one, that have the text of a caption; empty if none have."""
        found, rest = [], caption.text or ""
        for segment in self._list_in(caption.element):
            is_whole = rest.startswith(f"{segment.text} ")
            part = segment if is_whole else _begin(segment, rest) if rest else None
            if part is None:
                break
            found.append(part)
            rest = rest[len(part.text) :].lstrip()
        return [] if rest else found


def _begin(segment: TextSegment, text: str) -> TextSegment | None:
    """Return what a segment begins with, if it is this text; a credit may follow in the same text node."""
    for count in range(1, min(len(segment.runs), MAX_RUNS) + 1):
        read = keep_runs(segment, segment.runs[:count])
        if read is not None and len(read.text) >= len(text):
            last = segment.runs[count - 1]
            shown = last.text.rstrip()
            kept = last._replace(text=shown[: len(shown) - len(read.text) + len(text)])
            cut = keep_runs(segment, (*segment.runs[: count - 1], kept))
            return cut if cut is not None and cut.text == text else None
    return None
