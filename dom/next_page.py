"""The next page of an article that a site has split into several."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, filterfalse, islice
from typing import TYPE_CHECKING
from urllib.parse import parse_qsl

from cutline.dom.ancestors import climb
from cutline.dom.tags import HEADING_TAGS
from cutline.dom.web_addresses import absolute_url, is_web_address, split_address

if TYPE_CHECKING:
    from lxml.html import HtmlElement

    from cutline.dom.document import Document
    from cutline.dom.segments import TextSegment

MAX_ADDRESS, MAX_NAME = 2_000, 200  # characters of an address, and of a class or an id
MAX_LINKS = 200  # links that are tried; bounds the time
PAGE = r"page|pages|pg|p|pag|p[aá]gin[ae]|hoja|seite|sida|side|sivu|strona|str|stranica|oldal|sayfa|halaman|trang"
PARAMETER = re.compile(rf"(?:{PAGE}|paged|current_?page|page_?(?:no|num|nr|number|wanted))", re.IGNORECASE)
NUMBER = re.compile(r"0*([1-9]\d{0,2})")
# How a path ends behind that of the first page: `/2`, `/page/2`, `/seite-2`, `-page2.html`, `,2.html`, `_2.html`.
PATH_END = re.compile(
    rf"(?P<first>/.*?)(?:(?P<word>[/_,.-](?:{PAGE})[/_,.=-]?)|/|[_,-](?=\d+\.))"
    r"0*(?P<number>[1-9]\d{0,2})(?P<end>\.[a-z]{2,5})?",
    re.IGNORECASE,
)
# What is added to an address to count readers.
TRACKING = re.compile(
    r"utm_\w+|(?:fb|g|d|y|tt|tw)clid|msclkid|mc_[ce]id|igshid|_g[al]|ref_?src|cmpid|at_(?:medium|campaign)"
)
PAGER = re.compile(r"pag(?:e|er|es|ing|in)(?:[-_\s]|a|$|link|nav|numb)|next[-_]?page|page[-_]?next", re.IGNORECASE)
COMMENT = re.compile(r"[ck]omm?ent|disqus", re.IGNORECASE)  # comments, kommentare, comentarios, commenti, komentarze
PAGER_LEVELS, COMMENT_LEVELS = 4, 6  # a link and elements around it whose names may say that it is in a pager, of what
SHORT = 5  # texts of a link that are read
FIRST, SECOND = ("1", "01"), ("2", "02")
LISTED = 2  # headings that lead to other pages

Key = tuple[str, str, tuple[tuple[str, str], ...]]  # host, path and query of the first page


@dataclass(frozen=True, slots=True)
class PageNumber:
    """An address read as that of a page of an article.

    Attributes:
        first: of the first page.
        number: of the page, from 1.
        is_named: whether the address calls it one (`?page=2`, `/page/2`) or has no number, so that it cannot be the
            number of a story.
        is_whole: whether no number was read, so that it may be the first page.
    """

    first: Key
    number: int
    is_named: bool
    is_whole: bool = False


def find_next_page(document: Document, kept: Sequence[TextSegment], *, is_following: bool = False) -> str | None:
    """Return the address of the next page of the article; None if the page links to none.

    It has the address of this page with the number of the next one, wherever the link stands and whatever it is called:
    `rel=next` also leads to the next story, to which no number leads. Pagers of comments are left out, and a list of
    stories is no article: two headings among the kept segments lead to other pages of the site.

    Args:
        document: the page.
        kept: the segments of its article.
        is_following: whether it is known to follow another page, so that a number in its address is no story's own.
    """
    pages = _list_own(document.url, document.metadata.canonical_url)
    wanted = {(page.first, page.number + 1): page for page in pages}
    for link, address in _list_links(document, sorted({1, *(number for _, number in wanted)})) if pages else ():
        read = list(_read_numbers(address))
        known = [wanted.pop((page.first, page.number), None) for page in read]
        is_known = any(page and _is_sure(document, page, is_following=is_following) for page in known)
        if is_known or (_leads_to_second(link) and _counts_from_zero(pages, read)):
            return None if _is_list(document, kept) else address
    return None


def _is_sure(document: Document, page: PageNumber, *, is_following: bool) -> bool:
    """Return whether the number in this page's address is that of a page, and no story's own."""
    return is_following or page.is_named or _has_first(document, page)


def _counts_from_zero(pages: Sequence[PageNumber], read: Sequence[PageNumber]) -> bool:
    """Return whether an address is that of a page 1, and this page is the one before it, as Drupal counts."""
    firsts = {page.first for page in pages if page.is_whole}
    return any(page.number == 1 and page.is_named and page.first in firsts for page in read)


def is_same_page(address: str, other: str) -> bool:
    """Return whether two addresses differ at most in what is no part of a page's name, such as `www.`."""
    return _make_key(address) == _make_key(other)


