"""The microdata of a page: elements marked with `itemprop`."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from typing import cast

from lxml.etree import XPath
from lxml.html import HtmlElement

MAX_ELEMENTS = 5_000
MARKED = XPath("//*[@itemprop]")


def read_microdata(root: HtmlElement) -> Mapping[str, list[HtmlElement]]:
    """Return the elements marked with each `itemprop`, in document order."""
    marked: dict[str, list[HtmlElement]] = defaultdict(list)
    for element in cast(list[HtmlElement], MARKED(root))[:MAX_ELEMENTS]:
        for name in (element.get("itemprop") or "")[:200].split():
            marked[name].append(element)
    return marked
