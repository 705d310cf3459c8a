"""The stories that belong to an article: its article model's list of related links."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from lxml.html import HtmlElement

from cutline.config.settings import RelatedSettings
from cutline.dom.document import Document
from cutline.dom.related.addresses import SiteAddresses, story_key
from cutline.dom.related.declared import list_declared
from cutline.dom.related.links import StoryLink, list_story_links
from cutline.dom.related.lists import LinkList, find_lists
from cutline.dom.related.words import NEVER_NAMES, OTHER_HEADINGS, OTHER_NAMES, RELATED_HEADINGS, RELATED_NAMES
from cutline.dom.segments import TextSegment
from cutline.types import RelatedLink

NEVER_TAGS = frozenset("nav footer form figure figcaption details table".split())
NAMING = ("class", "id", "role", "data-testid", "aria-label")
MAX_NAMES = 400  # characters of an element's names that are read
CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])")


def find_related(
    document: Document, segments: Sequence[TextSegment], kept: Sequence[int], settings: RelatedSettings
) -> tuple[RelatedLink, ...]:
    """Return the links to further stories that belong to the article, each address once.

    Those that the page declares come first, then those in document order. A list of links belongs to the article if it
    stands between its paragraphs, if what it is called says so, or if it is the first thing behind the last paragraph
    and in one element with it; never if it is called the site's latest or most read stories, or holds navigation.

    Args:
        document, segments: the page.
        kept: places of the segments that are the article, ascending; none: there are no related links either.
        settings: what is a headline, and how many links are returned.

    Source: Shen & Zou, section 2.1 (Web article model: related link list).
    """
    if not kept:
        return ()
    addresses = SiteAddresses(document.base_url, (document.url, document.metadata.canonical_url))
    links = list_story_links(segments, frozenset(kept), addresses, settings)
    related = _list_all(document, segments, kept, links, addresses, settings)
    return tuple(islice(_drop_copies(related), settings.max_links))


def _list_all(
    document: Document,
    segments: Sequence[TextSegment],
    kept: Sequence[int],
    links: Sequence[StoryLink],
    addresses: SiteAddresses,
    settings: RelatedSettings,
) -> Iterator[RelatedLink]:
    titles = {link.url: link.title for link in reversed(links)}
    yield from list_declared(document.declarations, addresses, titles, settings)
    for links_together in find_lists(links, segments, kept, document.body):
        if belongs(links_together, segments, kept, settings):
            yield from (RelatedLink(title=link.title, url=link.url) for link in links_together.links)


def _drop_copies(links: Iterable[RelatedLink]) -> Iterator[RelatedLink]:
    """Yield each story once, by its address and by its headline."""
    seen: set[object] = set()
    for link in links:
        names = {story_key(link.url), link.title.casefold()}
        if seen.isdisjoint(names):
            yield link
        seen |= names


def belongs(links: LinkList, segments: Sequence[TextSegment], kept: Sequence[int], settings: RelatedSettings) -> bool:
    """Whether a list of links belongs to the article, by what it is called and by where it stands."""
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
    return "aside" not in tags and len(links.links) > 1 and _is_next(links, segments, kept, settings)


def _read_names(element: HtmlElement) -> str:
    given = " ".join(value for name in NAMING if (value := element.get(name)))
    folded = given[:MAX_NAMES].lower()
    return folded if given.startswith(folded) else CAMEL.sub("-", given[:MAX_NAMES]).lower()


def _is_next(links: LinkList, segments: Sequence[TextSegment], kept: Sequence[int], settings: RelatedSettings) -> bool:
    """Whether next to nothing stands between the last paragraph and a list, and one element holds both directly."""
    between = segments[kept[-1] + 1 : links.links[0].place]
    characters = sum(len(segment.text) for segment in between)
    return characters <= settings.max_between and links.holder is segments[kept[-1]].block.getparent()
