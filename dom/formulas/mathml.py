"""MathML as TeX, for formulas without an annotation."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence

from lxml.html import HtmlElement

from cutline.dom.formulas import symbols

MAX_DEPTH = 60  # elements in elements; deeper ones are read as their text
COMMAND = re.compile(r"\\[A-Za-z]+$")
# What needs no braces as a base.
WHOLE = re.compile(r"[^\\{}]|\\[A-Za-z]+|\\[^A-Za-z]|\{[^{}]*\}|\\[A-Za-z]+\{[^{}]*\}")
FENCES = {"(": ")", "[": "]", r"\{": r"\}", "|": "|", r"\|": r"\|", r"\langle": r"\rangle", r"\lfloor": r"\rfloor"}
OPENING = frozenset((*FENCES, r"\lceil", ")", "]", "."))
CLOSING = frozenset((*FENCES.values(), r"\rceil", "(", "[", ".", ">"))
MATRICES = {("(", ")"): "pmatrix", ("[", "]"): "bmatrix", ("|", "|"): "vmatrix", (r"\{", r"\}"): "Bmatrix"}
MATRICES[r"\|", r"\|"] = "Vmatrix"
TALL = ("mfrac", "mtable", "munderover", "munder", "mover", "msqrt", "mroot")  # for which fences grow
NOT_TEXT = re.compile(r"[\\{}$%#&_^~]")
SIGNED = frozenset(("+", "-", r"\pm", r"\mp"))  # that may stand before a term alone
NO_LINE = r"\genfrac{}{}{0pt}{}"
ROWS = frozenset(("mtr", "mlabeledtr"))
NUMBER = re.compile(r"\([^\s()]{1,20}\)")  # of an equation
LABEL = re.compile(r"^\(?\s*(.*?)\s*\)?$", re.DOTALL)
WIDTH = re.compile(r"(-?[\d.]+)\s*(em|ex|px|pt)?")
PRIME = r"\prime"
PRIMES = re.compile(r"(?:\\prime|')+")
ARROWS = {r"\to": r"\xrightarrow", r"\longrightarrow": r"\xrightarrow", r"\leftarrow": r"\xleftarrow"}
ENCLOSED = {"box": r"\boxed", "roundedbox": r"\boxed", "top": r"\overline", "bottom": r"\underline"}
ENCLOSED |= {"radical": r"\sqrt", "updiagonalstrike": r"\cancel", "downdiagonalstrike": r"\bcancel"}

Children = Sequence[HtmlElement]


def convert(math: HtmlElement) -> str:
    """Return the TeX of a `<math>`; what it has no word for is in it as its text."""
    return _convert(math, 0).strip()


def _convert(element: HtmlElement, depth: int) -> str:
    if depth > MAX_DEPTH:
        return _write_text(element)
    tag = str(element.tag).rpartition(":")[2]
    if tag in TOKENS:
        return TOKENS[tag](element)
    write = ELEMENTS.get(tag)
    return _write_row(element, depth) if write is None else write(element, depth)


def _join(pieces: Iterable[str]) -> str:
    """Return pieces in a row, with spaces around relations, and behind a command before a letter."""
    written = ""
    parts = list[str]()
    for piece in filter(None, pieces):
        last = written[-40:]
        if piece in symbols.SPACED:
            is_infix = bool(last.strip()) and last.split()[-1] not in symbols.SPACED and last[-1] not in "([{,"
            behind = " " if is_infix or piece not in SIGNED else ""
            space = f"{'' if last.endswith(' ') or not is_infix else ' '}{piece}{behind}"
        elif piece[0].isalpha() and COMMAND.search(last):
            space = f" {piece}"
        else:
            space = f"{piece} " if piece in (",", ";") else piece
        parts.append(space)
        written = (last + space)[-40:]
    return "".join(parts).strip() if parts else ""


def _join_binomials(pieces: Iterable[str]) -> Iterator[str]:
    """Yield pieces, with the brackets around a fraction without a line as one binomial coefficient."""
    waiting = deque[str]()
    for piece in pieces:
        waiting.append(piece)
        if len(waiting) == 3:
            if waiting[0] == "(" and waiting[1].startswith(NO_LINE) and waiting[2] == ")":
                yield r"\binom" + waiting[1].removeprefix(NO_LINE)
                waiting.clear()
            else:
                yield waiting.popleft()
    yield from waiting


def _write_identifier(element: HtmlElement) -> str:
    text = _read(element)
    if text in symbols.FUNCTIONS:
        return f"\\{text}"
    variant = element.get("mathvariant")
    if len(text) == 1:
        return _write_letter(text, variant)
    letters = [symbols.read_variant(letter) for letter in text]
    found = letters[0][1] if letters and len({variant for _, variant in letters}) == 1 else None
    written = "".join(symbols.SIGNS.get(letter, letter) for letter, _ in letters)
    if not written or written.startswith("\\") or not text.isalnum():
        return written
    command = symbols.VARIANTS.get(variant or found or "normal", r"\mathrm")
    return f"{command}{{{written}}}"


def _write_letter(letter: str, variant: str | None) -> str:
    plain, found = symbols.read_variant(letter)
    written = symbols.SIGNS.get(plain, plain)
    command = symbols.VARIANTS.get(variant or found or "")
    if command is None or (command == r"\mathrm" and not plain.isascii()) or not plain.isalnum():
        return written
    if written.startswith("\\") and command == r"\mathbf":
        command = r"\boldsymbol"
    return f"{command}{{{written}}}"


def _write_number(element: HtmlElement) -> str:
    text = "".join(symbols.SIGNS.get(sign, sign) for sign in _read(element))
    command = symbols.VARIANTS.get(element.get("mathvariant") or "")
    return f"{command}{{{text}}}" if command and text and command != r"\mathrm" else text


def _write_operator(element: HtmlElement) -> str:
    text = _read(element)
    if text in symbols.SIGNS:
        return symbols.SIGNS[text]
    if text.isalpha() and text.isascii() and len(text) > 1:
        return f"\\{text}" if text in symbols.FUNCTIONS else rf"\operatorname{{{text}}}"
    return _join(_write_letter(sign, None) for sign in text) if not text.isascii() else _escape(text)


def _write_text(element: HtmlElement) -> str:
    text = " ".join("".join(element.itertext()).replace("\u00a0", " ").split(" "))
    if not text:
        return ""
    return r"\ " if text.isspace() else rf"\text{{{NOT_TEXT.sub(_escape_sign, ' '.join(text.splitlines()))}}}"


def _write_space(element: HtmlElement) -> str:
    if element.get("linebreak") == "newline":
        return r" \\ "
    found = WIDTH.match(element.get("width", ""))
    try:
        width = float(found[1]) if found and found[2] == "em" else 0.0
    except ValueError:
        return ""
    if width >= 1.5:
        return r"\qquad "
    return r"\quad " if width >= 0.8 else r"\ " if width >= 0.25 else ""


def _read(element: HtmlElement) -> str:
    return "".join(element.itertext()).strip(" \t\r\n")


def _escape(text: str) -> str:
    return "".join(symbols.ESCAPED.get(sign, sign) for sign in text)


def _escape_sign(found: re.Match[str]) -> str:
    sign = found[0]
    return {"\\": r"\backslash ", "^": r"\^{}", "~": r"\~{}"}.get(sign, f"\\{sign}")


def _write_row(element: HtmlElement, depth: int) -> str:
    children = list(element)
    if len(children) in (2, 3) and (matrix := _write_fenced_table(children, depth)):
        return matrix
    pieces = list(_join_binomials(_convert(child, depth + 1) for child in children))
    is_fenced = len(pieces) > 2 and pieces[0] in OPENING and pieces[-1] in CLOSING
    if is_fenced and _is_operator(children[0]) and _is_operator(children[-1]):
        inside = _join(pieces[1:-1])
        if any(child.tag in TALL for child in _list_inner(children[1:-1])):
            return rf"\left{pieces[0]} {inside} \right{pieces[-1]}"
        return f"{pieces[0]}{' ' if COMMAND.search(pieces[0]) else ''}{inside}{pieces[-1]}"
    return _join(pieces)


def _is_operator(element: HtmlElement) -> bool:
    return str(element.tag) == "mo"


def _list_inner(children: Children) -> list[HtmlElement]:
    """Return elements and those in rows among them, one level down."""
    return [inner for child in children for inner in (child, *(child if child.tag in ("mrow", "mstyle") else ()))]


def _write_fenced_table(children: Children, depth: int) -> str:
    """Return a matrix or cases if children are a table and its fences."""
    place = 1 if children[0].tag == "mo" else 0
    table = children[place]
    while table.tag in ("mrow", "mstyle", "mpadded") and len(table) == 1:
        table = table[0]
    if table.tag != "mtable" or any(child.tag != "mo" for child in children if child is not children[place]):
        return ""
    opening = _convert(children[0], depth + 1) if place else ""
    closing = _convert(children[place + 1], depth + 1) if len(children) > place + 1 else ""
    if not opening and not closing:  # before anything is converted that the caller would convert again
        return ""
    return _fence(opening, closing, _write_rows(table, depth + 1))


def _fence(opening: str, closing: str, rows: str) -> str:
    if (opening, closing) in MATRICES:
        return _surround(MATRICES[opening, closing], rows)
    if opening == r"\{" and not closing:
        return _surround("cases", rows)
    return rf"\left{opening or '.'} {_surround('matrix', rows)} \right{closing or '.'}"


def _surround(name: str, inside: str) -> str:
    return rf"\begin{{{name}}} {inside} \end{{{name}}}"


def _write_table(element: HtmlElement, depth: int) -> str:
    rows = [_part_label(row) for row in element if row.tag in ROWS]
    written = _write_rows(element, depth)
    if len(rows) == 1 and (len(rows[0][0]) == 1 or rows[0][1] is not None):
        return written.replace(" & ", " ")
    if any(label is not None for _, label in rows):
        return _surround("align", written)
    if not rows:
        return ""
    is_aligned = "right left" in element.get("columnalign", "") or element.get("displaystyle") == "true"
    return _surround("aligned" if is_aligned else "matrix", written)


def _write_rows(table: HtmlElement, depth: int) -> str:
    lines = []
    for row in table:
        cells, label = _part_label(row) if row.tag in ROWS else ([], None)
        line = " & ".join(_write_row(cell, depth + 1) for cell in cells)
        if label is not None and (name := " ".join("".join(label.itertext()).split())):
            found = LABEL.match(name)
            line += rf" \tag{{{_escape(found[1] if found else name)}}}"
        lines.append(line.strip())
    return r" \\ ".join(lines)


def _part_label(row: HtmlElement) -> tuple[list[HtmlElement], HtmlElement | None]:
    """Return the cells of a row, and the one with the number of its equation, which KaTeX and Temml put at the end."""
    cells = list(row)
    if row.tag == "mlabeledtr" and cells:
        return cells[1:], cells[0]
    may_be_numbered = len(cells) > 2 and not _read(cells[0]) and next(cells[-1].iter("mtext"), None) is not None
    if may_be_numbered and NUMBER.fullmatch(_read(cells[-1])):
        return [cell for cell in cells[:-1] if _read(cell)], cells[-1]
    return (cells[1:-1] if may_be_numbered and not _read(cells[-1]) else cells), None  # Temml's style sheet counts


def _write_fenced(element: HtmlElement, depth: int) -> str:
    opening, closing = (_escape(element.get(name, default)) for name, default in (("open", "("), ("close", ")")))
    separators = element.get("separators", ",").split() or [""]
    pieces = []
    for number, child in enumerate(element):
        if number:
            pieces.append(_escape("".join(separators)[min(number, len("".join(separators))) - 1 :][:1]))
        pieces.append(_convert(child, depth + 1))
    if any(child.tag in TALL for child in _list_inner(list(element))):
        return rf"\left{opening or '.'} {_join(pieces)} \right{closing or '.'}"
    return f"{opening}{_join(pieces)}{closing}"


def _write_fraction(element: HtmlElement, depth: int) -> str:
    upper, lower = _convert_two(element, depth)
    thickness = element.get("linethickness", "")
    if thickness.startswith("0"):
        return f"{NO_LINE}{{{upper}}}{{{lower}}}"
    return rf"\frac{{{upper}}}{{{lower}}}"


def _convert_two(element: HtmlElement, depth: int) -> tuple[str, str]:
    one, two = [*(_convert(child, depth + 1) for child in element[:2]), "", ""][:2]
    return one, two


def _write_root(element: HtmlElement, depth: int) -> str:
    base, index = _convert_two(element, depth)
    return rf"\sqrt[{index}]{{{base}}}"


def _write_scripts(element: HtmlElement, depth: int) -> str:
    base, lower, upper = _convert_scripts(element, depth)
    return _attach(base, lower, upper) + (" " if base in symbols.LARGE.values() else "")


def _convert_scripts(element: HtmlElement, depth: int) -> tuple[str, str, str]:
    """Return the base, what stands below it, and what above."""
    base, *scripts = [_convert(child, depth + 1) for child in element[:3]] or [""]
    lower = scripts[0] if scripts and element.tag not in ("msup", "mover") else ""
    upper = scripts[-1] if scripts and element.tag not in ("msub", "munder") else ""
    return base, lower, upper


def _attach(base: str, lower: str, upper: str) -> str:
    if not (base or lower or upper):
        return ""
    whole = base if WHOLE.fullmatch(base) or _is_fenced(base) else f"{{{base}}}"
    below = f"_{_group(lower)}" if lower else ""
    if upper and PRIMES.fullmatch(upper):
        return whole + upper.replace(PRIME, "'") + below
    return f"{whole}{below}{f'^{_group(upper)}' if upper else ''}"


def _is_fenced(base: str) -> bool:
    """Return whether a text is from one growing fence to its counterpart."""
    return base.startswith(r"\left") and base.count(r"\left") == 1 and base[:-1].endswith(r"\right")


def _group(script: str) -> str:
    return script if len(script) == 1 else f"{{{script}}}"


def _write_limits(element: HtmlElement, depth: int) -> str:
    base, lower, upper = _convert_scripts(element, depth)
    if base.startswith(r"\underbrace"):
        return f"{base}_{{{lower or upper}}}"
    if base in symbols.WITH_LIMITS or base.startswith((r"\operatorname", r"\overbrace")):
        return _attach(base, lower, upper) + " "
    signs = [_read(child) for child in element[1:3]]
    if upper and (over := symbols.OVER.get(signs[-1])):
        base, upper = f"{_widen(over, base)}{{{base}}}", ""
    if lower and (under := symbols.UNDER.get(signs[0])):
        base, lower = f"{under}{{{base}}}", ""
    return _stack(base, lower, upper)


def _stack(base: str, lower: str, upper: str) -> str:
    if base in ARROWS and (lower or upper):
        return f"{ARROWS[base]}{f'[{lower}]' if lower else ''}{{{upper}}}"
    base = rf"\overset{{{upper}}}{{{base}}}" if upper else base
    return rf"\underset{{{lower}}}{{{base}}}" if lower else base


def _widen(command: str, base: str) -> str:
    """Return the accent over a base: a wide one over several signs."""
    return command if WHOLE.fullmatch(base) else symbols.WIDE.get(command, command)


def _write_prescripts(element: HtmlElement, depth: int) -> str:
    base, after, before = "", list[str](), list[str]()
    scripts = after
    for number, child in enumerate(element):
        if number == 0:
            base = _convert(child, depth + 1)
        elif child.tag == "mprescripts":
            scripts = before
        else:
            scripts.append("" if child.tag == "none" else _convert(child, depth + 1))
    left = "".join(_attach("", *pair) for pair in _pair(before))
    pairs = _pair(after)
    return left + (_attach(base, *pairs[0]) if pairs else base) + "".join(_attach("", *pair) for pair in pairs[1:])


def _pair(scripts: Sequence[str]) -> list[tuple[str, str]]:
    whole = [*scripts, ""] if len(scripts) % 2 else scripts
    return list(zip(whole[::2], whole[1::2], strict=True))


def _write_enclosed(element: HtmlElement, depth: int) -> str:
    inside = _write_row(element, depth)
    command = next((ENCLOSED[name] for name in element.get("notation", "").split() if name in ENCLOSED), None)
    return f"{command}{{{inside}}}" if command else inside


def _write_padded(element: HtmlElement, depth: int) -> str:
    """Return what an element shows; one without width that shows nothing only holds the height of a letter (mhchem)."""
    is_strut = element.get("width") in ("0", "0px", "0em") and [child.tag for child in element] == ["mphantom"]
    return "" if is_strut else _write_row(element, depth)


def _write_first(element: HtmlElement, depth: int) -> str:
    return _convert(element[0], depth + 1) if len(element) else ""


TOKENS: dict[str, Callable[[HtmlElement], str]] = {
    "mi": _write_identifier,
    "mn": _write_number,
    "mo": _write_operator,
    "mtext": _write_text,
    "ms": _write_text,
    "mspace": _write_space,
}
ELEMENTS: dict[str, Callable[[HtmlElement, int], str]] = {
    **dict.fromkeys(("semantics", "maction"), _write_first),
    **dict.fromkeys(("msub", "msup", "msubsup"), _write_scripts),
    **dict.fromkeys(("munder", "mover", "munderover"), _write_limits),
    "mfenced": _write_fenced,
    "mfrac": _write_fraction,
    "msqrt": lambda element, depth: rf"\sqrt{{{_write_row(element, depth)}}}",
    "mroot": _write_root,
    "mtable": _write_table,
    "mmultiscripts": _write_prescripts,
    "menclose": _write_enclosed,
    "mphantom": lambda element, depth: rf"\phantom{{{_write_row(element, depth)}}}",
    "mpadded": _write_padded,
    "annotation": lambda element, depth: "",
    "annotation-xml": lambda element, depth: "",
}
