"""Which places of the sources have been worked off."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from cutline.service.enrich.segments import Item, Span


class DoneSpans:
    """Spans that are done; neighbours are kept as one, so that a long run takes little memory."""

    def __init__(self) -> None:
        """Begin with none."""
        self._spans: dict[int, list[tuple[int, int]]] = {}

    def add(self, spans: Iterable[Span]) -> None:
        """Take notice of further spans, none of which overlaps another."""
        for span in spans:
            _join(self._spans.setdefault(span.source, []), span.first, span.last)
        for source, given in self._spans.items():
            joined: list[tuple[int, int]] = []
            for first, last in sorted(given):
                _join(joined, first, last)
            self._spans[source] = joined

    def pass_over(self, source: int, items: Iterable[Item]) -> Iterator[Item]:
        """Yield those items of a source that are not done."""
        spans = iter(self._spans.get(source, ()))
        first, last = next(spans, (0, 0))
        for item in items:
            while last and item.number > last:
                first, last = next(spans, (0, 0))
            if not last or item.number < first:
                yield item


def _join(joined: list[tuple[int, int]], first: int, last: int) -> None:
    """Add a span to others; if it follows the last of them, they become one."""
    if joined and first == joined[-1][1] + 1:
        first, _ = joined.pop()
    joined.append((first, last))
