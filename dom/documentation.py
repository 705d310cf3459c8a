"""Where the text stands on the pages of software that writes documentation from code, such as Doxygen and Haddock."""

from __future__ import annotations

import tomllib
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, islice
from pathlib import Path
from typing import Any, Literal

from lxml.etree import XPath
from lxml.html import HtmlElement

from cutline.dom.ancestors import Inherited
from cutline.dom.metadata.plain_text import collapse
from cutline.dom.metadata.visible_text import read_visible_text
from cutline.dom.role_tables import tag_as
from cutline.dom.segments import TextRun, TextSegment

MAX_ROWS = 100  # of the table that lays out a signature: one for each parameter
MAX_BOXES = 20  # elements with the names of such boxes, of which the first is the one
TAGS = ("div", "section", "article", "main", "pre")
FILE = Path(__file__).with_suffix(".toml")
Paths = Mapping[str, XPath]
Place = Literal["own", "tool", "doubtful"]


def _read_software() -> dict[str, list[Paths]]:
    """Return the paths of each software by the names of its box."""
    named = defaultdict[str, list[Paths]](list)
    for stated in tomllib.loads(FILE.read_text(encoding="utf-8")).values():
        names = stated.pop("names")
        paths = {name: XPath(path) for name, path in stated.items()}
        for name in names.split(", "):
            named[name].append(paths)
    return dict(named)


SOFTWARE = _read_software()


@dataclass(frozen=True)
class Documentation:
    """The documentation on a page.

    Attributes:
        paths: of what wrote it, from `documentation.toml`.
        box: the element that holds nothing else.
    """

    paths: Paths
    box: HtmlElement

    @cached_property
    def title(self) -> str | None:
        """What the page is called, if the software says it in a place of its own."""
        return self._read("title")

    @cached_property
    def site(self) -> str | None:
        """What the whole documentation is called."""
        return self._read("site")

    @cached_property
    def tools(self) -> frozenset[HtmlElement]:
        """Elements in it that lead elsewhere."""
        return frozenset(self._find("tools"))

    @cached_property
    def lists(self) -> frozenset[HtmlElement]:
        """Elements in it that may be menus."""
        return frozenset(self._find("lists"))

    def tag_signatures(self) -> None:
        """Make a listing of each signature that is none; one that a table lays out gets a line for each row."""
        language = self._read("language")
        for signature in self._find("code"):
            rows = [row for row in islice(signature.iter("tr"), MAX_ROWS) if row.find(".//tr") is None]
            if rows:
                cells = (" ".join("".join(cell.itertext()) for cell in row) for row in rows)
                lines = [collapse(line).replace(" ( ", "(").replace(" )", ")") for line in cells]
                labels = [f"[{label.text}]" for label in signature.iter("span") if label.get("class") == "mlabel"]
                signature[:] = []
                signature.text = " ".join(("\n    ".join(lines), *labels))
            tag_as(signature, "pre")
            if language:
                signature.set("class", f"language-{language}")

    def _find(self, name: str) -> list[Any]:
        found = self.paths[name](self.box) if name in self.paths else []
        return found if isinstance(found, list) else [found]

    def _read(self, name: str) -> str | None:
        """Return the text that a path leads to: that of its first element, or all its texts."""
        found = self._find(name)
        is_text = all(isinstance(each, str) for each in found)
        return collapse("".join(found) if is_text else read_visible_text(found[0])) or None

    def place(self, segments: Sequence[TextSegment]) -> list[Place | None]:
        """Return what each segment is in; None if it is not in the box. What is behind a rule may be a tool with it."""
        places = Inherited[Place | None](None, self._read_place)
        starts = (next((run for run in each.runs if not run.text.isspace()), each.runs[0]) for each in segments)
        return [places.of(run.node if self._is_behind_tool(run) else run.parent) for run in starts]

    def _is_behind_tool(self, run: TextRun) -> bool:
        return run.is_tail and run.node.tag == "hr" and run.node in self.tools

    def _read_place(self, around: Place | None, element: HtmlElement) -> Place | None:
        if element is self.box:
            return "own"
        if around != "own":
            return around
        return "tool" if element in self.tools else "doubtful" if element in self.lists else "own"


def find_documentation(root: HtmlElement) -> Documentation | None:
    """Return the documentation on a page of such software; None on any other page."""
    boxes = ((box, names) for box in root.iter(*TAGS) if (names := _read_names(box)))
    for box, names in islice(boxes, MAX_BOXES):
        for paths in chain.from_iterable(SOFTWARE[name] for name in names):
            if paths["box"](box):
                return Documentation(paths, box)
    return None


def _read_names(box: HtmlElement) -> list[str]:
    """Return the names of an element that a box of such software has."""
    return [name for name in (box.get("id"), box.get("class"), box.tag) if name in SOFTWARE]
