"""The authors: from what a page declares for machines, or from its bylines."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, islice, takewhile, tee

from lxml.html import HtmlElement

from cutline.dom.metadata.bare_names import find_bare_names
from cutline.dom.metadata.declarations import Declarations
from cutline.dom.metadata.json_ld import Json, JsonLd, as_list, read_text
from cutline.dom.metadata.mail_headers import find_sender
from cutline.dom.metadata.other_boxes import WHOLE_PAGE, is_of_others
from cutline.dom.metadata.person_names import (
    BYLINE_START,
    DATED,
    LABELS,
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
from cutline.dom.metadata.visible_text import (
    MAX_LINE,
    UNSEEN,
    Placed,
    join_line,
    list_line,
    list_rest,
    list_visible_texts,
)
from cutline.dom.metadata.written_dates import BEFORE_DATE, DATE, YEAR
from cutline.dom.words import join_patterns

NAME_TAGS = (
    "parsely-author", "sailthru:author", "article:author_name", "author", "article:author", "article:byline", "byl",
    "by", "dc:creator", "dcterms:creator", "citation_author", "cxenseparse:author", "og:article:author",
)  # fmt: skip
ORGANISATION = ("Organization", "Corporation", "LocalBusiness")  # how types end in JSON-LD
LABELLED_TAG = "twitter:data1"  # WordPress writes the author there, under a label in the page's language
MAX_AUTHORS = 50
MAX_BEFORE, MAX_AFTER = 10, 60  # bylines looked at before the headline, the nearest first, and after it
MAX_ABOVE = 300  # characters between a byline above the headline and the headline
MAX_DISTANCE = 1_500  # characters between the headline and a line that opens like a byline; further on the story quotes
MAX_LINKS = 20  # to authors, in a byline
MAX_PATH = 500  # characters of an address
MAX_NAMES = 500  # characters of an element's classes
KNOWN_NAMES = 2_000  # cached; a page repeats its own
MAX_BOXES = 4  # around an element, whose classes are looked at

# How sites name the pages of their authors, and the parts of their templates that hold a byline.
PATHS = (
    "/author", "/autor", "/auteur", "/writer", "/reporter", "/journalist", "/redacteur", "/redakteur", "/redaktion/",
    "/staff/", "/contributor", "/profile", "/by/", "/bio/", "/columnist", "/colunista", "/firmas/", "/skribent",
    "/yazar", "/penulis", "/personalities/", "?author=",
)  # fmt: skip
CLASSES = (
    "byline", "by-line", "by_line", "author(?!i[sz]|ity)", "autor", "auteur", "contributor", "writer(?!s)", "reporter",
    "creator", "nick-?name", "journalist", "penulis", "yazar", "muhabir", "skribent", "verfasser",
)  # fmt: skip
NAMING = frozenset({"class", "id", "itemprop", "data-testid", "data-test", "data-component", "data-qa"})  # attributes
ELSEWHERE = frozenset({"aside", "nav", "footer", "blockquote"})
PICTURES = frozenset({"figure", "figcaption"})
OF_OTHER_THINGS = ("image", "photo", "foto", "picture", "caption", "avatar", "comment", "quote", "testimonial")
NO_BYLINES = frozenset({"body", "main", "article", "img", "meta", "link", "title", "option", *UNSEEN})
TERMS, DESCRIPTIONS = frozenset({"dt", "th"}), frozenset({"dd", "td"})

STYLED = re.compile("caption|avatar")  # also a size of letters, and the box of a portrait and the name

AUTHOR_PATH = re.compile("|".join(map(re.escape, PATHS)))
BYLINE_NAME = re.compile("|".join(CLASSES), re.IGNORECASE)
TIME = r"(?:at\s)?\d{1,2}[:.h]\d{2}(?:\s?[ap]\.?m\b\.?)?(?:\s[A-Z]{2,4}\b)?"
AFTER_DATE = re.compile(rf"\A[\s,.|·•–—-]+(?:{TIME}[\s,.|·•–—-]+)?")
IS_DATED = re.compile(rf"{DATE.pattern}|\b\d{{1,2}}\s(?:second|minute|hour|day|week|month|year)s?\sago\b")
# A footer for byline and date, which Drupal and WordPress have above the text too.
META_NAME = re.compile(r"(?:^|[\s_-])(?:meta|(?:entry|post)-footer)(?:$|[\s_-])")
# What is said of an author beside the name.
DETAIL_NAME = re.compile(
    r"(?:author|contributor)s?(?:info)?[-_]{0,2}(?:title|role|job|position|bio|desc|detail|badge)", re.IGNORECASE
)
OF_OTHER_WORK = re.compile(rf"\b(?:{join_patterns('bylines', 'other_work_by')})\s?:?\s*\Z", re.IGNORECASE)


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
    tagged = [turn_names(value, site_keys) for value in islice(declared.tags.all(*NAME_TAGS), MAX_AUTHORS)]
    labelled = list(filter(is_full_name, declared.tags.all(LABELLED_TAG)))
    other_keys = site_keys - _find_own_names([*stated, *paged, *tagged, *labelled], declared.json_ld)
    yield _read_all(stated, other_keys)
    yield _read_all(tagged, site_keys)
    yield _read_all(labelled, other_keys)
    yield find_byline(places(), other_keys)
    yield _read_all([*tagged, *paged], other_keys)
    yield unique_names(name for name in [*stated, *paged] if is_declared_name(name, site_keys))
    yield unique_names(name for name in tagged if fold(name) not in site_keys and is_declared_name(name))
    yield _read_all(filter(None, [find_sender(places())]), other_keys)
    yield find_bare_names(places())
    yield find_byline(places(), other_keys - {fold(name) for name in list_host_names(declared.url)})


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


@dataclass(frozen=True, slots=True)
class Byline:
    """A place where a byline may be.

    Attributes:
        element: an element named as a byline, or one with a line that begins like one.
        line: that line; None for an element that is named as a byline.
    """

    element: HtmlElement
    line: str | None


def find_byline(places: Sequence[Placed], site_keys: frozenset[str]) -> list[str]:
    """Return the names in the first byline after the headline, or in the last one shortly before it.

    Names of one word are used only if there are no others, and aliases such as `gizmo7` where HTML marks the author.

    Args:
        places: the elements of the page.
        site_keys: folded names of the site.
    """
    below, after = tee(islice(_list_after(places), MAX_AFTER))
    above, before = tee(islice(_list_before(places), MAX_BEFORE))
    if names := _read_first(below, site_keys) or _read_first(above, site_keys):
        return names
    sure = [byline for byline in chain(after, before) if _is_sure(byline)]
    lone = (_read_byline(byline, site_keys, is_lone_name) for byline in sure)
    marked = [byline.element for byline in sure if _is_marked(byline.element)]
    aliases = (_read_marked(element, is_alias) for element in marked)
    teams = (_read_marked(element, is_team) for element in marked)
    linked = map(_read_linked, sure)
    return next(filter(None, chain(lone, aliases, teams, linked)), [])


def _is_sure(byline: Byline) -> bool:
    """Return whether a byline opens like one, or is marked as the author's name."""
    opens = byline.line is not None or _opens_byline(join_line(list_visible_texts(byline.element)))
    return opens or _is_marked(byline.element)


