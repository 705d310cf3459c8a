"""Finds the formulas of a page, and puts one element with its TeX in the place of each."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from itertools import islice

from lxml import etree
from lxml.html import HtmlElement

from cutline.config.settings import FormulaSettings
from cutline.dom.formulas.delimited import TextFormula, place_delimited
from cutline.dom.formulas.equations import add_number, join_tables
from cutline.dom.formulas.formula import DISPLAYED, Formula, make_element
from cutline.dom.formulas.sources import (
    Reader,
    read_image,
    read_katex,
    read_marked,
    read_mathjax,
    read_mathml,
    read_script,
    read_substack,
    read_wikipedia,
    stands_alone,
)
from cutline.dom.tags import HEADING_TAGS
from cutline.types import PageWarning

# Every page with formulas has one of these, which are quick to find, as part of a mark.
# Expressions, which find them in two thirds of the time that `bytes.find` takes.
PARTS = tuple(map(re.compile, (rb"math", rb"atex", rb"\\frac", rb"LaTeX2HTML")))
MARK = re.compile(
    rb"<(?:\w+-)?math(?:ml)?[\s>/]|<math-|math/(?:tex|mml)|render/math|mathjax|mjx-math|katex|latex\.|latex2html|latex-rendered"
    rb"|quicklatex|mathtex|math\.(?:me|now)"
    rb"|\\frac\b|(?:class|type)=[\"']?[^\"'<>]*(?:(?<!rank-)math|atex)|-node=.math",
    re.IGNORECASE,
)
BEFORE, BEHIND = 60, 16  # bytes of a mark on each side of the beginning of such a part
READERS: dict[str, Reader] = {
    "math": read_mathml,
    "mjx-container": read_mathjax,
    "script": read_script,
    **dict.fromkeys(("math-renderer", "d-math", "amp-mathml"), read_marked),
}
BY_CLASS: dict[str, Reader] = {
    **dict.fromkeys(("katex-display", "katex", "katex-error", "tml-display"), read_katex),
    **dict.fromkeys(("MathJax_Display", "MathJax", "MathJax_CHTML", "MathJax_SVG", "MathJax_MathML"), read_mathjax),
    **dict.fromkeys(("mjx-chtml", "MJXc-display", "MathJax_PlainSource", "MathJax_SVG_Display"), read_mathjax),
    **dict.fromkeys(("mwe-math-element", "mwe-math-element-block", "mwe-math-element-inline"), read_wikipedia),
    "latex-rendered": read_substack,
    **dict.fromkeys(
        ("math", "ztext-math", "math-container", "arithmatex", "ql-formula", "math-inline", "math-display"), read_marked
    ),
    **dict.fromkeys(("js-render-math", "language-math", "js-inline-math", "js-display-math"), read_marked),
    **dict.fromkeys(("math-block", "mathjax-tex", "math-tex", "katex-block", "katex-inline"), read_marked),
}
DRAWN = frozenset(name for name, reader in BY_CLASS.items() if reader is read_mathjax)
PUNCTUATION = re.compile(r"\s*([.,;:])(?=\s|$)")  # behind a displayed formula, whose sentence it goes on with or ends
SCRIPTS = ("math/tex", "math/mml")  # types of those that `read_script` reads
PREVIEW = "MathJax_Preview"
NEAR = 4  # elements behind a preview or a drawn formula, among which the script with its TeX is
ASIDE = ("img", "script", "pre", "code")  # elements that hold no text, or code; their formula stands behind them
LINES = (*HEADING_TAGS, "a", "figcaption", "caption")  # in which a formula is no line of its own
LAYERS = 8  # elements around a formula that may be one of those
TIMES_MATHML = 20  # characters of MathML for each of TeX, at most


@dataclass(frozen=True, slots=True)
class PlacedFormulas:
    """The formulas in the tree of a page.

    Attributes:
        drawn: the elements of those that the page draws.
        delimited: those that its text has between delimiters.
        is_cut: whether some were left out.
    """

    drawn: tuple[HtmlElement, ...] = ()
    delimited: tuple[TextFormula, ...] = ()
    is_cut: bool = False

    @property
    def elements(self) -> tuple[HtmlElement, ...]:
        """The elements of all."""
        return (*self.drawn, *(each.element for each in self.delimited))

    @property
    def warnings(self) -> tuple[PageWarning, ...]:
        """`many_formulas` if some were left out."""
        return ("many_formulas",) if self.is_cut else ()


@dataclass(slots=True)
class _Found:
    """The formulas of a page as they are found, and the elements that only show them once more.

    Attributes:
        limits: as for `read_formulas`.
        formulas: what draws each, and the formula; None for what is only emptied.
        count: how many there are, with those that were left out.
        is_cut: whether some were left out.
    """

    limits: FormulaSettings | None
    formulas: list[tuple[HtmlElement, Formula | None]] = field(default_factory=list)
    count: int = 0
    is_cut: bool = False

    def add(self, source: HtmlElement, formula: Formula) -> None:
        limits = self.limits
        if limits is None:
            self.formulas.append((source, formula))
            return
        self.count += 1
        is_over = self.count > limits.max_number or len(formula.tex) > limits.max_characters
        self.is_cut |= is_over
        if formula.mathml is not None and len(formula.mathml) > TIMES_MATHML * limits.max_characters:
            formula = replace(formula, mathml=None)
        self.formulas.append((source, None if is_over else formula))


def may_have_formulas(page: bytes) -> bool:
    """Return whether a page may have formulas; quick, and seldom wrong."""
    return any(
        MARK.search(page, max(0, found.start() - BEFORE), found.start() + BEHIND) is not None
        for part in PARTS
        for found in part.finditer(page)
    )


def read_formulas(body: HtmlElement, limits: FormulaSettings | None) -> PlacedFormulas:
    """Put the formulas of a page into its tree, and return their elements.

    What draws a formula is emptied and gets an element with its TeX; a picture and a script get it behind them. So
    every other element has the path that it had.

    Args:
        body: the page's body, which is changed.
        limits: the most formulas and the longest; None for any.
    """
    found = _Found(limits)
    _find(body, found)
    put = [_place(source, formula) for source, formula in found.formulas]
    elements = [element for element in put if element is not None]
    room = None if limits is None else limits.max_number - found.count
    delimited, is_cut = place_delimited(body, room, None if limits is None else limits.max_characters)
    joint, joined = join_tables((*elements, *(each.element for each in delimited)))
    drawn = (*(element for element in elements if element not in joined), *joint)
    placed = PlacedFormulas(
        drawn, tuple(each for each in delimited if each.element not in joined), found.is_cut or is_cut
    )
    for element in placed.elements:
        if element.tag == DISPLAYED:
            add_number(element)
    return placed


def _find(body: HtmlElement, found: _Found) -> None:
    """Find the outermost elements that are a formula each; a reader that fails is not asked again further inside."""
    failed: dict[HtmlElement, Reader] = {}
    walker = etree.iterwalk(body, events=("start", "end"))
    for event, element in walker:
        if event == "end":
            failed.pop(element, None)
            continue
        if element.tag == "img":
            if formula := read_image(element, stands_alone):
                found.add(element, formula)
            continue
        reader = READERS.get(element.tag)
        if classes := element.get("class"):
            if _is_shown_again(element, classes):
                found.formulas.append((element, None))
                walker.skip_subtree()
                continue
            reader = reader or _choose(classes)
        if reader is None or reader in failed.values():
            continue
        if formula := reader(element):
            found.add(element, formula)
            walker.skip_subtree()
        elif reader is not read_marked:  # which takes no time for an element with others in it
            failed[element] = reader


def _choose(classes: str) -> Reader | None:
    return next((BY_CLASS[name] for name in classes.split() if name in BY_CLASS), None)


def _is_shown_again(element: HtmlElement, classes: str) -> bool:
    """Return whether an element is MathJax 2's preview or drawing of a formula that a script behind it has."""
    names = classes.split()
    if PREVIEW not in names and DRAWN.isdisjoint(names):
        return False
    for after in islice(element.itersiblings(), NEAR):
        if after.tag == "script":
            return str(after.get("type")).startswith(SCRIPTS)
        if PREVIEW in names and not DRAWN.isdisjoint(after.get("class", "").split()):
            return True
        if DRAWN.isdisjoint(after.get("class", "").split()):
            return False
    return False


