"""The titles that a page declares, what each says without the name of the site, and that name if no tag states it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain, islice
from typing import cast

from lxml import etree
from lxml.html import HtmlElement

from cutline.dom.metadata.declarations import Declarations
from cutline.dom.metadata.json_ld import as_list, read_text
from cutline.dom.metadata.plain_text import fold, to_plain_text
from cutline.dom.metadata.site_names import (
    MAX_NAME,
    MIN_CHARACTERS,
    is_site_name,
    list_home_names,
    list_host_names,
    may_be_name,
    read_home_keys,
)
from cutline.dom.metadata.visible_text import read_visible_text

MAX_CHARACTERS = 500  # of a title
# How much a source counts against a heading's 1. JSON-LD repeats what the editor wrote; Open Graph, Twitter and <title>
# are often written for networks and search engines, so that only JSON-LD with one of them outweighs the heading.
# Half of most weights, or half more, changes little on labelled pages. More for JSON-LD gains on news whose labels were
# read from it, and loses everywhere else.
JSON_LD, OPEN_GRAPH = 0.8, 0.5
OTHER_TAG = ITEMPROP = 0.2
COPY = 0.1  # JSON-LD that says what Open Graph and <title> say: a plugin wrote all three from one field
NEWS = "News"  # in types of articles whose JSON-LD comes from the newsroom's own system
TWITTER = TITLE = WEB_PAGE = ALTERNATIVE = 0.1
OTHER_TAGS = (
    "headline", "parsely-title", "sailthru:title", "dc:title", "dcterms:title", "cxenseparse:title", "citation_title",
)  # fmt: skip
# What publishers put between a headline and the names around it; the text has no runs of white space.
# Between Chinese, Japanese or Korean characters a hyphen or a low line does.
DIVIDER = re.compile(r" ?[|｜ㅣ│]+ ?| [-–—−·•∙⋆*/:»«›‹~>@]+ |：|(?<=[⺀-￿])[-_—]+(?=[⺀-￿])")
# A colon belongs to the headline, unless what stands before it is the name of the site.
DIVIDER_OR_COLON = re.compile(f"{DIVIDER.pattern}|: ")
# Between a headline and the names of section and site; a headline itself rarely has one.
BAR = re.compile(r" [|｜ㅣ│]+ |(?<=[⺀-￿])[-_—]+(?=[⺀-￿])")
MIN_SHARE = 0.33  # of a title that must stand before the bar, or before a site's name and its motto, to be the headline
# What is left of a kicker, a site's name or a page's number at the ends of a title; "-5 degrees" keeps its sign.
PAGE = r"(?:page|seite|página|pagina|side|sida|strona|strana|sivu|страница|сторінка)\s\d{1,3}"
OF_PAGES = r"(?:\s?(?:of|von|de|sur|di|/)\s?\d{1,3})?"
ENDS = re.compile(
    rf"\A[-–—|/·•»:]++\s++|\s++(?:[-–—|/·•«:]+|[-–—|/·•«(]\s?{PAGE}{OF_PAGES}\)?)\Z",
    re.IGNORECASE,
)
MOST_OF_NAME = 0.75  # of what stands before a colon that must be a site's name: "Harbour News Blog: ..."
AROUND = " -–—−·•∙⋆*/:»«›‹~>@|｜ㅣ│_()[]"  # what divides a title from the name of the site
BRACKETS = {")": "(", "]": "["}
ARCHIVE = "blogarchive"  # what old WordPress has between the names of site and post, folded
MAX_PARTS = 12  # a title with more is a list of keywords

COPYRIGHTS = etree.XPath(
    "//text()[contains(., '©') or contains(., 'opyright')][not(parent::script or parent::style or parent::title)]/.."
)
HOLDER = re.compile(
    r"(?:©|\(c\)|copyright[\s:]{0,3}\d{4})(?:\(c\)|copyright\b|by\b|[\W\d_])*([^.,;|\n]{3,80})", re.IGNORECASE
)
FEED = re.compile("rss|atom")
ABOUT = re.compile(
    r"\s*(?:about|über|à propos de|acerca de|sobre|informazioni su|over|om|про)\s+(\S.{1,60})"
    r"|\s*(?:关于|關於)(\S.{1,60})",
    re.IGNORECASE,
)
MAX_LINES, MAX_WITNESS = 5, 300  # lines about the copyright, and characters of each
MAX_FEEDS, MAX_ANCHORS = 50, 2_000  # in the head, and in the page
MOST_OF_HOLDER = 0.6  # of who holds the copyright, or of the title of a feed, which a name makes up
MOST_OF_HOST = 0.5  # of a name, which a host makes up: "Brass & Glass" at brass.example
SECOND_LEVEL = frozenset(("co", "com", "org", "net", "gov", "ac", "edu"))


@dataclass(frozen=True, slots=True)
class DeclaredTitle:
    """What one source says the title is.

    Attributes:
        weight: how much it counts.
        text: the title without the site's name.
        key: the same, folded.
        runs: the folded parts of the whole title, site's name included.
        is_headline: whether the source holds the headline alone, and never the site's name.
        is_seen: whether the source is a part of the page that readers see.
        is_agreed: whether Open Graph and `<title>` both say it.
    """

    weight: float
    text: str
    key: str
    runs: frozenset[str] = frozenset()
    is_headline: bool = True
    is_seen: bool = False
    is_agreed: bool = False


def read_declared_titles(root: HtmlElement, declared: Declarations, site_keys: frozenset[str]) -> list[DeclaredTitle]:
    """Return the titles that the page declares, those that count most first."""
    titles = []
    stated = {fold(read_title_element(root) or "")}  # some software declares the page's title as the site's name
    site_keys = (site_keys | {ARCHIVE}) - (stated - set(map(fold, list_host_names(declared.url))))
    agreed = _find_agreed(root, declared, site_keys)
    for title in _read_titles(root, declared):
        whole = title.text
        key = fold(text := strip_site(whole, site_keys)) if whole and len(whole) <= MAX_CHARACTERS else ""
        is_agreed = key == agreed
        if whole and key and (is_agreed or key not in site_keys):
            weight = COPY if is_agreed and title.may_be_copy else title.weight
            runs = fold_runs(whole) | _cut_site(fold(whole), site_keys)
            titles.append(DeclaredTitle(weight, text, key, runs, title.is_headline, title.is_seen, is_agreed))
    return titles


def _cut_site(key: str, site_keys: frozenset[str]) -> set[str]:
    """Return a folded title without the site's name before or behind it, whatever divides them."""
    return {cut for site in site_keys for cut in (key.removeprefix(site), key.removesuffix(site))}


