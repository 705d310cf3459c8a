"""A list of filters in EasyList's format, as ad blockers use it."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from cutline.dom.web_addresses import split_address
from cutline.errors import ConfigError

if TYPE_CHECKING:
    from adblock import Engine

HOST_FILTER = "||"  # what a filter that names a host begins with
MAX_REMEMBERED = 1024  # page addresses brought into the form the engine reads; a page's pictures share one


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
