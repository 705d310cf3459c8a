"""Notes that scripts or authors put among the words, marked as the labels and notes that are known."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from html import escape
from itertools import chain, islice
from typing import cast

from lxml.etree import XPath, _ElementUnicodeResult, tostring
from lxml.html import HtmlElement

from cutline.dom.tags import is_hidden

BUTTON = re.compile("foot(?:note)?__button")  # of Bigfoot and Littlefoot
CONTAINERS = re.compile(r"(?:^|\s)(?:bigfoot-footnote__container|littlefoot)(?=\s|$)")
POPOVERS = re.compile(r"(?:^|\s)(?:bigfoot-footnote|littlefoot)__content(?=\s|$)")
BESIDE = re.compile(r"(?<![a-z])(?:side|margin)-?note(?![a-z])", re.IGNORECASE)  # of notes beside their words
IN_SENTENCE = frozenset(("span", "small", "label"))
MAX_DIGITS = 6  # of the number of a first note
MAX_LEVELS = 3  # elements around a button, of which one is all that the script has written
FIRST_BRACKETED = "(1: "
BRACKETED = re.compile(r"\((\d{1,3}): (?=\D)")
OTHER_NUMBER = re.compile(r"\d:\s|\b\d{1,3} ?=")  # in a scale, such as "(1: poor, 5: good)"
LEAST_WORDS = 3  # words of a note in brackets
MAX_BRACKETED = 2_000  # characters of one
MAX_IN_BRACKETS = 200  # such notes of a page; each one costs as much as the text behind it
TEXTS = XPath(
    "/descendant::text()[contains(., ': ')"
    " and not(ancestor::pre or ancestor::code or ancestor::script or ancestor::style or ancestor::a)]"
)


def mark_notes(body: HtmlElement) -> list[HtmlElement]:
    """Put labels in place of the buttons of notes, and before notes in an `<aside>`; return the labels."""
    buttons = list(filter(_opens_note, body.iter("button")))
    links = body.iter("a") if buttons else ()
    back = {link.get("href", "")[1:]: link for link in links if link.get("href", "").startswith("#")}
    labels = [_place_label(button, back) for button in buttons]
    _join_lines(body)
    return [label for label in (*labels, *_mark_lists(body)) if label is not None]


def _join_lines(body: HtmlElement) -> None:
    """Take the line breaks out of notes in a sentence, which would end at them."""
    for line_break in list(body.iter("br")):
        around = islice(line_break.iterancestors(), MAX_LEVELS)
        if any(each.tag in IN_SENTENCE and BESIDE.search(each.get("class", "")) for each in around):
            line_break.tail = f" {line_break.tail or ''}"
            line_break.drop_tag()


def _opens_note(button: HtmlElement) -> bool:
    return button.get("data-footnote-button") is not None or BUTTON.search(button.get("class", "")) is not None


def _place_label(button: HtmlElement, back: dict[str, HtmlElement]) -> HtmlElement | None:
    """Put the label of a note in place of a button and its popover; nothing if the label is still there."""
    around = [button, *islice(button.iterancestors(), MAX_LEVELS)]
    container = next((each for each in around if CONTAINERS.search(each.get("class", ""))), button)
    parent, before = container.getparent(), container.getprevious()
    number = button.get("data-footnote-number") or "".join(button.itertext()).strip()
    if parent is None or not number:
        return None
    label = parent.makeelement("sup", {"class": "footnote-ref"})
    label.tail = container.tail
    is_labelled = before is not None and next(before.iter("a"), None) is not None and not (before.tail or "").strip()
    if not is_labelled and (note := _find_listed(button, back)) is not None:
        link = label.makeelement("a", {"href": f"#{note.get('id')}", "rel": "footnote"})
        link.text = number
        label.append(link)
    elif not is_labelled:
        label.text = number
        label.set("data-footnote", _read_note(button, container))
    container.tail = None
    parent.replace(container, label)
    return label


def _read_note(button: HtmlElement, container: HtmlElement) -> str:
    """Return the HTML of the note that a button holds or its popover shows."""
    content = next((each for each in container.iter() if POPOVERS.search(each.get("class", ""))), None)
    shown = "" if content is None else _write_inside(content)
    return button.get("data-bigfoot-footnote") or button.get("data-footnote-content") or shown


def _find_listed(button: HtmlElement, back: dict[str, HtmlElement]) -> HtmlElement | None:
    """Return the shown note that leads back to a button; None if there is none."""
    names = (each.get("id", "") for each in (button, *islice(button.iterancestors(), MAX_LEVELS)))
    link = next((back[name] for name in names if name in back), None)
    if link is None:
        return None
    note = next((each for each in islice(link.iterancestors(), MAX_LEVELS) if each.get("id")), None)
    return note if note is not None and not any(map(is_hidden, chain((note,), note.iterancestors()))) else None


def _write_inside(element: HtmlElement) -> str:
    inside = "".join(tostring(child, encoding="unicode") for child in element)
    return escape(element.text or "", quote=False) + inside


def _mark_lists(body: HtmlElement) -> Iterator[HtmlElement]:
    """Make notes of the items of numbered lists that are all of an `<aside>` each; yield their labels."""
    for aside in body.iter("aside"):
        element = next(iter(aside), None)
        start = None if element is None or element.tag != "ol" or len(aside) > 1 else element.get("start")
        if element is None or start is None:
            continue
        for number, item in enumerate(
            element.iter("li"), int(start) if start.isdecimal() and len(start) <= MAX_DIGITS else 1
        ):
            item.tag = "div"
            item.set("class", "sidenote")
            label = item.makeelement("sup")
            label.text, label.tail, item.text = str(number), item.text, None
            item.insert(0, label)
            yield label
        element.tag = "div"


def has_bracketed(texts: Iterable[str]) -> bool:
    """Return whether texts may have notes in brackets."""
    return any(FIRST_BRACKETED in text for text in texts)


def mark_bracketed(body: HtmlElement) -> Iterator[HtmlElement]:
    """Put an element around each note in brackets, numbered from 1: `(1: The quay is new.)`; yield these elements."""
    expected = 1
    for string in cast("list[_ElementUnicodeResult]", TEXTS(body)):
        element, is_tail, text = cast("HtmlElement", string.getparent()), string.is_tail, str(string)
        while expected <= MAX_IN_BRACKETS and (found := _find_bracketed(text, expected)) is not None:
            start, begin, end = found
            note = element.makeelement("span", {"class": "inline-footnote"})
            label = note.makeelement("sup")
            label.text, label.tail, note.tail = str(expected), text[begin:end], text[end + 1 :]
            note.append(label)
            if is_tail:
                element.tail = text[:start].rstrip()
                element.getparent().insert(element.getparent().index(element) + 1, note)
            else:
                element.text = text[:start].rstrip()
                element.insert(0, note)
            yield note
            element, is_tail, text, expected = note, True, text[end + 1 :], expected + 1


def _find_bracketed(text: str, number: int) -> tuple[int, int, int] | None:
    """Return where the next note in brackets begins in a text, with its words and their end; None if there is none."""
    found = next((each for each in BRACKETED.finditer(text) if int(each[1]) == number), None)
    if found is None:
        return None
    depth = 1
    for place in range(found.end(), min(len(text), found.end() + MAX_BRACKETED)):
        depth += {"(": 1, ")": -1}.get(text[place], 0)
        if depth == 0:
            words = text[found.end() : place]
            is_note = len(words.split()) >= LEAST_WORDS and OTHER_NUMBER.search(words) is None
            return (found.start(), found.end(), place) if is_note else None
    return None
