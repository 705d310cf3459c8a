"""Texts that speak to the reader for the publisher or an advertiser: offers, calls to subscribe, notices of the site.

What an article says of its subject hardly ever has these words; advertisements and notices between its paragraphs
nearly always do. The words alone prove nothing: they count against a paragraph that shares little with its article.
"""

from __future__ import annotations

import re
from typing import Final

from cutline.dom.words import list_words


def _compile(table: str) -> str:
    return "|".join(re.escape(each) + r"\b" * (" " in each) for each in list_words("offers", table))


PRICE: Final = r"[$€£¥₹]\s?\d+|(?<![\d.,])\d[\d.,]* ?(?:€|euros?\b|dollars?\b|kr\b|zł\b|kč\b|円|元|руб)"
PATTERN: Final = re.compile(rf"{PRICE}|(?:\b|(?=%))(?:{_compile('spaced')})|{_compile('joined')}", re.IGNORECASE)


def count_offers(text: str) -> int:
    """Return how many different words of an offer or of a notice to the reader a text has; a price counts as one."""
    found = (match[0].casefold() for match in PATTERN.finditer(text))
    return len({"price" if any(map(str.isdigit, each)) else each for each in found})
