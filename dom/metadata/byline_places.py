"""Where on a page a byline may be, and whose it is; the header of a message, as archives of mail show it."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, islice, takewhile

from lxml.html import HtmlElement

from cutline.dom.metadata.other_boxes import is_of_others
from cutline.dom.metadata.person_names import BYLINE_START, LABELS, OF_OTHER_WORK, OPENING
from cutline.dom.metadata.plain_text import collapse
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
from cutline.dom.words import join_patterns, list_words

MAX_ABOVE = 300  # characters between a byline above the headline and the headline
MAX_DISTANCE = 1_500  # characters between the headline and a line that opens like a byline; further on the story quotes
MAX_PATH = 500  # characters of an address
MAX_NAMES = 500  # characters of an element's classes
KNOWN_NAMES = 2_000  # cached; a page repeats its own
MAX_BOXES = 4  # around an element, whose classes are looked at, or that hold no more than it
# How sites name the pages of their authors, and the parts of their templates that hold a byline.
PATHS = list_words("declared", "author_paths")
CLASSES = list_words("elements", "bylines")
NAMING = frozenset({"class", "id", "itemprop", "data-testid", "data-test", "data-component", "data-qa"})  # attributes
ELSEWHERE = frozenset({"aside", "nav", "footer", "blockquote"})
PICTURES = frozenset({"figure", "figcaption"})
OF_OTHER_THINGS = ("image", "photo", "foto", "picture", "caption", "avatar", "comment", "quote", "testimonial")
NO_BYLINES = frozenset({"body", "main", "article", "img", "meta", "link", "title", "option", *UNSEEN})
TERMS, DESCRIPTIONS = frozenset({"dt", "th"}), frozenset({"dd", "td"})
NOT_LABELLED = NO_BYLINES | {"h1"}
STYLED = re.compile("caption|avatar")  # also a size of letters, and the box of a portrait and the name
AUTHOR_PATH = re.compile("|".join([*map(re.escape, PATHS), r"(?:\A|//[^/]+)/profile\Z"]))
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
IN_BRACKETS = re.compile(r"\s*\(([^()]{2,40})\)")
OTHER_WORK_BY = re.compile(rf"\b(?:{join_patterns('bylines', 'other_work_by')})\s?:?\s*\Z", re.IGNORECASE)

MAX_FIELDS = 12  # items looked at
LEAST_FIELDS = 3
MAX_CHARACTERS, MAX_PIECES = 300, 20  # of a field, and texts in it
FIELD = re.compile(r"\s*(from|to|cc|subject|date|reply-to|in-reply-to|message-id|references)\s*:\s*", re.IGNORECASE)
ADDRESS = re.compile(r"\s*(?:<|\(|\[|$)")  # behind the name of the sender
# What MHonArc has below a message.
AROUND = re.compile(
    r"\s*(?:follow-ups|references|index\(es\)|(?:prev(?:ious)?|next) by (?:date|thread))\s*:", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class Byline:
    """A place where a byline may be.

    Attributes:
        element: an element named as a byline, or one with a line that begins like one.
        line: that line; None for an element that is named as a byline.
    """

    element: HtmlElement
    line: str | None


def list_after(places: Iterable[Placed]) -> Iterator[Byline]:
    """Yield the bylines below the headline."""
    for element, distance in places:
        if distance >= 0:
            for byline in _read_candidates(element):
                if byline.line is None or distance <= MAX_DISTANCE or IS_DATED.search(byline.line):
                    yield byline


def list_before(places: Sequence[Placed]) -> Iterator[Byline]:
    """Yield the bylines above the headline, the nearest first."""
    for place in reversed(places):
        if -MAX_ABOVE <= place.distance < 0:
            yield from _read_candidates(place.element)


def _read_candidates(element: HtmlElement) -> Iterator[Byline]:
    if element.tag not in NO_BYLINES:
        if _is_named_byline(element):
            yield Byline(element, None)
        elif opens_byline(element.text):
            line = join_line(list_line(element, element.text))
            said = _find_labelled(element) if _is_label(line, OPENING) else None
            yield Byline(element, line) if said is None else _read_box(said)
        elif element.tag in TERMS and (said := _find_described(element)) is not None:
            yield _read_box(said)
        elif rest := _cut_date(element.text):
            yield Byline(element, join_line(list_line(element, rest)))
    if opens_byline(element.tail):
        yield Byline(element.getparent(), join_line(list_rest(element)))


def _read_box(element: HtmlElement) -> Byline:
    return Byline(element, join_line(list_visible_texts(element)))


def _is_label(text: str | None, labels: Collection[str]) -> bool:
    return text is not None and text.strip(" :\n\t").casefold() in labels


def _find_described(term: HtmlElement) -> HtmlElement | None:
    """Return what a list or a table says under a label such as "Author"; None if the term is another."""
    said = term.getnext() if _is_label(term.text, LABELS) else None
    return said if said is not None and said.tag in DESCRIPTIONS else None


def _find_labelled(label: HtmlElement) -> HtmlElement | None:
    """Return the box right behind one that says no more than "Written by"; none of headlines and tags."""
    for box in islice(chain([label], label.iterancestors()), MAX_BOXES):
        if (box.tail or "").strip() or box.tag in NO_BYLINES:
            return None
        if (said := box.getnext()) is not None:
            return None if said.tag in NOT_LABELLED or said.find(".//a[@rel='tag']") is not None else said
        if box.getprevious() is not None or (box.getparent().text or "").strip():
            return None
    return None


def _is_named_byline(element: HtmlElement) -> bool:
    if element.tag == "address":
        return not _is_postal(element)
    attributes = element.items()
    if any([name in NAMING and _names_byline(value[:MAX_NAMES]) for name, value in attributes]):
        return True
    return bool(attributes) and (is_marked(element) or (element.tag == "a" and _leads_to_author(element)))


def _is_postal(address: HtmlElement) -> bool:
    """Return whether an address has the numbers of houses and telephones, and no date, as bylines have."""
    line = join_line(list_visible_texts(address))
    return any(map(str.isdigit, line)) and IS_DATED.search(line) is None


@lru_cache(KNOWN_NAMES)
def _names_byline(names: str) -> bool:
    return BYLINE_NAME.search(names) is not None


def is_marked(element: HtmlElement) -> bool:
    """Return whether HTML, schema.org, microformats or LiveJournal have the element's name for the author."""
    is_stated = element.get("rel") == "author" or "author" in element.get("itemprop", "").split()
    return is_stated or element.get("lj:user") is not None or _is_card(element)


