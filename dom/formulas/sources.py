"""What draws the formulas of a page, and how each has their TeX: KaTeX, MathJax, MathML, pictures and others."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from html import escape
from itertools import islice
from urllib.parse import parse_qs, unquote, urlsplit

from lxml import etree
from lxml.html import HtmlElement, fragment_fromstring

from cutline.dom.formulas.drawn import read_drawn
from cutline.dom.formulas.formula import (
    TEX_SIGNS,
    Formula,
    clean_tex,
    is_tex,
    replace_entities,
    split_delimiters,
    split_environment,
)
from cutline.dom.formulas.katex import read_number, read_spans
from cutline.dom.formulas.mathml import convert
from cutline.dom.tags import CELLS, HEADING_TAGS, LINE_BREAK_TAGS

TEX_ENCODINGS = frozenset(("application/x-tex", "application/x-latex", "text/x-tex", "tex", "latex", "text/latex"))
LAYERS = 6  # of elements around a formula that has a line of its own
BREAKS = frozenset(("br", "wbr", "nobr"))  # what the text of a formula may have in it
ATTRIBUTES = ("data-tex", "data-latex", "data-math", "data-formula", "data-value")
WHOLE = frozenset(("mjx-container", "mjx-math", "math"))  # elements of MathJax that are no part of a formula
BLOCKS = LINE_BREAK_TAGS | {"amp-mathml"}  # whose formulas are displayed, if nothing says otherwise
PARTS = 40  # elements and texts beside it that are read
NUMBER = re.compile(r"\s*\(([\w.-]{1,20})\)")
SIGNS = re.compile(r"[\s.,;:·\u00a0]*")  # that may stand beside a formula that has a line of its own
# Classes of a displayed formula; the first also of the elements around it and in it.
DISPLAYS = re.compile(
    r"(?:^|\s)(?:katex-display|MathJax_(?:\w+_)?Display|MJXc-display|tml-display|math-display|displaymath)(?=\s|$)"
)
OWN_DISPLAYS = re.compile(r"(?:^|\s)(?:display|block|math-block|js-display-math)(?=\s|$)")

Reader = Callable[[HtmlElement], Formula | None]


def read_mathml(math: HtmlElement, is_displayed: bool | None = None) -> Formula | None:
    """Return the formula of a `<math>`: by its annotation, or else converted.

    Args:
        math: the element; other annotations than MathML are taken out of it.
        is_displayed: whether it has a line of its own; None: as it says itself.
    """
    tex = _find_annotation(math) or math.get("data-latex") or _read_alttext(math) or convert(math)
    if is_displayed is None:
        is_displayed = math.get("display") == "block" or math.get("mode") == "display"
    cleaned = clean_tex(tex)
    return Formula(cleaned, is_displayed, _serialise(math)) if cleaned else None


def read_katex(element: HtmlElement) -> Formula | None:
    """Return the formula that KaTeX or Temml drew: by its MathML, or else by what is shown."""
    if "katex-error" in element.get("class", "").split():
        return _make(element.text_content(), is_displayed=False)
    math = next(element.iter("math"), None)
    if math is not None:
        return read_mathml(math, _is_displayed(element) or math.get("display") == "block")
    shown = read_spans(element)
    formula = None if shown is None else _make(convert(shown), _is_displayed(element))
    number = read_number(element) if formula else None
    return formula.tag(number) if formula and number else formula


def read_mathjax(element: HtmlElement) -> Formula | None:
    """Return the formula that MathJax drew: by an attribute, by its MathML for screen readers, or by what it drew."""
    is_displayed = element.get("display") == "true" or _is_displayed(element)
    for inner in islice(element.iter(), PARTS):
        is_whole = inner.tag in WHOLE or inner.get("data-mml-node") == "math"
        tex = inner.get("data-latex") if is_whole else inner.get("aria-label")
        if tex and (is_whole or "mjx-math" in inner.get("class", "").split()):
            return _make(tex, is_displayed)
        if mathml := inner.get("data-mathml"):
            return _parse_mathml(mathml, is_displayed)
    math = next(element.iter("math"), None)
    if math is not None:
        return read_mathml(math, is_displayed or math.get("display") == "block")
    drawn = read_drawn(element)
    return None if drawn is None else _make(convert(drawn), is_displayed)


def read_script(script: HtmlElement) -> Formula | None:
    """Return the formula of MathJax 2's `<script type="math/tex">` or `math/mml`."""
    kind, _, mode = script.get("type", "").lower().partition(";")
    text = script.text or ""
    if kind.strip() == "math/mml":
        return _parse_mathml(text)
    return _make(replace_entities(text), "display" in mode) if kind.strip() == "math/tex" else None