def _read_marked(marked: HtmlElement, is_name: Callable[[str], bool]) -> list[str]:
    """Return the text of an element that is marked as the author's name, if it may be such a name."""
    text = START.sub("", _list_name_texts(marked)[0])
    return [text] if is_name(text) and not _is_elsewhere(marked) else []


def _read_linked(byline: Byline) -> list[str]:
    """Return the alias behind two opening words, or linked, in a line with a date: `posted by gizmo7 on May 6`."""
    opening = START.match(line := byline.line or "")
    first, *_ = START.sub("", line).split("\n")
    name, texts = DATED.sub("", first), list_visible_texts(byline.element)
    is_sure = opening is not None and " " in opening[0].strip() and name != first
    is_linked = is_sure or any(link.text == name for link in islice(byline.element.iter("a"), MAX_LINKS))
    is_named = is_linked and is_alias(name) and IS_DATED.search(" ".join(texts)) is not None
    return [name] if is_named and not _is_elsewhere(byline.element) else []


def _read_first(bylines: Iterator[Byline], site_keys: frozenset[str]) -> list[str]:
    """Return the full names in the first byline that has any, and in those beside it; reads no further than these."""
    for byline in bylines:
        if names := _read_byline(byline, site_keys, is_full_name):
            beside = _list_beside(byline.element, bylines)
            others = (name for other in beside for name in _read_byline(other, site_keys, is_full_name))
            return unique_names([*names, *others])
    return []


