"""The text blocks that naive Bayes takes for article text: the first baseline of Single-Pass.

Source: W. Shen and X. Zou, "An Algorithm on Web Article Automatic Extraction Based on DOM Structure", sections 3.2 and
4 (table 3). Where the paper is silent:

- Features are cut into ranges where that tells article text from other text best (Fayyad & Irani 1993) and their
  shares counted: most of them are zero on most blocks, which no normal distribution describes. Cross-validated by
  site, blocks had an F1 of .714 so, and of .699 with normal distributions.
"""

from __future__ import annotations

from collections.abc import Sequence

from cutline.config.settings import Settings
from cutline.dom.document import Document
from cutline.dom.methods.block_classifier import find_classified_body
from cutline.dom.methods.body import Body
from cutline.dom.segments import TextSegment


def find_naive_bayes(
    document: Document, segments: Sequence[TextSegment], settings: Settings, model: object = None
) -> Body:
    """Return the segments in text blocks that are more likely article text; see `find_classified_body`."""
    return find_classified_body(document, segments, settings, model)
