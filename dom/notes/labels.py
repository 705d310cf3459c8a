"""What the label of a note looks like, and how pages name notes, links to them and links back."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import islice

from lxml.html import HtmlElement

from cutline.dom.metadata.plain_text import fold
from cutline.dom.segments import TextSegment
from cutline.dom.words import list_words

MAX_LABEL = 12  # characters of a label with its brackets
MAX_HEADING = 40  # characters
MAX_PIECES = 12  # texts read of an element that may be a label; it has a few
MAX_WRAPPERS = 6  # inline elements around a label
OPENING, CLOSING = "[(〔【", "])〕】"
SIGNS = "*∗⁎†‡§¶※"
# A number (no year), a letter or two, a roman number, signs, a word with a number, such as `note 1` or `注 1`, or a
# name with a year in square brackets, such as `[Knu84]`.
_CITED = r"(?<=\[)(?-i:[A-Z][A-Za-z]{1,7}\+?\d{2,4}[a-z]?)(?=\])"
_WORDED = r"(?:notes?|nb|n|fn|anm|注|註|注释)[. ]{0,2}\d{1,3}"
_BARE = rf"1[0-4]\d\d|\d{{1,3}}|[⁰¹²³⁴-⁹]{{1,3}}|[a-z]{{1,2}}|[ivxlc]{{1,6}}|[{SIGNS}]{{1,4}}|{_WORDED}|{_CITED}"
_OPEN, _CLOSE = re.escape(OPENING), re.escape(CLOSING)
# markdown-it-footnote calls the second reference to a note `[1:1]`.
LABEL = re.compile(rf"[{_OPEN}]?\s?({_BARE})(?::\d{{1,3}})?\s?[.:{_CLOSE}]?", re.IGNORECASE)
# The label that a note begins with; one without brackets ends where the word does, and a sign before it.
LABEL_AT_START = re.compile(
    rf"[\s^↑]*(?:[{_OPEN}]\s*)?(?P<label>[{SIGNS}]{{1,4}}|(?:{_BARE})(?!\w))\s*[{_CLOSE}]?[.:)]?\s*", re.IGNORECASE
)
# A label in the text, without a link; a raised one behind a unit or a number is an exponent. A sign stands behind a
# word or its full stop, and before none: `a*b`, `f***`.
CITED = re.compile(
    r"\[(\d{1,3}|[*†‡]{1,3})\]|((?<=[^\s\d]{3})[⁰¹²³⁴-⁹]{1,3}|(?<=[^\W_]{2}|[^\s*][.,;:!?)”’\"'])(?:\*|†|‡|\*\*)(?![\w*†‡]))"
)
CITING = "[¹*†‡"  # what the first of such labels has one of; quick
# The beginning of a line that is a note: `1. Text`, `[1] Text`, `1) Text`, `¹ Text`, `* Text`.
NUMBERED = re.compile(
    r"(?:[\[(]\s?(\d{1,3}|[*†‡]{1,3})\s?[\])][.:]?|(\d{1,3}(?=[.):])|[⁰¹²³⁴-⁹]{1,3})[.):]?|([*†‡]{1,3}|\d{1,3}))\s*(?=\S)"
)
# Names of elements and addresses that belong to notes; LaTeXML calls a link to whatever it is `ltx_ref`.
NAMED = re.compile(
    r"(?<![a-z])(?:(?:sd)?(?:foot|end|side|margin)[-_]?notes?|fn(?:ref|ote|r)?s?|_?[fe]tn(?:ref|t)?|edn|note(?:s|ref)?|cite[-_]?(?:note|ref)|bib"
    r"|(?<!ltx_)refs?|references?|reflist|footdef|citations?|mso(?:foot|end)note\w*|easy-footnotes?|footnotedef|foot|docf|mfn)(?![a-z])",
    re.IGNORECASE,
)
# Names of one note, not of a list of them.
NAMED_ONE = re.compile(
    r"(?<![a-z])(?:(?:sd)?(?:foot|end)note|fn|[fe]tn|edn|footdef)(?![a-z]|[-_](?:list|section|group|container))",
    re.IGNORECASE,
)
# Names of what a number in brackets may lead to instead.
NAMED_OTHER = re.compile(
    r"(?<![a-z])(?:eq(?:n|uation)?s?|fig(?:ure)?s?|tab(?:le)?s?|sec(?:tion)?s?|thm|theorem|lem(?:ma)?|def|chap(?:ter)?|steps?|listing|"
    r"heading|toc|comments?|page|lines?|post|reply|slide|tab|panel|step)(?![a-z])",
    re.IGNORECASE,
)
BACK_FRAGMENT = re.compile(
    r"(?<![a-z])(?:fn|[fe]tn|ftnt|cite|(?:foot|end)?note)[-_]?(?:r|ref(?:erence)?|backlink)(?![a-z])|footnote-anchor|docf|"
    r"(?<![a-z])(?:fr-\d|back|return|easy-footnote-\d)|noteref|fnref|_ftnref|^sd(?:foot|end)note\d+anc|_ednref",
    re.IGNORECASE,
)
BACK_CLASS = re.compile(r"back-?(?:ref|link)|-back(?![a-z])|to-top|doc-backlink|reversefootnote", re.IGNORECASE)
# Classes of a note that stands beside the word it belongs to.
BESIDE = re.compile(
    r"(?<![a-z])(?:(?:side|margin)-?note(?:-?(?:content|text|body))?|footnote[-_]{1,2}(?:content|text|body|note|popover)|inline-?(?:foot)?note|"
    r"foot-?note-?(?:content|text)|foot-?note[-_](?:inline|tooltip)(?:[-_](?:content|text))?|ltx_note_content|(?<!awsdocs-)(?<!callout-)(?<!admonition-)note-(?:content|text))(?![a-z-]|__\w+-)",
    re.IGNORECASE,
)
BESIDE_TAGS = frozenset(("d-footnote", "dt-fn"))  # of Distill
DEFINING = re.compile("title|data-.+")  # attributes that may hold a note beside its label
LEAST_DEFINITION = 12  # characters of a note in an attribute; shorter values are names and numbers
LEAST_RAISED = 4  # words, not numbers, of a note above the line
HEADINGS = frozenset(map(fold, list_words("lists", "notes")))


def read_label(element: HtmlElement) -> str | None:
    """Return the label that is all the text of an element, without its brackets; None if it has other text."""
    text = "".join(islice(element.itertext(), MAX_PIECES)).strip()
    found = LABEL.fullmatch(text) if 0 < len(text) <= MAX_LABEL else None
    return found[1].strip() if found else None


def read_own_label(element: HtmlElement) -> str:
    """Return the label that an element is, or that begins it, before or in its first child; empty if it has none."""
    begin = (element.text or "").strip()
    if len(element) and begin:
        found = LABEL.fullmatch(begin)
        return found[1] if found else ""
    return read_label(element) or (read_label(element[0]) if len(element) else None) or ""


def is_beside(element: HtmlElement) -> bool:
    """Return whether an element is a note beside a word: by its name, or raised as a whole.

    What holds another such element is none.
    """
    around = element.getparent()
    if around is not None and around.tag == "figure":  # its caption, beside the picture (Tufte CSS)
        return False
    is_named = element.tag in BESIDE_TAGS or BESIDE.search(element.get("class", "")) is not None
    return (is_named or _is_raised_note(element)) and not any(
        BESIDE.search(inner.get("class", "")) for inner in islice(element.iterdescendants(), MAX_PIECES)
    )


def _is_raised_note(element: HtmlElement) -> bool:
    """Return whether an element raises a whole note behind a word.

    A number is none, nor is small print on a line of its own.
    """
    if element.tag != "sup" or (element.getprevious() is None and not (element.getparent().text or "").strip()):
        return False
    text = "".join(islice(element.itertext(), MAX_PIECES))
    return sum(any(map(str.isalpha, word)) for word in text.split()) >= LEAST_RAISED


def cites(segment: TextSegment) -> bool:
    """Return whether a text has a label without a link."""
    return any(sign in segment.text for sign in CITING) and CITED.search(segment.text) is not None


def is_note_heading(segment: TextSegment) -> bool:
    """Return whether a text is a heading above notes, such as `Notes` or `Fußnoten`."""
    return len(segment.text) <= MAX_HEADING and fold(segment.text) in HEADINGS


def find_outer(element: HtmlElement, inline: Sequence[str]) -> HtmlElement:
    """Return the outermost inline element that has nothing but this one and brackets."""
    for _ in range(MAX_WRAPPERS):
        around = element.getparent()
        if around is None or around.tag not in inline or len(around) > 1:
            break
        if f"{around.text or ''}{element.tail or ''}".strip(f" \n\t{OPENING}{CLOSING}"):
            break
        element = around
    return element


def name_all(*elements: HtmlElement | None) -> str:
    """Return what elements and their addresses are named."""
    return " ".join(
        value
        for element in elements
        if element is not None
        for name, value in element.attrib.items()
        if name in ("class", "id", "role", "rel", "epub:type", "name", "style") or _is_own(name)
    )


def _is_own(name: str) -> bool:
    return name in ("data-footnote-ref", "data-component-name")
