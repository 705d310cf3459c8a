"""The microdata of a page: elements marked with `itemprop`."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from typing import cast

from lxml import etree
from lxml.etree import XPath
from lxml.html import HtmlElement

MAX_ELEMENTS = 5_000
MARKS = XPath("//@itemprop")  # read so, they are found in half the time of `//*[@itemprop]`


def read_microdata(root: HtmlElement) -> Mapping[str, list[HtmlElement]]:
    """Return the elements marked with each `itemprop`, in document order."""
    marked: dict[str, list[HtmlElement]] = defaultdict(list)
    for names in cast("list[etree._ElementUnicodeResult]", MARKS(root))[:MAX_ELEMENTS]:
        for name in names[:200].split():
            marked[name].append(names.getparent())
    return marked
