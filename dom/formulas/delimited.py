r"""Formulas that a page has between delimiters in its text, for a script to draw: `$x$`, `\(x\)`, `$$x$$`, `\[x\]`."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from lxml import etree
from lxml.html import HtmlElement

from cutline.dom.formulas.formula import FORMULA_TAGS, TEX_SIGNS, Formula, clean_tex, make_element, split_environment
from cutline.dom.tags import UNSEEN_TAGS

SKIPPED = UNSEEN_TAGS | FORMULA_TAGS | {"pre", "code", "kbd", "samp", "tt", "xmp", "math"}
IGNORED = re.compile(r"(?:^|\s)(?:tex2jax_ignore|mathjax_ignore|no-?mathjax|asciimath2jax_ignore|highlight)(?=\s|$)")
ENVIRONMENTS = "equation|align|gather|multline|eqnarray|displaymath|flalign|alignat"
TOKENS = re.compile(rf"\\\\|\\\$|\${{{{3,}}}}|\\[()\[\]]|\$\$?|\\(?:begin|end) ?\{{(?:{ENVIRONMENTS})\*?\}}")
CLOSING = {r"\(": r"\)", r"\[": r"\]", "$": "$", "$$": "$$"}
# A script or a style sheet of what draws formulas.
DRAWERS = re.compile(r"mathjax|katex|MathJax|jsMath|texzilla")
MUCH_SCRIPT = 20_000  # characters of a script that are read for its name
COMMAND = re.compile(r"\\[A-Za-z]{2,}|[\^_]\{")  # what only TeX has
WORD = re.compile(r"[^\W\d_]{4,}")  # no formula without a command has one
SYLLABLE = re.compile(r"[^\W\d_]{2}")  # nor does a displayed one without any sign
AMOUNT = re.compile(r"\d[\d.,]*\s+[A-Za-z]{2,}")  # of money, with what it is for
LONGEST = 60  # characters of a formula without a command between single dollars
ENOUGH = 2  # formulas with commands, from which a page without such a script has formulas


@dataclass(frozen=True, slots=True)
class _Match:
    """A formula in a run of text, by the places where it starts and ends with its delimiters."""

    start: int
    end: int
    opening: str
    tex: str

    @property
    def has_commands(self) -> bool:
        return COMMAND.search(self.tex) is not None


@dataclass(frozen=True, slots=True)
class _Run:
    """The text of an element between two of its children; `<br>` do not interrupt it.

    Attributes:
        text: the pieces, joined by line breaks.
        pieces: the node of each piece, and whether it is the tail of that node.
        matches: the formulas in it, in order.
    """

    text: str
    pieces: Sequence[tuple[HtmlElement, bool]]
    matches: Sequence[_Match]


@dataclass(frozen=True, slots=True)
class TextFormula:
    """The element of a formula, and the text that it was in: of a node, or its tail."""

    element: HtmlElement
    node: HtmlElement
    is_tail: bool


def place_delimited(body: HtmlElement, room: int | None, most_characters: int | None) -> tuple[list[TextFormula], bool]:
    """Put the formulas between delimiters into the tree, and return them, and whether some were left as they are.

    Only on pages with a script that draws formulas, or with several that cannot be anything else. `$5 and $10` are
    prices on every page.

    Args:
        body: the page's body, which is changed.
        room: the most formulas; None for any.
        most_characters: the longest formula; None for any.
    """
    runs = list(_list_runs(body))
    matches = [match for run in runs for match in run.matches]
    if not matches or not (sum(match.has_commands for match in matches) >= ENOUGH or _has_drawer(body)):
        return [], False
    placed, is_cut = list[TextFormula](), False
    for run in runs:
        short = [match for match in run.matches if most_characters is None or len(match.tex) <= most_characters]
        taken = short if room is None else short[: max(0, room - len(placed))]
        is_cut |= len(taken) < len(run.matches)
        placed += _place(run, taken)
    return placed, is_cut


def find_between_dollars(text: str) -> Iterator[tuple[int, int]]:
    """Yield where the formulas between dollars in a text start and end, as those of titles and captions are."""
    return ((match.start, match.end) for match in _find_matches(text) if match.opening in ("$", "$$"))


def _has_drawer(body: HtmlElement) -> bool:
    page = body.getroottree().getroot()
    named = (
        element.get("src") or element.get("href") or element.get("type") for element in page.iter("script", "link")
    )
    if any(name and DRAWERS.search(name) for name in named):
        return True
    texts = (script.text for script in page.iter("script"))
    return any(text and len(text) <= MUCH_SCRIPT and DRAWERS.search(text) for text in texts)


def _list_runs(body: HtmlElement) -> Iterator[_Run]:
    """Yield the runs of text with formulas."""
    walker = etree.iterwalk(body, events=("start",))
    for _, element in walker:
        if element.tag in SKIPPED or (element.get("class") and IGNORED.search(element.get("class", ""))):
            walker.skip_subtree()
            continue
        pieces: list[tuple[HtmlElement, bool]] = [(element, False)]
        for child in element:
            if child.tag != "br":
                yield from _read_run(pieces)
                pieces = []
            pieces.append((child, True))
        yield from _read_run(pieces)


def _read_run(pieces: Sequence[tuple[HtmlElement, bool]]) -> Iterator[_Run]:
    texts = [(node.tail if is_tail else node.text) or "" for node, is_tail in pieces]
    if not any("$" in text or "\\" in text for text in texts):
        return
    text = "\n".join(texts)
    if matches := list(_find_matches(text)):
        yield _Run(text, pieces, matches)


def _find_matches(text: str) -> Iterator[_Match]:
    """Yield the formulas in a text, in linear time: an opening delimiter counts from the last one on."""
    opened: re.Match[str] | None = None
    for token in TOKENS.finditer(text):
        sign = token[0]
        if sign in (r"\\", r"\$"):
            continue
        if opened is not None and _closes(sign, opened[0]) and (match := _make_match(text, opened, token)):
            yield match
            opened = None
            continue
        if opened is None or _may_replace(sign, opened[0]):
            opened = token if sign in CLOSING or sign.startswith(r"\begin") else None


def _closes(sign: str, opening: str) -> bool:
    if opening.startswith(r"\begin"):
        return sign == opening.replace(r"\begin", r"\end", 1)
    return sign == CLOSING[opening]


def _may_replace(sign: str, opening: str) -> bool:
    """Return whether a delimiter opens a new formula although another is open: within brackets, dollars are text."""
    return opening in ("$", "$$") or sign == opening


def _make_match(text: str, opened: re.Match[str], closed: re.Match[str]) -> _Match | None:
    start, end = opened.start(), closed.end()
    inner = text[opened.end() : closed.start()]
    if opened[0].startswith(r"\begin"):
        return _Match(start, end, opened[0], text[start:end])
    if not inner.strip():
        return None
    if opened[0] == "$" and not _is_between_dollars(inner, text[start - 1 : start], text[end : end + 1]):
        return None
    if opened[0] == "$$" and not (COMMAND.search(inner) or TEX_SIGNS.search(inner) or not SYLLABLE.search(inner)):
        return None
    return _Match(start, end, opened[0], inner)


def _is_between_dollars(inner: str, before: str, after: str) -> bool:
    """Return whether what is between two dollars is a formula, and these are no prices."""
    if before.isalnum() or after.isdigit() or inner[0].isspace() or inner[-1].isspace() or AMOUNT.match(inner):
        return False
    return COMMAND.search(inner) is not None or (len(inner) <= LONGEST and not WORD.search(inner))


def _place(run: _Run, matches: Iterable[_Match]) -> Iterator[TextFormula]:
    """Put formulas into the tree, and yield them; line breaks in a formula are taken out."""
    waiting, done, start = deque(matches), 0, 0
    writer = _Writer(*run.pieces[0])
    for node, is_tail in run.pieces:
        end = start + len((node.tail if is_tail else node.text) or "")
        if start and start <= done:
            node.getparent().remove(node)
        elif start:
            writer, done = _Writer(node, is_tail), start
        while waiting and waiting[0].start < end:
            match = waiting.popleft()
            writer.write(run.text[done : match.start])
            writer, done = writer.add(make_element(_read(match), node)), match.end
            yield TextFormula(writer.node, node, is_tail)
        if done <= end:
            writer.write(run.text[done:end])
        start = end + 1


@dataclass(frozen=True, slots=True)
class _Writer:
    """Writes the text of a node, or its tail, and what comes behind it."""

    node: HtmlElement
    is_tail: bool

    def write(self, text: str) -> None:
        if self.is_tail:
            self.node.tail = text or None
        else:
            self.node.text = text or None

    def add(self, element: HtmlElement) -> _Writer:
        if self.is_tail:
            self.node.addnext(element)
        else:
            self.node.insert(0, element)
        return _Writer(element, True)


def _read(match: _Match) -> Formula:
    tex, _ = split_environment(match.tex)
    return Formula(clean_tex(tex), match.opening not in ("$", r"\("))