def _is_card(element: HtmlElement) -> bool:
    """Return whether an element is a microformat's card of the author (hAtom, h-entry)."""
    names = element.get("class")
    if names is None or "card" not in names:
        return False
    names = names[:MAX_NAMES].split()
    return ("author" in names and "vcard" in names) or ("p-author" in names and "h-card" in names)


def _leads_to_author(link: HtmlElement) -> bool:
    return AUTHOR_PATH.search(link.get("href", "")[:MAX_PATH]) is not None


def opens_byline(text: str | None) -> bool:
    """Return whether a text begins like a byline."""
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
    return rest if opens_byline(rest) else None


def is_author_link(link: HtmlElement) -> bool:
    """Return whether a link leads to the page of an author."""
    return _leads_to_author(link) or link.get("rel") == "author"


def is_in_byline(link: HtmlElement) -> bool:
    """Return whether one of the boxes around a link is named as a byline, of the article and not of another thing."""
    around = takewhile(lambda box: box.tag not in NO_BYLINES, islice(link.iterancestors(), MAX_BOXES))
    return any(map(_is_named_byline, around)) and not is_elsewhere(link)


def is_elsewhere(element: HtmlElement) -> bool:
    """Return whether an element names somebody else than the article's author: of a picture, a comment, a teaser."""
    if _is_named_otherwise(element):
        return True
    is_marked, is_card = element.get("rel") == "author", _is_card(element)
    elsewhere = ELSEWHERE if is_marked else ELSEWHERE | PICTURES
    for number, ancestor in enumerate(takewhile(lambda box: box.tag != "main", element.iterancestors())):
        is_allowed = ancestor.tag == "footer" and (is_card or _is_about_article(element, ancestor))
        if ancestor.tag in elsewhere and not is_allowed:
            return True
        if number < MAX_BOXES and is_of_others(ancestor):
            return True
    return False


