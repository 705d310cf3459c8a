"""The labels of tabs with listings, each put before what its tab opens: "npm", "pnpm" and the command of each."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import groupby, pairwise
from typing import cast

from lxml.etree import XPath
from lxml.html import HtmlElement

from cutline.dom.tags import TAB_LABEL

# What a page with tabs has, which is quick to find: tabs for screen readers or as radio buttons.
MARKS = (b'role="tab"', b"role=tab", b'type="radio"', b"type=radio")
PARTS, LABELS = XPath("/descendant::*[@role='tab' or @role='tabpanel']"), XPath("/descendant::label[@for]")
TEXTS = XPath("descendant-or-self::*[not(self::svg or self::style or ancestor::svg)]/text()")
MAX_LABEL = 60  # characters of a label

Elements = Sequence[HtmlElement]


def may_have_tabs(page: bytes) -> bool:
    """Return whether a page may have tabs; quick."""
    return any(mark in page for mark in MARKS)


def place_tab_labels(body: HtmlElement) -> list[HtmlElement]:
    """Move the label of each tab before what the tab opens, and return the elements that have them."""
    placed: list[HtmlElement] = []
    for tabs, panels in (*_list_marked(body), *_list_radio_buttons(body)):
        is_one = len(panels) == 1  # the others are not in the page until a reader asks for them
        opened = [tab for tab in tabs if tab.get("aria-selected") == "true"] if is_one else tabs
        labels = [_read_label(tab) for tab in opened]
        has_listing = any(next(panel.iter("pre"), None) is not None for panel in panels)
        is_apart = not any({*tabs}.intersection(panel.iterancestors()) for panel in panels)
        if (
            has_listing
            and is_apart
            and len(panels) == len(labels)
            and all(0 < len(label) <= MAX_LABEL for label in labels)
        ):
            for tab in tabs:
                del tab[:]
                tab.text = None
            placed += map(_place, panels, labels)
    return placed


def _list_marked(body: HtmlElement) -> Iterator[tuple[Elements, Elements]]:
    """Yield the tabs that follow each other, and the panels behind them, as their roles say."""
    parts = cast("list[HtmlElement]", PARTS(body))
    runs = [list(run) for _, run in groupby(parts, key=lambda part: part.get("role"))]
    return ((tabs, panels) for tabs, panels in pairwise(runs) if tabs[0].get("role") == "tab")


def _list_radio_buttons(body: HtmlElement) -> Iterator[tuple[Elements, Elements]]:
    """Yield the same of tabs that are radio buttons: each panel is behind its label, or all are in the next element."""
    sets = defaultdict[HtmlElement, list[HtmlElement]](list)
    for label in cast("list[HtmlElement]", LABELS(body)):
        sets[label.getparent()].append(label)
    for bar, labels in sets.items():
        behind = [label.getnext() for label in labels]
        if all(panel is not None and panel.tag == "div" for panel in behind):
            yield labels, behind
        elif (panels := bar.getnext()) is not None:
            yield labels, list(panels)


def _read_label(tab: HtmlElement) -> str:
    return " ".join(" ".join(map(str, cast("list[str]", TEXTS(tab)))).split())


def _place(panel: HtmlElement, text: str) -> HtmlElement:
    label = panel.makeelement(TAB_LABEL)
    label.text = text
    if panel.tag == "pre":
        panel.addprevious(label)
    else:
        panel.text, label.tail = None, panel.text
        panel.insert(0, label)
    return label
