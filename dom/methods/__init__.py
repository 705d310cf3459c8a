"""The methods that find an article's body, by name in METHODS.

All have the signature `FindBody`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from cutline.config.settings import Settings
from cutline.dom.body import Body
from cutline.dom.document import Document
from cutline.dom.methods.auto import find_auto
from cutline.dom.methods.block_classifier import find_classified_body
from cutline.dom.methods.first_subtree import find_first_subtree
from cutline.dom.methods.hybrid_density import find_hybrid_density, find_hybrid_density_by_position
from cutline.dom.methods.max_subsequence import find_max_subsequence
from cutline.dom.methods.single_pass import find_single_pass
from cutline.dom.methods.template_wrapper import find_template_wrapper
from cutline.dom.methods.v_wrapper import find_v_wrapper
from cutline.dom.segments import TextSegment
from cutline.types import Method


class FindBody(Protocol):
    """A method: decides which of a page's segments are the article."""

    def __call__(
        self, document: Document, segments: Sequence[TextSegment], settings: Settings, model: object = None
    ) -> Body:
        """Return the article body."""


__all__ = ["LAYOUT_METHODS", "METHODS", "Body", "FindBody"]

METHODS: dict[Method, FindBody] = {
    "auto": find_auto,
    "first-subtree": find_first_subtree,
    "hybrid-density": find_hybrid_density,
    "hybrid-density-position": find_hybrid_density_by_position,
    "max-subsequence": find_max_subsequence,
    "v-wrapper": find_v_wrapper,
    "template-wrapper": find_template_wrapper,
    "single-pass": find_single_pass,
    "naive-bayes": find_classified_body,
    "decision-tree": find_classified_body,
}
# The methods that use a page's layout; `render = "auto"` renders the page for them.
LAYOUT_METHODS = frozenset(METHODS) - {"auto", "first-subtree", "template-wrapper"}
