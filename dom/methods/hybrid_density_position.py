"""The densest part of a page, its characters weighted by where they stand.

Source: K. Nethra and J. Anitha, "Web Content Extraction by Integrating Textual and Visual Importance of Web Pages",
section 3 without 3.3.1: "visual importance using position and size", which section 5 compares with VIPS. The distribution
lies over the widest node under the root node, and a leaf's boundaries are its own. A page without layout has no visual
importance; its hybrid text density is the composite text density (3.2.2).
"""

from __future__ import annotations

from collections.abc import Sequence

from cutline.config.settings import Settings
from cutline.dom.document import Document
from cutline.dom.methods.body import Body
from cutline.dom.methods.text_density import TextPlace, find_dense_body
from cutline.dom.methods.visual_importance import span_importance
from cutline.dom.render.layout import Layout
from cutline.dom.segments import TextSegment


def find_hybrid_density_by_position(
    document: Document, segments: Sequence[TextSegment], settings: Settings, model: object = None
) -> Body:
    """Return the segments in the nodes that algorithm 2 marks.

    Without a layout all text is equally important; the warning `no_layout` says so.
    """
    if document.layout is None:
        return find_dense_body(document, segments, lambda place: 1.0, ("no_layout",))
    importance = weigh_texts(document, document.layout)
    return find_dense_body(document, segments, lambda place: importance.get(place, 0.0))


def weigh_texts(document: Document, layout: Layout) -> dict[TextPlace, float]:
    """Return the visual importance of each text of a page (3.3.2)."""
    boxes = [box for element in document.body.iter() if (box := layout.box(element))]
    widest = max(boxes, key=lambda box: box.width, default=None)
    if widest is None or not widest.width:
        return {}
    importance = span_importance(widest)
    return {place: importance.of(box) for place, box in layout.text_boxes.items()}