def read_wikipedia(element: HtmlElement) -> Formula | None:
    """Return the formula that MediaWiki draws as a picture, with MathML that is not shown beside it."""
    math, image = next(element.iter("math"), None), next(element.iter("img"), None)
    classes = element.get("class", "") + ("" if image is None else image.get("class", ""))
    is_displayed = "display" in classes or "block" in classes or stands_alone(element)
    if math is not None:
        return read_mathml(math, is_displayed or math.get("display") == "block")
    return None if image is None else _make(image.get("alt", ""), is_displayed)


def read_substack(element: HtmlElement) -> Formula | None:
    """Return the formula that Substack has in an attribute."""
    try:
        tex = json.loads(element.get("data-attrs", "")).get("persistentExpression")
    except (ValueError, AttributeError, RecursionError):
        return None
    return _make(tex, is_displayed=True) if isinstance(tex, str) else None


def read_marked(element: HtmlElement) -> Formula | None:
    """Return the formula that an attribute or the text of an element is, as the class says, in delimiters or not."""
    tex, number = next((tex for name in ATTRIBUTES if (tex := element.get(name))), None), None
    if tex is None:
        tex, number = _read_inside(element)
        if not tex or (element.tag not in ("code", "pre") and not is_tex(tex)):
            return None
    inner, displayed = split_delimiters(tex)
    formula = _make(inner, displayed or _is_displayed(element) or (displayed is None and _is_block(element)))
    return formula.tag(number[1]) if formula and number else formula


def _read_inside(element: HtmlElement) -> tuple[str, re.Match[str] | None]:
    """Return the TeX in an element, empty if there are others in it, and the number beside it that Sphinx writes."""
    others = [child for child in element if child.tag not in BREAKS]
    if len(others) == 1 and "eqno" in others[0].get("class", "").split():
        return others[0].tail or "", NUMBER.match(others[0].text or "")
    is_fence = element.tag == "pre" and [child.tag for child in others] == ["code"]  # GitLab's
    is_whole = not others or is_fence or "language-math" in element.get("class", "").split()
    return (element.text_content() if is_whole else ""), None


def _is_block(element: HtmlElement) -> bool:
    is_inline = element.get("inline") is not None or element.get("data-math-style") == "inline"
    return (element.tag in BLOCKS or element.get("block") is not None) and not is_inline


def stands_alone(element: HtmlElement) -> bool:
    """Return whether nothing stands beside an element in its line, but signs; not in a heading, an item or a cell."""
    for _ in range(LAYERS):
        around = element.getparent()
        if around is None:
            return False
        children = list(islice(around, PARTS))
        beside = (around.text, *(child.tail for child in children))
        if len(children) == PARTS or not all(text is None or SIGNS.fullmatch(text) for text in beside):
            return False
        if any(child is not element and child.tag != "br" for child in children):
            return False
        if around.tag in LINE_BREAK_TAGS:
            return around.tag not in CELLS | HEADING_TAGS | {"li", "dt", "body", "figcaption", "caption"}
        element = around
    return False


def _is_displayed(element: HtmlElement) -> bool:
    """Return whether the classes of an element, of the one around it, or of its first ones say that it is displayed."""
    if element.get("data-math-style") == "display":
        return True
    near = (element.getparent(), *islice(element.iter(), 3))
    return OWN_DISPLAYS.search(element.get("class", "")) is not None or any(
        each is not None and DISPLAYS.search(each.get("class", "")) is not None for each in near
    )


def _make(tex: str, is_displayed: bool) -> Formula | None:
    inner, has_environment = split_environment(split_delimiters(tex)[0])
    cleaned = clean_tex(inner)
    return Formula(cleaned, is_displayed or has_environment) if cleaned else None


def _parse_mathml(text: str, is_displayed: bool | None = None) -> Formula | None:
    try:
        math = fragment_fromstring(text.strip())
    except (etree.ParserError, etree.XMLSyntaxError, ValueError):
        return None
    return read_mathml(math, is_displayed) if math.tag == "math" else None


def _find_annotation(math: HtmlElement) -> str:
    found = (each for each in math.iter("annotation") if each.get("encoding", "").lower() in TEX_ENCODINGS)
    return next((text for each in found if (text := (each.text or "").strip())), "")