def _is_about_article(element: HtmlElement, footer: HtmlElement) -> bool:
    """Return whether a footer holds the byline: it is named so, or an article's and the element is its `<address>`."""
    is_named = META_NAME.search(footer.get("class", "")[:MAX_NAMES]) is not None
    return is_named or (element.tag == "address" and next(footer.iterancestors("article"), None) is not None)


def _is_named_otherwise(element: HtmlElement) -> bool:
    names = (element.get("class") or "")[:MAX_NAMES].lower()
    if "author" in element.get("itemprop", "").split():
        names = STYLED.sub("", names)
    is_detail = DETAIL_NAME.search(names) is not None and not opens_byline(element.text)
    return is_detail or any(word in names for word in OF_OTHER_THINGS)


def is_of_other_work(element: HtmlElement) -> bool:
    """Return whether the text around a name says that somebody else wrote the article: "Medically reviewed by".

    Behind a name it stands in brackets: "Ann Lee (text) and Bo Ek (photographs)".
    """
    before = element.getprevious()
    around = element.getparent() if before is None else None
    role = IN_BRACKETS.match((element.tail or "")[:MAX_LINE])
    if role and not OF_OTHER_WORK.isdisjoint(role[1].casefold().split()):
        return True
    texts = [before.text, before.tail] if before is not None else [around.text] if around is not None else []
    return any(OTHER_WORK_BY.search(text[-MAX_LINE:]) is not None for text in texts if text)


def is_mention(element: HtmlElement) -> bool:
    """Return whether an element is a link in a long paragraph: there the text tells of somebody."""
    paragraph = next(element.iterancestors("p"), None) if element.tag == "a" else None
    return paragraph is not None and not join_line(list_visible_texts(paragraph))


def find_sender(places: Sequence[Placed]) -> str | None:
    """Return who sent the message of a page: the name before the address, or the address if there is none."""
    lists = (place.element for place in places if place.element.tag == "ul")
    for label, text in next(filter(None, map(_read_fields, lists)), []):
        if label == "from":
            return ADDRESS.split(text, maxsplit=1)[0].strip("\"' ") or None
    return None


def find_mail_lists(lists: Iterable[HtmlElement]) -> frozenset[HtmlElement]:
    """Return the header of a message, and the lists of the messages around it; nothing on any other page."""
    given = list(lists)
    headers = [element for element in given if _read_fields(element)]
    around = [element for element in given if _leads_around(element)] if headers else []
    return frozenset(headers + around)


def _read_fields(element: HtmlElement) -> list[tuple[str, str]]:
    """Return the labels, in small letters, and the texts of a header; nothing if a list is none."""
    texts = [text for item in islice(element.iterchildren("li"), MAX_FIELDS) if (text := _read_item(item))]
    found = [(match[1].lower(), text[match.end() :]) for text in texts if (match := FIELD.match(text))]
    labels = {label for label, _ in found}
    is_header = len(labels) >= LEAST_FIELDS and len(found) == len(texts) and "from" in labels
    return found if is_header else []


def _read_item(item: HtmlElement) -> str:
    return collapse("".join(islice(item.itertext(), MAX_PIECES))[:MAX_CHARACTERS])


def _leads_around(element: HtmlElement) -> bool:
    first = next(element.iterchildren("li"), None)
    return first is not None and AROUND.match(_read_item(first)) is not None
