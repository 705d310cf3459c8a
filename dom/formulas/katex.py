"""What KaTeX has drawn, as MathML, for pages that lost the MathML which KaTeX writes beside it."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple
from unicodedata import normalize

from lxml.html import HtmlElement

MAX_DEPTH = 80  # elements in elements; a fraction is nine
TOP = re.compile(r"(?:^|[;\s])top\s*:\s*(-?\d{1,4}(?:\.\d{1,6})?)em")
# What shows nothing, and lines, which the elements around them tell of; `tag` is the number.
SKIPPED = frozenset("strut pstrut mspace nulldelimiter vlist-s arraycolsep frac-line hide-tail newline tag".split())
VARIANTS = {"mathbf": "bold", "boldsymbol": "bold", "mathbb": "double-struck", "mathcal": "script"}
VARIANTS |= {"mathfrak": "fraktur", "mathsf": "sans-serif", "mathtt": "monospace", "mathrm": "normal"}
OPERATORS = frozenset("mbin mrel mpunct mopen mclose op-symbol delimsizing".split())
PIECES = dict(zip("⎛⎞⎡⎤⎢⎥⎧⎫⎣⎦∣∥", "()[][]{}[]|‖", strict=True))  # of which tall brackets are stacked
LINES = {"overline-line": "¯", "underline-line": "_"}
VECTOR = "→"  # the one sign above a letter that is a drawing
NEGATION = "\ue020"  # drawn over the relation behind it


class _NotRead(Exception):
    """Something is drawn that has no letters, such as a brace."""


class _Layer(NamedTuple):
    """One of several parts above each other, and how high it stands."""

    height: float
    element: HtmlElement


def read_spans(element: HtmlElement) -> HtmlElement | None:
    """Return a `<math>` with what KaTeX has drawn in an element; None if that has nothing drawn."""
    math: HtmlElement = element.makeelement("math")
    drawn = next((each for each in element.iter("span") if "katex-html" in each.get("class", "").split()), ())
    try:
        for base in drawn:
            math.extend(_read(base, 0) if "base" in _read_classes(base) else ())
    except _NotRead:
        return None
    return math if any(each.text for each in math.iter()) else None


def read_number(element: HtmlElement) -> str | None:
    """Return the number beside a formula."""
    tag = next((each for each in element.iter("span") if "tag" in _read_classes(each)), None)
    return None if tag is None else "".join(tag.itertext()).strip(" ()\u200b") or None


def _read_classes(element: HtmlElement) -> frozenset[str]:
    return frozenset(name.removeprefix("katex-") for name in element.get("class", "").split())


def _read(element: HtmlElement, depth: int) -> list[HtmlElement]:
    """Return the MathML of an element."""
    classes = _read_classes(element)
    if depth > MAX_DEPTH or not SKIPPED.isdisjoint(classes):
        return []
    if element.tag == "svg" or "vlist" in classes:
        raise _NotRead
    build = next((READERS[name] for name in READERS if name in classes), None)
    if build is not None:
        return build(element, depth + 1)
    if not len(element) or ("mop" in classes and not _has(element, "vlist-t")):
        return _read_token(element, classes)
    return _read_children(element, depth + 1)


def _read_children(element: HtmlElement, depth: int) -> list[HtmlElement]:
    row: list[HtmlElement] = []
    for child in element:
        if "msupsub" in _read_classes(child):
            row[-1:] = [_attach(row[-1] if row else _make(element, "mrow"), child, depth)]
            continue
        is_negated = bool(row) and row[-1].text == NEGATION
        parts = _read(child, depth)
        if is_negated and parts:
            row.pop()
            parts[0].text = normalize("NFC", f"{parts[0].text}\u0338")
        row += parts
    return row


def _read_token(element: HtmlElement, classes: frozenset[str]) -> list[HtmlElement]:
    text = "".join(element.itertext()).strip("\u200b")
    if not text:
        return []
    if "mathnormal" in classes:
        return [_make_token(element, "mi", letter, "italic") for letter in text]
    is_operator = not OPERATORS.isdisjoint(classes) or not (text.isalnum() or text.isalpha())
    variant = next((VARIANTS[name] for name in VARIANTS if name in classes), None)
    tag = "mi" if variant else "mn" if text.isdecimal() else "mo" if is_operator else "mi"
    return [_make_token(element, tag, text, variant)]


def _make_token(near: HtmlElement, tag: str, text: str, variant: str | None = None) -> HtmlElement:
    token = _make(near, tag)
    token.text = text
    if variant is not None:
        token.set("mathvariant", variant)
    return token


def _make(near: HtmlElement, tag: str, *children: HtmlElement) -> HtmlElement:
    made: HtmlElement = near.makeelement(tag)
    made.extend(children)
    return made


def _make_row(near: HtmlElement, children: list[HtmlElement]) -> HtmlElement:
    return children[0] if len(children) == 1 else _make(near, "mrow", *children)


def _list_layers(element: HtmlElement) -> list[_Layer]:
    """Return the parts of the first stack in an element, the highest first."""
    stack = next((each for each in element.iter("span") if "vlist" in _read_classes(each)), None)
    layers = [_Layer(-_read_top(child), child) for child in (() if stack is None else stack)]
    return sorted(layers, key=lambda layer: -layer.height)


def _read_top(element: HtmlElement) -> float:
    found = TOP.search(element.get("style", ""))
    return float(found[1]) if found else 0


def _read_layers(element: HtmlElement, depth: int) -> list[HtmlElement]:
    """Return each part of a stack that shows something as one element, the highest first."""
    read = (_read(layer.element, depth) for layer in _list_layers(element))
    return [_make_row(element, parts) for parts in read if parts]


def _attach(base: HtmlElement, scripts: HtmlElement, depth: int) -> HtmlElement:
    parts = _read_layers(scripts, depth)
    stack = next((each for each in scripts.iter("span") if "vlist-t" in _read_classes(each)), scripts)
    if len(parts) == 2:
        return _make(base, "msubsup", base, parts[1], parts[0])
    return _make(base, "msub" if "vlist-t2" in _read_classes(stack) else "msup", base, *parts) if parts else base


def _read_fraction(element: HtmlElement, depth: int) -> list[HtmlElement]:
    fraction = _make(element, "mfrac", *_read_layers(element, depth)[:2])
    if not _has(element, "frac-line"):
        fraction.set("linethickness", "0")
    return [fraction]


def _read_root(element: HtmlElement, depth: int) -> list[HtmlElement]:
    index = next((child for child in element if "root" in _read_classes(child)), None)
    inside = [part for child in element if child is not index for part in _read_layers(child, depth)]
    if index is None:
        return [_make(element, "msqrt", *inside)]
    return [_make(element, "mroot", _make_row(element, inside), _make_row(element, _read_layers(index, depth)))]


def _read_limits(element: HtmlElement, depth: int) -> list[HtmlElement]:
    """Return a large operator with what stands below it and above."""
    read = [(layer, parts) for layer in _list_layers(element) if (parts := _read(layer.element, depth))]
    rows = [_make_row(element, parts) for _, parts in read]
    place = next((number for number, (layer, _) in enumerate(read) if _has(layer.element, "mop")), None)
    if place is None:
        raise _NotRead
    upper, lower = rows[:place][-1:], rows[place + 1 :][:1]
    tag = "munderover" if upper and lower else "mover" if upper else "munder"
    return [_make(element, tag, rows[place], *lower, *upper)]


def _has(element: HtmlElement, name: str) -> bool:
    return any(name in _read_classes(each) for each in element.iter("span"))


def _read_accent(element: HtmlElement, depth: int) -> list[HtmlElement]:
    """Return what has a sign or a line above it, or a line below it."""
    layers = [layer.element for layer in _list_layers(element)]
    mark = next((each for each in layers if any(_has(each, name) for name in ("accent-body", *LINES))), None)
    base = [_make_row(element, _read(each, depth)) for each in layers if each is not mark]
    if mark is None or not base:
        raise _NotRead
    sign = _make(element, "mo")
    drawn = next((LINES[name] for name in LINES if _has(mark, name)), VECTOR if _has(mark, "overlay") else None)
    sign.text = drawn or "".join(mark.itertext()).strip("\u200b ")
    return [_make(element, "munder" if sign.text == LINES["underline-line"] else "mover", base[0], sign)]


def _read_table(element: HtmlElement, depth: int) -> list[HtmlElement]:
    """Return a table, which is drawn column by column."""
    columns = [_list_layers(child) for child in element if "col-align" in child.get("class", "")]
    heights = sorted({layer.height for column in columns for layer in column}, reverse=True)
    table = _make(element, "mtable")
    for height in heights:
        row = _make(element, "mtr")
        for column in columns:
            cell = next((layer.element for layer in column if layer.height == height), None)
            row.append(_make(element, "mtd", *([] if cell is None else _read(cell, depth))))
        table.append(row)
    return [table]


def _read_text(element: HtmlElement, depth: int) -> list[HtmlElement]:
    text = _make(element, "mtext")
    text.text = "".join(element.itertext()).replace("\u200b", "")
    return [text] if text.text else []


def _read_tall(element: HtmlElement, depth: int) -> list[HtmlElement]:
    sign = _make(element, "mo")
    pieces = "".join(element.itertext()).replace("\u200b", "")
    sign.text = next((PIECES[piece] for piece in pieces if piece in PIECES), pieces[:1])
    if not sign.text:
        raise _NotRead
    return [sign]


def _read_inner(element: HtmlElement, depth: int) -> list[HtmlElement]:
    if len(element):
        return [_make(element, "mrow", *_read_children(element, depth))]
    dots = _make(element, "mo")
    dots.text = element.text
    return [dots]


Build = Callable[[HtmlElement, int], list[HtmlElement]]
READERS: dict[str, Build] = {
    "mfrac": _read_fraction,
    "sqrt": _read_root,
    "op-limits": _read_limits,
    "mtable": _read_table,
    **dict.fromkeys(("accent", "overline", "underline"), _read_accent),
    "text": _read_text,
    "mult": _read_tall,
    "minner": _read_inner,
}
