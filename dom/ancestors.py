"""What is around an element: its ancestors, and what it has from them."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator
from itertools import chain, islice, takewhile
from typing import Generic, TypeVar

from lxml.html import HtmlElement

Value = TypeVar("Value")


def climb(element: HtmlElement, levels: int | None = None) -> Iterator[HtmlElement]:
    """Yield an element and its ancestors, inside out; at most `levels` of them."""
    return islice(chain((element,), element.iterancestors()), levels)


def climb_to(end: HtmlElement, element: HtmlElement) -> Iterator[HtmlElement]:
    """Yield an element and its ancestors below `end`, inside out."""
    return takewhile(lambda each: each is not end, climb(element))


def climb_to_known(
    element: HtmlElement | None, known: Container[HtmlElement | None]
) -> tuple[list[HtmlElement], HtmlElement | None]:
    """Return the elements from this one up that are not known, and the first known ancestor, if there is one."""
    unknown: list[HtmlElement] = []
    around = element
    while around is not None and around not in known:
        unknown.append(around)
        around = around.getparent()
    return unknown, around


class Inherited(Generic[Value]):
    """What each element has from its ancestors, made from what its parent has, so that all take linear time."""

    def __init__(self, outermost: Value, extend: Callable[[Value, HtmlElement], Value]) -> None:
        """Take what is around the root, and what makes of it what an element has, given the element."""
        self._known: dict[HtmlElement | None, Value] = {None: outermost}
        self._extend = extend

    def of(self, element: HtmlElement | None) -> Value:
        """Return what an element has."""
        unknown, known = climb_to_known(element, self._known)
        value = self._known[known]
        for below in reversed(unknown):
            value = self._known[below] = self._extend(value, below)
        return value
