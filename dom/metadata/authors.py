"""Who wrote the article."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice

from lxml.html import HtmlElement

from cutline.dom.metadata.bylines import find_byline
from cutline.dom.metadata.declarations import Declarations
from cutline.dom.metadata.json_ld import as_list, read_text
from cutline.dom.metadata.person_names import drop_organisations, is_full_name, read_names, unique_names

NAME_TAGS = (
    "parsely-author", "sailthru:author", "article:author_name", "author", "article:author", "article:byline", "byl",
    "dc:creator", "dcterms:creator", "citation_author", "cxenseparse:author", "og:article:author",
)  # fmt: skip
LABELLED_TAG = "twitter:data1"  # WordPress writes the author there, under a label in the page's language
MAX_NAMES = 50


def find_authors(
    root: HtmlElement, declared: Declarations, title: str | None, site_keys: frozenset[str]
) -> tuple[str, ...]:
    """Return the authors' names: those of the first source that names anybody but the site.

    Args:
        root: the page.
        declared: what it declares.
        title: its headline; a byline is looked for below it.
        site_keys: folded names of the site.
    """
    labelled = (name for name in declared.tags.all(LABELLED_TAG) if is_full_name(name))
    for bylines in (_list_json_ld_names(declared), declared.tags.all(*NAME_TAGS), labelled):
        if names := _read_all(bylines, site_keys):
            return tuple(drop_organisations(names))
    return tuple(drop_organisations(find_byline(root, title, site_keys)))


def _read_all(bylines: Iterable[str], site_keys: frozenset[str]) -> list[str]:
    return unique_names(name for byline in islice(bylines, MAX_NAMES) for name in read_names(byline, site_keys))


def _list_json_ld_names(declared: Declarations) -> Iterator[str]:
    for value in as_list(declared.article.get("author") or declared.article.get("creator")):
        for person in map(declared.json_ld.follow, as_list(value)):
            names = as_list(person.get("name")) if isinstance(person, dict) else [person]
            yield from filter(None, map(read_text, names))
