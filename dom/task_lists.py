"""Whether an item of a list is a task, and whether it is done, as editors and forges write it."""

from __future__ import annotations

from itertools import islice

from lxml.html import HtmlElement

LOOKED_AT = 6  # elements at the beginning of an item, among which its box is
LISTS = frozenset(("ul", "ol"))
# Whether a task is done, by the value of an attribute.
STATES = {**dict.fromkeys(("true", "x", "X", "checked", "on"), True), **dict.fromkeys(("false", " ", ""), False)}
# Classes of the item in Confluence's lists, of a box in Notion's, of the icon in Asciidoctor's.
DONE_CLASSES = frozenset(("checkbox-on", "fa-check-square-o", "fa-check-square"))
OPEN_CLASSES = frozenset(("checkbox-off", "fa-square-o", "fa-square"))


def read_state(item: HtmlElement) -> bool | None:
    """Return whether the task in a `<li>` is done; None if it is no task: no box comes before its text."""
    around = item.getparent()
    if around is not None and "inline-task-list" in around.get("class", "").split():
        return "checked" in item.get("class", "").split()
    own = item.get("data-checked", item.get("data-task"))
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
