"""What stands around a listing and belongs to it, without being code: its bar, its buttons, its line numbers."""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import chain, islice

from lxml import etree
from lxml.html import HtmlElement

from cutline.dom.code_languages import find_name, read_word
from cutline.dom.tags import HEADING_TAGS, UNSEEN_TAGS, is_hidden
from cutline.dom.unread_text import is_permalink
from cutline.dom.words import list_words

CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])")
# Line numbers, by the classes of Pygments, Rouge, Chroma, highlight.js, Prism, SyntaxHighlighter, Crayon, Hexo, GitHub,
# GitLab, react-syntax-highlighter, CodeMirror, Docusaurus, Org and Vim.
LINE_NUMBERS = re.compile(
    r"(?:^|[\s_-])(?:line-?(?:no|nr|num|number)s?|linenodiv|gutters?|diff-line-num|blob-num|ltx_tag_listingline|crayon-nums?|hljs-ln-n|lnt?)"
    r"(?=[\s_-]|$)",
    re.IGNORECASE,
)
# The style of numbers that Chroma gives no class; without the white space, also of what a terminal prints.
NO_MARKING = re.compile(r"white-space\s*:\s*pre\s*;.{0,60}user-select\s*:\s*none")
NUMBERS = re.compile(r"[\d\s.:|›⌄▸▾]*")  # and marks of what folds
# What only the mouse brings up, and messages of the compiler, of Verso and Twoslash; a hidden copy of EnlighterJS; a
# measure of CodeMirror.
POPUPS = re.compile(
    r"(?:^|\s)(?:hover-info|tactic-state|twoslash-(?:popup|hover-info|completion|meta-line)\S*|language-id|playground-link|enlighter-raw|CodeMirror-measure|ttc)"
    r"(?=\s|$)"
)
COPIES = re.compile(r"(?:^|[\s_-])(?:copy|copied|clipboard|zeroclipboard)(?=[\s_-]|$)", re.IGNORECASE)
# What the bar of a listing is called: after the name of the file or of the language, or after its place.
BARS = re.compile(
    r"(?:^|[\s_-])(?:tool-?bar|prompt|file-?name|gist-meta|lang(?:uage)?(?=\s|$)|(?:code|snippet|highlight|listing|block"
    r"|lang(?:uage)?)-(?:block-?)?(?:header|head|title|name|bar|lang|language|label|tab|meta|info|top))(?=[\s_-]|$)",
    re.IGNORECASE,
)
CODE_NAMES = re.compile(r"code|highlight|snippet|listing|prism|shiki|editor|terminal|hljs|file", re.IGNORECASE)
COPY_WORDS = frozenset(list_words("notices", "copy"))
FILE_NAME = re.compile(r"[\w@.~/\\()\[\]-]*\.[A-Za-z]\w{0,9}|Dockerfile|Makefile|Gemfile|Procfile")
LABEL_TAGS = frozenset("div span header figcaption a b small label em strong nav dt".split())
NOT_AROUND = frozenset(("html", "body", "main", "article"))  # a listing's own wrapper is none of these
MAX_BAR = 100  # characters of a bar
MAX_COPY = 40  # characters of a copy button
MAX_PIECES = 60  # texts and elements read of what may be a bar
MAX_NUMBERS = 200  # texts read of what may be line numbers: elements may be in each other, each with all text of a page
MAX_SIBLINGS = 5  # elements in a wrapper before the listing, and behind it
MAX_LEVELS = 9  # wrappers around a listing; those of CodeMirror are eight


def is_gutter(element: HtmlElement) -> bool:
    """Return whether an element has numbers alone and is named after those of lines, or cannot be marked with them.

    Rows and line breaks are lines themselves, be they empty.
    """
    classes, style = element.get("class"), element.get("style")
    if not (classes or style) or element.tag == "tr" or element.text == "\n":
        return False
    is_named = bool(classes) and _is_named_gutter(classes)
    return (is_named or (bool(style) and NO_MARKING.search(style) is not None)) and _has_numbers_only(element)


@lru_cache(maxsize=1_000)
def _is_named_gutter(classes: str) -> bool:
    return LINE_NUMBERS.search(CAMEL.sub("-", classes)) is not None


def _has_numbers_only(element: HtmlElement) -> bool:
    return all(NUMBERS.fullmatch(text) for text in islice(element.itertext(), MAX_NUMBERS))


def counts_up(element: HtmlElement) -> bool:
    """Return whether the text of an element is numbers, each one more than the last; outside `<pre>`, two."""
    words = " ".join(islice(element.itertext(), MAX_NUMBERS)).split()
    is_listing = element.tag == "pre" or element.find("pre") is not None
    if len(words) < (1 if is_listing else 2) or not all(word.isdecimal() for word in words):
        return False
    first = int(words[0][:9])
    return all(int(word[:9]) == number for number, word in enumerate(words, start=first))


def is_popup(element: HtmlElement) -> bool:
    """Return whether an element in a listing is shown only beside the mouse, or never."""
    return POPUPS.search(element.get("class", "")) is not None


