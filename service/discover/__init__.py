"""The pages of a site: which sitemaps and feeds it has, and what those list. Import `discover` and `FoundPage`."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass, field
from datetime import date
from io import BytesIO
from itertools import islice
from pathlib import Path
from typing import Any
from urllib.parse import urljoin

from lxml import etree
from protego import Protego

from cutline.config import Settings, choose_settings
from cutline.config.settings import FetchSettings
from cutline.dom.document import parse_html, read_page
from cutline.dom.metadata.iso_dates import to_iso_date
from cutline.dom.metadata.plain_text import collapse, to_plain_text
from cutline.dom.web_addresses import absolute_url, find_base_url, is_web_address
from cutline.errors import CutlineError, FetchError, OptionError, PageError, SourceError, UpstreamError
from cutline.service.fetch import Fetched, HostTurns, HttpPageFetcher
from cutline.service.fetch.exchange import decompress

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
        for part in (child, *islice(child if _name(child) == "news" else (), MAX_FIELDS)):
            name = _name(part)
            if name == "link" and (text := _read_link(part)):
                fields.setdefault("link", text)
            elif part.text:
                fields.setdefault(name, part.text[:MAX_CHARACTERS].strip())
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


FEED_TYPES = frozenset({"application/rss+xml", "application/atom+xml", "application/feed+json", "application/rdf+xml"})
# Where feeds and sitemaps are if a site does not say so; asked one after the other until one is there.
FEED_PLACES = ("/feed", "/rss", "/rss.xml", "/feed.xml", "/atom.xml", "/index.xml", "/feed.json")
SITEMAP_PLACES = ("/sitemap.xml", "/sitemap_index.xml", "/news-sitemap.xml", "/sitemap-news.xml")
ACCEPT = (
    "application/rss+xml,application/atom+xml,application/xml,text/xml,application/feed+json,text/html;q=0.9,*/*;q=0.5"
)
LISTING_BYTES = 52_428_800  # of a sitemap, decompressed; the protocol allows no more
MAX_LISTINGS = 500  # sitemaps and feeds that are read of one site
MAX_LEVELS = 4  # of sitemaps that list sitemaps
MAX_PAGES = 2_000_000  # that are remembered, so that none is found twice
MAX_FEEDS = 20  # that one page declares
GZIP_START = b"\x1f\x8b"
DAY = len("2026-05-04")

Fetch = Callable[[str], Fetched]
Report = Callable[[str, CutlineError], None]


def discover(
    site: str | Path,
    *,
    since: date | str | None = None,
    limit: int | None = None,
    config: Settings | Path | str | None = None,
    report: Report | None = None,
) -> Iterator[FoundPage]:
    """Yield the pages that a site lists, each once: of its feeds first, then of its news sitemaps, then of the others.

    >>> for page in cutline.discover("https://example.org", since="2026-05-01", limit=100):
    ...     print(page.url, page.title)

    Sitemaps and feeds are fetched as the pages are read, one after the other, by the rules for pages: public addresses
    only, limits, the cache, and robots.txt if the settings say so.

    Args:
        site: its address or host name, the address of a page that names feeds, of a sitemap or of a feed; or the path
            of a stored sitemap or feed.
        since: a date; older pages, and those without a date, are left out. Only the day counts.
        limit: pages, at most.
        config: the settings, or the path of a settings file.
        report: called with the address of each sitemap or feed that cannot be read, and the reason.

    Raises:
        OptionError: `since` is no date, or `limit` is less than 1.
        SourceError: there is no feed and no sitemap, or the file cannot be read.
        FetchError: the site cannot be reached.
        ConfigError: the settings cannot be used.
    """
    first_day = _read_day(since)
    if limit is not None and limit < 1:
        raise OptionError(f"The option 'limit' must be 1 or more, not {limit}.")
    return _discover(site, choose_settings(config, None), first_day, limit, report or _ignore)


def _discover(
    site: str | Path, settings: Settings, since: str | None, limit: int | None, report: Report
) -> Iterator[FoundPage]:
    limits = settings.fetch.model_copy(update={"max_bytes": LISTING_BYTES})
    with closing(HttpPageFetcher(settings, HostTurns(settings.enrich.host_seconds))) as fetcher:
        discovery = Discovery(lambda url: fetcher.fetch_resource(url, limits, ACCEPT), limits, since, report)
        yield from islice(discovery.find(site), limit)


def _read_day(since: date | str | None) -> str | None:
    if since is None:
        return None
    day = to_iso_date(since if isinstance(since, str) else since.isoformat())
    if day is None:
        raise OptionError(f"The option 'since' cannot be {since!r}: give a date, such as 2026-05-01.")
    return day[:DAY]


def _ignore(url: str, error: CutlineError) -> None:
    pass


@dataclass(slots=True)
class Discovery:
    """One search for the pages of a site.

    Attributes:
        fetch: brings what is at an address.
        limits: of a page, and of a document when it is decompressed.
        since: the first day whose pages are wanted; None: all.
        report: told of what cannot be read.
    """

    fetch: Fetch
    limits: FetchSettings
    since: str | None
    report: Report
    _asked: set[str] = field(default_factory=set)
    _found: set[str] = field(default_factory=set)
    _listings: int = 0

    def find(self, site: str | Path) -> Iterator[FoundPage]:
        """Yield the pages of a site or of a stored sitemap or feed.

        Raises:
            SourceError, FetchError: as for `discover`.
        """
        path = Path(site)
        if isinstance(site, Path) or ("://" not in str(site) and _is_file(path)):
            yield from self._read(_read_file(path, self.limits.max_bytes), path.resolve().as_uri(), 1)
        else:
            yield from self._find_online(str(site).strip())
        if not self._listings:
            raise SourceError(f"{site} names no feed and no sitemap, and has none in the usual places.")

    def _find_online(self, site: str) -> Iterator[FoundPage]:
        address = site if "://" in site else f"https://{site}"
        if not is_web_address(address):
            raise SourceError(f"{site!r} is no site: give its address, such as https://example.org, or a file.")
        try:
            answer = self.fetch(address)
        except UpstreamError as error:  # many sites refuse programs their front page, and have sitemaps for them
            self.report(address, error)
            answer = Fetched(address, b"", None, None, error.status)
        if is_listing(body := self._unpack(answer)):
            yield from self._read(body, answer.url, 1)
            return
        yield from self._read_first(_list_feeds(answer, self.limits.max_bytes), FEED_PLACES, answer.url)
        yield from self._read_first(self._list_sitemaps(answer.url), SITEMAP_PLACES, answer.url)

    def _read_first(self, named: Iterable[str], places: Iterable[str], site: str) -> Iterator[FoundPage]:
        """Yield the pages of all documents that a site names; if it names none, of the first in the usual places."""
        before = self._listings
        for url in named:
            yield from self._read_at(url, 1, self.report)
        for place in places:
            if self._listings > before:
                return
            yield from self._read_at(urljoin(site, place), 1, _ignore)

    def _list_sitemaps(self, site: str) -> list[str]:
        """Return the sitemaps that robots.txt names, those for news first."""
        robots = urljoin(site, "/robots.txt")
        try:
            rules = Protego.parse(self.fetch(robots).body.decode("utf-8-sig", "replace"))
        except FetchError:  # most often there is none
            return []
        named = (absolute_url(url, robots) for url in islice(rules.sitemaps, MAX_LISTINGS))
        return sorted(filter(None, dict.fromkeys(named)), key=lambda url: "news" not in url.lower())

    def _read_at(self, url: str, level: int, report: Report) -> Iterator[FoundPage]:
        if url in self._asked or len(self._asked) >= MAX_LISTINGS:
            return
        self._asked.add(url)
        try:
            answer = self.fetch(url)
            body = self._unpack(answer)
            if not is_listing(body):
                raise SourceError("It is no sitemap and no feed.")
        except CutlineError as error:
            report(url, error)
            return
        yield from self._read(body, answer.url, level)

    def _read(self, body: bytes, source: str, level: int) -> Iterator[FoundPage]:
        self._listings += is_listing(body)
        sitemaps: list[Sitemap] = []
        for listed in read_listing(body, source):
            if isinstance(listed, Sitemap):
                sitemaps.append(listed)
            elif self._is_new(listed.date) and listed.url not in self._found and len(self._found) < MAX_PAGES:
                self._found.add(listed.url)
                yield listed
        if level < MAX_LEVELS:
            for sitemap in sorted(sitemaps, key=_find_place)[:MAX_LISTINGS]:
                if sitemap.modified is None or self._is_new(sitemap.modified):
                    yield from self._read_at(sitemap.url, level + 1, self.report)

    def _is_new(self, day: str | None) -> bool:
        return self.since is None or (day is not None and day[:DAY] >= self.since)

    def _unpack(self, answer: Fetched) -> bytes:
        return _unpack(answer.body, self.limits.max_bytes)


def _find_place(sitemap: Sitemap) -> tuple[bool, int]:
    """Return what sitemaps are read by: those for news first, then the last changed."""
    day = (sitemap.modified or "")[:DAY].replace("-", "")
    return "news" not in sitemap.url.lower(), -int(day or 0)


def _unpack(body: bytes, max_bytes: int) -> bytes:
    return decompress(body, "gzip", max_bytes) if body.startswith(GZIP_START) else body


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except (OSError, ValueError):  # too long, or with characters that no name has
        return False


def _read_file(path: Path, max_bytes: int) -> bytes:
    try:
        with path.open("rb") as stream:
            body = _unpack(stream.read(max_bytes + 1), max_bytes)
    except OSError as error:
        raise SourceError(f"The file {path} cannot be read: {error.strerror or error}.") from error
    if len(body) > max_bytes:
        raise SourceError(f"The file {path} has more than {max_bytes:,} bytes, which no sitemap may have.")
    if not is_listing(body):
        raise SourceError(f"The file {path} is no sitemap and no feed.")
    return body


def _list_feeds(answer: Fetched, max_bytes: int) -> list[str]:
    """Return the feeds that a page names in `<link rel="alternate">`."""
    try:
        page = read_page(answer.body, max_bytes, answer.url, answer.charset)
    except PageError:
        return []
    root, _ = parse_html(page.html.encode())
    base = find_base_url(root, answer.url)
    links = (
        absolute_url(link.get("href", ""), base)
        for link in root.iter("link")
        if "alternate" in link.get("rel", "").lower().split()
        and link.get("type", "").partition(";")[0].strip().lower() in FEED_TYPES
    )
    return list(islice(filter(None, dict.fromkeys(links)), MAX_FEEDS))