def _find_agreed(root: HtmlElement, declared: Declarations, site_keys: frozenset[str]) -> str | None:
    """Return the folded title that Open Graph and `<title>` agree on, if they do; without Open Graph, Twitter's."""
    texts = (declared.tags.first("og:title", "twitter:title"), read_title_element(root))
    keys = {fold(strip_site(text, site_keys)) if text else "" for text in texts}
    return keys.pop() if len(keys) == 1 else None


def read_title_element(root: HtmlElement) -> str | None:
    """Return the text of the page's `<title>`; drawings have titles of their own."""
    for element in root.iter("title"):
        text = to_plain_text(element.text or "")
        if 0 < len(text) <= MAX_CHARACTERS and next(element.iterancestors("svg"), None) is None:
            return text
    return None


def read_linked_site(root: HtmlElement, base_url: str | None, title: str | None) -> str | None:
    """Return the part of `<title>` beside the page's own title that a link to the front page is called too.

    Where the page's title stands apart in a heading, the first part is none.
    """
    rest, names = _list_around(root, title)
    keys = read_home_keys(root, base_url) if names else ()
    return next((name for name in reversed(names if rest else names[1:]) if fold(name) in keys), None)


def read_titled_site(root: HtmlElement, title: str | None) -> str | None:
    """Return what stands alone behind the page's own title in `<title>`, if it may be a name."""
    rest, names = _list_around(root, title)
    is_behind = (read_title_element(root) or "").startswith(title or rest)
    return names[0] if rest and is_behind and len(names) == 1 and may_be_name(names[0]) else None


