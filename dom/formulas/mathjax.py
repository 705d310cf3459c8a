"""What MathJax 3 and 4 draw, as letters (CHTML) or as paths (SVG), as the MathML that they draw it from."""

from __future__ import annotations

import re

from lxml import etree
from lxml.html import HtmlElement

TOKENS = frozenset(("mi", "mn", "mo", "mtext", "ms", "mspace"))
LAYOUTS = frozenset(
    "math mrow texatom mstyle mpadded mphantom menclose msqrt mroot mfrac msub msup msubsup munder mover munderover "
    "mtable mtr mlabeledtr mtd semantics".split()
)
# What CHTML puts around a part, and the place of the part among its siblings.
PLACES = {"base": 0, "num": 0, "box": 0, "den": 1, "under": 1, "script": 1, "root": 1, "over": 2}
PARTS = TOKENS | LAYOUTS | PLACES.keys()
SCRIPTS = frozenset(("msubsup", "munderover"))
SKIPPED = frozenset(("surd", "labels", "assistive-mml", "nstrut", "dstrut", "tstrut"))
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
        elif name in PARTS:
            if not _is_transparent(element, name):
                open_elements.append(_open(open_elements[-1], name))
                opened.append(element)
        elif letter := _read_letter(element):
            inner = open_elements[-1]
            inner.text = (inner.text or "") + letter
    return math if any(each.text for each in math.iter()) else None


def _name(element: HtmlElement) -> str:
    name: str = element.get("data-mml-node") or element.tag
    return name.lower().removeprefix("mjx-")


def _is_transparent(element: HtmlElement, name: str) -> bool:
    """Return whether an element only helps to draw: the box below an upper limit, and what is in it."""
    around = element.getparent()
    if name == "box":
        return _name(around) == "munderover"
    return name == "munder" and element.tag.startswith("mjx-") and _name(around) == "box"


def _open(around: HtmlElement, name: str) -> HtmlElement:
    element: HtmlElement = etree.SubElement(around, "mrow" if name in PLACES or name == "texatom" else name)
    if name in PLACES:
        element.set("place", str(PLACES[name]))
        element.set("name", name)
    return element


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
    if element.tag in SCRIPTS and len(element) == 2 and element[1].get("name") == "script":
        upper, *lower = list(element[1])
        element[1:] = [*lower[-1:], upper]
    elif element.tag == "msubsup" and len(element) == 3:  # SVG has the upper one first
        element[1:] = [element[2], element[1]]
