"""How to recognise a caption by an element's names or style tags."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from itertools import islice

from lxml.html import HtmlElement

from cutline.dom.captioning.pieces import has_text
from cutline.dom.tables import is_layout
from cutline.dom.tags import CELLS, breaks_line
from cutline.dom.words import join_patterns, list_words

# Names of an element with a caption, with a picture's text, and with a picture and a short text that is no caption.
CAPTION = re.compile(join_patterns("pictures", "captions"), re.I)
PICTURE_TEXT = re.compile(join_patterns("pictures", "picture_texts"), re.I)
OTHER = re.compile(rf"(?:^|[\s_-])(?:{join_patterns('pictures', 'no_captions')})(?:$|[\s_-])", re.I)
# Quick checks: a match of CAPTION contains one of CAPTION_WORDS, a match of PICTURE_TEXT one of PICTURE_WORDS and one
# of TEXT_WORDS.
CAPTION_WORDS, PICTURE_WORDS, TEXT_WORDS = (
    list_words("pictures", name) for name in ("caption_hints", "picture_hints", "text_hints")
)
ITEMS = frozenset(("li", "dt", "dd"))
OTHER_TAGS = frozenset(("footer", "nav", "form", "fieldset"))
ARTICLE_PROPERTIES = frozenset(("author", "headline", "datePublished", "dateCreated", "dateModified"))
ATTRIBUTES = ("class", "itemprop", "data-testid", "id")
MAX_CHARACTERS = 300  # characters of an attribute that are searched
KNOWN_NAMES = 2_000  # names cached; a page repeats its own
WORD = re.compile(r"\w+")
MAX_ASIDE = 2  # siblings after an image that are searched for its caption
NOTE = frozenset(("small", "em", "i", "sub"))  # bold text below an image may be a heading
BOLD = frozenset(("b", "strong"))
SMALL_PRINT = frozenset(("small", "em", "i", "strong", "b", "center", "caption", "figcaption"))
SMALL_FONTS = ("1", "2", "-1", "-2")  # sizes of a `<font>`
# Words in the class and in the style of lines that are centred or small.
CENTRED = re.compile(
    r"(?:^|[\s_:-])(?<!items-)(?<!justify-)(?<!content-)(?<!self-)(?:text[_-]?)?(?:align[_-]?)?center(?:$|\s)", re.I
)
CENTRED_STYLE = re.compile(r"(?:^|[;\s])text-align\s*:\s*center", re.I)
SMALL_NAME = "has-small-font-size"
SMALL_FONT = re.compile(
    r"font-size\s*:\s*(?:\d|1[0-4])(?:\.\d+)?px|font-size\s*:\s*(?:0?\.\d+r?em|small|x-small)", re.I
)
SHARE = 0.6  # share of a text's words found in another, from which both say the same
MAX_DEPTH = 5  # nested elements with a single child


def is_called_caption(element: HtmlElement) -> bool:
    """Return whether an element is a `figcaption` or is named a caption."""
    return element.tag == "figcaption" or (_has_name(element, _is_caption) and not _is_of_article(element))


def is_called_caption_or_picture_text(element: HtmlElement) -> bool:
    """Return whether an element is a `figcaption` or is named a caption or an image's text."""
    if element.tag == "figcaption":
        return True
    return _has_name(element, _is_caption_or_picture_text) and not _is_of_article(element)


def may_hold_caption(element: HtmlElement) -> bool:
    """Return whether an element is named a caption or a figure (DocBook), or is the `<caption>` of a table."""
    return element.tag == "caption" or is_called_figure(element) or is_called_caption(element)


def is_called_figure(element: HtmlElement) -> bool:
    """Return whether a class of an element is `figure`."""
    names = element.get("class")
    return names is not None and "figure" in names.split()


def _is_of_article(element: HtmlElement) -> bool:
    """Return whether an element holds the author or the date: style sheets also have a "caption" size of letters."""
    return not ARTICLE_PROPERTIES.isdisjoint(element.get("itemprop", "").split())


def is_called_otherwise(element: HtmlElement) -> bool:
    """Return whether an element is named an author's portrait, a form, a rating or similar."""
    return element.tag in OTHER_TAGS or _has_name(element, _is_other)


def _has_name(element: HtmlElement, is_meant: Callable[[str], bool]) -> bool:
    for attribute, names in element.items():
        if attribute in ATTRIBUTES and names and is_meant(names[:MAX_CHARACTERS]):
            return True
    return False


