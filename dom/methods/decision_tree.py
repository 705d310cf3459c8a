"""The text blocks that a decision tree takes for article text: the second baseline of Single-Pass.

Source: W. Shen and X. Zou, "An Algorithm on Web Article Automatic Extraction Based on DOM Structure", sections 4 and 5.
The paper's C4.5 is stood for by CART with entropy, which splits in two and is pruned by cost and complexity.
"""

from __future__ import annotations

from collections.abc import Sequence

from cutline.config.settings import Settings
from cutline.dom.document import Document
from cutline.dom.methods.block_classifier import find_classified_body
from cutline.dom.methods.body import Body
from cutline.dom.segments import TextSegment


def find_decision_tree(
    document: Document, segments: Sequence[TextSegment], settings: Settings, model: object = None
) -> Body:
    """Return the segments in text blocks whose leaf of the tree is article text; see `find_classified_body`."""
    return find_classified_body(document, segments, settings, model)