def _read_alttext(math: HtmlElement) -> str:
    """Return the alternative text of a `<math>` if it is TeX, as LaTeXML writes it."""
    text = math.get("alttext", "")
    return text if "ltx_" in math.get("class", "") or is_tex(text) else ""


def _serialise(math: HtmlElement) -> str:
    etree.strip_elements(math, "annotation", "annotation-xml", with_tail=True)
    inside = (etree.tostring(child, encoding="unicode", method="html") for child in math)
    return "".join((escape(math.text or ""), *inside))


ADDRESSES = ("src", "data-src", "data-lazy-src", "data-original", "data-actualsrc")
# Services, and how each has the TeX in its address: the query itself, one of its parameters, or the path behind a mark.
QUERY = re.compile(
    r"codecogs\.com/(?:gif|png|svg|pdf|emf)\.(?:latex|image|download)\?|(?:mimetex|mathtex)\.(?:cgi|php)\?",
    re.I,
)
PARAMETERS = re.compile(
    r"latex\.php\?|zhihu\.com/equation\?|render/math\?|math\.now\.sh"
    r"|latex\.csdn\.net|/equation\?",
    re.I,
)
NAMES = ("latex", "tex", "math", "from", "eq")  # of these parameters
PATH = re.compile(r"(?:upmath\.me|tex\.s2cms\.(?:ru|com))/(?:svg|png)/(.+)", re.I)
SETTINGS = re.compile(r"(?:\\(?:dpi|bg|fg|fn)\s*\{?[a-z0-9_]+\}?\s*|\\(?:inline|large|small|huge)(?![a-z])\s*)+", re.I)
# Classes of pictures whose alternative text is TeX: WordPress, MediaWiki, QuickLaTeX, Zhihu; and those that may tell of
# something else.
CLASSES = re.compile(
    r"(?:^|\s)(?:(?:wp-)?latex|mwe-math-fallback-image-\w+|ql-img-\w+-(?:formula|equation)|formula(?:Inl|Dsp)|ztext-math|mimetex"
    r"|(?:math|latex|tex)-?(?:inline|display|image|img|block)|(?:inline|display)math)(?=\s|$)"
)
SPHINX = re.compile(r"(?:^|/)_images/math/[0-9a-f]+\.(?:png|svg)$")
OTHER_CLASSES = re.compile(r"(?:^|\s)(?:tex|math|formula|equation|eqn|mathjax)(?=\s|$)")
LONGEST_PLAIN = 2  # characters of an alternative text without any sign of TeX that is TeX, such as `x`
DISPLAYED = re.compile(r"(?:image|img|math|tex)-display|displayed|displaymath|formulaDsp")


def read_image(image: HtmlElement, stands_alone: Callable[[HtmlElement], bool]) -> Formula | None:
    """Return the formula that a picture shows; None for any other picture.

    Args:
        image: an `<img>`.
        stands_alone: whether an element has a line of its own, which nothing about the picture may say.
    """
    classes = image.get("class", "")
    tex = next(filter(None, (_read_address(image.get(name, "")) for name in ADDRESSES)), None)
    if tex is None:
        tex = _read_alternative(image, classes)
    if tex is None:
        return None
    inner, displayed = split_delimiters(replace_entities(tex))
    inner, has_environment = split_environment(inner)
    is_displayed = displayed or has_environment or DISPLAYED.search(classes) is not None
    tex = clean_tex(SETTINGS.sub("", inner))
    return Formula(tex, is_displayed or (displayed is None and stands_alone(image))) if tex else None


def _read_address(address: str) -> str | None:
    if "?" not in address:
        found = PATH.search(address)
        return unquote(found[1]) if found else None
    if QUERY.search(address):
        return unquote(address.partition("?")[2]).strip() or None
    if not PARAMETERS.search(address):
        return None
    try:
        query = parse_qs(urlsplit(address).query, max_num_fields=100)
    except ValueError:
        return None
    return next((query[name][0] for name in NAMES if name in query), None)


def _read_alternative(image: HtmlElement, classes: str) -> str | None:
    alternative = image.get("alt", "").strip()
    if not alternative:
        return None
    is_marked = any(image.get(name) is not None for name in ("eeimg", "data-eeimg")) or CLASSES.search(classes)
    if is_marked or SPHINX.search(image.get("src", "")):
        return alternative if is_tex(alternative) else None
    inner, displayed = split_delimiters(alternative)
    if displayed is None and not OTHER_CLASSES.search(classes) and not alternative.startswith("\\begin{"):
        return None
    return alternative if is_tex(alternative) and (TEX_SIGNS.search(inner) or len(inner) <= LONGEST_PLAIN) else None
