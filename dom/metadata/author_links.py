"""The pages of the authors: of those that JSON-LD names, or that a link with the author's name leads to."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, islice
from typing import cast

from lxml.etree import XPath
from lxml.html import HtmlElement

from cutline.dom.metadata.authors import list_json_ld_authors
from cutline.dom.metadata.byline_places import is_author_link, is_in_byline
from cutline.dom.metadata.declarations import Declarations
from cutline.dom.metadata.json_ld import as_list, read_text
from cutline.dom.metadata.plain_text import fold
from cutline.dom.web_addresses import absolute_url, has_path, is_web_address
from cutline.types import AuthorLink

MAX_AUTHORS = 20  # whose links are looked for
MAX_LINKS = 50  # with the name of an author
NAMED = XPath("//a[@href][contains(., $name)]")


def find_author_links(root: HtmlElement, declared: Declarations, authors: Sequence[str]) -> tuple[AuthorLink, ...]:
    """Return the address of each author's page, in the order of the authors; those without one are left out.

    Args:
        root: the page.
        declared: what it declares.
        authors: their names.
    """
    stated = _read_stated(declared) if authors else {}
    links = []
    for name in authors[:MAX_AUTHORS]:
        addresses = chain(filter(None, [stated.get(fold(name))]), _list_shown(root, name))
        absolute = (absolute_url(address, declared.base_url) for address in addresses)  # some state the site's for all
        if url := next((each for each in absolute if each and is_web_address(each) and has_path(each)), None):
            links.append(AuthorLink(name=name, url=url))
    return tuple(links)


def _read_stated(declared: Declarations) -> Mapping[str, str]:
    """Return the addresses that JSON-LD states, by the folded names."""
    stated: dict[str, str] = {}
    for thing in (declared.article, declared.page):
        for person in list_json_ld_authors(thing, declared.json_ld):
            name = read_text(person.get("name")) if isinstance(person, dict) else None
            addresses = as_list(person.get("url")) if isinstance(person, dict) else []
            if name and addresses and isinstance(addresses[0], str):
                stated.setdefault(fold(name), addresses[0])
    return stated


def _list_shown(root: HtmlElement, name: str) -> Iterator[str]:
    """Yield the addresses of links with a name: those that lead to an author, then those in a byline."""
    links = cast("list[HtmlElement]", NAMED(root, name=name))[:MAX_LINKS]
    yield from (link.get("href", "") for link in links if is_author_link(link))
    yield from islice((link.get("href", "") for link in links if is_in_byline(link)), 1)
