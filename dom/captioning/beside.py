"""Unmarked text behind a picture that has the look of a caption."""

from __future__ import annotations

import re

from lxml.html import HtmlElement

WORD = re.compile(r"\w+")
MAX_ASIDE = 2  # elements behind an image in which its caption is looked for
SMALL_PRINT = frozenset(("small", "em", "i", "strong", "b", "center", "caption", "figcaption"))
SHARE = 0.6  # of a text's words that stand in another one, from which both say the same
MAX_DEPTH = 5  # elements inside each other that hold nothing but the next


def is_small_print(element: HtmlElement) -> bool:
    """Whether all text of an element stands inside one that sets it apart from paragraphs."""
    for _ in range(MAX_DEPTH):
        if element.tag in SMALL_PRINT:
            return True
        if (element.text or "").strip() or len(element) != 1 or (element[0].tail or "").strip():
            return False
        element = element[0]
    return False


def says_the_same(text: str, other: str) -> bool:
    """Whether most words of a text stand in the other one too."""
    words, others = WORD.findall(text.lower()), frozenset(WORD.findall(other.lower()))
    return bool(words) and sum(word in others for word in words) >= SHARE * len(words)