def _is_list(document: Document, kept: Sequence[TextSegment]) -> bool:
    headings = dict.fromkeys(segment.block for segment in kept if segment.block.tag in HEADING_TAGS)
    links = (next(heading.iter("a"), None) for heading in headings)
    addresses = (absolute_url(link.get("href", ""), document.base_url) for link in links if link is not None)
    keys = {_make_key(address) for address in addresses if address}
    own = {page.first for page in _list_own(document.url, document.metadata.canonical_url)}
    hosts = {host for host, _, _ in own}
    return sum(key[0] in hosts and key not in own for key in keys) >= LISTED


def _list_own(url: str | None, canonical_url: str | None) -> list[PageNumber]:
    """Return what the page may be by its own address: the first page of an article, or one with a number.

    The canonical address may lack what was added for counting; but all pages of an article may state that of the first.
    """
    given, canonical = (each if each and len(each) <= MAX_ADDRESS else None for each in (url, canonical_url))
    address = given or canonical
    if address is None:
        return []
    key, numbered = _make_key(address), list(_read_numbers(address))
    first = _make_key(canonical) if canonical and not numbered else key
    return [
        PageNumber(each, 1, is_named=True, is_whole=not numbered)
        for each in dict.fromkeys((key, first))
        if each[:2] == key[:2]
    ] + numbered


def _make_key(address: str) -> Key:
    parts = split_address(address)
    query = (pair for pair in parse_qsl(parts.query) if not TRACKING.fullmatch(pair[0]))
    return parts.netloc.lower().removeprefix("www."), parts.path.rstrip("/"), tuple(sorted(query))


def _read_numbers(address: str) -> Iterator[PageNumber]:
    """Yield each way to read an address as that of a page with a number."""
    host, path, query = _make_key(address)
    for name, value in query:
        if PARAMETER.fullmatch(name) and (number := NUMBER.fullmatch(value)):
            rest = tuple(pair for pair in query if pair != (name, value))
            is_named = len(name) > 1  # `p` may be the number of a post in WordPress
            yield PageNumber((host, path, rest), int(number[1]), is_named)
    if (end := PATH_END.fullmatch(path)) and end["first"] != "/":
        for first in dict.fromkeys((end["first"] + (end["end"] or ""), end["first"])):
            key = host, first.rstrip("/"), query
            yield PageNumber(key, int(end["number"]), is_named=end["word"] is not None)


def _list_links(document: Document, numbers: Sequence[int]) -> Iterator[tuple[HtmlElement, str]]:
    """Yield links and their addresses, which end in one of the numbers: `rel=next` first, then those in pagers."""
    end = re.compile(rf"(?:{'|'.join(map(str, numbers))})(?:\.[a-z]{{2,5}})?/?(?:[?#&]|$)", re.IGNORECASE)
    links = [link for link in document.order.list_tagged("a") if end.search(link.get("href", "")[:MAX_ADDRESS])]
    both = (*document.root.iterfind("head/link"), *links)
    related = filter(_is_next, both)
    found = chain(related, (link for link in links if _is_in_pager(link, numbers)))
    for link in islice(filterfalse(_is_of_comments, found), MAX_LINKS):
        address = absolute_url(link.get("href", ""), document.base_url)
        if address and len(address) <= MAX_ADDRESS and is_web_address(address):
            yield link, address.partition("#")[0]


def _is_next(link: HtmlElement) -> bool:
    return "next" in link.get("rel", "")[:MAX_NAME].lower().split()


def _leads_to_second(link: HtmlElement) -> bool:
    """Return whether a link of a first page leads to the second, whatever number its address has (Drupal's: 1)."""
    return _is_next(link) or _read_text(link) in SECOND


def _is_in_pager(link: HtmlElement, numbers: Sequence[int]) -> bool:
    """Return whether a link is called by the number of a page, or is in what is named after pages."""
    if number := NUMBER.fullmatch(_read_text(link)):
        return int(number[1]) in numbers
    return any(map(PAGER.search, _list_names(link, PAGER_LEVELS)))


def _is_of_comments(link: HtmlElement) -> bool:
    return any(map(COMMENT.search, _list_names(link, COMMENT_LEVELS)))


def _list_names(link: HtmlElement, levels: int) -> Iterator[str]:
    """Yield the classes and ids of a link and of elements around it."""
    for each in climb(link, levels):
        yield f"{each.get('class', '')[:MAX_NAME]} {each.get('id', '')[:MAX_NAME]}"


def _read_text(link: HtmlElement) -> str:
    return "".join(islice(link.itertext(), SHORT)).strip()


def _has_first(document: Document, page: PageNumber) -> bool:
    """Return whether a link called 1 leads to the first page, so that the number in this address is no story's own."""
    links = (link for link in document.order.list_tagged("a") if _read_text(link) in FIRST)
    addresses = (absolute_url(link.get("href", "")[:MAX_ADDRESS], document.base_url) for link in links)
    return any(address and _make_key(address) == page.first for address in addresses)
