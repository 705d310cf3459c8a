"""The related stories that a page declares for machines."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice

from cutline.config.settings import RelatedSettings
from cutline.dom.metadata.declarations import Declarations
from cutline.dom.metadata.json_ld import as_list, read_text
from cutline.dom.metadata.json_repair import Json
from cutline.dom.metadata.plain_text import to_plain_text
from cutline.dom.related.addresses import SiteAddresses
from cutline.types import RelatedLink

PROPERTIES = ("relatedLink", "isRelatedTo")  # of schema.org's WebPage, and of its products and services
MAX_VALUES = 200  # looked at


def list_declared(
    declared: Declarations, addresses: SiteAddresses, titles: Mapping[str, str], settings: RelatedSettings
) -> Iterator[RelatedLink]:
    """Yield each related story of the site that JSON-LD or microdata names.

    Args:
        declared: what the page declares.
        addresses: of the page's site.
        titles: of the stories that the page links to; one that is declared without a title has that of its link.
        settings: how long a title may be.
    """
    for value in islice(_list_values(declared), MAX_VALUES):
        thing = value if isinstance(value, dict) else {"url": value}
        address = thing.get("url") or thing.get("@id")
        url = addresses.read_page(to_plain_text(address)) if isinstance(address, str) else None
        if url and (title := read_text(thing.get("headline")) or read_text(thing.get("name")) or titles.get(url)):
            yield RelatedLink(title=title[: settings.max_characters], url=url)


def _list_values(declared: Declarations) -> Iterator[Json]:
    for properties in (declared.article, declared.page):
        for name in PROPERTIES:
            for value in as_list(properties.get(name)):
                yield declared.json_ld.follow(value)
    for element in declared.microdata.get("relatedLink", ()):
        yield element.get("href")
