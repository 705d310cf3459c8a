"""The names of a page's site, and the links to its front page, which hold some of them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

from lxml.html import HtmlElement

from cutline.dom.ancestors import climb
from cutline.dom.metadata.declarations import Declarations
from cutline.dom.metadata.json_ld import as_list, read_text
from cutline.dom.metadata.plain_text import fold
from cutline.dom.metadata.visible_text import read_visible_text
from cutline.dom.web_addresses import absolute_url, split_address
from cutline.dom.words import list_words

SITE_TAGS = ("application-name", "apple-mobile-web-app-title")
PUBLISHER_TAGS = ("publisher", "article:publisher", "dc:publisher", "dcterms:publisher", "twitter:site", "copyright")
ADDRESS = re.compile(r"(?:https?:)?//|@", re.IGNORECASE)
ABOVE = ".."  # the folder above, in addresses: all links of manuals are relative
MAX_NAMES = 50
MAX_CHARACTERS = 100  # of a site's name
MIN_CHARACTERS = 3  # that two spellings of a name must share
MIN_SHARE = 0.4  # of the longer spelling that the shorter must make up: "Mail Online" in "Daily Mail Online UK"
MAX_LINKS = 100  # of a page looked at; the logo is among the first
MAX_HEADINGS = 60
MAX_HOME_NAMES = 10
MAX_NAME = 60  # characters
LOGO = re.compile(r"(?:^|[\s_-])(?:logo|site-?(?:title|name)|brand)(?:$|[\s_-])", re.IGNORECASE)  # in classes
LOGO_WORD = re.compile(
    r"\A(?:the )?logo(?: of| de)?\b[\s|:–-]*"
    r"|(?<=\S)[\s|–-]+(?:(?:(?:white|black|dark|light|colou?r) )?logo\b.{0,60}|home(?: ?page)?)\Z",
    re.IGNORECASE,
)
IS_LOGO = re.compile(r"(?:^|\s)logo(?:$|\s)", re.IGNORECASE)
GREETING = re.compile(
    r"(?:hi|hello|hey|hallo|hej|bonjour|salut|hola|olá|ciao|(?:welcome|go|back|return|skip) to|link (?:to|that))\b"
    r"|.*\s\w{5,}[.?…]\Z",
    re.IGNORECASE,
)
PARTS = ("h1", "h2", "h3", "h4", "p", "div")
MAX_CLASSES = 300  # characters
NO_NAMES = frozenset((*list_words("lists", "home"), *list_words("lists", "front_page")))


def read_site_name(declared: Declarations) -> str | None:
    """Return the declared name of the site, or else of its publisher."""
    return next(_list_names(declared), None)


def read_site_keys(declared: Declarations) -> frozenset[str]:
    """Return the folded names that the site may have in titles and bylines, including its host name."""
    publishers = (name for name in declared.tags.all(*PUBLISHER_TAGS) if len(name) <= MAX_CHARACTERS)
    names = [*list_host_names(declared.url), *_list_names(declared), *publishers]
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


def list_host_names(url: str | None) -> Iterator[str]:
    """Yield the host without `www`, and its labels but the last: `roma.repubblica.it`, `roma`, `repubblica`."""
    host = (split_address(url or "").hostname or "").removeprefix("www.")
    yield host
    yield from host.split(".")[:-1]


def read_home_keys(root: HtmlElement, base_url: str | None) -> frozenset[str]:
    """Return the folded names of the site in the links to its front page, such as the logo's text or picture."""
    names = (
        name for link in _list_home_links(root, base_url) for name in _list_link_names(link) if len(name) <= MAX_NAME
    )
    keys = (key for name in names if len(key := fold(name)) >= MIN_CHARACTERS and key not in NO_NAMES)
    return frozenset(islice(keys, MAX_HOME_NAMES))


