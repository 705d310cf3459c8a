"""The `<meta>` tags of a page."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from lxml.html import HtmlElement

from cutline.dom.metadata.plain_text import to_plain_text

NAME_ATTRIBUTES = ("property", "name", "itemprop", "http-equiv")
MAX_TAGS = 2_000  # the most among 1,741 labelled pages is some 300
MAX_CHARACTERS = 10_000  # of one value; descriptions have a few hundred


@dataclass(frozen=True, slots=True)
class MetaTags:
    """The values of each meta tag, in document order, by name in lower case with `.` written as `:`."""

    values: Mapping[str, list[str]]

    def all(self, *names: str) -> Iterator[str]:
        """Yield the values of these names, one name after the other."""
        for name in names:
            yield from self.values.get(name, ())

    def first(self, *names: str) -> str | None:
        """Return the first value of the first of these names that has one."""
        return next(self.all(*names), None)


def read_meta_tags(root: HtmlElement) -> MetaTags:
    """Return the page's meta tags that have a name and a value, as plain text."""
    values: dict[str, list[str]] = defaultdict(list)
    for number, element in enumerate(root.iter("meta")):
        if number >= MAX_TAGS:
            break
        content = element.get("content")
        if not content or len(content) > MAX_CHARACTERS:
            continue
        text = to_plain_text(content)
        for name in _read_names(element) if text else ():
            values[name].append(text)
    return MetaTags(values)


def _read_names(element: HtmlElement) -> list[str]:
    names = " ".join([name for attribute in NAME_ATTRIBUTES if (name := element.get(attribute))])
    return list(dict.fromkeys(names[:500].lower().replace(".", ":").split()))
