"""When the article was published, and when it was last changed."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import date, timedelta
from itertools import islice

from htmldate import find_date
from lxml.etree import XPath
from lxml.html import HtmlElement

from cutline.dom.metadata.declarations import Declarations
from cutline.dom.metadata.headline_places import Placed
from cutline.dom.metadata.iso_dates import FIRST_YEAR, LAST_YEAR, to_iso_date
from cutline.dom.metadata.json_ld import read_text
from cutline.dom.metadata.visible_dates import MAX_ABOVE, MAX_BELOW, find_visible_date

# Beyond it htmldate is not asked: it takes quadratic time for comments side by side.
IS_LARGE = XPath("count(//node()) > 50000")
MAX_TIMES = 50  # elements looked at
MAX_ADDRESS = 1_000  # characters
DATE_IN_ADDRESS = re.compile(r"/((?:19|20)\d\d)[/-](\d{1,2})[/-](\d{1,2})(?!\d)")
ZONES = timedelta(days=1)  # by which dates of one moment differ
PUBLISHED_TAGS = (
    "article:published_time", "og:article:published_time", "og:published_time", "datepublished", "parsely-pub-date",
    "sailthru:date", "cxenseparse:recs:publishtime", "publish-date", "publishdate", "published_date",
    "publication_date", "pubdate", "pub_date", "date:created", "date:published", "dc:date:issued", "dcterms:issued",
    "dcterms:created", "dc:date:created", "dcterms:date", "dc:date", "date", "article:published",
    "originalpublicationdate", "citation_publication_date", "citation_date", "datecreated", "rnews:datepublished",
    "release_date",
)  # fmt: skip
MODIFIED_TAGS = (
    "article:modified_time", "og:article:modified_time", "og:updated_time", "datemodified", "article:modified",
    "last-modified", "lastmod", "dcterms:modified", "dc:date:modified", "date:modified", "revised",
    "cxenseparse:recs:modifiedtime", "article:updated_time", "article:updated", "rnews:datemodified",
)  # fmt: skip


def find_published(
    root: HtmlElement, declared: Declarations, places: Callable[[], Sequence[Placed]], language: str | None
) -> str | None:
    """Return when the article was published, in ISO 8601: the first date stated for machines, else one that is seen.

    A date in the page's address outweighs another that is only seen.

    Args:
        root: the page.
        declared: what it declares.
        places: called for its elements if none is declared.
        language: of the page, as it declares it.
    """
    if stated := _first_date(_list_published(declared)):
        return stated
    if marked := _first_date(_read_time(place.element) for place in places() if _is_of_publication(place)):
        return marked
    seen, addressed = find_visible_date(places(), language), _read_address(declared.url or "")
    if addressed and (seen is None or abs(_read_day(seen) - _read_day(addressed)) > ZONES):
        return addressed
    times = islice(root.iter("time"), MAX_TIMES)
    return seen or _first_date(map(_read_time, times)) or _guess_published(root, declared.url)


def find_modified(declared: Declarations) -> str | None:
    """Return when the article was last changed, in ISO 8601."""
    return _first_date(_list_modified(declared))


def _first_date(texts: Iterable[str | None]) -> str | None:
    return next((found for text in texts if text and (found := to_iso_date(text))), None)


def _list_published(declared: Declarations) -> Iterator[str | None]:
    for properties in (declared.article, declared.page):
        for key in ("datePublished", "dateCreated", "uploadDate"):
            yield read_text(properties.get(key))
    yield from declared.tags.all(*PUBLISHED_TAGS)
    for key in ("datePublished", "dateCreated"):
        yield from (_read_time(element) for element in declared.microdata.get(key, ())[:3])


def _list_modified(declared: Declarations) -> Iterator[str | None]:
    yield read_text(declared.article.get("dateModified"))
    yield from declared.tags.all(*MODIFIED_TAGS)
    yield from (_read_time(element) for element in declared.microdata.get("dateModified", ())[:3])
    yield read_text(declared.page.get("dateModified"))


def _read_address(url: str) -> str | None:
    match = DATE_IN_ADDRESS.search(url[:MAX_ADDRESS])
    return to_iso_date("-".join(match.groups())) if match else None


def _read_day(iso_date: str) -> date:
    return date.fromisoformat(iso_date[:10])


def _guess_published(root: HtmlElement, url: str | None) -> str | None:
    """Return the date that htmldate finds in the address or near the text.

    Its extensive search finds another sixth of the missing dates, as many wrong ones, and one on nearly every page
    that has none. The bounds replace its default, which is today. It works on a copy of the tree.
    """
    if IS_LARGE(root):
        return None
    return find_date(
        root,
        extensive_search=False,
        original_date=True,
        url=url,
        min_date=f"{FIRST_YEAR}-01-01",
        max_date=f"{LAST_YEAR}-12-31",
    )


def _is_of_publication(place: Placed) -> bool:
    """Return whether a `<time>` near the headline is marked as that of publication."""
    time = place.element
    is_near = time.tag == "time" and -MAX_ABOVE <= place.distance <= MAX_BELOW
    return is_near and (time.get("pubdate") is not None or "publi" in (time.get("class") or ""))


def _read_time(element: HtmlElement) -> str | None:
    stated = element.get("datetime") or element.get("content") or element.get("title") or element.text
    return str(stated) if stated else None