def _list_after(places: Iterable[Placed]) -> Iterator[Byline]:
    for element, distance in places:
        if distance >= 0:
            for byline in _read_candidates(element):
                if byline.line is None or distance <= MAX_DISTANCE or IS_DATED.search(byline.line):
                    yield byline


def _list_before(places: Sequence[Placed]) -> Iterator[Byline]:
    """Yield the bylines above the headline, the nearest first."""
    for place in reversed(places):
        if -MAX_ABOVE <= place.distance < 0:
            yield from _read_candidates(place.element)


def _read_candidates(element: HtmlElement) -> Iterator[Byline]:
    if element.tag not in NO_BYLINES:
        if _is_named_byline(element):
            yield Byline(element, None)
        elif _opens_byline(element.text):
            yield Byline(element, join_line(list_line(element, element.text)))
        elif element.tag in TERMS and (said := _find_described(element)) is not None:
            yield Byline(said, join_line(list_visible_texts(said)))
        elif rest := _cut_date(element.text):
            yield Byline(element, join_line(list_line(element, rest)))
    if _opens_byline(element.tail):
        yield Byline(element.getparent(), join_line(list_rest(element)))


def _find_described(term: HtmlElement) -> HtmlElement | None:
    """Return what a list or a table says under a label such as "Author"; None if the term is another."""
    said = term.getnext() if (term.text or "").strip(" :\n\t").casefold() in LABELS else None
    return said if said is not None and said.tag in DESCRIPTIONS else None


def _is_named_byline(element: HtmlElement) -> bool:
    if element.tag == "address":
        return True
    attributes = element.items()
    if any([name in NAMING and _names_byline(value[:MAX_NAMES]) for name, value in attributes]):
        return True
    return bool(attributes) and (_is_marked(element) or (element.tag == "a" and _leads_to_author(element)))


@lru_cache(KNOWN_NAMES)
def _names_byline(names: str) -> bool:
    return BYLINE_NAME.search(names) is not None


def _is_marked(element: HtmlElement) -> bool:
    """Return whether HTML, schema.org or microformats have the element's name for the author."""
    return element.get("rel") == "author" or "author" in element.get("itemprop", "").split() or _is_card(element)


def _is_card(element: HtmlElement) -> bool:
    """Return whether an element is a microformat's card of the author (hAtom, h-entry)."""
    names = element.get("class")
    if names is None or "card" not in names:
        return False
    names = names[:MAX_NAMES].split()
    return ("author" in names and "vcard" in names) or ("p-author" in names and "h-card" in names)


def _leads_to_author(link: HtmlElement) -> bool:
    return AUTHOR_PATH.search(link.get("href", "")[:MAX_PATH]) is not None


def _opens_byline(text: str | None) -> bool:
    return text is not None and not text.isspace() and BYLINE_START.match(text) is not None


def _cut_date(text: str | None) -> str | None:
    """Return what follows the date that a line such as "3 May 2024 - by Ann Lee" begins with, if it opens a byline.

    In "The bridge was opened on 3 May 2024 by Ann Lee" nobody wrote anything.
    """
    if text is None or len(text) > MAX_LINE or YEAR.search(text) is None:
        return None
    date = DATE.search(text)
    if date is None or BEFORE_DATE.fullmatch(text, 0, date.start()) is None:
        return None
    rest = AFTER_DATE.sub("", text[date.end() :])
    return rest if _opens_byline(rest) else None


