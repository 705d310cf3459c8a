"""Who made or owns a picture, as it stands in its caption."""

from __future__ import annotations

import re

from lxml.html import HtmlElement

# Words in class, id and itemprop by which pages in many languages mark the credit.
CREDIT_MARK = re.compile(
    r"credit|copyright|(?:^|[\s_-])(?:c?right|rights|source|sources|author|authors|agency|agence|quelle|urheber|autor|auteur"
    r"|fotograf\w*|photograph\w*|photo-?by|byline|creator|provider|attribution|rechte|licen[cs]e)(?:$|[\s_-])",
    re.I,
)
# In every name that the expression finds, one of these; they are seen faster than by it.
CREDIT_MARK_WORDS = (
    "credit right source author agenc quelle urheber autor auteur fotograf photo byline creator provider attribution "
    "rechte licen".split()
)
CREDIT_ATTRIBUTES = ("class", "id", "itemprop", "data-testid")
# Words before a photographer's or an agency's name.
CREDIT_WORD = (
    r"(?:photo(?:graph)?s?(?: by| credit| courtesy(?: of)?)?|foto(?:grafie|graf)?s?|image(?:s| credit| courtesy of)?"
    r"|bild(?:er|quelle|nachweis)?|credits?|cr[ée]dit(?:o|os)?(?: photo)?|picture|pic|quelle|source|copyright"
    r"|courtesy(?: of)?|illustration|grafik|graphic|fuente|kuva|kép|zdj|zdjęcie|фото|写真|사진)"
)
# "(Photo: A. B./AFP)", "(AP/C. D.)"
CREDIT_IN_BRACKETS = re.compile(
    rf"\s*[(\[]\s*((?:{CREDIT_WORD}\s*[:/|]?\s|©|\(c\)\s|(?-i:(?=[^()\[\]]*[^\Wa-z\d_])(?!\d))[^()\[\]]{{1,60}}/)[^()\[\]]{{0,160}})[)\]]\.?\s*$",
    re.I,
)
# "... Photo: A. B.", "... © Agency"
CREDIT_AT_END = re.compile(
    r"(?:^|[\s|/–—-]+)"
    rf"((?:(?<![^\s|/–—-]){CREDIT_WORD}\s*[:|]\s*|©\s*|\(c\)\s|(?-i:Photo by |Photograph by )).{{1,120}})$",
    re.I,
)
# In every credit that the expressions find, one of these; they are seen faster than by them.
BRACKETS, SIGNS_AT_END = (")", "]"), (":", "|", "©", "(c)", "(C)", "Photo by ", "Photograph by ")
TAIL = 300  # characters at the end of a caption in which a credit is looked for


def split_credit(caption: str) -> tuple[str, str]:
    """Return a caption without the credit at its end, and that credit; either may be empty."""
    head, tail = caption[:-TAIL], caption[-TAIL:]
    has = tail.__contains__
    match = CREDIT_IN_BRACKETS.search(tail) if any(map(has, BRACKETS)) else None
    if match is None and any(map(has, SIGNS_AT_END)):
        match = CREDIT_AT_END.search(tail)
    if match is None:
        return caption, ""
    return (head + tail[: match.start()]).rstrip(" |/–—-"), match[1].strip()


def is_marked_as_credit(node: HtmlElement) -> bool:
    """Whether a class, id or the like of the element says that it holds the credit."""
    names = read_credit_names(node)
    return names != "" and is_credit_name(names)


def read_credit_names(node: HtmlElement) -> str:
    """Return what may say of an element that it holds the credit; empty where nothing does."""
    return " ".join(filter(None, map(node.get, CREDIT_ATTRIBUTES)))


def is_credit_name(names: str) -> bool:
    """Whether any of an element's names says that it holds the credit."""
    if names.isascii() and not any(map(names.lower().__contains__, CREDIT_MARK_WORDS)):
        return False
    return CREDIT_MARK.search(names) is not None
