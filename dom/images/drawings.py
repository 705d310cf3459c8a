"""Inline `<svg>` with labels, such as charts and diagrams, that stand among the paragraphs of an article."""

from __future__ import annotations

import re
from collections.abc import Collection
from itertools import islice

from lxml.html import HtmlElement

from cutline.dom.document import Document
from cutline.dom.images.candidates import ImageCandidate
from cutline.dom.segments import TextSegment, collapse_space

LABELS = frozenset(("text", "foreignobject"))
LEAST_LABELS = 3  # texts in a drawing; a logo has one or two
LEAST_SIDE = 100.0  # units or pixels; smaller drawings are icons
MAX_INSIDE = 2_000  # elements of a drawing that are searched for labels
MAX_DRAWINGS = 200  # large drawings of one page that are searched
MAX_TITLE = 1_000  # characters of its title or description
CONTROLS = frozenset("a aside button footer form header label nav noscript".split())
NUMBER = r"\s*(-?\d{1,6}(?:\.\d{0,9})?)"
VIEW_BOX = re.compile(rf"{NUMBER}[\s,]{NUMBER}[\s,]{NUMBER}[\s,]{NUMBER}\s*")
PIXELS = re.compile(r"\s*(\d{1,5})(?:\.\d{0,9})?\s*(?:px)?\s*")


def find_drawings(document: Document, kept: Collection[TextSegment]) -> list[ImageCandidate]:
    """Return the drawings between the first and the last kept segment, in document order; they have no address."""
    if not kept:
        return []
    order = document.order
    places = [order.of_segment(segment) for segment in kept]
    first, last = min(places), max(places)
    between = (element for element in order.list_tagged("svg") if first < order.of_element(element) < last)
    large = islice((element for element in between if min(_read_size(element)) >= LEAST_SIDE), MAX_DRAWINGS)
    shown = (element for element in large if _has_labels(element) and _is_figure(element, document.hidden))
    return [_make_candidate(element, number) for number, element in enumerate(shown)]


def _is_figure(drawing: HtmlElement, hidden: Collection[HtmlElement]) -> bool:
    """Return whether a drawing is shown, and neither in a control nor in another drawing."""
    around = list(drawing.iterancestors())
    is_inside = any(element.tag == "svg" or element.tag in CONTROLS or element in hidden for element in around)
    return not is_inside and drawing.get("aria-hidden") != "true"


def _has_labels(drawing: HtmlElement) -> bool:
    labels = (element for element in islice(drawing.iter("*"), MAX_INSIDE) if str(element.tag).lower() in LABELS)
    return sum(1 for _ in islice(labels, LEAST_LABELS)) == LEAST_LABELS


def _read_size(drawing: HtmlElement) -> tuple[float, float]:
    """Return the declared width and height of a drawing, else those of its `viewBox`; 0 where it has neither."""
    box = VIEW_BOX.fullmatch(drawing.get("viewbox") or drawing.get("viewBox") or "")
    sizes = [PIXELS.fullmatch(drawing.get(name) or "") for name in ("width", "height")]
    declared = [float(size[1]) if size else 0.0 for size in sizes]
    boxed = [float(box[3]), float(box[4])] if box else [0.0, 0.0]
    width, height = (own or other for own, other in zip(declared, boxed, strict=True))
    return width, height


def _make_candidate(drawing: HtmlElement, number: int) -> ImageCandidate:
    width, height = _read_size(drawing)
    return ImageCandidate(
        element=drawing,
        url="",
        sources=(),
        alt=_read_title(drawing),
        width=round(width),
        height=round(height),
        link=None,
        key=f"drawing {number}",
        hidden=False,
        kind="drawing",
    )


def _read_title(drawing: HtmlElement) -> str | None:
    titles = (child.text or "" for child in drawing if child.tag in ("title", "desc"))
    return collapse_space(drawing.get("aria-label") or next(titles, "")[:MAX_TITLE]) or None
