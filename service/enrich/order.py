"""The order in which the segments of a batch are given back."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from typing import Generic, Literal, TypeVar

from cutline.service.enrich.segments import Span, Worked

Packed = TypeVar("Packed")
Order = Literal["input", "ready"]


class AnyOrder(Generic[Packed]):
    """Gives segments back as they come."""

    has_room = True  # for a further segment

    def enter(self, span: Span | None) -> None:
        """Take notice of a segment that was read."""

    def leave(self, worked: Iterable[Worked[Packed]]) -> Iterator[Worked[Packed]]:
        """Yield the segments that were worked off."""
        yield from worked


class InputOrder(Generic[Packed]):
    """Gives segments back in the order in which they were read; those that are ready early wait."""

    def __init__(self, size: int) -> None:
        """Take how many segments may be on their way or wait."""
        self._size = size
        self._expected: deque[Span] = deque()
        self._waiting: dict[Span, Worked[Packed]] = {}

    @property
    def has_room(self) -> bool:
        """Whether there may be a further segment."""
        return len(self._expected) < self._size

    def enter(self, span: Span | None) -> None:
        """Take notice of a segment that was read."""
        if span is not None:
            self._expected.append(span)

    def leave(self, worked: Iterable[Worked[Packed]]) -> Iterator[Worked[Packed]]:
        """Yield the segments that are next, now that some more were worked off."""
        for each in worked:
            self._waiting[each.span] = each
        while self._expected and self._expected[0] in self._waiting:
            yield self._waiting.pop(self._expected.popleft())
