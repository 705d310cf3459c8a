"""The header of a message as archives of mail show it: a list of "From: ...", "Subject: ...", "Date: ..."."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import islice

from lxml.html import HtmlElement

from cutline.dom.metadata.plain_text import collapse
from cutline.dom.metadata.visible_text import Placed

MAX_FIELDS = 12  # items looked at
LEAST_FIELDS = 3
MAX_CHARACTERS, MAX_PIECES = 300, 20  # of a field, and texts in it
FIELD = re.compile(r"\s*(from|to|cc|subject|date|reply-to|in-reply-to|message-id|references)\s*:\s*", re.IGNORECASE)
ADDRESS = re.compile(r"\s*(?:<|\(|\[|$)")  # behind the name of the sender
# What MHonArc has below a message.
AROUND = re.compile(
    r"\s*(?:follow-ups|references|index\(es\)|(?:prev(?:ious)?|next) by (?:date|thread))\s*:", re.IGNORECASE
)


def find_sender(places: Sequence[Placed]) -> str | None:
    """Return who sent the message of a page: the name before the address, or the address if there is none."""
    lists = (place.element for place in places if place.element.tag == "ul")
    for label, text in next(filter(None, map(_read_fields, lists)), []):
        if label == "from":
            return ADDRESS.split(text, maxsplit=1)[0].strip("\"' ") or None
    return None


def find_mail_lists(lists: Iterable[HtmlElement]) -> frozenset[HtmlElement]:
    """Return the header of a message, and the lists of the messages around it; nothing on any other page."""
    given = list(lists)
    headers = [element for element in given if _read_fields(element)]
    around = [element for element in given if _leads_around(element)] if headers else []
    return frozenset(headers + around)


def _read_fields(element: HtmlElement) -> list[tuple[str, str]]:
    """Return the labels, in small letters, and the texts of a header; nothing if a list is none."""
    texts = [text for item in islice(element.iterchildren("li"), MAX_FIELDS) if (text := _read_item(item))]
    found = [(match[1].lower(), text[match.end() :]) for text in texts if (match := FIELD.match(text))]
    labels = {label for label, _ in found}
    is_header = len(labels) >= LEAST_FIELDS and len(found) == len(texts) and "from" in labels
    return found if is_header else []


def _read_item(item: HtmlElement) -> str:
    return collapse("".join(islice(item.itertext(), MAX_PIECES))[:MAX_CHARACTERS])


def _leads_around(element: HtmlElement) -> bool:
    first = next(element.iterchildren("li"), None)
    return first is not None and AROUND.match(_read_item(first)) is not None
