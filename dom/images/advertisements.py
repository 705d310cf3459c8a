"""Which pictures are advertisements or count readers, by the addresses they come from and lead to."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import SplitResult

from cutline.config.settings import AdSettings
from cutline.dom.images.candidates import ImageCandidate
from cutline.dom.web_addresses import split_address
from cutline.errors import ConfigError

if TYPE_CHECKING:
    from adblock import Engine

PICTURE_FILE = re.compile(r"\.(?:jpe?g|png|webp|avif|svg)\b", re.I)  # in an address; counters are GIFs or name no file
PLAIN_NETLOC = re.compile(r"https?://([A-Za-z\d.-]++(?::\d++)?)(?=[/?#]|\Z)", re.ASCII)  # as most addresses begin
KNOWN_HOSTS = 1_000  # kept in memory; pages repeat their own
MAX_PARTS = 12  # parts of a host name that are looked up from its end; no name in use has more
HOST_FILTER = "||"  # what a filter that names a host begins with
MAX_REMEMBERED = 1024  # page addresses brought into the form the engine reads; a page's pictures share one


class AdRules:
    """Finds the rule by which a picture is an advertisement or a tracker; safe to share between threads.

    A host stands for itself and all below it, `host/path` for what lies below that path. None is held against the pages
    of that host itself: an article of an ad server's own may show its pictures.
    """

    def __init__(self, settings: AdSettings, filters: FilterList | None = None) -> None:
        """Take the settings, and the user's list of filters if there is one."""
        self._servers = _read_entries(settings.servers)
        self._counters = _read_entries(settings.counters)
        self._names = frozenset(settings.names)
        self._max_pixels = settings.max_pixels
        self._is_known = lru_cache(KNOWN_HOSTS)(self._is_listed)
        self._filters = filters

    def find_rule(self, image: ImageCandidate, page_url: str | None) -> str | None:
        """Return the rule that a picture falls under, such as `host doubleclick.net`; None if it is none.

        Args:
            image: the picture, all its addresses and the one it leads to.
            page_url: the page's address, if known.
        """
        addresses = [(source.url, True) for source in image.sources]
        addresses += [(image.link, False)] if image.link else []
        for address, is_source in addresses:
            if self._is_known(_read_netloc(address)):
                own = _read_host(split_address(page_url or "").netloc)
                if (rule := self._find_host(split_address(address), own, is_source)) is not None:
                    return rule
        if self._is_dot(image):
            return f"size {image.width}x{image.height}"
        return None if self._filters is None else self._find_filter(self._filters, image, page_url)

    def _find_host(self, address: SplitResult, own: str, is_source: bool) -> str | None:
        host = _read_host(address.netloc)
        for name in _list_ends(host):
            entries = (*self._servers.get(name, ()), *(self._counters.get(name, ()) if is_source else ()))
            for path in entries:
                if _lies_below(address.path, path) and not _belongs_to(own, name):
                    return f"host {name}{path}"
        first, dot, _ = host.partition(".")
        return f"host {first}.*" if dot and first in self._names and own != host else None

    def _is_listed(self, netloc: str) -> bool:
        """Whether a list has an entry for a host; of most, none has."""
        host = _read_host(netloc)
        return host.partition(".")[0] in self._names or any(
            name in self._servers or name in self._counters for name in _list_ends(host)
        )

    def _is_dot(self, image: ImageCandidate) -> bool:
        """Whether a picture is declared too small to be seen, and no script loads or enlarges it later."""
        if image.width is None or image.height is None or max(image.width, image.height) > self._max_pixels:
            return False
        return len(image.sources) == 1 and PICTURE_FILE.search(image.url) is None

    @staticmethod
    def _find_filter(filters: FilterList, image: ImageCandidate, page_url: str | None) -> str | None:
        for source in image.sources:
            if (rule := filters.find_image_filter(source.url, page_url)) is not None:
                return f"filter {rule}"
        rule = filters.find_host_filter(image.link, page_url) if image.link else None
        return f"filter {rule}" if rule is not None else None


def _read_entries(entries: Iterable[str]) -> dict[str, tuple[str, ...]]:
    """Return the paths of each host; an empty one stands for all of it."""
    paths: dict[str, tuple[str, ...]] = {}
    for entry in entries:
        host, slash, path = entry.lower().partition("/")
        paths[host] = (*paths.get(host, ()), f"{slash}{path}".rstrip("/"))
    return paths


def _read_netloc(address: str) -> str:
    plain = PLAIN_NETLOC.match(address)
    return split_address(address).netloc if plain is None else plain[1]


def _read_host(netloc: str) -> str:
    return (SplitResult("", netloc, "", "", "").hostname or "").rstrip(".")


def _list_ends(host: str) -> Iterator[str]:
    """Yield a host name and the domains it belongs to: `a.b.com`, `b.com`, `com`."""
    parts = host.split(".")[-MAX_PARTS:]
    return (".".join(parts[start:]) for start in range(len(parts)))


def _lies_below(path: str, folder: str) -> bool:
    return not folder or path == folder or path.startswith(f"{folder}/")


def _belongs_to(host: str, domain: str) -> bool:
    return host == domain or host.endswith(f".{domain}")


class FilterList:
    """The filters of one list; safe to share between threads.

    A page without an address is taken to be of another site than each of its pictures.
    """

    def __init__(self, engine: Engine) -> None:
        """Take an engine that holds the filters."""
        self._engine = engine

    def find_image_filter(self, url: str, page_url: str | None) -> str | None:
        """Return the filter that would keep the page at `page_url` from loading an image; None if no filter would."""
        return self._find(url, page_url, "image")

    def find_host_filter(self, url: str, page_url: str | None) -> str | None:
        """Return the filter that keeps pages from loading anything from the host of an address; None if there is none.

        That is how a list of what may be loaded, which tells nothing of links, speaks of where a link leads.
        """
        found = self._find(url, page_url, "other")
        return found if found is not None and found.startswith(HOST_FILTER) else None

    def _find(self, url: str, page_url: str | None, kind: str) -> str | None:
        result = self._engine.check_network_urls(_normalise(url), _normalise(page_url or ""), kind)
        return result.filter if result.matched else None


def load_filter_list(file: Path) -> FilterList:
    """Return the filters of a file.

    Raises:
        ConfigError: the package `adblock` is missing, or the file cannot be read or holds no filters.
    """
    try:
        from adblock import Engine, FilterSet
    except ImportError as error:
        raise ConfigError(
            "The setting ads.easylist needs the package adblock: pip install 'cutline[ads]', or leave it empty."
        ) from error
    filters = FilterSet(debug=True)  # which keeps the text of each filter
    filters.add_filter_list(_read(file))
    return FilterList(Engine(filters, optimize=False))  # optimized, several filters become one that nobody wrote


def _read(file: Path) -> str:
    try:
        text = file.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise ConfigError(f"The filter list {file} cannot be read: {error.strerror or error}.") from error
    except UnicodeDecodeError as error:
        raise ConfigError(f"The filter list {file} is not text in UTF-8; a packed one has to be unpacked.") from error
    if not text.strip() or text.lstrip().startswith("<"):
        raise ConfigError(f"The filter list {file} holds no filters; it has to be a file in EasyList's format.")
    return text


@lru_cache(MAX_REMEMBERED)
def _normalise(url: str) -> str:
    """Return an address as the engine compares it: with a scheme, and the host in small letters."""
    parts = split_address(url)
    if not parts.netloc:
        return url
    return parts._replace(scheme=parts.scheme or "https", netloc=parts.netloc.lower()).geturl()
