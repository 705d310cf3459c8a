"""Text that a page has for screen readers alone, such as "Opens in a new window"."""

from __future__ import annotations

import re
from typing import cast

from lxml import etree
from lxml.etree import XPath
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
CLASSES = XPath("//@class[contains(., 'nly') or contains(., 'idden') or contains(., 'creen')]")  # a quick check
MAX_CHARACTERS = 200  # of a hint; longer text is an article's, which a script will show


def find_hints(body: HtmlElement) -> frozenset[HtmlElement]:
    """Return the elements of a page whose text only screen readers read."""
    classes = cast("list[etree._ElementUnicodeResult]", CLASSES(body))
    elements = {cast(HtmlElement, value.getparent()) for value in classes if NAMES.search(value)}
    return frozenset(element for element in elements if len(element.text_content()) <= MAX_CHARACTERS)


def leave_out_hints(segment: TextSegment, hints: frozenset[HtmlElement]) -> TextSegment | None:
    """Return the segment without the text of hints; None if nothing is left of it."""
    runs = tuple(run for run in segment.runs if hints.isdisjoint((run.parent, *run.parent.iterancestors())))
    return segment if len(runs) == len(segment.runs) else keep_runs(segment, runs)
