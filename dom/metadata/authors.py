"""Who wrote the article."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice

from cutline.dom.metadata.bylines import find_byline
from cutline.dom.metadata.declarations import Declarations
from cutline.dom.metadata.headline_places import Placed
from cutline.dom.metadata.json_ld import as_list, read_text
from cutline.dom.metadata.person_names import (
    drop_organisations,
    is_full_name,
    is_organisation,
    read_names,
    unique_names,
)

NAME_TAGS = (
    "parsely-author", "sailthru:author", "article:author_name", "author", "article:author", "article:byline", "byl",
    "dc:creator", "dcterms:creator", "citation_author", "cxenseparse:author", "og:article:author",
)  # fmt: skip
LABELLED_TAG = "twitter:data1"  # WordPress writes the author there, under a label in the page's language
MAX_NAMES = 50


def find_authors(
    declared: Declarations, places: Callable[[], Sequence[Placed]], site_keys: frozenset[str]
) -> tuple[str, ...]:
    """Return the authors' names: those of the first source that names a person.

    If none does, they are those of the first that names anybody; the site itself only if JSON-LD calls it the author.

    Args:
        declared: what the page declares.
        places: called for its elements if a byline is looked for.
        site_keys: folded names of the site.
    """
    organisations: list[str] = []
    for names in filter(None, _list_sources(declared, places, site_keys)):
        if not all(map(is_organisation, names)):
            return tuple(drop_organisations(names))
        organisations = organisations or names
    return tuple(drop_organisations(organisations))


def _list_sources(
    declared: Declarations, places: Callable[[], Sequence[Placed]], site_keys: frozenset[str]
) -> Iterator[list[str]]:
    """Yield the names of each source, the surest first."""
    for bylines in (_list_json_ld_names(declared), declared.tags.all(*NAME_TAGS), _list_labelled(declared)):
        yield _read_all(bylines, site_keys)
    yield find_byline(places(), site_keys)
    yield _read_all(_list_json_ld_names(declared), frozenset())


def _list_labelled(declared: Declarations) -> Iterator[str]:
    return (name for name in declared.tags.all(LABELLED_TAG) if is_full_name(name))


def _read_all(bylines: Iterable[str], site_keys: frozenset[str]) -> list[str]:
    return unique_names(name for byline in islice(bylines, MAX_NAMES) for name in read_names(byline, site_keys))


def _list_json_ld_names(declared: Declarations) -> Iterator[str]:
    for value in as_list(declared.article.get("author") or declared.article.get("creator")):
        for person in map(declared.json_ld.follow, as_list(value)):
            names = as_list(person.get("name")) if isinstance(person, dict) else [person]
            yield from filter(None, map(read_text, names))
