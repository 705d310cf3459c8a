"""Whether a part of a text has its name from its heading, as software writes it for links within the page."""

from __future__ import annotations

from itertools import chain, islice

from lxml.html import HtmlElement

from cutline.dom.metadata.plain_text import fold
from cutline.dom.metadata.visible_text import read_visible_text
from cutline.dom.tags import HEADING_TAGS

MAX_BESIDE = 30  # elements before such a part, and behind it, that are looked at


def is_named_by_heading(part: HtmlElement) -> bool:
    """Return whether the `id` of a heading or of its section is what the heading says, and that of one beside it too.

    "Comments" is a section of a manual then, and `comments` no name that a template gives.
    """
    if not _is_slug(part):
        return False
    around = part.getparent()
    beside = (_is_slug(each) for each in _list_beside(part))
    if part.tag not in HEADING_TAGS or around is None:
        return any(beside)
    return any(beside) or any(_is_slug(each[0]) for each in _list_beside(around) if len(each))


def _list_beside(part: HtmlElement) -> chain[HtmlElement]:
    return chain(islice(part.itersiblings(preceding=True), MAX_BESIDE), islice(part.itersiblings(), MAX_BESIDE))


def _is_slug(part: HtmlElement) -> bool:
    heading = part if part.tag in HEADING_TAGS else next(iter(part), None)
    if heading is None or heading.tag not in HEADING_TAGS:
        return False
    key = fold(part.get("id") or "")
    return bool(key) and fold(read_visible_text(heading)) == key
