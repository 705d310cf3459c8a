"""The densest part of a page, its characters weighted by where VIPS's blocks stand.

Source: K. Nethra and J. Anitha, "Web Content Extraction by Integrating Textual and Visual Importance of Web Pages",
section 3. Where the paper is silent:

- The distribution lies over the widest of the blocks that VIPS ends with, and a leaf's displaying boundaries (formula 4)
  are those of the block that it is in: "for each block, the relative location and size are gathered".
- A page without layout has no visual importance; its hybrid text density is the composite text density (3.2.2).
"""

from __future__ import annotations

from collections.abc import Sequence

from cutline.config.settings import Settings
from cutline.dom.document import Document
from cutline.dom.methods.body import Body
from cutline.dom.methods.text_density import TextPlace, find_dense_body
from cutline.dom.methods.visual_importance import span_importance
from cutline.dom.segments import TextSegment
from cutline.dom.vips import VisionBlock, segment_page


def find_hybrid_density(
    document: Document, segments: Sequence[TextSegment], settings: Settings, model: object = None
) -> Body:
    """Return the segments in the nodes that algorithm 2 marks.

    Without a layout all text is equally important; the warning `no_layout` says so.
    """
    if document.layout is None:
        return find_dense_body(document, segments, lambda place: 1.0, ("no_layout",))
    importance = weigh_blocks([*segment_page(document, settings.vips).leaves()])
    return find_dense_body(document, segments, lambda place: importance.get(place, 0.0))


def weigh_blocks(blocks: Sequence[VisionBlock]) -> dict[TextPlace, float]:
    """Return the visual importance of each text in the blocks of a page (3.3.2)."""
    boxes = [block.box for block in blocks if block.box]
    widest = max(boxes, key=lambda box: box.width, default=None)
    if widest is None or not widest.width:
        return {}
    importance = span_importance(widest)
    return {place: importance.of(block.box) for block in blocks if block.box for place in block.texts}
