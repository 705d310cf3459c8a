"""Lists as editors write them: how deep their items are, if no element says so, and which are tasks."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import islice, takewhile
from typing import NamedTuple

from lxml.html import HtmlElement

from cutline.dom.role_tables import tag_as
from cutline.dom.tree import list_first

LISTS = frozenset(("ul", "ol"))
MAX_LEVELS = 10  # lists in each other; Word has nine
HANGS = re.compile(r"text-indent\s*:\s*-")
MAY_BE_LABELLED = re.compile(rf"mso-list|{HANGS.pattern}")
IGNORED = re.compile(r"mso-list\s*:\s*ignore", re.IGNORECASE)  # the style of the label, if Word wrote it for itself
NUMBER = re.compile(r"\(?(?:(\d{1,3})|[a-zA-Z]|[ivxIVX]{1,5})[.)]")  # a label that counts, not a bullet
# A label with the hard spaces behind it; bullets are also letters and signs in fonts of signs.
PADDED = re.compile(rf"\s*(?:[·•o§▪◦‣*–Øüvq\ue000-\uf8ff-]|{NUMBER.pattern})[\xa0\s]*\xa0[\xa0\s]*")
WORD_LEVEL = re.compile(r"mso-list\s*:\s*\S+\s+level(\d)")
MARGIN = re.compile(r"margin-left\s*:\s*(\d{0,4}(?:\.\d{1,4})?)(pt|in|cm|px)")
POINTS = {"pt": 1.0, "in": 72.0, "cm": 28.35, "px": 0.75}
MARGIN_OF_CLASS = 36  # points; of the first level, if the paragraph itself says nothing
INDENTED = re.compile(r"(?:margin|padding)-(?:left|inline-start)\s*:\s*[1-9]")
LEVEL, NUMBERED = "cutline-level", "value"  # attributes of a tagged paragraph
LEVEL_NAMES = frozenset((LEVEL, "aria-level", "data-list"))  # attributes of items that may say how deep they are
# Levels of items in Quill and Draft.js, and of whole lists in Google Docs, which also have a name.
CLASS_LEVEL = re.compile(r"(?:^|\s)(?:ql-indent-|public-DraftStyleDefault-depth)(\d)(?=\s|$)")
LIST_LEVEL = re.compile(r"(?:^|\s)lst-(kix_\w+)-(\d)(?=\s|$)")
BULLETS = frozenset(("bullet", "checked", "unchecked"))  # kinds of items that Quill has in an `<ol>`
LABEL = re.compile(r"\s*(?:([•·▪◦‣*–-])|\(?(?:\d{1,3}|[a-z]|[ivx]{1,5})[.)])\s*")
UNMARKED = re.compile(r"list-style(?:-type)?\s*:\s*none")

LOOKED_AT = 6  # elements at the beginning of an item, among which its box is
# Whether a task is done, by the value of an attribute.
STATES = {**dict.fromkeys(("true", "x", "X", "checked", "on"), True)}
STATES |= dict.fromkeys(("false", "unchecked", " ", ""), False)
# What stands for a box in the text: of a task that is done, and of one that is not. The first also stand for bullets.
MARK = re.compile(r"\s*(?:([✓✔])|([☑☒]|\[[xX]\])|[❏☐□]|\[[ \xa0]\])(?:\s+|$)")
NAMED = re.compile(r"check|task|todo", re.IGNORECASE)  # classes of lists of tasks
# Classes of the item in Confluence's lists, of a box in Notion's, of the icon in Asciidoctor's.
DONE_CLASSES = frozenset(("checkbox-on", "fa-check-square-o", "fa-check-square"))
OPEN_CLASSES = frozenset(("checkbox-off", "fa-square-o", "fa-square"))


class Place(NamedTuple):
    """Where an item is.

    Attributes:
        outer: the item that it is in; None if it is in none.
        first: the first item of its list.
        number: its number; None if its list has none.
    """

    outer: HtmlElement | None
    first: HtmlElement
    number: int | None


_Stack = tuple[tuple[int, HtmlElement, Place], ...]  # an item of each level, outermost first


def tag_paragraphs(body: HtmlElement) -> None:
    """Give the tag of an item to each paragraph that Word writes for one, and take its label out."""
    for paragraph in list(filter(_may_be_item, body.iter("p"))):
        style = paragraph.get("style", "")
        label = _find_label(paragraph, style)
        if label is None:
            continue
        number = NUMBER.fullmatch("".join(label.itertext()).strip())
        if number is not None:
            paragraph.set(NUMBERED, number[1] or "")
        paragraph.set(LEVEL, str(_read_word_level(style)))
        tag_as(paragraph, "li")
        _clear(label)


def _may_be_item(paragraph: HtmlElement) -> bool:
    """Return whether Word may have written a paragraph for an item; the style is all that "filtered" pages have."""
    style = paragraph.get("style")
    return "MsoList" in paragraph.get("class", "") or (style is not None and MAY_BE_LABELLED.search(style) is not None)


def _find_label(paragraph: HtmlElement, style: str) -> HtmlElement | None:
    """Return the element with the bullet or the number that a paragraph begins with."""
    for element in list_first(paragraph):
        if IGNORED.search(element.get("style", "")):
            return element
    first = paragraph[0] if len(paragraph) else None
    if first is None or not ("MsoList" in paragraph.get("class", "") or HANGS.search(style)):
        return None
    return first if not (paragraph.text or "").strip() and PADDED.fullmatch("".join(first.itertext())) else None


def _clear(label: HtmlElement) -> None:
    for element in label.iter():
        element.text = None
        if element is not label:
            element.tail = None


def _read_word_level(style: str) -> int:
    """Return what is greater for a deeper item: its level, or its margin in points."""
    if level := WORD_LEVEL.search(style):
        return int(level[1])
    margin = MARGIN.search(style)
    return round(float(margin[1] or 0) * POINTS[margin[2]]) if margin else MARGIN_OF_CLASS


def clear_labels(body: HtmlElement) -> None:
    """Take out the labels that a page writes into items itself, since its style sheet shows none: LaTeXML."""
    for item in body.iter("li"):
        style = item.get("style")
        first = item[0] if style is not None and UNMARKED.search(style) and len(item) else None
        if first is None or first.tag != "span" or (item.text or "").strip():
            continue
        label = LABEL.fullmatch("".join(first.itertext()))
        if label is not None and (label[1] or item.getparent().tag == "ol"):
            _clear(first)


def find_places(body: HtmlElement) -> Mapping[HtmlElement, Place]:
    """Return where the items are that say how deep they are, and those beside them; in linear time."""
    places: dict[HtmlElement, Place] = {}
    if not (any(map(_may_be_levelled, body.iter("li"))) or any(map(_is_of_levels, body.iter(*LISTS)))):
        return places
    stacks: dict[HtmlElement, _Stack] = {}  # of the last item of each list
    for item in body.iter("li"):
        level, before = _read_level(item), _find_before(item)
        stack = () if before is None else stacks.pop(before, ())
        place, stacks[item] = _place(item, level or 0, stack)
        if level is not None or before in places:
            places[item] = place
    return places


def _may_be_levelled(item: HtmlElement) -> bool:
    names = item.keys()
    return not LEVEL_NAMES.isdisjoint(names) or (
        "class" in names and CLASS_LEVEL.search(item.get("class", "")) is not None
    )


def _is_of_levels(around: HtmlElement) -> bool:
    """Return whether a list says how deep its items are, or is in a list without being in an item."""
    return around.getparent().tag in LISTS or LIST_LEVEL.search(around.get("class", "")) is not None


def _place(item: HtmlElement, level: int, stack: _Stack) -> tuple[Place, _Stack]:
    """Return where an item is, given those before it, and the same for the next one."""
    number = _read_start(item)
    while len(stack) > 1 and stack[-1][0] > level:
        stack = stack[:-1]
    last = stack[-1][2] if stack and stack[-1][0] >= level else None
    around = stack if last is None else stack[:-1]
    if last is not None and (last.number is None) == (number is None):
        place = Place(last.outer, last.first, _count_on(number, last.number))
    else:
        place = Place(around[-1][1] if around else None, item, _count_on(number, 0))
    return place, (*around, (level, item, place))


def _count_on(stated: int | None, before: int | None) -> int | None:
    """Return an item's number: the stated one, or the next if that is 0; None if the item has none."""
    return None if stated is None else stated or (before or 0) + 1


