"""Whether an item of a list is a task, and whether it is done, as editors and forges write it."""

from __future__ import annotations

import re
from itertools import islice, takewhile

from lxml.html import HtmlElement

from cutline.dom.tree import list_first

LOOKED_AT = 6  # elements at the beginning of an item, among which its box is
LISTS = frozenset(("ul", "ol"))
# Whether a task is done, by the value of an attribute.
STATES = {**dict.fromkeys(("true", "x", "X", "checked", "on"), True)}
STATES |= dict.fromkeys(("false", "unchecked", " ", ""), False)
# What stands for a box in the text: of a task that is done, and of one that is not. The first also stand for bullets.
MARK = re.compile(r"\s*(?:([✓✔])|([☑☒]|\[[xX]\])|[❏☐□]|\[[ \xa0]\])(?:\s+|$)")
NAMED = re.compile(r"check|task|todo", re.IGNORECASE)  # classes of lists of tasks
# Classes of the item in Confluence's lists, of a box in Notion's, of the icon in Asciidoctor's.
DONE_CLASSES = frozenset(("checkbox-on", "fa-check-square-o", "fa-check-square"))
OPEN_CLASSES = frozenset(("checkbox-off", "fa-square-o", "fa-square"))


def take_marks(body: HtmlElement) -> None:
    """Take the box out of each text of a list whose items all begin with one: Asciidoctor, Org."""
    for around in body.iter(*LISTS):
        marks = _find_marks(around)
        if not (NAMED.search(around.get("class", "")) or any(mark[1] is None for *_, mark in marks)):
            continue
        for item, holder, mark in marks:
            item.set("data-checked", str(bool(mark[1] or mark[2])).lower())
            holder.text = (holder.text or "")[mark.end() :]


def _find_marks(around: HtmlElement) -> list[tuple[HtmlElement, HtmlElement, re.Match[str]]]:
    """Return each item of a list with the element and the box that its text begins with; none if one has no box."""
    found = []
    for item in around.iterchildren("li"):
        if (begin := _find_mark(item)) is None:
            return []
        found.append((item, *begin))
    return found


def _find_mark(item: HtmlElement) -> tuple[HtmlElement, re.Match[str]] | None:
    """Return the element that the text of an item begins in, and the box it begins with."""
    first = takewhile(lambda each: each.tag not in LISTS, list_first(item))
    holder = next((each for each in (item, *first) if _has_words(each.text)), None)
    mark = MARK.match(holder.text or "") if holder is not None else None
    return (holder, mark) if holder is not None and mark else None


def read_state(item: HtmlElement) -> bool | None:
    """Return whether the task in a `<li>` is done; None if it is no task: no box comes before its text."""
    around = item.getparent()
    if around is not None and "inline-task-list" in around.get("class", "").split():
        return "checked" in item.get("class", "").split()
    own = item.get("data-checked", item.get("data-task", item.get("data-list")))
    if own is not None:
        return STATES.get(own)
    for element in islice(item.iter(), LOOKED_AT):
        if element is not item and element.tag in LISTS:
            return None
        if (state := _read_box(element)) is not None:
            return state
        if _has_words(element.text) or (element is not item and not len(element) and _has_words(element.tail)):
            return None
    return None


def _read_box(element: HtmlElement) -> bool | None:
    if element.tag == "input" and element.get("type", "").lower() == "checkbox":
        return element.get("checked") is not None
    if element.get("role") == "checkbox":
        return STATES.get(element.get("aria-checked", ""), False)
    classes = element.get("class", "").split() if element.tag in ("i", "div", "span") else ()
    if not DONE_CLASSES.isdisjoint(classes):
        return True
    return None if OPEN_CLASSES.isdisjoint(classes) else False


def _has_words(text: str | None) -> bool:
    return bool(text and not text.isspace())
