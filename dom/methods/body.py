"""What every method returns: which segments are the article, and why."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from lxml.html import HtmlElement

from cutline.types import Reason


class Decision(NamedTuple):
    """Whether one segment is part of the article body, and the rule that decided.

    `reason` is None where a low score alone drops the segment: what it is instead is found out only for blocks that are
    shown (`cutline.dom.block_reasons`). `score` is how likely it is part of the article (0..1), and `threshold` where
    it is kept from; None for the methods that decide by rules.
    """

    kept: bool
    reason: Reason | None
    score: float | None = None
    threshold: float | None = None


@dataclass(frozen=True, slots=True)
class Body:
    """The article body that a method found.

    Attributes:
        root: the article subtree, or None where the method found no body.
        decisions: one for each segment of the page, in their order.
        warnings: what the method had to do without.
        title: the article's title, where the method finds one.
        next_story: the element with which another story begins, if one does.
    """

    root: HtmlElement | None
    decisions: tuple[Decision, ...]
    warnings: tuple[str, ...] = ()
    title: str | None = None
    next_story: HtmlElement | None = None