@lru_cache(KNOWN_NAMES)
def _is_caption(names: str) -> bool:
    return CAPTION.search(names) is not None


@lru_cache(KNOWN_NAMES)
def _is_caption_or_picture_text(names: str) -> bool:
    has = names.lower().__contains__
    if names.isascii() and not any(map(has, CAPTION_WORDS)):
        return any(map(has, TEXT_WORDS)) and any(map(has, PICTURE_WORDS)) and PICTURE_TEXT.search(names) is not None
    return CAPTION.search(names) is not None or PICTURE_TEXT.search(names) is not None


@lru_cache(KNOWN_NAMES)
def _is_other(names: str) -> bool:
    return OTHER.search(names) is not None


def is_small_print(element: HtmlElement) -> bool:
    """Return whether all text of an element is inside one tag of `SMALL_PRINT`, which paragraphs rarely are."""
    return _is_all_inside(element, lambda each: each.tag in SMALL_PRINT)


def is_bold(element: HtmlElement) -> bool:
    """Return whether all text of an element is in bold."""
    return _is_all_inside(element, lambda each: each.tag in BOLD)


def is_note(element: HtmlElement) -> bool:
    """Return whether all text of an element is in italics, in small letters or centred."""
    return _is_all_inside(element, _is_tagged_note)


def is_centred_note(element: HtmlElement) -> bool:
    """Return whether all text of an element is centred, and in italics or small letters as well."""
    is_small = _is_all_inside(element, _is_small) or _is_all_inside(element, _has_small_font)
    return is_small and _is_all_inside(element, _is_centred)


def _is_small(element: HtmlElement) -> bool:
    return element.tag in NOTE or (element.tag == "font" and element.get("size") in SMALL_FONTS)


def _has_small_font(element: HtmlElement) -> bool:
    return SMALL_FONT.search(element.get("style", "")[:MAX_CHARACTERS]) is not None


def _is_centred(element: HtmlElement) -> bool:
    if element.tag == "center" or element.get("align", "").lower() == "center":
        return True
    names, style = element.get("class", "")[:MAX_CHARACTERS], element.get("style", "")[:MAX_CHARACTERS]
    return CENTRED.search(names) is not None or CENTRED_STYLE.search(style) is not None


def _is_tagged_note(element: HtmlElement) -> bool:
    return _is_small(element) or SMALL_NAME in element.get("class", "") or _is_centred(element)


def find_wrapper(element: HtmlElement) -> HtmlElement:
    """Return the outermost element that contains nothing but this one, up to `MAX_DEPTH` levels up."""
    for _ in range(MAX_DEPTH):
        around = element.getparent()
        if around is None or _has_siblings(element) or has_text(around.text) or has_text(element.tail):
            break
        element = around
    return element


def is_above_figcaption(element: HtmlElement) -> bool:
    """Return whether a `figcaption` follows an element: at Hearst, it holds the credit of the caption above it."""
    return any(below.tag == "figcaption" for below in islice(element.itersiblings(), MAX_ASIDE))


def is_text_by_form(element: HtmlElement) -> bool:
    """Return whether an element is a line in bold, an item of a list or a cell of data.

    Such text is not a caption only because the alternative text of a picture says the same, as that of a flag does.
    """
    block = element if breaks_line(element) else element.getparent()
    if block.tag in ITEMS or is_bold(block):
        return True
    around = find_wrapper(block)
    table = next(around.iterancestors("table"), None) if around.tag in CELLS else None
    return table is not None and not is_layout(table)


def _is_all_inside(element: HtmlElement, is_meant: Callable[[HtmlElement], bool]) -> bool:
    for _ in range(MAX_DEPTH):
        if is_meant(element):
            return True
        inner = next(iter(element), None)
        if inner is None or _has_siblings(inner) or has_text(element.text) or has_text(inner.tail):
            return False
        element = inner
    return False


def _has_siblings(element: HtmlElement) -> bool:
    """Return whether its parent has other children; counting them would take time for each."""
    return element.getprevious() is not None or element.getnext() is not None


def says_the_same(text: str, other: str) -> bool:
    """Return whether most words of a text occur in another."""
    words, others = WORD.findall(text.lower()), frozenset(WORD.findall(other.lower()))
    return bool(words) and sum(word in others for word in words) >= SHARE * len(words)
