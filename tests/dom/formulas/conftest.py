from __future__ import annotations

from cutline.dom.line_breaks import split_segments
from cutline.dom.tags import breaks_line
from tests.conftest import make_document


def texts(html: str) -> list[str]:
    """Return the texts of HTML given as text."""
    return [segment.text for segment in split_segments(make_document(html), breaks_line)]