def list_home_names(root: HtmlElement, base_url: str | None, title: str | None) -> Iterator[tuple[str, bool]]:
    """Yield what the first link to the front page and the logos are called, and whether they say to be logos.

    They stand above the headline, and are not the page's title.

    Args:
        root: the page.
        base_url: the address of its links.
        title: the page's own title, to which a front page's name may be linked too.
    """
    links, known = list(islice(_list_home_links(root, base_url), MAX_HOME_NAMES)), fold(title or "")
    first = next((link for link in links if link.tag == "a"), None)
    for element in islice(root.iter("a", "h1", "h2"), MAX_LINKS):
        names = [each for each in map(_cut_logo, _list_link_names(element)) if may_be_name(each[0])]
        if element.tag != "a" and any(fold(name) == known for name, _ in names):
            return
        if element is first or (element in links and _is_named_logo(element)):
            yield from (each for each in names[:1] if fold(each[0]) != known)


def _cut_logo(text: str) -> tuple[str, bool]:
    return LOGO_WORD.sub("", text[:MAX_CLASSES]).strip(), IS_LOGO.search(text[:MAX_CLASSES]) is not None


def _is_named_logo(element: HtmlElement) -> bool:
    return element.tag != "a" or any(LOGO.search(each.get("class", "")[:MAX_CLASSES]) for each in climb(element, 3))


def may_be_name(text: str) -> bool:
    """Return whether a text may be the name of a site: short, no number, no greeting, and no word such as "Home"."""
    key = fold(text)
    is_short = len(key) >= MIN_CHARACTERS and len(text) <= MAX_NAME
    return is_short and key not in NO_NAMES and not key.isdecimal() and GREETING.match(text) is None


def _list_home_links(root: HtmlElement, base_url: str | None) -> Iterator[HtmlElement]:
    """Yield the links to the front page; those in an `<h1>`, as on blogs, whatever their host, as in archives."""
    for heading in islice(root.iter("h1"), MAX_HEADINGS):
        if _is_logo(heading) or (_read_link(heading) == [] and not _leads_away(heading, base_url)):
            yield heading
    host = split_address(base_url or "").netloc
    if host:
        yield from (link for link in islice(root.iter("a"), MAX_LINKS) if _leads_home(link, base_url, host))


def _leads_home(link: HtmlElement, base_url: str | None, host: str) -> bool:
    path = _read_link(link)
    if path is None or not {ABOVE}.issuperset(path):
        return False
    address = absolute_url(link.get("href", ""), base_url)
    return bool(address and split_address(address).netloc == host and not (path and _split_path(address)))


def _list_link_names(link: HtmlElement) -> Iterator[str]:
    parts = [child for child in link if child.tag in PARTS] if link.tag == "a" else []
    yield from map(read_visible_text, parts if len(parts) > 1 else [link])  # a sign above the name, a motto below it
    yield from (image.get("alt") or "" for image in link.iter("img"))


def _is_logo(heading: HtmlElement) -> bool:
    """Return whether a heading with a link is named a logo: wikis have their front page at `?id=start`."""
    return LOGO.search(heading.get("class") or "") is not None and next(heading.iter("a"), None) is not None


def is_home_link(element: HtmlElement, url: str | None) -> bool:
    """Return whether an element is a logo, or its first link leads to the front page or a page above the given one."""
    if _is_logo(element):
        return True
    if _leads_away(element, url):
        return False
    here, there = _split_path(url or ""), _read_link(element)
    if there is None:
        return False
    return not there or set(there) == {ABOVE} or (len(there) < len(here) and here[: len(there)] == there)


def _leads_away(element: HtmlElement, url: str | None) -> bool:
    """Return whether an element's first link leads to a host that is no part of an address, as those of archives have.

    A heading links so to the site of whoever an interview is with.
    """
    link = next(element.iter("a"), None)
    host = split_address(link.get("href", "")).hostname if link is not None else None
    return bool(host and url) and ".".join((host or "").split(".")[-2:]) not in (url or "")


def _read_link(element: HtmlElement) -> list[str] | None:
    """Return the path's segments of the first link in an element; None if there is none to another page."""
    link = next(element.iter("a"), None)
    href = link.get("href") if link is not None else None
    return _split_path(href) if href and not href.startswith("#") and "?" not in href else None


def _split_path(url: str) -> list[str]:
    """Return the path's segments; of the address inside an archive's address, those of the inner one."""
    scheme, _, rest = url.partition("#")[0].partition("?")[0].rpartition("://")
    path = rest.partition("/")[2] if scheme else rest
    segments = [segment for segment in path.split("/") if segment not in ("", ".")]
    return segments[:-1] if segments and segments[-1].startswith("index.") else segments
