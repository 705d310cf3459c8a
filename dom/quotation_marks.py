"""The quotation marks that browsers show around a `<q>`, by the language of the text around it."""

from __future__ import annotations

from itertools import filterfalse
from typing import NamedTuple

from lxml.html import HtmlElement

from cutline.dom.ancestors import Inherited


class Marks(NamedTuple):
    """What is shown before and behind a text."""

    opening: str
    closing: str


WRITTEN = frozenset("\"'“”„‟«»‹›‘’‚「」『』")
ENGLISH = Marks("“", "”"), Marks("‘", "’")
# The outer and the inner marks of the languages that do not have the English ones (CLDR 48).
BY_LANGUAGE: dict[str, tuple[Marks, Marks]] = {
    **dict.fromkeys("de cs sk sl hr bg et lt is sq".split(), (Marks("„", "“"), Marks("‚", "‘"))),
    **dict.fromkeys("pl ro hu sr mk".split(), (Marks("„", "”"), Marks("«", "»"))),
    **dict.fromkeys("ru uk be".split(), (Marks("«", "»"), Marks("„", "“"))),
    **dict.fromkeys("es it el ca gl eu pt-pt no nb nn fa".split(), (Marks("«", "»"), Marks("“", "”"))),
    **dict.fromkeys("sv fi he".split(), (Marks("”", "”"), Marks("’", "’"))),
    **dict.fromkeys("ja zh-hant zh-tw zh-hk".split(), (Marks("「", "」"), Marks("『", "』"))),
    "fr": (Marks("« ", " »"), Marks("“", "”")),
    "de-ch": (Marks("«", "»"), Marks("‹", "›")),
}
_Open = tuple[str, int]  # the language at an element, and how many quotes it is in


def find_quotation_marks(body: HtmlElement) -> dict[HtmlElement, Marks]:
    """Return the marks of each `<q>` that has none in or around its text, as browsers show them."""
    around = Inherited(("", 0), _enter)
    found = {}
    for quote in filterfalse(_is_marked, body.iter("q")):
        language, depth = around.of(quote.getparent())
        marks = BY_LANGUAGE.get(language) or BY_LANGUAGE.get(language.partition("-")[0], ENGLISH)
        found[quote] = marks[depth % 2]
    return found


def _enter(around: _Open, element: HtmlElement) -> _Open:
    language = (element.get("lang") or "").strip().lower().replace("_", "-")
    return language or around[0], around[1] + (element.tag == "q")


def _is_marked(quote: HtmlElement) -> bool:
    previous = quote.getprevious()
    before = quote.getparent().text if previous is None else previous.tail
    first = next(filter(str.strip, quote.itertext()), "")
    return not first or not WRITTEN.isdisjoint((*(before or "").rstrip()[-1:], *first.lstrip()[:1]))
