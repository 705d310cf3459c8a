"""The names of a page's site."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from urllib.parse import urlsplit

from cutline.dom.metadata.declarations import Declarations
from cutline.dom.metadata.json_ld import as_list, read_text
from cutline.dom.metadata.plain_text import fold

SITE_TAGS = ("application-name", "apple-mobile-web-app-title")
PUBLISHER_TAGS = ("publisher", "article:publisher", "dc:publisher", "dcterms:publisher", "twitter:site", "copyright")
ADDRESS = re.compile(r"(?:https?:)?//|@", re.IGNORECASE)
MAX_NAMES = 50
MAX_CHARACTERS = 100  # of a site's name
MIN_CHARACTERS = 3  # that two spellings of a name must share
MIN_SHARE = 0.4  # of the longer spelling that the shorter must make up: "Mail Online" in "Daily Mail Online UK"


def read_site_name(declared: Declarations) -> str | None:
    """Return the declared name of the site, or else of its publisher."""
    return next(_list_names(declared), None)


def read_site_keys(declared: Declarations) -> frozenset[str]:
    """Return the folded names that the site may have in titles and bylines, including its host name."""
    publishers = (name for name in declared.tags.all(*PUBLISHER_TAGS) if len(name) <= MAX_CHARACTERS)
    names = [*_list_host_names(declared.url), *_list_names(declared), *publishers]
    return frozenset(key for name in islice(names, MAX_NAMES) if len(key := fold(name)) >= MIN_CHARACTERS)


def is_site_name(text: str, keys: frozenset[str]) -> bool:
    """Return whether a text is one of the site's names, or a large part of one."""
    key = fold(text)
    return key in keys or any(_is_better_part(*sorted((key, other), key=len)) for other in keys)


def _is_better_part(shorter: str, longer: str) -> bool:
    return len(shorter) >= MIN_CHARACTERS and len(shorter) >= MIN_SHARE * len(longer) and shorter in longer


def _list_names(declared: Declarations) -> Iterator[str]:
    for name in _list_declared(declared):
        if name and len(name) <= MAX_CHARACTERS and not ADDRESS.match(name):
            yield name


def _list_declared(declared: Declarations) -> Iterator[str | None]:
    yield from declared.tags.all("og:site_name")
    yield from (read_text(node.properties.get("name")) for node in declared.json_ld.nodes if "WebSite" in node.types)
    yield from (read_text(declared.json_ld.follow(value)) for value in as_list(declared.article.get("publisher")))
    yield from declared.tags.all(*SITE_TAGS)


def _list_host_names(url: str | None) -> Iterator[str]:
    """Yield the host without `www`, and its labels but the last: `roma.repubblica.it`, `roma`, `repubblica`."""
    try:
        host = (urlsplit(url or "").hostname or "").removeprefix("www.")
    except ValueError:
        return
    yield host
    yield from host.split(".")[:-1]
