"""The TeX of pictures that a service draws: in the picture's address, or as its alternative text."""

from __future__ import annotations

import re
from collections.abc import Callable
from urllib.parse import parse_qs, unquote, urlsplit

from lxml.html import HtmlElement

from cutline.dom.formulas.formula import Formula
from cutline.dom.formulas.tex import SIGNS, clean_tex, is_tex, replace_entities, split_delimiters, split_environment

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
    r"|(?:math|latex|tex)-?(?:inline|display|image|img|block))(?=\s|$)"
)
SPHINX = re.compile(r"(?:^|/)_images/math/[0-9a-f]+\.(?:png|svg)$")
OTHER_CLASSES = re.compile(r"(?:^|\s)(?:tex|math|formula|equation|eqn|mathjax)(?=\s|$)")
LONGEST_PLAIN = 2  # characters of an alternative text without any sign of TeX that is TeX, such as `x`
DISPLAYED = re.compile(r"(?:image|img|math|tex)-display|displayed|formulaDsp")


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
    if displayed is None and not OTHER_CLASSES.search(classes):
        return None
    return alternative if is_tex(alternative) and (SIGNS.search(inner) or len(inner) <= LONGEST_PLAIN) else None
