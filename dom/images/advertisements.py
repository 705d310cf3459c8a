"""Which images are advertisements or trackers, by the addresses they come from and link to."""

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
from cutline.errors import ConfigError, name_extra

if TYPE_CHECKING:
    from adblock import Engine

PICTURE_FILE = re.compile(r"\.(?:jpe?g|png|webp|avif|svg)\b", re.I)  # counters are GIFs or have no file name
PLAIN_NETLOC = re.compile(r"https?://([A-Za-z\d.-]++(?::\d++)?)(?=[/?#]|\Z)", re.ASCII)  # the start of most addresses
KNOWN_HOSTS = 1_000  # hosts cached; pages repeat their own
MAX_PARTS = 12  # last parts of a host name that are looked up; no real name has more
HOST_FILTER = "||"  # prefix of a filter for a host
MAX_REMEMBERED = 1024  # normalised addresses cached; the images of a page share the page's


class AdRules:
    """Finds the rule by which an image is an advertisement or a tracker; thread-safe.

    An entry `host` covers the host and its subdomains, `host/path` what is below that path. Entries do not apply on the
    host's own pages: an article by an ad company may show its own images.
    """

    def __init__(self, settings: AdSettings, filters: FilterList | None = None) -> None:
        """Take the settings, and optionally the user's filter list."""
        self._servers = _read_entries(settings.servers)
        self._counters = _read_entries(settings.counters)
        self._names = frozenset(settings.names)
        self._max_pixels = settings.max_pixels
        self._is_known = lru_cache(KNOWN_HOSTS)(self._is_listed)
        self._filters = filters

    def find_rule(self, image: ImageCandidate, page_url: str | None) -> str | None:
        """Return the rule that an image matches, such as `host doubleclick.net`; None if it matches none.

        Args:
            image: the image; all its sources and its link are checked.
            page_url: the page's address; None if unknown.
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
        """Return whether any list has an entry for a host; cached, since most hosts have none."""
        host = _read_host(netloc)
        return host.partition(".")[0] in self._names or any(
            name in self._servers or name in self._counters for name in _list_ends(host)
        )

    def _is_dot(self, image: ImageCandidate) -> bool:
        """Return whether an image is declared too small to see, and no script replaces it by another source."""
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
    """Return the paths of each host; an empty path covers the whole host."""
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
    """The filters of one list; thread-safe.

    The images of a page without an address count as third-party.
    """

    def __init__(self, engine: Engine) -> None:
        """Take an engine with the filters."""
        self._engine = engine

    def find_image_filter(self, url: str, page_url: str | None) -> str | None:
        """Return the filter that would block an image on the page at `page_url`; None if no filter would."""
        return self._find(url, page_url, "image")

    def find_host_filter(self, url: str, page_url: str | None) -> str | None:
        """Return the filter that blocks the host of a linked address; None if there is none.

        Filter lists only cover what a page loads, so a link counts as blocked if everything from its host is.
        """
        found = self._find(url, page_url, "other")
        return found if found is not None and found.startswith(HOST_FILTER) else None

    def _find(self, url: str, page_url: str | None, kind: str) -> str | None:
        result = self._engine.check_network_urls(_normalise(url), _normalise(page_url or ""), kind)
        return result.filter if result.matched else None


def load_filter_list(file: Path) -> FilterList:
    """Return the filters in a file.

    Raises:
        ConfigError: the package `adblock` is missing, or the file cannot be read or contains no filters.
    """
    try:
        from adblock import Engine, FilterSet
    except ImportError as error:
        raise ConfigError(
            f"The setting ads.easylist needs the package adblock ({name_extra('ads')}); or leave it empty."
        ) from error
    filters = FilterSet(debug=True)  # keeps the text of each filter
    filters.add_filter_list(_read(file))
    return FilterList(Engine(filters, optimize=False))  # optimising merges filters, which changes their text


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
    """Return an address in the engine's form: with a scheme, and the host in lower case."""
    parts = split_address(url)
    if not parts.netloc:
        return url
    return parts._replace(scheme=parts.scheme or "https", netloc=parts.netloc.lower()).geturl()
