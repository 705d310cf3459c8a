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
            self._spans.setdefault(span.source, []).append((span.first, span.last))
        self._spans = {source: _join(sorted(given)) for source, given in self._spans.items()}

    def pass_over(self, source: int, items: Iterable[Item]) -> Iterator[Item]:
        """Yield those items of a source that are not done."""
        spans = iter(self._spans.get(source, ()))
        first, last = next(spans, (0, 0))
        for item in items:
            while last and item.number > last:
                first, last = next(spans, (0, 0))
            if not last or item.number < first:
                yield item


def _join(spans: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    joined: list[tuple[int, int]] = []
    for first, last in spans:
        if joined and first == joined[-1][1] + 1:
            first = joined.pop()[0]
        joined.append((first, last))
    return joined
