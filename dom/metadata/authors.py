"""The authors, and their pages: from what a page declares for machines, or from its bylines."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain, islice, tee
from typing import cast

from lxml.etree import XPath
from lxml.html import HtmlElement

from cutline.dom.metadata.bare_names import find_bare_names, find_portrayed, find_signature
from cutline.dom.metadata.byline_places import (
    IS_DATED,
    MAX_PATH,
    Byline,
    find_sender,
    is_author_link,
    is_elsewhere,
    is_in_byline,
    is_marked,
    is_mention,
    is_of_other_work,
    list_after,
    list_before,
    opens_byline,
)
from cutline.dom.metadata.declarations import Declarations
from cutline.dom.metadata.json_ld import Json, JsonLd, as_list, read_text
from cutline.dom.metadata.other_boxes import WHOLE_PAGE
from cutline.dom.metadata.person_names import (
    DATED,
    PUNCTUATION,
    START,
    drop_organisations,
    is_alias,
    is_declared_name,
    is_full_name,
    is_lone_name,
    is_organisation,
    is_team,
    read_names,
    turn_names,
    unique_names,
)
from cutline.dom.metadata.plain_text import fold
from cutline.dom.metadata.site_names import list_host_names
from cutline.dom.metadata.visible_text import Placed, join_line, list_visible_texts, read_visible_text
from cutline.dom.web_addresses import absolute_url, has_path, is_web_address
from cutline.dom.words import list_words
from cutline.types import AuthorLink

NAME_TAGS = list_words("declared", "authors")
POSTER_TAG = "og:author:username"
# The title that a network gives to a post: "Ann Lee (@ann@fedi.example) on Threads". Headlines quote people too.
HANDLED = re.compile(r"([^()\n]{2,60}) \(@[\w.@-]+\)(?: (?:on|auf|sur|en|su|op|på|no) \w+)?")
FORUM_POSTS = frozenset({"DiscussionForumPosting", "Question"})  # in JSON-LD; their authors have names of any kind
ORGANISATION = ("Organization", "Corporation", "LocalBusiness")  # how types end in JSON-LD
LABELLED_TAG = "twitter:data1"  # WordPress writes the author there, under a label in the page's language
TEMPLATE = "Bootstrap contributors"  # who wrote the example that many begin a page with
MAX_AUTHORS = 50
MAX_BEFORE, MAX_AFTER = 10, 60  # bylines looked at before the headline, the nearest first, and after it
POST_AUTHOR = frozenset(("post-author", "entry-author", "author-name"))  # classes of the name alone
MAX_ALIASED = 60  # characters of a line that has an alias and a date
MAX_LINKS = 20  # to authors, in a byline
FIRST_NAME = re.compile(r"(?:^|[\s_-])first-?name(?:$|\s)", re.IGNORECASE)
USER_PATH = re.compile(r"/users?/")  # also of forms to log in, so that a link is an author's only in a byline

MAX_LINKED = 20  # whose links are looked for
MAX_NAMED_LINKS = 50  # with the name of an author
NAMED = XPath("//a[@href][contains(., $name)]")


def find_authors(
    declared: Declarations, places: Callable[[], Sequence[Placed]], site_keys: frozenset[str]
) -> tuple[str, ...]:
    """Return the names of the authors, from the first source that names a person.

    If none does, return the names from the first source that has any. A person's own site bears the person's name.
    A team or a role is only returned if it is declared, the site itself if JSON-LD or HTML marks it so.

    Args:
        declared: what the page declares.
        places: returns the elements of the page; called only if a byline is needed.
        site_keys: folded names of the site.
    """
    organisations: list[str] = []
    for names in filter(None, _list_sources(declared, places, site_keys)):
        if not all(map(is_organisation, names)):
            return tuple(drop_organisations(names, site_keys))
        organisations = organisations or names
    return tuple(drop_organisations(organisations, site_keys))


def _list_sources(
    declared: Declarations, places: Callable[[], Sequence[Placed]], site_keys: frozenset[str]
) -> Iterator[list[str]]:
    """Yield the names of each source, the surest first."""
    things = (declared.article, declared.page)
    stated, paged = (list(islice(_list_json_ld_names(each, declared.json_ld), MAX_AUTHORS)) for each in things)
    tags = (value for value in declared.tags.all(*NAME_TAGS) if TEMPLATE not in value)
    tagged = [turn_names(value, site_keys) for value in islice(tags, MAX_AUTHORS)]
    labelled = list(filter(is_full_name, declared.tags.all(LABELLED_TAG)))
    other_keys = site_keys - _find_own_names([*stated, *paged, *tagged, *labelled], declared.json_ld)
    posters = [*declared.tags.all(POSTER_TAG), *(stated if _is_post(declared) else ())]
    yield from _list_posters(posters, places, site_keys, other_keys) if posters else ()
    alone, all_names = (_read_all(names, other_keys) for names in (stated, labelled))
    yield all_names if set(alone) < set(all_names) else alone  # plugins state one author of several in JSON-LD
    yield _read_all(tagged, site_keys)
    yield all_names
    yield find_byline(places(), other_keys)
    yield _read_all(filter(is_full_name, _list_handled(declared)), other_keys)
    yield _read_all([*tagged, *paged], other_keys)
    yield unique_names(name for name in [*stated, *paged] if is_declared_name(name, site_keys))
    yield unique_names(name for name in tagged if fold(name) not in site_keys and is_declared_name(name))
    yield _read_all(filter(None, [find_sender(places())]), other_keys)
    yield find_bare_names(places())
    yield find_signature(places())
    yield find_portrayed(places())
    yield find_byline(places(), other_keys - {fold(name) for name in list_host_names(declared.url)})


def _list_posters(
    posters: Iterable[str],
    places: Callable[[], Sequence[Placed]],
    site_keys: frozenset[str],
    other_keys: frozenset[str],
) -> Iterator[list[str]]:
    """Yield the names of who wrote a post: those in a line that opens like a byline, then those declared."""
    yield _read_first(filter(_opens, islice(list_after(places()), MAX_AFTER)), other_keys)
    yield unique_names(name for name in posters if is_alias(name) or is_declared_name(name, site_keys))


def _list_handled(declared: Declarations) -> Iterator[str]:
    return (found[1] for found in map(HANDLED.fullmatch, declared.tags.all("og:title")) if found)


def _is_post(declared: Declarations) -> bool:
    types = as_list(declared.article.get("@type"))
    return any(kind in FORUM_POSTS for kind in types)


def _find_own_names(names: Iterable[str], json_ld: JsonLd) -> frozenset[str]:
    """Return the folded full names among those of the authors, without what is declared as an organisation."""
    organisations = {
        fold(read_text(node.properties.get("name")) or "")
        for node in json_ld.nodes
        if "Person" not in node.types and any(name.endswith(ORGANISATION) for name in node.types)
    }
    persons = (name for name in names if is_full_name(name) and " " in name and not is_organisation(name))
    return frozenset(map(fold, persons)) - organisations


def _read_all(bylines: Iterable[str], site_keys: frozenset[str]) -> list[str]:
    return unique_names(name for byline in bylines for name in read_names(byline, site_keys))


def list_json_ld_authors(thing: Mapping[str, Json], json_ld: JsonLd) -> Iterator[Json]:
    """Yield the authors that JSON-LD states of a thing: persons and organisations as objects, or plain names."""
    for value in as_list(thing.get("author") or thing.get("creator")):
        yield from map(json_ld.follow, as_list(value))


def _list_json_ld_names(thing: Mapping[str, Json], json_ld: JsonLd) -> Iterator[str]:
    for person in list_json_ld_authors(thing, json_ld):
        names = as_list(person.get("name")) if isinstance(person, dict) else [person]
        yield from filter(None, map(read_text, names))


def find_byline(places: Sequence[Placed], site_keys: frozenset[str]) -> list[str]:
    """Return the names in the first byline after the headline, or in the last one shortly before it.

    Names of one word are used only if there are no others, and aliases such as `gizmo7` where HTML marks the author.

    Args:
        places: the elements of the page.
        site_keys: folded names of the site.
    """
    below, after = tee(islice(list_after(places), MAX_AFTER))
    above, before = tee(islice(list_before(places), MAX_BEFORE))
    names = _read_first(below, site_keys) or _read_first(above, site_keys)
    if names and not all(map(is_organisation, names)):
        return names
    others = [*after, *before]
    sure = [byline for byline in others if _is_sure(byline)]
    lone = (_read_byline(byline, site_keys, is_lone_name) for byline in sure)
    marked = [byline.element for byline in sure if is_marked(byline.element)]
    named = (byline.element for byline in others if byline.line is None and _is_post_author(byline.element))
    aliases = (_read_marked(element, is_alias) for element in chain(marked, named))
    teams = (_read_marked(element, is_team) for element in marked)
    linked = map(_read_linked, sure)
    return next(filter(None, chain(lone, aliases, teams, linked)), names)


def _is_sure(byline: Byline) -> bool:
    """Return whether a byline opens like one, or is marked as the author's name."""
    return _opens(byline) or is_marked(byline.element)


