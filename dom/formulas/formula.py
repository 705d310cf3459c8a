"""A formula: its TeX, cleaned; the element that stands for it in the tree of a page, and how HTML writes it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from html import escape

from lxml.html import HtmlElement

from cutline.dom.segments import INVISIBLE, TextRun

# Delimiters around the whole of a formula, and whether they display it on a line of its own.
DELIMITERS = (("$$", "$$", True), (r"\[", r"\]", True), (r"\(", r"\)", False), ("$", "$", False))
# Environments around the whole that say no more than that, and all that say so.
ENVIRONMENT = re.compile(r"\\begin\{(equation|displaymath|math)(\*?)\}(.*)\\end\{\1\2\}", re.DOTALL)
DISPLAYS = re.compile(r"\\begin\{(?:equation|align|gather|multline|eqnarray|displaymath|flalign)\b\*?\}")
COMMENT = re.compile(r"(?<!\\)((?:\\\\)*+)%[^\n]*\n")
CDATA = re.compile(r"%\s*<!\[CDATA\[|%\s*\]\]>|<!\[CDATA\[|\]\]>")  # of kramdown, which wrote XHTML
SPACED = re.compile(r"(\\(?:begin|end)) \{")  # as TeX4ht writes it
ENTITIES = {"lt": "<", "gt": ">", "amp": "&", "nbsp": " ", "space": " ", "plus": "+"}
ENTITY = re.compile(rf"&({'|'.join(ENTITIES)});")
DOLLAR = re.compile(r"\\.|\$", re.DOTALL)  # in a text within a formula
STYLES = re.compile(r"\\(?:display|text)style(?![A-Za-z])\s*")
NOT_IN_XML = re.compile("[^\t\n\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
TEX_SIGNS = re.compile(r"[\\^_{}=<>+*/|]")  # in nearly all formulas, and in hardly any words
TEXTS = re.compile(r"\\(?:text|mbox|mathrm|operatorname)\w*\s*\{[^{}]*\}")  # commands with words in them
PROSE = re.compile(r"(?<![\\A-Za-z])(?:[A-Za-z]{3,},?\s+){3}")  # three words in a row
LONGEST_PLAIN = 12  # characters of a formula without any sign, such as `x` or `f(n-1)`


def split_delimiters(tex: str) -> tuple[str, bool | None]:
    """Return TeX without the delimiters around it, and whether they say that it is displayed; None without any."""
    text = tex.strip()
    for opening, closing, is_displayed in DELIMITERS:
        inner = text[len(opening) : -len(closing)]
        if text.startswith(opening) and text.endswith(closing) and len(text) >= len(opening) + len(closing):
            return (text, None) if re.search(rf"(?<!\\){re.escape(closing)}", inner) else (inner, is_displayed)
    return text, None


def split_environment(tex: str) -> tuple[str, bool]:
    """Return TeX without an environment that only says that it is displayed, and whether there is one that says so."""
    found = ENVIRONMENT.fullmatch(tex.strip())
    return (found[3], True) if found else (tex, DISPLAYS.search(tex) is not None)


def replace_entities(tex: str) -> str:
    """Return TeX without the entities that pages write in scripts and addresses, where they are none."""
    return ENTITY.sub(lambda found: ENTITIES[found[1]], tex)


def clean_tex(tex: str) -> str:
    """Return TeX in one line, without comments; a formula in a text in it, between dollars, gets brackets."""
    text = COMMENT.sub(r"\1", CDATA.sub(" ", NOT_IN_XML.sub("", INVISIBLE.sub("", tex))))
    text = SPACED.sub(r"\1{", strip_style(" ".join(text.split())))
    return "".join(_replace_dollars(text)) if "$" in text else text


def strip_style(tex: str) -> str:
    r"""Return TeX without the `{\displaystyle ...}` that MediaWiki and others put around the whole."""
    if tex.startswith("{") and STYLES.match(tex, 1) and _closes_at_end(tex):
        return STYLES.sub("", tex[1:-1], count=1).strip()
    found = STYLES.match(tex)
    return tex[found.end() :] if found else tex


def is_tex(text: str) -> bool:
    """Return whether a text that may be TeX or words, such as an alternative text, is TeX."""
    stripped = text.strip()
    if not stripped or "://" in stripped:
        return False
    if PROSE.search(TEXTS.sub("", stripped)):
        return False
    if "\\" in stripped or "^" in stripped or split_delimiters(stripped)[1] is not None:
        return True
    return len(stripped) <= LONGEST_PLAIN and (" " not in stripped or TEX_SIGNS.search(stripped) is not None)


def _closes_at_end(tex: str) -> bool:
    """Return whether the brace that a text begins with is closed by its last character."""
    depth = 0
    for found in re.finditer(r"\\.|[{}]", tex):
        sign = found[0]
        depth += (sign == "{") - (sign == "}")
        if depth == 0 and sign == "}":
            return found.end() == len(tex)
    return False


def _replace_dollars(tex: str) -> Iterator[str]:
    r"""Yield the pieces of TeX with its dollars as `\(` and `\)`; one without its counterpart is a sign."""
    dollars = [found.start() for found in DOLLAR.finditer(tex) if found[0] == "$"]
    odd = dollars.pop() if len(dollars) % 2 else None
    end, is_open = 0, False
    for place in dollars:
        is_open = not is_open
        yield tex[end:place] + (r"\(" if is_open else r"\)")
        end = place + 1
    yield tex[end:] if odd is None else f"{tex[end:odd]}\\${tex[odd + 1 :]}"


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
