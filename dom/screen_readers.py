"""Text that a page has for screen readers alone, such as "Opens in a new window"."""

from __future__ import annotations

import re

from lxml.html import HtmlElement

from cutline.dom.segments import TextSegment, keep_runs

# The classes of Bootstrap (`sr-only`, `visually-hidden`, both with `-focusable`), Tailwind, Drupal and WordPress
# (`screen-reader-text`), also with a short prefix (`u-`, `usa-`) and as CSS modules write them (`Link_srOnly__x7Yz`).
# Style sheets clip such text, which no attribute says. `not-sr-only` and `lg:sr-only` show it, if not on all screens.
NAMES = re.compile(
    r"(?:^|\s)(?:(?!not-)[a-z]{1,4}-|[a-z]+_{1,2})?"
    r"(?:sr-?only|visually-?hidden|screen-?reader-(?:text|only))(?:-focusable)?(?:_\w*)?(?=\s|$)",
    re.IGNORECASE,
)
PARTS = ("nly", "idden", "creen")  # of every such class; a quick check
MAX_CHARACTERS = 200  # of a hint; longer text is an article's, which a script will show


class HintReader:
    """Tells which text of a page only screen readers read, in linear time for all text."""

    def __init__(self) -> None:
        """Start with no element read."""
        self._is_hint: dict[HtmlElement, bool] = {}

    def leave_out_hints(self, segment: TextSegment) -> TextSegment | None:
        """Return the segment without the text of hints; None if nothing is left of it."""
        runs = tuple([run for run in segment.runs if not self._is_in_hint(run.parent)])
        return segment if len(runs) == len(segment.runs) else keep_runs(segment, runs)

    def _is_in_hint(self, element: HtmlElement) -> bool:
        """Return whether an element or an ancestor is a hint."""
        chain: list[HtmlElement] = []
        around: HtmlElement | None = element
        while around is not None and around not in self._is_hint:
            chain.append(around)
            around = around.getparent()
        is_hint = around is not None and self._is_hint[around]
        for inner in reversed(chain):
            is_hint = self._is_hint[inner] = is_hint or _is_hint(inner)
        return is_hint


def _is_hint(element: HtmlElement) -> bool:
    classes = element.get("class", "")
    if not any(map(classes.__contains__, PARTS)) or not NAMES.search(classes):
        return False
    return len(element.text_content()) <= MAX_CHARACTERS
