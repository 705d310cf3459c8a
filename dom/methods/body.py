"""What every method returns: which segments are the article, and why."""

from __future__ import annotations

from dataclasses import dataclass

from lxml.html import HtmlElement


@dataclass(frozen=True, slots=True)
class Decision:
    """Whether one segment is part of the article body, and the rule that decided."""

    kept: bool
    reason: str


@dataclass(frozen=True, slots=True)
class Body:
    """The article body that a method found.

    Attributes:
        root: the article subtree, or None where the method found no body.
        decisions: one for each segment of the page, in their order.
        warnings: what the method had to do without.
        title: the article's title, where the method finds one.
    """

    root: HtmlElement | None
    decisions: tuple[Decision, ...]
    warnings: tuple[str, ...] = ()
    title: str | None = None
