"""Where an element stands in its page, as an XPath."""

from __future__ import annotations

from lxml.html import HtmlElement

MAX_STEPS = 100  # levels of one path; pages by people have fewer, and paths of all blocks cost as much as they are long


class Paths:
    """Names elements by XPath; each path is made from its parent's, so that all paths cost linear time."""

    def __init__(self) -> None:
        """Start with no path known."""
        self._paths: dict[HtmlElement | None, str] = {None: ""}
        self._steps: dict[HtmlElement, str] = {}
        self._numbers: dict[HtmlElement, int] = {}

    def path(self, element: HtmlElement) -> str:
        """Return an XPath such as `/html/body/div[2]/p`, an index standing only where it is needed.

        Where elements are nested too deep for that, it starts at one of them by its number in the page, as
        `/descendant::*[1234]/div/p` does.
        """
        way: list[HtmlElement] = []
        known: HtmlElement | None = element
        while known is not None and known not in self._paths:
            way.append(known)
            known = known.getparent()
        path = self._paths[known]
        for descendant in reversed(way):
            is_long = path.count("/") >= MAX_STEPS
            path = f"/descendant::*[{self._number(descendant)}]" if is_long else f"{path}/{self._step(descendant)}"
            self._paths[descendant] = path
        return path

    def _step(self, element: HtmlElement) -> str:
        parent = element.getparent()
        if parent is None:
            return str(element.tag)
        if element not in self._steps:
            self._count_children(parent)
        return self._steps[element]

    def _count_children(self, parent: HtmlElement) -> None:
        alike: dict[str, list[HtmlElement]] = {}
        for child in parent:
            alike.setdefault(str(child.tag), []).append(child)
        for tag, children in alike.items():
            if len(children) == 1:
                self._steps[children[0]] = tag
            else:
                self._steps.update({child: f"{tag}[{number}]" for number, child in enumerate(children, start=1)})

    def _number(self, element: HtmlElement) -> int:
        if not self._numbers:
            root = element.getroottree().getroot()
            self._numbers = {each: number for number, each in enumerate(root.iter("*"), start=1)}
        return self._numbers[element]