def _place(source: HtmlElement, formula: Formula | None) -> HtmlElement | None:
    """Empty an element, and put a formula into it, or behind it if it holds no text; return the formula's element."""
    around = source.getparent()
    if source.tag == "code" and around.tag == "pre":  # a fence in Markdown
        source, formula = around, formula and formula.display()
    edges = _read_edges(source)
    _empty(source)
    if formula is None:
        return None
    if formula.is_displayed and _is_in_line(source):
        formula = replace(formula, is_displayed=False)
    if formula.is_displayed and (sign := PUNCTUATION.match(source.tail or "")):
        formula, source.tail = replace(formula, tex=formula.tex + sign[1]), (source.tail or "")[sign.end() :]
    is_behind = source.tag in ASIDE
    element = make_element(formula, source, is_behind=is_behind)
    if is_behind:
        element.tail, source.tail = source.tail, None
        source.addnext(element)
    else:
        source.append(element)
        source.text, element.tail = edges
    return element


def _empty(source: HtmlElement) -> None:
    """Leave nothing to read in an element; a script has no text of the page."""
    if source.tag == "img":
        source.attrib.clear()
    elif source.tag != "script":
        del source[:]
        source.text = None


def _is_in_line(source: HtmlElement) -> bool:
    return any(around.tag in LINES for around in islice(source.iterancestors(), LAYERS))


def _read_edges(source: HtmlElement) -> tuple[str | None, str | None]:
    """Return the spaces that an element has in it at its beginning and, before a word, at its end."""
    first, last = source.text, source[-1].tail if len(source) else None
    is_before_word = (source.tail or "")[:1].isalnum()
    return " " if first and first.isspace() else None, " " if is_before_word and last and last.isspace() else None
