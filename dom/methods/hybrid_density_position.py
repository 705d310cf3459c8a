"""The densest part of a page, its characters weighted by where they stand across the widest of its elements.

Source: K. Nethra and J. Anitha, "Web Content Extraction by Integrating Textual and Visual Importance of Web Pages",
section 3 without 3.3.1: "visual importance using position and size", with which section 5 compares VIPS. A page without
layout has no visual importance: its hybrid text density is the composite text density (3.2.2).
"""

from __future__ import annotations

from collections.abc import Sequence

from cutline.config.settings import Settings
from cutline.dom.document import Document
from cutline.dom.methods.body import Body
from cutline.dom.methods.text_density import find_dense_body
from cutline.dom.methods.visual_importance import weigh_texts
from cutline.dom.segments import TextSegment


def find_hybrid_density_by_position(
    document: Document, segments: Sequence[TextSegment], settings: Settings, model: object = None
) -> Body:
    """Return the segments in the nodes that algorithm 2 marks.

    Without a layout all text is equally important; the warning `no_layout` says so.
    """
    layout = document.layout
    if layout is None:
        return find_dense_body(document, segments, lambda place: 1.0, ("no_layout",))
    nodes = [box for element in document.body.iter() if (box := layout.box(element))]
    importance = weigh_texts(layout, nodes)
    return find_dense_body(document, segments, lambda place: importance.get(place, 0.0))
