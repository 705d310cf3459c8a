"""When the article was published, and when it was last changed."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from htmldate import find_date
from lxml.etree import XPath
from lxml.html import HtmlElement

from cutline.dom.metadata.declarations import Declarations
from cutline.dom.metadata.iso_dates import FIRST_YEAR, LAST_YEAR, to_iso_date
from cutline.dom.metadata.json_ld import read_text

# Beyond it htmldate is not asked: it takes quadratic time for comments side by side.
IS_LARGE = XPath("count(//node()) > 50000")
MAX_TIMES = 50  # elements looked at
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


def find_published(root: HtmlElement, declared: Declarations) -> str | None:
    """Return when the article was published, in ISO 8601: the first date stated for machines, else one in the text."""
    return _first_date(_list_published(root, declared)) or _guess_published(root, declared.url)


def find_modified(declared: Declarations) -> str | None:
    """Return when the article was last changed, in ISO 8601."""
    return _first_date(_list_modified(declared))


def _first_date(texts: Iterator[str | None]) -> str | None:
    return next((date for text in texts if text and (date := to_iso_date(text))), None)


def _list_published(root: HtmlElement, declared: Declarations) -> Iterator[str | None]:
    for properties in (declared.article, declared.page):
        for key in ("datePublished", "dateCreated", "uploadDate"):
            yield read_text(properties.get(key))
    yield from declared.tags.all(*PUBLISHED_TAGS)
    for key in ("datePublished", "dateCreated"):
        yield from (_read_time(element) for element in declared.microdata.get(key, ())[:3])
    yield from (_read_time(element) for element in _list_times(root))


def _list_modified(declared: Declarations) -> Iterator[str | None]:
    yield read_text(declared.article.get("dateModified"))
    yield from declared.tags.all(*MODIFIED_TAGS)
    yield from (_read_time(element) for element in declared.microdata.get("dateModified", ())[:3])
    yield read_text(declared.page.get("dateModified"))


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


def _list_times(root: HtmlElement) -> list[HtmlElement]:
    """Return the first `<time>` elements, those marked as the date of publication first."""
    times = list(islice(root.iter("time"), MAX_TIMES))
    return sorted(times, key=lambda time: time.get("pubdate") is None and "publi" not in (time.get("class") or ""))


def _read_time(element: HtmlElement) -> str | None:
    stated = element.get("datetime") or element.get("content") or element.get("title") or element.text
    return str(stated) if stated else None
