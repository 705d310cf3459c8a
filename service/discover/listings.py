"""What sitemaps and feeds list: pages, and further sitemaps."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from io import BytesIO
from itertools import islice
from typing import Any

from lxml import etree

from cutline.dom.metadata.iso_dates import to_iso_date
from cutline.dom.metadata.plain_text import collapse, to_plain_text
from cutline.dom.web_addresses import absolute_url, is_web_address

ITEMS = ("{*}url", "{*}sitemap", "{*}item", "{*}entry")  # of sitemaps, their indexes, RSS and Atom
DATES = ("publication_date", "pubDate", "published", "issued", "date", "date_published")
CHANGES = ("lastmod", "updated", "modified", "date_modified")
MAX_CHARACTERS = 2_000  # of an address, a title or a date; browsers and servers take little more
MAX_FIELDS = 100  # of one item; images listed in a sitemap are fields too
XML_STARTS = (b"<?xml", b"<urlset", b"<sitemapindex", b"<rss", b"<feed", b"<rdf")
BYTE_ORDER_MARK = b"\xef\xbb\xbf"


@dataclass(frozen=True, slots=True)
class FoundPage:
    """A page that a site lists.

    Attributes:
        url: its absolute http(s) address.
        title: as listed; sitemaps that are not for news have none.
        published: ISO 8601, as `Article.published`.
        modified: the same, of the last change.
        source: the address of the sitemap or feed.
    """

    url: str
    title: str | None = None
    published: str | None = None
    modified: str | None = None
    source: str = ""

    @property
    def date(self) -> str | None:
        """The later of both dates."""
        return max(filter(None, (self.published, self.modified)), default=None)


@dataclass(frozen=True, slots=True)
class Sitemap:
    """A further sitemap that an index lists; `modified` as of a page."""

    url: str
    modified: str | None = None


def is_listing(body: bytes) -> bool:
    """Return whether a document is a sitemap, a feed of RSS or Atom, or a JSON feed, judged by its beginning."""
    start = body[:1_000].removeprefix(BYTE_ORDER_MARK).lstrip().lower()
    if start.startswith(b"{"):
        return b"jsonfeed.org" in start or b'"items"' in start
    return start.startswith(XML_STARTS) and b"<html" not in start


def read_listing(body: bytes, source: str) -> Iterator[FoundPage | Sitemap]:
    """Yield what a sitemap or feed lists, in its order; never raises.

    Entities are not resolved, nothing is loaded, and what is nested too deep ends the reading. What stands before a
    mistake in the XML is yielded.

    Args:
        body: the document, decompressed.
        source: its address; relative addresses are made absolute with it.
    """
    is_json = body.removeprefix(BYTE_ORDER_MARK).lstrip().startswith(b"{")
    for kind, fields in _read_json(body) if is_json else _read_xml(body):
        url = _read_address(fields, source)
        if url is None:
            continue
        published, modified = _read_date(fields, DATES), _read_date(fields, CHANGES)
        if kind == "sitemap":
            yield Sitemap(url, modified)
        else:
            yield FoundPage(url, to_plain_text(fields.get("title", "")) or None, published, modified, source)


def _read_xml(body: bytes) -> Iterator[tuple[str, Mapping[str, str]]]:
    """Yield kind and fields of each item; those read are dropped from memory."""
    items = etree.iterparse(
        BytesIO(body.lstrip()),
        tag=ITEMS,
        remove_comments=True,
        remove_pis=True,
        resolve_entities=False,
        load_dtd=False,
        no_network=True,
        huge_tree=False,
        recover=True,
    )
    try:
        for _, item in items:
            yield _name(item), _read_fields(item)
            item.clear()
            while item.getprevious() is not None:
                del item.getparent()[0]
    except etree.XMLSyntaxError:
        return


def _read_fields(item: etree._Element) -> dict[str, str]:
    """Return the texts in an item by the names of their elements, those of `<news:news>` too; of several the first."""
    fields: dict[str, str] = {}
    for child in islice(item, MAX_FIELDS):
        for field in (child, *islice(child if _name(child) == "news" else (), MAX_FIELDS)):
            name = _name(field)
            if name == "link" and (text := _read_link(field)):
                fields.setdefault("link", text)
            elif field.text:
                fields.setdefault(name, field.text[:MAX_CHARACTERS].strip())
    if item.find("{*}guid[@isPermaLink='false']") is not None:
        fields.pop("guid", None)
    return fields


def _read_link(link: etree._Element) -> str:
    """Return the address of RSS's `<link>`, or of Atom's that leads to the page."""
    if link.get("rel", "alternate") != "alternate":
        return ""
    return (link.get("href") or link.text or "")[:MAX_CHARACTERS].strip()


def _name(element: etree._Element) -> str:
    return str(element.tag).rpartition("}")[2]


def _read_json(body: bytes) -> Iterator[tuple[str, Mapping[str, str]]]:
    """Yield the fields of the items of a JSON feed that are texts."""
    try:
        feed: Any = json.loads(body)
    except (ValueError, RecursionError):
        return
    items = feed.get("items") if isinstance(feed, dict) else None
    for item in items if isinstance(items, list) else ():
        if isinstance(item, dict):
            yield "item", {name: value[:MAX_CHARACTERS] for name, value in item.items() if isinstance(value, str)}


def _read_address(fields: Mapping[str, str], source: str) -> str | None:
    address = next((fields[name] for name in ("loc", "link", "url", "guid") if fields.get(name)), "")
    url = absolute_url(collapse(address), source) if address else None
    return url if url and " " not in url and is_web_address(url) else None


def _read_date(fields: Mapping[str, str], names: tuple[str, ...]) -> str | None:
    return next((date for name in names if name in fields and (date := to_iso_date(fields[name]))), None)