def is_copy_button(element: HtmlElement) -> bool:
    """Return whether an element is a button that copies the code: by its class, with just a few words."""
    classes = element.get("class")
    return bool(classes) and _is_named_copy(classes) and len(" ".join(_read_pieces(element))) <= MAX_COPY


@lru_cache(maxsize=1_000)
def _is_named_copy(classes: str) -> bool:
    return COPIES.search(CAMEL.sub("-", classes)) is not None


def read_around(inner: HtmlElement, root: HtmlElement, left_out: set[HtmlElement]) -> str | None:
    """Return the language that is named around a listing, `""` if it is named to be none; None if nothing says it.

    Args:
        inner: the listing's innermost element with all of its lines.
        root: the listing.
        left_out: gets the bars of the listing.
    """
    names, words = list[str](), list[str]()
    for start in dict.fromkeys((inner, root)):
        element = start
        for around in islice(start.iterancestors(), MAX_LEVELS):
            is_alone = not _has_words(around.text) and not _has_words(element.tail)
            for is_before in (True, False):
                bars, is_side_alone = _read_side(element, around, is_before)
                is_alone = is_alone and is_side_alone
                left_out.update(bars)
                words += chain.from_iterable(bars.values())
            if not is_alone or around.tag in NOT_AROUND:
                break
            if (name := find_name(around, is_near=False)) is not None:
                names.append(name)
            element = around
    return next(chain(names, words), None)


def _read_side(inner: HtmlElement, around: HtmlElement, is_before: bool) -> tuple[dict[HtmlElement, list[str]], bool]:
    """Return the bars on one side of an element with the languages they name, and whether nothing else is there."""
    bars: dict[HtmlElement, list[str]] = {}
    siblings = list(islice(inner.itersiblings(preceding=is_before), MAX_SIBLINGS + 1))
    for sibling in siblings[:MAX_SIBLINGS]:
        if is_before and _has_words(sibling.tail):
            return bars, False
        said = _read_bar(sibling, around)
        bars.update(said or {})
        if said is None or (_has_words(sibling.tail) and not _is_source(sibling)):
            return bars, False
    return bars, len(siblings) <= MAX_SIBLINGS


def _is_source(sibling: HtmlElement) -> bool:
    """Return whether an element is the source of the listing that is shown (EnlighterJS)."""
    return sibling.tag == "pre" and is_hidden(sibling)


def _read_bar(sibling: HtmlElement, around: HtmlElement) -> dict[HtmlElement, list[str]] | None:
    """Return a bar and the languages it names; nothing for an element without text, None if its text is no bar's."""
    if _is_source(sibling):
        return {sibling: [name] if (name := find_name(sibling, is_near=True)) else []}
    pieces = [] if is_permalink(sibling) else _read_pieces(sibling)
    if pieces and not _is_bar(sibling, around, pieces):
        return None
    return {sibling: [word for piece in (*pieces, " ".join(pieces)) if (word := read_word(piece))]} if pieces else {}


def _has_words(text: str | None) -> bool:
    return bool(text) and not str(text).isspace()


def _read_pieces(element: HtmlElement) -> list[str]:
    """Return the first visible texts in an element, without those of buttons."""
    if element.tag in UNSEEN_TAGS:
        return []
    pieces: list[str] = []
    walker = etree.iterwalk(element, events=("start", "end"))
    for event, each in islice(walker, 2 * MAX_PIECES):
        if event == "start" and each.tag in UNSEEN_TAGS:
            walker.skip_subtree()
            continue
        if event == "end" and each is element:
            break
        text = (each.text if event == "start" else each.tail) or ""
        if not text.isspace() and text:
            pieces.append(" ".join(text.split()))
    return pieces


def _is_bar(element: HtmlElement, around: HtmlElement, pieces: list[str]) -> bool:
    if is_popup(element) or is_gutter(element) or (element.tag in ("td", "div") and counts_up(element)):
        return True
    text = " ".join(pieces)
    if len(text) > MAX_BAR or element.tag in HEADING_TAGS or next(element.iter("pre", *HEADING_TAGS), None) is not None:
        return False
    return _is_named_bar(element, text) or _is_label(element, around, pieces)


def _is_named_bar(element: HtmlElement, text: str) -> bool:
    if element.tag == "tr" and len(element) == 1:
        element = element[0]
    classes = CAMEL.sub("-", element.get("class", ""))
    return BARS.search(classes) is not None or (COPIES.search(classes) is not None and len(text) <= MAX_COPY)


def _is_label(element: HtmlElement, around: HtmlElement, pieces: list[str]) -> bool:
    """Return whether a text is what a button, the name of a language or of a file beside code says."""
    text = " ".join(pieces)
    is_code = any(CODE_NAMES.search(each.get("class", "")) for each in (element, around)) or around.tag == "figure"
    if element.tag not in LABEL_TAGS and not (is_code and element.tag == "p"):
        return False
    if _has_button(element) or text.lower() in COPY_WORDS or read_word(text):
        return True
    return is_code and FILE_NAME.fullmatch(pieces[0]) is not None


def _has_button(element: HtmlElement) -> bool:
    return any(each.tag == "button" or each.get("role") == "button" for each in islice(element.iter("*"), MAX_PIECES))
