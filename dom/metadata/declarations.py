"""Everything a page declares about itself for machines, read once."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import cast

from lxml import etree
from lxml.etree import XPath
from lxml.html import HtmlElement

from cutline.dom.metadata.json_ld import Json, JsonLd, JsonLdNode, as_list, read_json_ld
from cutline.dom.metadata.plain_text import to_plain_text
from cutline.dom.web_addresses import find_base_url, split_address

# Properties that may hold the thing that a page is about; any other property holds another thing: an item
# of a list of teasers, an entry of a live blog, a comment, the publisher.
DESCENDING = frozenset({"", "@graph", "mainEntity", "mainEntityOfPage", "article"})
OTHER_ARTICLES = frozenset({"Review", "Report", "Recipe", "Question", "Product"})  # types whose name does not say so
FAQ = frozenset({"FAQPage"})
NAME_ATTRIBUTES = ("property", "name", "itemprop", "http-equiv")
MAX_TAGS = 2_000  # the most among 1,741 labelled pages is some 300
MAX_CHARACTERS = 10_000  # of one value; descriptions have a few hundred
MAX_ELEMENTS = 5_000
MARKS = XPath("//@itemprop")  # read so, they are found in half the time of `//*[@itemprop]`


@dataclass(frozen=True, slots=True)
class Declarations:
    """What a page declares, by source.

    Attributes:
        url: the page's address, if known.
        base_url: what its relative addresses are relative to.
        tags: its meta tags.
        json_ld: its JSON-LD.
        microdata: its elements marked with each `itemprop`, in document order.
        article: the properties of the JSON-LD object for the article; empty if there is none.
        page: the same for the page as such (`WebPage`).
    """

    url: str | None
    base_url: str | None
    tags: MetaTags
    json_ld: JsonLd
    microdata: Mapping[str, list[HtmlElement]]
    article: Mapping[str, Json]
    page: Mapping[str, Json]


def read_declarations(root: HtmlElement, url: str | None) -> Declarations:
    """Return what the page declares in meta tags and JSON-LD."""
    json_ld = read_json_ld(root)
    mains = [node for node in json_ld.nodes if _is_main(node)]
    articles = [node for node in mains if is_article(node) and not _is_of_faq(node)]
    pages = [node for node in mains if any(name.endswith("Page") for name in node.types - FAQ)]
    return Declarations(
        url,
        find_base_url(root, url),
        read_meta_tags(root),
        json_ld,
        read_microdata(root),
        article=_pick(articles, url),
        page=_pick(pages, url),
    )


def is_article(node: JsonLdNode) -> bool:
    """Return whether the object describes an article, a posting or another text."""
    return any(name.endswith(("Article", "Posting")) or name in OTHER_ARTICLES for name in node.types)


def _is_of_faq(node: JsonLdNode) -> bool:
    """Return whether an object is one of the questions that many a page has below its text; forums have a QAPage."""
    return "Question" in node.types and (node.parent is None or "QAPage" not in node.parent.types)


def _is_main(node: JsonLdNode) -> bool:
    while node.parent is not None:
        if node.key not in DESCENDING:
            return False
        node = node.parent
    return True


def _pick(nodes: list[JsonLdNode], url: str | None) -> Mapping[str, Json]:
    """Return the properties of the first node that names the page's address, else of the first node."""
    path = _read_path(url or "")
    named = (node for node in nodes if path and path in map(_read_path, _addresses(node)))
    node = next(named, nodes[0] if nodes else None)
    return node.properties if node else {}


def _addresses(node: JsonLdNode) -> Iterator[str]:
    for key in ("url", "@id", "mainEntityOfPage"):
        for value in as_list(node.properties.get(key)):
            address = value.get("@id") or value.get("url") if isinstance(value, dict) else value
            if isinstance(address, str):
                yield address


def _read_path(url: str) -> str:
    return split_address(url).path.rstrip("/")


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
        for name in _read_tag_names(element) if text else ():
            values[name].append(text)
    return MetaTags(values)


def _read_tag_names(element: HtmlElement) -> list[str]:
    names = " ".join([name for attribute in NAME_ATTRIBUTES if (name := element.get(attribute))])
    return list(dict.fromkeys(names[:500].lower().replace(".", ":").split()))


def read_microdata(root: HtmlElement) -> Mapping[str, list[HtmlElement]]:
    """Return the elements marked with each `itemprop`, in document order."""
    marked: dict[str, list[HtmlElement]] = defaultdict(list)
    for names in cast("list[etree._ElementUnicodeResult]", MARKS(root))[:MAX_ELEMENTS]:
        for name in names[:200].split():
            marked[name].append(names.getparent())
    return marked
