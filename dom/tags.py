"""Groups of HTML tags: those that break lines, those never shown, those that only style text."""

from __future__ import annotations

import re
from typing import cast

from lxml import etree
from lxml.etree import XPath
from lxml.html import HtmlElement

TAB_LABEL = "tab-label"  # the label of a tab, in front of what the tab opens
# Elements that browsers display as blocks by default (HTML Standard, 15.3), and those that end a line.
LINE_BREAK_TAGS = frozenset(
    "address article aside blockquote body caption center dd details dialog dir div dl dt fieldset figcaption figure "
    "footer form frameset h1 h2 h3 h4 h5 h6 header hgroup legend li listing main menu nav ol optgroup option p "
    "plaintext pre search section summary table tbody td tfoot th thead tr ul xmp br hr amp-img "
    "displayed-formula".split()
) | {TAB_LABEL}
# Elements whose text the reader does not see.
UNSEEN_TAGS = frozenset(
    "script style noscript template head title meta link base iframe object embed applet canvas svg video audio "
    "select textarea button datalist progress meter map input param source track noframes noembed annotation "
    "annotation-xml".split()
)
# Elements that only style text; they stay in an article's HTML.
STYLE_TAGS = frozenset(
    "a abbr b bdi bdo cite code del dfn em i ins kbd mark s samp small strong sub sup time u var".split()
)
HEADING_TAGS = frozenset(("h1", "h2", "h3", "h4", "h5", "h6"))
CELLS = frozenset(("td", "th"))
# Styles that move text far off the screen, as for logos that a background shows. Sliders move pictures, but less far.
OFF_SCREEN = re.compile(r"(?:^|;)(?:left|top|text-indent):-(?:9{4}px|\d{5,}px|9{3,}r?em)")
NO_SIZE = re.compile(r"(?:^|;)font-size:0(?:px|pt|r?em|%)?(?:;|!|$)")
BLOCK_STYLES = XPath("descendant::*/@style[contains(., 'block')]")


def breaks_line(element: HtmlElement) -> bool:
    """Return whether the element starts and ends a line in HTML's default styles."""
    return element.tag in LINE_BREAK_TAGS


def find_set_apart(body: HtmlElement) -> frozenset[HtmlElement]:
    """Return the elements whose own style sets their text apart from the text around them, as a block does.

    Floating ones are left out: one may be the initial of a word.
    """
    styles = cast("list[etree._ElementUnicodeResult]", BLOCK_STYLES(body))
    compact = ((style.getparent(), _compact(style)) for style in styles)
    return frozenset(element for element, style in compact if "display:block" in style and "float:" not in style)


def is_hidden(element: HtmlElement) -> bool:
    """Return whether the element's subtree is hidden by its tag, its `hidden` attribute or its own style.

    A `<dialog>` is, unless it is open (HTML Standard, 4.11.4). In letters of no size, only text is hidden: newsletters
    write so around elements that have a size of their own.
    """
    if element.tag in UNSEEN_TAGS or (element.tag == "dialog" and element.get("open") is None):
        return True
    if element.get("hidden", "until-found") != "until-found":
        return True
    style = element.get("style")
    if not style:
        return False
    compact = _compact(style)
    if "display:none" in compact or "visibility:hidden" in compact or OFF_SCREEN.search(compact):
        return True
    return NO_SIZE.search(compact) is not None and not len(element)


def _compact(style: str) -> str:
    return style.replace(" ", "").lower()
