"""The method max-subsequence: the run of segments with the highest sum of scores, without those not aligned with it.

Source: P. Luo, J. Fan, S. Liu, F. Lin, Y. Xiong and J. Liu, "Web Article Extraction for Web Printing: a DOM+Visual
based Approach", DocEng 2009. Where the paper is silent:

- The abstract mentions left or right alignment; section 4.2 mentions paragraphs with the same left and right
  coordinates, and junk that covers only a small part of their range. Here a segment is aligned if one of its edges (or
  both, by the settings) is within a tolerance of the body's edge, which is the edge of most characters of the run. So
  a list item in the body, indented on one side, is kept.
- Of equal scores, the first and shortest run is taken.
- Section 2 says that the title "usually has more standout font and always positioned before the text-body". A larger
  font stands out more, and a heavier one of the same size. A title's font stands out from that of most of the body, and
  it starts above the body on the page. Of several, the nearest to the body is taken.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TypeVar

from cutline.config.settings import MaxSubsequenceSettings, Settings
from cutline.dom.body import Body, Decision
from cutline.dom.document import Document
from cutline.dom.render.layout import Box, Layout
from cutline.dom.segments import TextRun, TextSegment
from cutline.dom.tree import common_ancestor
from cutline.types import PageWarning, Reason

COMMON_SIZE_SHARE = 0.7  # share of characters in the page's most common font size, at least (c1 of 4.1)
COMMON_COLOR_SHARE = 0.2  # the same for the font colour (c2)
LINK_SHARE = 0.5  # share of characters inside links, at most (c3)

Value = TypeVar("Value", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Format:
    """Shares (0..1) of a segment's characters in the page's most common size and colour, and in links (section 4.1)."""

    size: float
    color: float
    link: float


def find_max_subsequence(
    document: Document, segments: Sequence[TextSegment], settings: Settings, model: object = None
) -> Body:
    """Return the maximum scoring subsequence of the segments, without those that are not aligned with it.

    Without a layout, all text has the same font size and colour and counts as aligned, with the warning `no_layout`.
    """
    constants, layout = settings.max_subsequence, document.layout
    formats = measure_formats(segments, layout)
    scores = [score_segment(segment, form) for segment, form in zip(segments, formats, strict=True)]
    start, end = find_maximum_run(scores)
    run = segments[start:end]
    aligned = align_segments(run, layout, constants) if layout else frozenset(run)
    decisions = [
        Decision(segment in aligned, _reason(segment in aligned, start <= index < end))
        for index, segment in enumerate(segments)
    ]
    body = [segment for segment in run if segment in aligned]
    warnings: tuple[PageWarning, ...] = () if layout else ("no_layout",)
    return Body(
        common_ancestor([segment.block for segment in body]),
        tuple(decisions),
        warnings if run else (*warnings, "no_article"),
        find_title(segments[:start], body, layout) if layout else None,
    )


def measure_formats(segments: Sequence[TextSegment], layout: Layout | None) -> list[Format]:
    """Return the format of each segment, relative to the font size and colour of most of the page's characters."""
    if layout is None or not segments:
        return [Format(1.0, 1.0, segment.link_share) for segment in segments]
    by_size = [_count_by(segment, lambda run: layout.style(run.parent).font_size) for segment in segments]
    by_color = [_count_by(segment, lambda run: layout.style(run.parent).color) for segment in segments]
    size, color = _most_common(by_size), _most_common(by_color)
    return [
        Format(sizes[size] / sizes.total(), colors[color] / colors.total(), segment.link_share)
        for segment, sizes, colors in zip(segments, by_size, by_color, strict=True)
    ]


def score_segment(segment: TextSegment, form: Format) -> int:
    """Return F(s) times the length of the text, where F is 1 for the format of body text, else -1 (formulas 2, 3)."""
    is_body = form.size >= COMMON_SIZE_SHARE and form.color >= COMMON_COLOR_SHARE and form.link <= LINK_SHARE
    return len(segment.text) if is_body else -len(segment.text)


def find_maximum_run(scores: Sequence[float]) -> tuple[int, int]:
    """Return start and end (exclusive) of the run of scores with the greatest sum, in linear time (formula 1).

    It is empty, (0, 0), if no score is positive.
    """
    best, found = 0.0, (0, 0)
    total, start = 0.0, 0
    for index, score in enumerate(scores):
        if total <= 0:
            total, start = 0.0, index
        total += score
        if total > best:
            best, found = total, (start, index + 1)
    return found


def align_segments(
    run: Sequence[TextSegment], layout: Layout, constants: MaxSubsequenceSettings
) -> frozenset[TextSegment]:
    """Return the segments whose block shares an edge, or both, with most of the run's text (4.2)."""
    boxes = {segment: box for segment in run if (box := layout.box(segment.block))}
    left, right = _common_edge(boxes, lambda box: box.left), _common_edge(boxes, lambda box: box.right)

    def count_shared(box: Box) -> int:
        tolerance = constants.alignment_tolerance
        return (abs(box.left - left) <= tolerance) + (abs(box.right - right) <= tolerance)

    return frozenset(segment for segment, box in boxes.items() if count_shared(box) >= constants.aligned_edges)


def find_title(before: Sequence[TextSegment], body: Sequence[TextSegment], layout: Layout) -> str | None:
    """Return the title: the segment before the text-body whose font stands out most; None if none does (section 2).

    Args:
        before: the segments before the body, in document order.
        body: the body's segments.
        layout: the page's layout.
    """
    tops = [box.top for segment in body if (box := layout.box(segment.block))]
    if not tops:
        return None
    fonts = {segment: _count_by(segment, partial(_read_font, layout)) for segment in (*before, *body)}
    best, title = _most_common([fonts[segment] for segment in body]), None
    for segment in before:
        font, box = _most_common([fonts[segment]]), layout.box(segment.block)
        stands_out = font > best if title is None else font >= best
        if stands_out and box is not None and box.top < min(tops):
            best, title = font, segment.text
    return title


def _read_font(layout: Layout, run: TextRun) -> tuple[float, int]:
    style = layout.style(run.parent)
    return style.font_size, style.font_weight


def _common_edge(boxes: dict[TextSegment, Box], edge: Callable[[Box], float]) -> int:
    """Return the edge shared by most characters, in whole pixels."""
    weights = Counter[int]()
    for segment, box in boxes.items():
        weights[round(edge(box))] += len(segment.text)
    return max(weights, key=lambda position: (weights[position], -position), default=0)


def _count_by(segment: TextSegment, key: Callable[[TextRun], Value]) -> Counter[Value]:
    counts = Counter[Value]()
    for run in segment.runs:
        counts[key(run)] += len("".join(run.text.split()))
    return counts


def _most_common(counts: Sequence[Counter[Value]]) -> Value:
    total = Counter[Value]()
    for part in counts:
        total.update(part)
    return max(total, key=lambda value: total[value])


def _reason(is_aligned: bool, is_inside: bool) -> Reason:
    if is_aligned:
        return "in_subsequence"
    return "not_aligned" if is_inside else "outside_subsequence"
