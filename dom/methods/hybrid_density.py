"""The densest part of a page, its characters weighted by where they stand across the widest of VIPS's blocks.

Source: K. Nethra and J. Anitha, "Web Content Extraction by Integrating Textual and Visual Importance of Web Pages",
section 3. Where the paper is silent:

- The widest block is the widest of those that VIPS ends with; the boundaries of a leaf (formula 4) are its own.
- A page without layout has no visual importance: its hybrid text density is the composite text density (3.2.2).
"""

from __future__ import annotations

from collections.abc import Sequence

from cutline.config.settings import Settings
from cutline.dom.document import Document
from cutline.dom.methods.body import Body
from cutline.dom.methods.text_density import find_dense_body
from cutline.dom.methods.visual_importance import weigh_texts
from cutline.dom.segments import TextSegment
from cutline.dom.vips import segment_page


def find_hybrid_density(
    document: Document, segments: Sequence[TextSegment], settings: Settings, model: object = None
) -> Body:
    """Return the segments in the nodes that algorithm 2 marks.

    Without a layout all text is equally important; the warning `no_layout` says so.
    """
    if document.layout is None:
        return find_dense_body(document, segments, lambda place: 1.0, ("no_layout",))
    blocks = segment_page(document, settings.vips).leaves()
    importance = weigh_texts(document.layout, [block.box for block in blocks if block.box])
    return find_dense_body(document, segments, lambda place: importance.get(place, 0.0))