def _opens(byline: Byline) -> bool:
    return byline.line is not None or opens_byline(join_line(list_visible_texts(byline.element)))


def _is_post_author(element: HtmlElement) -> bool:
    return not POST_AUTHOR.isdisjoint(element.get("class", "")[:MAX_PATH].split())


def _read_marked(marked: HtmlElement, is_name: Callable[[str], bool]) -> list[str]:
    """Return the text of an element that is marked as the author's name, if it may be such a name."""
    text = START.sub("", _list_name_texts(marked)[0].strip(PUNCTUATION))
    return [text] if is_name(text) and not is_elsewhere(marked) else []


def _read_linked(byline: Byline) -> list[str]:
    """Return the alias that a line with a date has linked or behind two opening words: `posted by gizmo7 on May 6`.

    One with a capital needs one such word before a date with a year: "Par Jean le 4 mars 2013". One that leads to the
    page of its user needs no date.
    """
    line = byline.line or join_line(list_visible_texts(byline.element))
    opening = START.match(line)
    first, *_ = START.sub("", line).split("\n")
    name = DATED.sub("", first)
    links = [link for link in islice(byline.element.iter("a"), MAX_LINKS) if link.text == name]
    is_of_user = opening is not None and any(USER_PATH.search(link.get("href", "")[:MAX_PATH]) for link in links)
    is_sure = bool(links) or (opening is not None and name != first and _is_alias_before_date(opening[0], name, first))
    is_dated = is_sure and IS_DATED.search(" ".join(list_visible_texts(byline.element))) is not None
    is_found = is_alias(name) and (is_dated or is_of_user)
    return [name] if is_found and not is_elsewhere(byline.element) else []


