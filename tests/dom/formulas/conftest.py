from __future__ import annotations

from collections.abc import Callable

import pytest

from cutline.dom.document import Document
from cutline.dom.line_breaks import split_segments
from cutline.dom.tags import breaks_line

ReadTexts = Callable[[str], list[str]]


@pytest.fixture(scope="session")
def texts(document: Callable[..., Document]) -> ReadTexts:
    """Return the texts of HTML given as text."""
    return lambda html: [segment.text for segment in split_segments(document(html), breaks_line)]
