"""Boxes beside an article whose names say what they are: side bars, blogrolls, who wrote it, how to give for it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from itertools import takewhile

from lxml.html import HtmlElement

from cutline.dom.methods.scored_page import ScoredPage
from cutline.dom.methods.slugs import is_named_by_heading

MOST = 0.25  # share of the kept text that such a box may have; more is the article in a box of an odd name
OF_ARTICLE = ("h1", "main", "article")  # what no such box holds
MAX_NAMES = 300  # characters of names
NAMES = re.compile(
    r"(?:^|\s)(?:(?:left|right|site|page|main)[-_]?)?side-?bar(?:[-_]?(?:left|right|inner|wrapper|item|widget))?(?:$|\s)"
    r"|(?:^|\s)(?:blogroll|webring|openring|backlinks(?:[-_]section)?|(?:post[-_])?(?:reward|donat(?:e|ion))|sponsor[-_]?section"
    r"|(?:post[-_]?)?(?:about[-_]?(?:the[-_]?)?author|author[-_]?(?:box|bio|card))|(?:recent|latest|more)[-_]?(?:posts|articles))"
    r"(?:$|\s)",
    re.IGNORECASE,
)


def find_side_boxes(page: ScoredPage, kept: Sequence[int]) -> list[int]:
    """Return the kept texts before and behind all others that stand in such boxes.

    What stands between paragraphs is an inset of the article, whatever its box is called.
    """
    is_named = cache(_is_named)
    before, behind = (
        takewhile(lambda number: any(map(is_named, page.segments[number].block.iterancestors())), numbers)
        for numbers in (kept, reversed(kept))
    )
    found = sorted({*before, *behind})
    return found if page.size(found) <= MOST * page.size(kept) else []


def _is_named(element: HtmlElement) -> bool:
    classes, name = element.get("class", "")[:MAX_NAMES], element.get("id", "")[:MAX_NAMES]
    is_named = NAMES.search(classes) is not None or (
        NAMES.search(name) is not None and not is_named_by_heading(element)
    )
    return is_named and next(element.iter(*OF_ARTICLE), None) is None