def _is_alias_before_date(opening: str, name: str, line: str) -> bool:
    is_named = name[:1].isupper() and len(line) <= MAX_ALIASED and IS_DATED.search(line) is not None
    return is_named or " " in opening.strip()


def _read_first(bylines: Iterator[Byline], site_keys: frozenset[str]) -> list[str]:
    """Return the full names in the first byline that has any, and in those beside it; reads no further than these."""
    for byline in bylines:
        if names := _read_byline(byline, site_keys, is_full_name):
            beside = _list_beside(byline.element, bylines)
            others = (name for other in beside for name in _read_byline(other, site_keys, is_full_name))
            return unique_names([*names, *others])
    return []


def _list_beside(element: HtmlElement, later: Iterable[Byline]) -> Iterator[Byline]:
    """Yield the later bylines in the same box as the element, and not in it: each author may have a line."""
    boxes = [box for box in islice(element.iterancestors(), 2) if box.tag not in WHOLE_PAGE]
    for other in later if boxes else ():
        around = (other.element, *other.element.iterancestors())
        if boxes[-1] not in around:  # the box has ended
            return
        if boxes[-1] in around[1:5] and element not in around:
            yield other


def _read_byline(byline: Byline, site_keys: frozenset[str], is_name: Callable[[str], bool]) -> list[str]:
    """Return the names in the byline's links to authors; without such links, the names in its text."""
    element = byline.element
    if is_elsewhere(element) or is_mention(element) or is_of_other_work(element):
        return []
    if byline.line is not None:
        names = read_names(byline.line, site_keys)
        return [name for name in names if is_name(name)] if names and is_name(names[0]) else []
    return unique_names(
        name for part in _list_name_texts(element) for name in read_names(part, site_keys) if is_name(name)
    )


