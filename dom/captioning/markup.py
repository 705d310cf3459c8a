"""The inline markup of captions: which text of the page a caption was read from."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence

from cutline.dom.article_html import has_markup, render_inline
from cutline.dom.captioning.block_captions import Caption
from cutline.dom.document import Document
from cutline.dom.segments import TextSegment, keep_runs

MAX_RUNS = 40  # text nodes of a caption; links and emphasis make three or four


class CaptionMarkup:
    """Writes captions as HTML, with the links, emphasis and formulas that they have on the page."""

    def __init__(self, document: Document, segments: Sequence[TextSegment]) -> None:
        """Take the page and all its segments, in document order."""
        self._order, self._base_url, self._segments = document.order, document.base_url, segments
        self._starts = list(map(document.order.of_segment, segments))

    def write(self, caption: Caption) -> str | None:
        """Return the HTML of a caption; None if it has no markup, or is not the beginning of a text of the page."""
        start, end = self._order.span(caption.element)
        first = bisect_left(self._starts, start)
        if not caption.text or first == len(self._starts) or self._starts[first] > end:
            return None
        found = _begin(self._segments[first], caption.text)
        return render_inline(found, self._base_url) if found is not None and has_markup(found) else None


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