def _list_beside(element: HtmlElement, later: Iterable[Byline]) -> Iterator[Byline]:
    """Yield the later bylines in the same box as the element: each author may have a line."""
    boxes = [box for box in islice(element.iterancestors(), 2) if box.tag not in WHOLE_PAGE]
    for other in later if boxes else ():
        around = (other.element, *other.element.iterancestors())
        if boxes[-1] not in around:  # the box has ended
            return
        if boxes[-1] in around[1:5]:
            yield other


def _read_byline(byline: Byline, site_keys: frozenset[str], is_name: Callable[[str], bool]) -> list[str]:
    """Return the names in the byline's links to authors; without such links, the names in its text."""
    element = byline.element
    if _is_elsewhere(element) or _is_mention(element) or _is_of_other_work(element):
        return []
    if byline.line is not None:
        names = read_names(byline.line, site_keys)
        return [name for name in names if is_name(name)] if names and is_name(names[0]) else []
    return unique_names(
        name for part in _list_name_texts(element) for name in read_names(part, site_keys) if is_name(name)
    )


def _list_name_texts(element: HtmlElement) -> list[str]:
    """Return the authors' names that microdata marks in an element; else its links to authors; else all its text."""
    authors = (each for each in element.iter() if "author" in each.get("itemprop", "").split())
    named = [each for author in islice(authors, MAX_LINKS) for each in author.iter() if each.get("itemprop") == "name"]
    links = islice(filter(is_author_link, element.iter("a")), MAX_LINKS)
    parts = named or [link for link in links if not _is_of_other_work(link)] or [element]
    return [(each.get("content") if named else "") or join_line(list_visible_texts(each)) for each in parts]


def is_author_link(link: HtmlElement) -> bool:
    """Return whether a link leads to the page of an author."""
    return _leads_to_author(link) or link.get("rel") == "author"


def is_in_byline(link: HtmlElement) -> bool:
    """Return whether one of the boxes around a link is named as a byline, of the article and not of another thing."""
    around = takewhile(lambda box: box.tag not in NO_BYLINES, islice(link.iterancestors(), MAX_BOXES))
    return any(map(_is_named_byline, around)) and not _is_elsewhere(link)


def _is_elsewhere(element: HtmlElement) -> bool:
    """Return whether an element names somebody else than the article's author: of a picture, a comment, a teaser."""
    if _is_named_otherwise(element):
        return True
    is_marked, is_card = element.get("rel") == "author", _is_card(element)
    elsewhere = ELSEWHERE if is_marked else ELSEWHERE | PICTURES
    for number, ancestor in enumerate(takewhile(lambda box: box.tag != "main", element.iterancestors())):
        is_allowed = ancestor.tag == "footer" and (is_card or META_NAME.search(ancestor.get("class", "")[:MAX_NAMES]))
        if ancestor.tag in elsewhere and not is_allowed:
            return True
        if number < MAX_BOXES and is_of_others(ancestor):
            return True
    return False


def _is_named_otherwise(element: HtmlElement) -> bool:
    names = (element.get("class") or "")[:MAX_NAMES].lower()
    if "author" in element.get("itemprop", "").split():
        names = STYLED.sub("", names)
    is_detail = DETAIL_NAME.search(names) is not None and not _opens_byline(element.text)
    return is_detail or any(word in names for word in OF_OTHER_THINGS)


def _is_of_other_work(element: HtmlElement) -> bool:
    """Return whether the text before an element says that somebody else wrote the article: "Medically reviewed by"."""
    before = element.getprevious()
    around = element.getparent() if before is None else None
    texts = [before.text, before.tail] if before is not None else [around.text] if around is not None else []
    return any(OF_OTHER_WORK.search(text[-MAX_LINE:]) is not None for text in texts if text)


def _is_mention(element: HtmlElement) -> bool:
    """Return whether an element is a link in a long paragraph: there the text tells of somebody."""
    paragraph = next(element.iterancestors("p"), None) if element.tag == "a" else None
    return paragraph is not None and not join_line(list_visible_texts(paragraph))
