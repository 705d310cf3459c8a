"""Formulas that MathJax draws as HTML or SVG without their source, read back into MathML."""

from __future__ import annotations

import re
from itertools import islice

from lxml import etree
from lxml.html import HtmlElement

TOKENS = frozenset(("mi", "mn", "mo", "mtext", "ms", "mspace"))
LAYOUTS = frozenset(
    "math mrow texatom mstyle mpadded mphantom menclose msqrt mroot mfrac msub msup msubsup munder mover munderover "
    "mtable mtr mlabeledtr mtd semantics labels".split()
)
# What CHTML puts around a part, and the place of the part among its siblings.
PLACES = {"base": 0, "num": 0, "box": 0, "den": 1, "under": 1, "script": 1, "root": 1, "over": 2}
DRAWN_PARTS = TOKENS | LAYOUTS | PLACES.keys()
SCRIPTS = frozenset(("msubsup", "munderover"))
SKIPPED = frozenset(("surd", "assistive-mml", "nstrut", "dstrut", "tstrut"))
UP = re.compile(r"translate\(\s*-?[\d.]+\s*,\s*(-?[\d.]+)")  # how high a part of SVG stands
SCRIPT = re.compile(r"\bTEX-C(?:-|$|\s)")  # MathJax's font of script letters, which it draws as plain ones
LETTER = re.compile(r"(?:^|\s)mjx-c([0-9A-F]{2,6})(?=\s|$)")
ROOT_SIGN = "√"


def read_drawn(container: HtmlElement) -> HtmlElement | None:
    """Return a `<math>` with what a container shows; None if it does not say which letters it draws."""
    math: HtmlElement = container.makeelement("math")
    open_elements, opened = [math], [container]
    walker = etree.iterwalk(container, events=("start", "end"))
    for event, element in walker:
        if event == "end":
            if element is opened[-1]:
                opened.pop()
                _arrange(open_elements.pop())
                if not opened:
                    break
            continue
        name = _name(element)
        if name in SKIPPED:
            walker.skip_subtree()
        elif name not in DRAWN_PARTS:
            inner = open_elements[-1]
            inner.text = (inner.text or "") + _read_letter(element) or None
            if SCRIPT.search(f"{element.get('class', '')} {element.get('xlink:href', '')}"):
                inner.set("mathvariant", "script")
        elif not _is_transparent(element, name):
            open_elements.append(_open(open_elements[-1], name, element))
            opened.append(element)
            if name == "mphantom":
                walker.skip_subtree()
    return math if "".join(math.itertext()) else None


def _name(element: HtmlElement) -> str:
    is_label = element.tag == "g" and element.get("data-labels") is not None
    name: str = "labels" if is_label else element.get("data-mml-node") or element.tag
    return name.lower().removeprefix("mjx-")


def _is_transparent(element: HtmlElement, name: str) -> bool:
    """Return whether an element only helps to draw: the box below an upper limit, and what is in it."""
    around = element.getparent()
    if name == "box":
        return _name(around) == "munderover"
    return name == "munder" and element.tag.startswith("mjx-") and _name(around) == "box"


def _open(around: HtmlElement, name: str, drawn: HtmlElement) -> HtmlElement:
    element: HtmlElement = etree.SubElement(
        around, "mrow" if name in PLACES or name in ("texatom", "mphantom") else name
    )
    if height := UP.search(drawn.get("transform", "")):
        element.set("height", height[1])
    if name == "mfrac" and _has_no_line(drawn):
        element.set("linethickness", "0")
    if name in PLACES:
        element.set("place", str(PLACES[name]))
        element.set("name", name)
    return element


def _has_no_line(fraction: HtmlElement) -> bool:
    """Return whether a fraction has no line, as binomial coefficients are drawn."""
    parts = [part.tag for part in islice(fraction, 3)]
    return parts == ["g", "g"] or any(part.get("atop") == "true" for part in islice(fraction, 1))


def _read_letter(element: HtmlElement) -> str:
    """Return the letter that an element draws."""
    code = element.get("data-c")
    if code is None:
        found = LETTER.search(element.get("class", "")) if element.tag.startswith("mjx-") else None
        if found is None:
            return (element.text or "") if element.tag in ("mjx-utext", "text") else ""
        code = found[1]
    try:
        letter = chr(int(code, 16))
    except (ValueError, OverflowError):
        return ""
    return letter if letter.isprintable() else " " if letter.isspace() else ""


def _arrange(element: HtmlElement) -> None:
    """Bring the parts of an element into MathML's order; without the root sign of a root."""
    for child in list(element) if element.tag in ("msqrt", "mroot") else ():
        if child.tag == "mo" and child.text == ROOT_SIGN:
            element.remove(child)
    element[:] = sorted(element, key=lambda child: int(child.get("place", "0")))
    if element.tag == "mtable":
        _number_rows(element)
    if element.tag in SCRIPTS and len(element) == 2 and element[1].get("name") == "script":
        upper, *lower = list(element[1])
        element[1:] = [*lower[-1:], upper]
    elif element.tag in SCRIPTS and len(element) == 3 and _read_height(element[1]) > _read_height(element[2]):
        element[1:] = [element[2], element[1]]


def _read_height(part: HtmlElement) -> float:
    try:
        return float(part.get("height", "0"))
    except ValueError:
        return 0


def _number_rows(table: HtmlElement) -> None:
    """Give each row with a number its own, which is drawn beside the table, as MathML has it."""
    drawn = table.findall("labels")
    rows = [row for row in table if row.tag == "mlabeledtr"]
    cells = [cell for labels in drawn for cell in labels.iter("mtd") if len(cell)]
    for row in rows[len(cells) :]:
        row.tag = "mtr"
    for row, cell in zip(rows, cells, strict=False):
        row.insert(0, cell)
    for labels in drawn:
        table.remove(labels)
