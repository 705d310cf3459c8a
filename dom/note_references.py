"""How the HTML of blocks refers to notes."""

from __future__ import annotations

from lxml.html import HtmlElement

NOTE, REFERENCE = "fn", "fnref"  # what the ids of notes and of references to them begin with


def read_reference(element: HtmlElement) -> str | None:
    """Return the name of the note that a `<sup>` in the HTML of a block refers to; None for any other element."""
    link = element[0] if element.tag == "sup" and len(element) == 1 else None
    if link is None or not link.get("id", "").startswith(REFERENCE):
        return None
    return (link.get("href") or "").removeprefix(f"#{NOTE}")
