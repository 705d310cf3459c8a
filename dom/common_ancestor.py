"""The smallest subtree that holds several elements."""

from __future__ import annotations

from collections.abc import Sequence

from lxml.html import HtmlElement


def common_ancestor(elements: Sequence[HtmlElement]) -> HtmlElement | None:
    """Return the lowest element that is or holds all of the elements; None if there is none to hold."""
    if not elements:
        return None
    shared = _path(elements[0])
    for element in elements[1:]:
        while shared and shared[-1] is not element and shared[-1] not in element.iterancestors():
            shared.pop()
    return shared[-1] if shared else None


def _path(element: HtmlElement) -> list[HtmlElement]:
    return [*reversed(list(element.iterancestors())), element]
