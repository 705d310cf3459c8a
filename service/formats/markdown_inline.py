"""The inline markup of a block as CommonMark with its own HTML tags, such as `<sup>`; the text itself is preserved."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby, zip_longest
from unicodedata import category
from urllib.parse import quote

from lxml.html import HtmlElement

from cutline.dom.formulas import find_between_dollars
from cutline.dom.formulas.formula import Formula, read_written
from cutline.dom.segments import INVISIBLE
from cutline.dom.split_blocks import read_reference
from cutline.service.formats.flow import CONTROL, may_lead, plain

# Characters that mean something anywhere in a line; an underscore inside a word does not, a last # ends a heading.
INLINE = re.compile(r"[\\`*\[\]<]|(?<![^\W_])_|_(?![^\W_])|&(?=#?\w+;)|~(?=~)|(?<=~)~|(?:(?<=\s)|^)#(?=#*$)")
# What makes a heading, quote, list, rule, fence or underline of the line it begins.
LINE_START = re.compile(r"^(?:(#{1,6})(?=\s|$)|([>+=|-])|(\d{1,9})([.)])(?=\s|$))")
ENTITY = 40  # characters from which on no character reference is; what stands behind them says nothing of a place
TEX_PIPES = re.compile(r"\\.|\|", re.DOTALL)
PIPE_NAMES = {"|": r"\vert ", r"\|": r"\Vert "}
BRACKETS = re.compile("[()]")
MAX_DEPTH = 32  # brackets in brackets that CommonMark 6.3 lets an address have
URL_SAFE = "%/:?#@!$&'()*+,;=~[]-._"
MARKS = {"strong": "**", "b": "**", "em": "*", "i": "*", "cite": "*", "dfn": "*", "var": "*"}
OBJECT = "\ufffc"  # stands for a reference or a formula in a text
DOLLAR = "\x01"  # stands for a dollar, which means something beside formulas only; no text has control characters
CODE = frozenset(("code", "samp"))
# Tags that Markdown says in HTML; a deletion has a mark of its own.
TAGS = {**{tag: tag for tag in ("sub", "sup", "mark", "ins", "kbd", "del")}, "s": "del"}
DELETION = "~~"
RAISED_SIGNS = frozenset("®™℠©")


@dataclass(frozen=True, slots=True)
class _Style:
    """How a text is written: the address it leads to and the number of that link, its emphasis, whether it is code.

    `tags` are the elements around it that are written as HTML, outermost first. A reference to a note and a formula are
    one character, `OBJECT`, and written as they are.
    """

    link: tuple[int, str] | None = None
    tags: tuple[HtmlElement, ...] = ()
    mark: str = ""
    is_code: bool = False
    written: str = ""


Letter = tuple[str, _Style]


@dataclass(frozen=True, slots=True)
class _Span:
    """Text of one style, as Markdown shows it, with the white space around it, which no mark may touch."""

    before: str
    text: str
    after: str
    style: _Style


_Unit = list[_Span]


def escape(text: str | None) -> str:
    """Return a text in Markdown, escaped so that it is shown unchanged in a line."""
    return _escape_inline(plain(text)).replace("$", DOLLAR)


def escape_around_formulas(text: str | None) -> str:
    """Return the same of a text that may have formulas between dollars, which stay as they are."""
    line, written, end = plain(text), [], 0
    for start, following in find_between_dollars(line):
        written += [_escape_inline(line[end:start]).replace("$", DOLLAR), line[start:following]]
        end = following
    return "".join((*written, _escape_inline(line[end:]).replace("$", DOLLAR)))


def begin_line(text: str) -> str:
    """Return Markdown that begins a line, escaped so that it is no heading, list, quote or rule."""
    return LINE_START.sub(_escape_beginning, text)


def write_dollars(text: str, *, beside_formulas: bool) -> str:
    """Return Markdown with its dollars, escaped where the document has formulas."""
    return text.replace(DOLLAR, r"\$" if beside_formulas else "$")


def render_autolink(url: str) -> str:
    """Return an address as a link that shows it."""
    return f"<{quote(url, safe=URL_SAFE).replace('(', '%28').replace(')', '%29')}>"


def render_address(url: str) -> str:
    """Return an address as the destination of a link or an image, in angle brackets only if it needs them."""
    address = quote(url, safe=URL_SAFE)
    return address if address and _is_balanced(address) else f"<{address}>"


def _is_balanced(address: str) -> bool:
    """Return whether each bracket in an address has its counterpart; others end the destination of a link."""
    depth = 0
    for bracket in BRACKETS.findall(address):
        depth += 1 if bracket == "(" else -1
        if not 0 <= depth <= MAX_DEPTH:
            return False
    return depth == 0


def write_formula(formula: Formula) -> str:
    """Return a formula between dollars; nothing in it is escaped."""
    return Formula(plain(formula.tex), formula.is_displayed).text


def write_formula_in_cell(formula: Formula) -> str:
    """Return a formula in a line, without the pipes that end a cell."""
    tex = TEX_PIPES.sub(lambda found: PIPE_NAMES.get(found[0], found[0]), formula.tex)
    return Formula(plain(tex)).text


def render_inline(element: HtmlElement, write: Callable[[Formula], str] = write_formula) -> str:
    """Return what is in an element in Markdown, for one line; its text is the element's, white space collapsed.

    Emphasis that Markdown has no way to say, such as that of a sign beside a word, is left out.

    Args:
        element: as in the HTML of a block.
        write: writes a formula.
    """
    spans = _cut_spans(list(_part_formulas(_collapse(_list_letters(element, _Style(), write)))))
    runs = [list(run) for _, run in groupby(_list_units(spans), key=_read_mark)]
    written = [""]
    for run, following in zip_longest(runs, runs[1:]):
        behind = _read_start(following[0]) if following else ""
        if not (len(run) > 1 and _read_mark(run[0]) and _write_emphasis(written, run, behind)):
            _write_units(written, run, behind)
    return "".join(written).rstrip(" ")


def _list_units(spans: Iterable[_Span]) -> Iterator[_Unit]:
    """Yield what one mark can be around or in: a link, an element that is written as HTML, a text with its emphasis."""

    def find_whole(span: _Span) -> object:
        style = span.style
        return style.link or style.tags[:1] or (style.mark, style.is_code, style.written)

    return (list(unit) for _, unit in groupby(spans, key=find_whole))


def _read_mark(unit: _Unit) -> str:
    """Return the emphasis that all of a unit has; `""` if a part of it has none or another."""
    marks = {span.style.mark for span in unit}
    return marks.pop() if len(marks) == 1 else ""


def _read_start(unit: _Unit) -> str:
    return unit[0].before or ("[" if unit[0].style.link else unit[0].text)


def _write_emphasis(written: list[str], units: Sequence[_Unit], behind: str) -> bool:
    """Add units with one mark around all of them, and return whether Markdown can say it there."""
    mark, end = _read_mark(units[0]), units[-1][-1]
    if not end.text:  # the white space behind a link
        units = [*units[:-1], units[-1][:-1]] if len(units[-1]) > 1 else units[:-1]
    first, last = units[0][0], units[-1][-1]
    behind = behind if end is last else f"{end.before}{behind}"
    inner = [[replace(span, style=replace(span.style, mark="")) for span in unit] for unit in units]
    inner[0][0] = replace(inner[0][0], before="")
    inner[-1][-1] = replace(inner[-1][-1], after="")
    inside = [mark]
    _write_units(inside, inner, mark)
    text = "".join(inside[1:])
    is_sound = _is_sound(first.before or written[-1][-1:], text, last.after or behind)
    if is_sound:
        written.append(f"{first.before}{mark}{text}{mark}{last.after}{'' if end is last else end.before}")
    return is_sound


def _write_units(written: list[str], units: Sequence[_Unit], behind: str) -> None:
    """Add units, each with its own emphasis, to what is written before them."""
    for unit, following in zip_longest(units, units[1:]):
        before, link = written[-1][-1:], unit[0].style.link
        if link is None or not any(span.text for span in unit):
            written.append(_write_spans(before, unit, _read_start(following) if following else behind))
            continue
        if before == "!" and not unit[0].before:  # an image would begin
            written[-1] = f"{written[-1][:-1]}\\!"
        written.append(_write_link(unit, link[1]))


def _list_letters(element: HtmlElement, style: _Style, write: Callable[[Formula], str]) -> Iterator[Letter]:
    """Yield each character in an element with its style; the outer one of emphasis counts."""
    yield from ((letter, style) for letter in element.text or "")
    for number, child in enumerate(element):
        if name := read_reference(child):
            yield OBJECT, _Style(written=f"[^{name}]")
        elif formula := read_written(child):
            yield OBJECT, replace(style, is_code=False, written=write(formula))
        else:
            yield from _list_letters(child, _change_style(style, child, number), write)
        yield from ((letter, style) for letter in child.tail or "")


def _change_style(style: _Style, element: HtmlElement, number: int) -> _Style:
    if element.tag == "a" and may_lead(element.get("href", "")):
        return replace(style, link=(number, element.get("href", "")))
    if element.tag in TAGS:
        return style if _says_nothing(element, style) else replace(style, tags=(*style.tags, element))
    if style.is_code or element.tag in CODE:
        return replace(style, is_code=True)
    return replace(style, mark=style.mark or MARKS.get(element.tag, ""))


def _says_nothing(element: HtmlElement, style: _Style) -> bool:
    """Return whether a tag is around itself, or around a sign that is above the line without it."""
    is_repeated = element.tag != "kbd" and any(TAGS[str(tag.tag)] == TAGS[str(element.tag)] for tag in style.tags)
    return is_repeated or (element.tag == "sup" and "".join(element.itertext()).strip() in RAISED_SIGNS)


def _collapse(letters: Iterable[Letter]) -> list[Letter]:
    """Return the visible characters, with one space for each run of white space and none at the ends."""
    shown: list[Letter] = []
    for letter, style in letters:
        visible = INVISIBLE.sub("", letter.translate(CONTROL))
        if style.is_code and shown and shown[-1][1].is_code:  # two pieces of code are one: their fences would touch
            style = replace(style, mark=shown[-1][1].mark)
        if visible.isspace():
            visible = " " if shown and shown[-1][0] != " " else ""
        if visible:
            shown.append((visible, style))
    return shown[:-1] if shown and shown[-1][0] == " " else shown


def _part_formulas(letters: Iterable[Letter]) -> Iterator[Letter]:
    """Yield letters with a space between two formulas: their dollars would be others.

    A digit behind a formula is written as a reference, since a dollar before a digit is money to most readers of
    Markdown.
    """
    is_behind = False
    for letter, style in letters:
        is_formula = style.written.endswith("$")
        if is_behind and is_formula:
            yield " ", _Style()
        is_price = is_behind and letter.isdecimal()
        yield (OBJECT, replace(style, written=f"&#{ord(letter)};")) if is_price else (letter, style)
        is_behind = is_formula


def _cut_spans(letters: Sequence[Letter]) -> list[_Span]:
    whole = "".join(letter for letter, _ in letters)
    spans, start = [], 0
    for style, members in groupby(letters, key=lambda letter: letter[1]):
        end = start + len(list(members))
        text = whole[start:end]
        inside = text.strip(" ")
        before = len(text) - len(text.lstrip(" "))
        if style.written:
            shown = style.written
        elif style.is_code:
            shown = fence(inside)
        else:
            shown = _escape_part(whole, start + before, start + before + len(inside)).replace("$", DOLLAR)
        spans.append(_Span(text[:before], shown, text[before + len(inside) :], style))
        start = end
    return spans


def _write_link(spans: Sequence[_Span], address: str) -> str:
    """Return a link, with the spaces at its ends outside."""
    inner = [*spans]
    inner[0] = replace(inner[0], before="")
    inner[-1] = replace(inner[-1], after="")
    inside = _write_spans("[", inner).strip(" ")
    return f"{spans[0].before}[{inside}]({render_address(address)}){spans[-1].after}"


def _write_spans(before: str, spans: Sequence[_Span], behind: str = "", depth: int = 0) -> str:
    """Return spans of one link, or of none, between two texts, or nothing; `depth` tags around them are written."""
    written: list[str] = []
    groups = [list(group) for _, group in groupby(spans, key=lambda span: span.style.tags[depth : depth + 1])]
    for number, group in enumerate(groups):
        first, last = group[0], group[-1]
        following = groups[number + 1][0] if number + 1 < len(groups) else None
        after = last.after or (following.before + following.text if following else behind)
        if len(first.style.tags) > depth and any(span.text for span in group):
            shown = _write_tag(first.before or before, group, after, depth)
        else:
            shown = _write_marks(before, group, after)
        written.append(shown)
        before = shown[-1:] or before
    return "".join(written)


def _write_tag(before: str, spans: Sequence[_Span], behind: str, depth: int) -> str:
    """Return spans in the tag that they share at a depth, with the spaces at their ends outside."""
    inner = [*spans]
    inner[0] = replace(inner[0], before="")
    inner[-1] = replace(inner[-1], after="")
    tag = TAGS[str(inner[0].style.tags[depth].tag)]
    if tag == "del":
        struck = _write_spans(DELETION[0], inner, depth=depth + 1)
        is_apart = DELETION[0] not in (before, struck[:1], struck[-1:], behind[:1])
        if is_apart and _is_sound(before, struck, behind):
            return f"{spans[0].before}{DELETION}{struck}{DELETION}{spans[-1].after}"
    return f"{spans[0].before}<{tag}>{_write_spans('>', inner, depth=depth + 1)}</{tag}>{spans[-1].after}"


def _write_marks(before: str, spans: Sequence[_Span], behind: str) -> str:
    """Return spans without tags, each with its emphasis if Markdown can say it there."""
    written: list[str] = []
    for number, span in enumerate(spans):
        before = span.before or before
        following = span.after or (
            spans[number + 1].before + spans[number + 1].text if number + 1 < len(spans) else behind
        )
        mark = span.style.mark if not span.style.written and _is_sound(before, span.text, following) else ""
        shown = f"{mark}{span.text}{mark}{span.after}"
        written.append(f"{span.before}{shown}")
        before = shown[-1:] or before
    return "".join(written)


def _is_sound(before: str, text: str, following: str) -> bool:
    """Whether marks around a text begin and end emphasis: both flank it by the rules of CommonMark 6.2."""
    if not text or before == "*":
        return False
    is_open = not _is_sign(text[0]) or _parts_words(before)
    return is_open and (not _is_sign(text[-1]) or _parts_words(following[:1]))


def _parts_words(letter: str) -> bool:
    """Whether emphasis may begin or end beside a character; nothing stands for the end of the line."""
    return not letter or letter == " " or category(letter).startswith("P")


def _is_sign(letter: str) -> bool:
    return letter == DOLLAR or category(letter)[0] in "PSZ"


def _escape_inline(text: str) -> str:
    return INLINE.sub(r"\\\g<0>", text)


def _escape_part(whole: str, start: int, end: int) -> str:
    """Return a part of a text, escaped for where it stands and for what it would mean by itself."""
    places = {found.start() for found in INLINE.finditer(whole, start, end + ENTITY) if found.start() < end}
    places |= {start + found.start() for found in INLINE.finditer(whole[start:end])}
    return "".join(f"\\{whole[place]}" if place in places else whole[place] for place in range(start, end))


def _escape_beginning(found: re.Match[str]) -> str:
    hashes, mark, number, period = found.groups()
    return f"{number}\\{period}" if number else f"\\{hashes or mark}"


def fence(code: str) -> str:
    """Return a text as a code span; its fence is longer than any in it."""
    if not code:
        return ""
    fence = "`" * (max(map(len, re.findall("`+", code)), default=0) + 1)
    return f"{fence} {code} {fence}" if code.startswith("`") or code.endswith("`") else f"{fence}{code}{fence}"