def _list_around(root: HtmlElement, title: str | None) -> tuple[str, list[str]]:
    """Return what `<title>` has beside the page's own title, and its parts; all of them if it has no such title."""
    stated = read_title_element(root) or ""
    rest = _cut_title(stated, title or "")
    return rest, [(rest or stated)[slice(*span)] for span in _split(rest or stated, DIVIDER)]


def _cut_title(stated: str, title: str) -> str:
    """Return what stands before or behind the page's own title; empty if nothing does."""
    if title and stated.startswith(title):
        return stated[len(title) :].strip(AROUND)
    return stated.removesuffix(title).strip(AROUND) if title and stated.endswith(title) else ""


@dataclass(frozen=True, slots=True)
class _Source:
    """A title as its source writes it; the rest as in `DeclaredTitle`.

    Attributes:
        may_be_copy: whether a plugin may have written it from the field of Open Graph and `<title>`.
    """

    weight: float
    text: str | None
    is_headline: bool = False
    is_seen: bool = False
    may_be_copy: bool = False


def _read_titles(root: HtmlElement, declared: Declarations) -> Iterator[_Source]:
    article, page, tags = declared.article, declared.page, declared.tags
    marked = declared.microdata.get("headline", ())
    stated = read_text(article.get("headline")) or read_text(article.get("name"))
    is_news = any(isinstance(name, str) and NEWS in name for name in as_list(article.get("@type")))
    yield _Source(JSON_LD, stated, is_headline=True, may_be_copy=not is_news)
    yield _Source(OTHER_TAG, tags.first(*OTHER_TAGS), is_headline=True)
    yield _Source(OPEN_GRAPH, tags.first("og:title"))
    yield _Source(ITEMPROP, read_visible_text(marked[0]) if marked else None, is_seen=True)
    yield _Source(TWITTER, tags.first("twitter:title"))
    yield _Source(TITLE, read_title_element(root))
    yield _Source(ALTERNATIVE, read_text(article.get("alternativeHeadline")), is_headline=True)
    yield _Source(WEB_PAGE, read_text(page.get("headline")) or read_text(page.get("name")))


def strip_site(title: str, site_keys: frozenset[str]) -> str:
    """Return the title without the site's names at its ends.

    Args:
        title: as declared, white space collapsed.
        site_keys: folded names of the site.
    """
    title = drop_site_behind(title, site_keys)
    spans = _split(title, DIVIDER_OR_COLON)
    first = 0
    while len(spans) - first > 1 and _opens_with_site(title[spans[first][0] : spans[first + 1][0]], site_keys):
        first += 1
    return title[spans[first][0] :]


def drop_site_behind(title: str, site_keys: frozenset[str]) -> str:
    """Return the title without the site's names behind it."""
    title = _strip_bracket(trim_ends(title), site_keys)
    spans = _split(title, DIVIDER)
    last = len(spans)
    for first in range(last - 1, 0, -1):
        part, rest = title[slice(*spans[first])], title[spans[first][0] : spans[last - 1][1]]
        is_last = first == last - 1
        has_motto = fold(part) in site_keys and spans[first - 1][1] >= MIN_SHARE * len(title)
        if has_motto or fold(rest) in site_keys or (is_last and is_site_name(part, site_keys)):
            last = first
    return title[: spans[last - 1][1]]


def _opens_with_site(part: str, site_keys: frozenset[str]) -> bool:
    """Return whether a part of a title, with the divider behind it, is the site's name.

    Before a colon it must have nearly the whole name: "Berlin: ..." is a place, in the "Berliner Zeitung" too.
    """
    key = fold(part)
    if not part.rstrip().endswith((":", "：")):
        return is_site_name(part, site_keys)
    return any(name in key and len(name) >= MOST_OF_NAME * len(key) for name in site_keys)


