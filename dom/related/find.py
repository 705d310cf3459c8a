"""Which lists of links on a page are stories related to the article."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

from lxml.html import HtmlElement

from cutline.config.settings import RelatedSettings
from cutline.dom.ancestors import climb_to_known
from cutline.dom.document import Document
from cutline.dom.metadata.declarations import Declarations
from cutline.dom.metadata.json_ld import Json, as_list, read_text
from cutline.dom.metadata.plain_text import to_plain_text
from cutline.dom.related.links import (
    MAX_CHARACTERS,
    NEVER_NAMES,
    OTHER_HEADINGS,
    OTHER_NAMES,
    RELATED_HEADINGS,
    RELATED_NAMES,
    SiteAddresses,
    StoryLink,
    list_story_links,
    story_key,
)
from cutline.dom.segments import TextSegment
from cutline.types import RelatedLink

NEVER_TAGS = frozenset("nav footer form figure figcaption details table".split())
NAMING = ("class", "id", "role", "data-testid", "aria-label")
# Characters (of a byline, say) between the last paragraph and an unnamed list of links that belongs to the article.
MAX_BEFORE_LIST = 150
MAX_NAMES = 400  # characters of an element's names that are read
CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])")
PROPERTIES = ("relatedLink", "isRelatedTo")  # of schema.org's WebPage, and of its products and services
MAX_VALUES = 200  # declared values that are read
MAX_HEADING_CHARACTERS = 60  # characters of the heading above a list
MAX_BETWEEN = 2  # segments between a list's heading and its first link: a kicker, a date


def find_related(
    document: Document, segments: Sequence[TextSegment], kept: Sequence[int], settings: RelatedSettings
) -> tuple[RelatedLink, ...]:
    """Return the links to related stories, each address once.

    Declared ones come first, the others follow in document order. A list of links belongs to the article if it is
    between its paragraphs, if its heading or names say so, or if it directly follows the last paragraph in the same
    parent; never if its heading says that it has the latest or most read stories, or if it is navigation.

    Args:
        document, segments: the page.
        kept: indices of the article's segments, ascending; if empty, there are no related links.
        settings: the maximum number of links.

    Source: Shen & Zou, section 2.1 (Web article model: related link list).
    """
    if not kept:
        return ()
    addresses = SiteAddresses(document.base_url, (document.url, document.metadata.canonical_url))
    links = list_story_links(segments, frozenset(kept), addresses)
    related = _list_all(document, segments, kept, links, addresses)
    return tuple(islice(_drop_copies(related), settings.max_links))


def _list_all(
    document: Document,
    segments: Sequence[TextSegment],
    kept: Sequence[int],
    links: Sequence[StoryLink],
    addresses: SiteAddresses,
) -> Iterator[RelatedLink]:
    titles = {link.url: link.title for link in reversed(links)}
    yield from list_declared(document.declarations, addresses, titles)
    for links_together in find_lists(links, segments, kept, document.body):
        if belongs(links_together, segments, kept):
            yield from (RelatedLink(title=link.title, url=link.url) for link in links_together.links)


def _drop_copies(links: Iterable[RelatedLink]) -> Iterator[RelatedLink]:
    """Yield each story once, comparing addresses and headlines."""
    seen: set[object] = set()
    for link in links:
        names = {story_key(link.url), link.title.casefold()}
        if seen.isdisjoint(names):
            yield link
        seen |= names


def belongs(links: LinkList, segments: Sequence[TextSegment], kept: Sequence[int]) -> bool:
    """Return whether a list of links belongs to the article, by its heading, names and position."""
    names = " ".join(map(_read_names, links.region))
    tags = {element.tag for element in links.region}
    if not NEVER_TAGS.isdisjoint(tags) or NEVER_NAMES.search(names) or OTHER_HEADINGS.search(links.heading):
        return False
    if RELATED_HEADINGS.search(links.heading):
        return True
    if OTHER_NAMES.search(names):
        return False
    if RELATED_NAMES.search(names) or links.links[0].place < kept[-1]:
        return True
    return "aside" not in tags and len(links.links) > 1 and _follows_article(links, segments, kept)


def _read_names(element: HtmlElement) -> str:
    given = " ".join(value for name in NAMING if (value := element.get(name)))
    folded = given[:MAX_NAMES].lower()
    return folded if given.startswith(folded) else CAMEL.sub("-", given[:MAX_NAMES]).lower()


def _follows_article(links: LinkList, segments: Sequence[TextSegment], kept: Sequence[int]) -> bool:
    """Return whether a list follows the last paragraph closely and inside the same parent."""
    between = segments[kept[-1] + 1 : links.links[0].place]
    characters = sum(len(segment.text) for segment in between)
    return characters <= MAX_BEFORE_LIST and links.holder is segments[kept[-1]].block.getparent()


def list_declared(declared: Declarations, addresses: SiteAddresses, titles: Mapping[str, str]) -> Iterator[RelatedLink]:
    """Yield the related stories of the same site in JSON-LD or microdata.

    Args:
        declared: the page's machine-readable data.
        addresses: checks addresses of the page's site.
        titles: headlines of the page's links by address, for stories declared without a title.
    """
    for value in islice(_list_values(declared), MAX_VALUES):
        thing = value if isinstance(value, dict) else {"url": value}
        address = thing.get("url") or thing.get("@id")
        url = addresses.read_page(to_plain_text(address)) if isinstance(address, str) else None
        if url and (title := read_text(thing.get("headline")) or read_text(thing.get("name")) or titles.get(url)):
            yield RelatedLink(title=title[:MAX_CHARACTERS], url=url)


def _list_values(declared: Declarations) -> Iterator[Json]:
    for properties in (declared.article, declared.page):
        for name in PROPERTIES:
            for value in as_list(properties.get(name)):
                yield declared.json_ld.follow(value)
    for element in declared.microdata.get("relatedLink", ()):
        yield element.get("href")


@dataclass(frozen=True, slots=True, eq=False)
class LinkList:
    """A group of links to stories, or a single one.

    Attributes:
        links: in document order, with different addresses.
        root: the smallest element that contains all of them; it contains no article text.
        region: `root` and its ancestors up to, but without, the first one with article text.
        heading: the short text above or before it; empty if there is none.
        holder: the innermost element that contains both the list and article text.
    """

    links: tuple[StoryLink, ...]
    root: HtmlElement
    region: tuple[HtmlElement, ...]
    holder: HtmlElement
    heading: str


def find_lists(
    links: Sequence[StoryLink], segments: Sequence[TextSegment], kept: Sequence[int], body: HtmlElement
) -> list[LinkList]:
    """Return the links grouped into lists, in document order.

    Args:
        links: links to stories; those that contain article text are ignored.
        segments: all segments of the page.
        kept: indices of the article's segments.
        body: the page's body.
    """
    holders = _list_holders(segments, kept, body)
    links = [link for link in links if link.element not in holders]
    stories = _count_stories(links, holders)
    grouped: dict[HtmlElement, list[StoryLink]] = {}
    for link in links:
        region, _ = climb_to_known(link.element, holders)
        root = next(element for element in region if _is_list(element, stories, holders))
        grouped.setdefault(root, []).append(link)
    headings = _HeadingFinder(segments, links)
    return [_make_list(root, group, holders, headings) for root, group in grouped.items()]


def _list_holders(segments: Sequence[TextSegment], kept: Sequence[int], body: HtmlElement) -> set[HtmlElement]:
    """Return every element that contains article text, and the body."""
    holders: set[HtmlElement] = {body}
    for place in kept:
        holders.update(climb_to_known(segments[place].block, holders)[0])
    return holders


def _count_stories(links: Sequence[StoryLink], holders: set[HtmlElement]) -> dict[HtmlElement, set[str]]:
    stories: dict[HtmlElement, set[str]] = {}
    for link in links:
        for element in climb_to_known(link.element, holders)[0]:
            stories.setdefault(element, set()).add(link.url)
    return stories


def _is_list(element: HtmlElement, stories: dict[HtmlElement, set[str]], holders: set[HtmlElement]) -> bool:
    """Return whether an element links to several stories, or is the outermost around a single one."""
    return len(stories[element]) > 1 or element.getparent() in holders


def _make_list(
    root: HtmlElement, links: Sequence[StoryLink], holders: set[HtmlElement], headings: _HeadingFinder
) -> LinkList:
    region, _ = climb_to_known(root, holders)  # without article text
    unique = {link.url: link for link in reversed(links)}
    ordered = tuple(sorted(unique.values(), key=lambda link: link.place))
    return LinkList(ordered, root, tuple(region), region[-1].getparent(), headings.find(ordered[0], region[-1]))


class _HeadingFinder:
    """Finds the headings of lists of links."""

    def __init__(self, segments: Sequence[TextSegment], links: Sequence[StoryLink]) -> None:
        self._segments = segments
        self._linked = {place for link in links for place in range(link.place, link.last + 1)}

    def find(self, link: StoryLink, top: HtmlElement) -> str:
        """Return the text before a link in its segment, else the short texts just above it, inside `top`."""
        own = self._segments[link.place].text
        if own.find(link.title) > 0:
            return own[: own.find(link.title)][:MAX_HEADING_CHARACTERS]
        first = max(0, link.place - MAX_BETWEEN)
        near = [self._segments[place] for place in range(first, link.place) if place not in self._linked]
        texts = [
            segment.text
            for segment in near
            if len(segment.text) <= MAX_HEADING_CHARACTERS
            and (segment.block is top or top in segment.block.iterancestors())
        ]
        return " / ".join(texts)