def _read_halves(element: HtmlElement) -> list[str]:
    """Return the names of which an element has the first and the last one in elements of their own."""
    halves = (each for each in element.iter("span") if FIRST_NAME.search(each.get("class", "")[:MAX_PATH]))
    return [read_visible_text(half.getparent()) for half in islice(halves, MAX_LINKS)]


def _list_name_texts(element: HtmlElement) -> list[str]:
    """Return the authors' names that microdata marks in an element; else its links to authors; else all its text.

    First name and surname may have an element each.
    """
    if whole := _read_halves(element):
        return whole
    authors = (each for each in element.iter() if "author" in each.get("itemprop", "").split())
    named = [each for author in islice(authors, MAX_LINKS) for each in author.iter() if each.get("itemprop") == "name"]
    links = islice(filter(is_author_link, element.iter("a")), MAX_LINKS)
    own = [link for link in links if not is_of_other_work(link)]
    icons = own and is_marked(element) and not any(map(list_visible_texts, own))
    parts = named or ([] if icons else own) or [element]
    return [(each.get("content") if named else "") or join_line(list_visible_texts(each)) for each in parts]


def find_author_links(root: HtmlElement, declared: Declarations, authors: Sequence[str]) -> tuple[AuthorLink, ...]:
    """Return the address of each author's page, in the order of the authors; those without one are left out.

    Args:
        root: the page.
        declared: what it declares.
        authors: their names.
    """
    stated = _read_stated(declared) if authors else {}
    links = []
    for name in authors[:MAX_LINKED]:
        addresses = chain(filter(None, [stated.get(fold(name))]), _list_shown(root, name))
        absolute = (absolute_url(address, declared.base_url) for address in addresses)  # some state the site's for all
        if url := next((each for each in absolute if each and is_web_address(each) and has_path(each)), None):
            links.append(AuthorLink(name=name, url=url))
    return tuple(links)


def _read_stated(declared: Declarations) -> Mapping[str, str]:
    """Return the addresses that JSON-LD states, by the folded names."""
    stated: dict[str, str] = {}
    for thing in (declared.article, declared.page):
        for person in list_json_ld_authors(thing, declared.json_ld):
            name = read_text(person.get("name")) if isinstance(person, dict) else None
            addresses = as_list(person.get("url")) if isinstance(person, dict) else []
            if name and addresses and isinstance(addresses[0], str):
                stated.setdefault(fold(name), addresses[0])
    return stated


def _list_shown(root: HtmlElement, name: str) -> Iterator[str]:
    """Yield the addresses of links with a name: those that lead to an author, then those in a byline."""
    links = cast("list[HtmlElement]", NAMED(root, name=name))[:MAX_NAMED_LINKS]
    yield from (link.get("href", "") for link in links if is_author_link(link))
    yield from islice((link.get("href", "") for link in links if is_in_byline(link)), 1)
