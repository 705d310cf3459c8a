"""A formula: its TeX, the element that stands for it in the tree of a page, and how HTML writes it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from html import escape

from lxml.html import HtmlElement

from cutline.dom.segments import TextRun

# No page has these elements. The displayed one is a line of its own.
INLINE, DISPLAYED = "inline-formula", "displayed-formula"
BEHIND = "behind"  # attribute of those that stand behind what draws them
FORMULA_TAGS = frozenset((INLINE, DISPLAYED))
# What of MathML is written; without links, actions, pictures and other annotations.
MATHML_TAGS = frozenset(
    "math mrow mi mn mo ms mtext mspace mfrac msqrt mroot mstyle merror mpadded mphantom menclose msub msup msubsup "
    "munder mover munderover mmultiscripts mprescripts none mtable mtr mlabeledtr mtd semantics".split()
)
MATHML_ATTRIBUTES = {
    "math": {"display", "alttext"},
    "mi": {"mathvariant"},
    "mo": {"stretchy", "fence", "separator", "lspace", "rspace", "minsize", "maxsize", "movablelimits", "form"},
    "mover": {"accent"},
    "munder": {"accentunder"},
    "mfrac": {"linethickness"},
    "mstyle": {"displaystyle", "scriptlevel"},
    "mspace": {"width"},
    "mtable": {"columnalign", "displaystyle"},
    "mtd": {"columnspan", "rowspan"},
    "menclose": {"notation"},
}
SPACE = '<mspace width="2em"></mspace>'  # before a number
CLASSES = {"span": {"math", "inline", "display"}}  # of TeX in HTML, as Pandoc writes it
BRACKETS = {False: (r"\(", r"\)"), True: (r"\[", r"\]")}


@dataclass(frozen=True, slots=True)
class Formula:
    """A formula.

    Attributes:
        tex: in one line, without delimiters.
        is_displayed: whether it stands on a line of its own.
        mathml: what is in the `<math>` of the page, as it has it; None if there is none.
    """

    tex: str
    is_displayed: bool = False
    mathml: str | None = None

    @property
    def text(self) -> str:
        """The TeX as a text has it: between dollars."""
        return f"$${self.tex}$$" if self.is_displayed else f"${self.tex}$"

    def display(self) -> Formula:
        """Return the formula on a line of its own."""
        return replace(self, is_displayed=True)

    def tag(self, number: str) -> Formula:
        """Return the formula with its number."""
        mathml = self.mathml and f"<mrow>{self.mathml}</mrow>{SPACE}<mtext>({escape(number)})</mtext>"
        return replace(self, tex=rf"{self.tex} \tag{{{number}}}", mathml=mathml)


def make_element(formula: Formula, near: HtmlElement, *, is_behind: bool = False) -> HtmlElement:
    """Return an element for a formula.

    Args:
        formula: the formula.
        near: an element of the same tree.
        is_behind: whether it will stand behind what draws the formula, and not in it.
    """
    attributes = {"tex": formula.tex, **({} if formula.mathml is None else {"mathml": formula.mathml})}
    element: HtmlElement = near.makeelement(DISPLAYED if formula.is_displayed else INLINE, attributes)
    if is_behind:
        element.set(BEHIND, "")
    element.text = formula.text
    return element


def read_element(element: HtmlElement) -> Formula:
    """Return the formula that an element stands for."""
    return Formula(element.get("tex", ""), element.tag == DISPLAYED, element.get("mathml"))


def is_formula(run: TextRun) -> bool:
    """Return whether a text is a formula."""
    return not run.is_tail and run.node.tag in FORMULA_TAGS


def find_source(element: HtmlElement) -> HtmlElement:
    """Return the element of the page that a formula comes from: the one before its own, or the one around it."""
    return element.getparent() if element.get(BEHIND) is None else element.getprevious()


def write_formula(element: HtmlElement) -> str:
    """Return the HTML of a formula's element, not sanitised: its MathML, or TeX in a `<span class="math inline">`."""
    tex, mathml = element.get("tex", ""), element.get("mathml")
    is_displayed = element.tag == DISPLAYED
    if mathml is not None:
        display = ' display="block"' if is_displayed else ""
        return f'<math alttext="{escape(tex)}"{display}>{mathml}</math>'
    opening, closing = BRACKETS[is_displayed]
    return f'<span class="math {"display" if is_displayed else "inline"}">{escape(opening + tex + closing)}</span>'


def read_written(element: HtmlElement) -> Formula | None:
    """Return the formula that an element in the HTML of a block is; None if it is none."""
    if element.tag == "math":
        tex = element.get("alttext")
        return Formula(tex, element.get("display") == "block") if tex else None
    classes = element.get("class", "").split() if element.tag == "span" else ()
    if "math" not in classes:
        return None
    return Formula((element.text or "")[2:-2], "display" in classes)