def trim_ends(title: str) -> str:
    """Strip dividers and page numbers from both ends of a title, unless nothing would remain."""
    return ENDS.sub("", title) or title


def fold_runs(title: str) -> frozenset[str]:
    """Return, folded, every part of the title and every run of parts that starts or ends it."""
    spans = _split(title, DIVIDER)
    slices = {*spans, *((start, len(title)) for start, _ in spans), *((0, end) for _, end in spans)}
    return frozenset([fold(title[start:end]) for start, end in slices])


def cut_at_bar(title: str) -> str:
    """Return what stands before the first bar of a title that no heading has, if that is a good part of it."""
    start = title[: _split(title, BAR)[0][1]]
    return start if len(start) >= MIN_SHARE * len(title) else title


def list_starts(title: str) -> list[str]:
    """Return what remains of a title without its last parts, the longest first."""
    return [title[:end] for _, end in reversed(_split(title, DIVIDER)[:-1])]


def _strip_bracket(title: str, site_keys: frozenset[str]) -> str:
    start = title.rfind(BRACKETS.get(title[-1:], title))
    if start > 0 and is_site_name(title[start:], site_keys):
        return title[:start].rstrip()
    return title


def _split(title: str, divider: re.Pattern[str]) -> list[tuple[int, int]]:
    """Return where the parts of a title start and end; at least one part."""
    spans, start = [], 0
    for match in divider.finditer(title):
        if match.start() > start:
            spans.append((start, match.start()))
        start = match.end()
    if start < len(title) or not spans:
        spans.append((start, len(title)))
    return spans if len(spans) <= MAX_PARTS else [(0, len(title))]


def find_site_name(root: HtmlElement, declared: Declarations, title: str | None) -> str | None:
    """Return the name in `<title>` and in a link to the front page, or one of both that another place has as well.

    Such a place is the host, the line about the copyright, the title of a feed, a link such as "About Wikipedia", or a
    picture that says to be a logo.
    """
    linked = read_linked_site(root, declared.base_url, title)
    if linked is not None:
        return linked
    names = list(list_home_names(root, declared.base_url, title))
    titled = read_titled_site(root, title)
    names += [(titled, False)] if titled is not None else []
    witnesses = [fold(text) for text in _list_witnesses(root)] if names else []
    return next((name for name, is_logo in names if is_logo or _is_witnessed(name, witnesses, declared.url)), None)


def _is_witnessed(name: str, witnesses: list[str], url: str | None) -> bool:
    host, *labels = map(fold, list_host_names(url))
    while labels and labels[-1] in SECOND_LEVEL:
        labels.pop()
    is_word = " " not in name and name[1:].islower()  # which below a host may be a section
    keys = [host, *(labels[-1:] if is_word else labels)]
    key = fold(name)
    return any(key in text and len(key) >= MOST_OF_HOLDER * len(text) for text in chain(keys, witnesses)) or any(
        len(text) >= MIN_CHARACTERS and text in key and len(text) >= MOST_OF_HOST * len(key) for text in keys
    )


def _list_witnesses(root: HtmlElement) -> Iterator[str]:
    for line in cast("list[HtmlElement]", COPYRIGHTS(root))[-MAX_LINES:]:
        text = "".join(islice(line.itertext(), MAX_LINES * 4))[:MAX_WITNESS]
        yield from (holder[1] for holder in HOLDER.finditer(text))
    for link in islice(root.iter("link"), MAX_FEEDS):
        if FEED.search(link.get("type", "")[:MAX_WITNESS]):
            yield link.get("title", "")[:MAX_WITNESS]
    for anchor in islice(root.iter("a"), MAX_ANCHORS):
        if about := ABOUT.match((anchor.text or "")[:MAX_NAME]):
            yield about[1] or about[2]
