"""The ways to find an article's body, one module each, found by name in METHODS.

All have one signature, `FindBody`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from cutline.config.settings import Settings
from cutline.dom.document import Document
from cutline.dom.methods.body import Body
from cutline.dom.methods.first_subtree import find_first_subtree
from cutline.dom.methods.hybrid_density import find_hybrid_density
from cutline.dom.methods.hybrid_density_position import find_hybrid_density_by_position
from cutline.dom.segments import TextSegment


class FindBody(Protocol):
    """A method: takes a page and its segments, returns which of them are the article."""

    def __call__(
        self, document: Document, segments: Sequence[TextSegment], settings: Settings, model: object = None
    ) -> Body:
        """Return the article body."""


__all__ = ["METHODS", "Body", "FindBody"]

METHODS: dict[str, FindBody] = {
    "first-subtree": find_first_subtree,
    "hybrid-density": find_hybrid_density,
    "hybrid-density-position": find_hybrid_density_by_position,
}