def _read_level(item: HtmlElement) -> int | None:
    """Return how deep an item says that it is; None if it does not."""
    said = item.get(LEVEL) or (item.get("aria-level") if INDENTED.search(item.get("style", "")) else None)
    if said is None:
        found = CLASS_LEVEL.search(item.get("class", ""))
        named = LIST_LEVEL.search(item.getparent().get("class", ""))
        said = found[1] if found else named[2] if named else "0" if item.get("data-list") else ""
    return int(said) if said.isdecimal() and len(said) < 5 else _count_bare(item) or None


def _find_before(item: HtmlElement) -> HtmlElement | None:
    """Return the item right before one, also in a list before its own that goes on in it."""
    before = item.getprevious()
    if before is not None:
        return before if before.tag == "li" else None
    around = item.getparent()
    own = _read_list_name(around)
    lists = (around, *_list_bare(item))
    other = next((each for each in lists if each.getprevious() is not None), lists[-1]).getprevious()
    if other is None or other.tag not in LISTS or (other.tail or "").strip():
        return None
    last = next((each for each in _list_last(other) if each.tag == "li"), None)
    if own is not None:
        return last if _read_list_name(other) == own else None
    return last if last is not None and (_count_bare(item) or _count_bare(last)) else None


def _read_list_name(around: HtmlElement) -> str | None:
    """Return the name that the lists of one outline share; None without one."""
    named = LIST_LEVEL.search(around.get("class", ""))
    return None if named is None else named[1]


def _count_bare(item: HtmlElement) -> int:
    """Return how many lists are around that of an item without being in an item: LibreOffice."""
    return sum(1 for _ in _list_bare(item))


def _read_start(item: HtmlElement) -> int | None:
    """Return the number that an item or its list states, 0 if none does; None if the item has no number."""
    around = item.getparent()
    own = item.get(NUMBERED)
    if around.tag == "ul" or item.get("data-list") in BULLETS or (around.tag != "ol" and own is None):
        return None
    said = own or (around.get("start", "") if item.getprevious() is None else "")
    return int(said) if said.isdecimal() and len(said) < 9 else 0


def _list_bare(item: HtmlElement) -> Iterator[HtmlElement]:
    """Yield the lists that are directly around the list of an item, inside out."""
    return takewhile(lambda each: each.tag in LISTS, islice(item.iterancestors(), 1, MAX_LEVELS))


def _list_last(around: HtmlElement) -> Iterator[HtmlElement]:
    """Yield the last element in a list, the last one in that, and so on."""
    for _ in range(MAX_LEVELS):
        if not len(around):
            return
        around = around[-1]
        yield around


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
