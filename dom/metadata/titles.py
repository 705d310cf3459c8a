"""The title of a page: its headline as readers see it, or what it declares."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice, pairwise

from lxml.html import HtmlElement

from cutline.dom.metadata.declarations import Declarations
from cutline.dom.metadata.declared_titles import (
    DeclaredTitle,
    cut_at_bar,
    drop_site_behind,
    list_starts,
    read_declared_titles,
    read_title_element,
    trim_ends,
)
from cutline.dom.metadata.person_names import IDEOGRAPHS
from cutline.dom.metadata.plain_text import collapse, fold, resolve_references
from cutline.dom.metadata.site_names import is_home_link, read_home_keys
from cutline.dom.metadata.visible_text import read_visible_text
from cutline.dom.web_addresses import has_path
from cutline.dom.words import list_words

MAX_HEADINGS = 60  # of each of h1 and h2 to h3; the headline is among the first
MAX_CHARACTERS = 500  # of a heading; an unclosed <h1> holds half the page
MAX_BOXES = 5  # around a heading, in which a breadcrumb trail is looked for
MAX_NAME = 500  # characters of an attribute
TRAIL = "crumb"  # in a class, an identifier, `data-breadcrumb-headline` or `itemtype`
WHOLE_PAGE = frozenset({"body", "main", "article"})
CONTENTS = frozenset(map(fold, list_words("lists", "contents")))  # headings of tables of contents
MAX_BANNER = 2  # words of a banner such as "Draft"; headlines come twice too, for wide and narrow screens
MAX_PARTS = 8  # elements side by side in a heading; with more it is no kicker and headline


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading.

    Attributes:
        level: 1 to 3.
        text: as a reader sees it.
        parts: the texts of the elements that divide it, such as a kicker and the headline; empty if none do.
        is_home_link: whether it links to the site's front page, or a page above this one, as logos do.
        below: of a heading of level 1 in the breadcrumb trail, the next heading of the page. Many German sites put a
            title for search engines into the trail, and the headline that readers see below it, as a smaller heading.
    """

    level: int
    text: str
    parts: tuple[str, ...]
    is_home_link: bool
    below: Heading | None = None


def find_headings(root: HtmlElement, url: str | None) -> Iterator[Heading]:
    """Yield the first headings of levels 1 to 3 that have text, those of level 1 first, each in document order."""
    below_trails = _find_below_trails(root)
    for tags in (("h1",), ("h2", "h3")):
        for element in islice(root.iter(*tags), MAX_HEADINGS):
            if next(element.iterancestors("noscript"), None) is not None:  # "JavaScript is not available."
                continue
            if heading := _read_heading(element, url):
                below = below_trails.get(element)
                yield heading if below is None else replace(heading, below=_read_heading(below, url))


def _find_below_trails(root: HtmlElement) -> dict[HtmlElement, HtmlElement]:
    """Return the heading that follows each `<h1>` of a breadcrumb trail."""
    trails = {element for element in islice(root.iter("h1"), MAX_HEADINGS) if _is_in_trail(element)}
    headings = root.iter("h1", "h2", "h3") if trails else ()
    return {heading: below for heading, below in pairwise(headings) if heading in trails}


def _read_heading(element: HtmlElement, url: str | None) -> Heading | None:
    text = read_visible_text(element)
    if not 0 < len(text) <= MAX_CHARACTERS:
        return None
    return Heading(int(element.tag[1]), text, _read_parts(element), is_home_link(element, url))


def _is_in_trail(heading: HtmlElement) -> bool:
    """Return whether the heading, or a box around it and no other heading, is named a breadcrumb trail."""
    if _is_named_trail(heading):
        return True
    for box in islice(heading.iterancestors(), MAX_BOXES):
        if box.tag in WHOLE_PAGE:
            return False
        if _is_named_trail(box):
            return next(islice(box.iter("h1", "h2", "h3"), 1, None), None) is None
    return False


def _is_named_trail(element: HtmlElement) -> bool:
    return any(TRAIL in f"{name}={value[:MAX_NAME]}".lower() for name, value in element.attrib.items())


def _read_parts(element: HtmlElement) -> tuple[str, ...]:
    while len(element) == 1 and not f"{element.text or ''}{element[0].tail or ''}".strip():
        element = element[0]
    if not 0 < len(element) <= MAX_PARTS:
        return ()
    texts = [element.text or ""]
    for child in element:
        texts += [read_visible_text(child) if isinstance(child.tag, str) else "", child.tail or ""]
    return tuple(filter(None, map(collapse, texts)))


EXACT = 1.0  # likeness of a heading that is part of a declared title
AT_END = 0.85  # likeness of one that is a part behind others: the name of the book, behind that of the chapter
MIN_SHARE = 0.4  # of a longer title that a heading must make up to be part of it
MIN_LIKENESS = 0.3  # below it, one of several headings is no more than a guess
MIN_LIKENESS_AFTER_KICKER = 0.6
SMALL_HEADING = 0.1  # by how much a heading of level 2 or 3 must be more alike than one of level 1

# How much a heading counts: as a whole; as a guess; as a whole if its first part is a kicker, which leaves 1 for the
# rest; without its first or last parts, if the page declares what is left.
WHOLE, GUESS, WITH_KICKER, RUN = 1.0, 0.5, 0.3, 0.95
LIST_NAME = re.compile(r"\[([\w-]{3,40})\]\s+(?=\S)")
ISSUE = re.compile(r"\s#(\d+)\Z")
NUMBERED = ("issues", "pull", "merge_requests")  # in addresses; "Batman #12" is a title
NO_KICKER = (":", ".", "!", "?", ",")  # what a first part does not end with if it is one
SECTION = re.compile(r"(\d{1,2})(?:[.)]\s?|\s)")  # how the heading of a numbered section begins
FIRST_SECTIONS = frozenset(map(fold, list_words("lists", "first_sections")))
TEXINFO = ("makeinfo", "texi2any")  # its generators
NODE = re.compile(r"(?P<node>.+?) \((?P<manual>[^()]{3,200})\)")
WORD = re.compile("[぀-ヿ㐀-鿿가-힣]|[^\\W_぀-ヿ㐀-鿿가-힣]+")  # in Chinese and Japanese, each character


def find_title(root: HtmlElement, declared: Declarations, site_keys: frozenset[str]) -> str | None:
    """Return the page's headline: the text that heading, JSON-LD, meta tags and `<title>` agree on most.

    The title of a site's front page is its `<title>`, a name of the site that opens it included.

    Args:
        root: the page.
        declared: what it declares.
        site_keys: folded names of the site.
    """
    stated = read_title_element(root) or ""
    if stated and declared.url and not has_path(declared.url):
        return _read_front_page(stated, site_keys)
    titles = read_declared_titles(root, declared, site_keys | read_home_keys(root, declared.base_url))
    said = read_headline(_list_headings(root, declared.url, site_keys, titles, stated), titles)
    title = _elect(said + titles) or (stated if fold(stated) else None)
    if title and fold(title) not in {each.key for each in said}:
        title = cut_at_bar(title)
    title = title and trim_ends(_drop_list(resolve_references(title), declared.url))
    return _drop_manual(title) if title and declared.tags.first("generator") in TEXINFO else title


def _read_front_page(stated: str, site_keys: frozenset[str]) -> str:
    rest = drop_site_behind(stated, site_keys)
    return rest if len(rest) > len(stated) // 2 else stated


def _list_headings(
    root: HtmlElement, url: str | None, site_keys: frozenset[str], titles: list[DeclaredTitle], stated: str
) -> list[Heading]:
    """Return the headings that may be the headline, without the site's name behind them."""
    unlike = site_keys | {key for key in CONTENTS if not any(key in title.key for title in titles)}
    headings = _drop_sections(
        [
            replace(heading, text=drop_site_behind(heading.text, site_keys))
            for heading in find_headings(root, url)
            if not heading.is_home_link and fold(heading.text) not in {"", *unlike}
        ]
    )
    headings = _drop_banners(headings, titles)
    if not (titles or stated):
        return [heading for heading in headings if heading.level == 1]
    return headings


def _drop_list(title: str, url: str | None) -> str:
    """Return a title without what its address says too: the name of a mailing list, the number of an issue.

    "[ferry] Fares" in the archive of that list is "Fares", and "Fares are wrong #12" at `/issues/12` has no number.
    """
    number = ISSUE.search(title)
    if number and (url or "").rstrip("/").endswith(tuple(f"/{kind}/{number[1]}" for kind in NUMBERED)):
        title = title[: number.start()]
    tag = LIST_NAME.match(title)
    return title[tag.end() :] if tag and fold(tag[1]) in fold(url or "") else title


def _drop_manual(title: str) -> str:
    """Return the title of a node of Texinfo, "Fares (The Ferry Manual)", without that of the manual."""
    found = NODE.fullmatch(title)
    return title if found is None else found["manual"] if found["node"] == "Top" else found["node"]


def _drop_banners(headings: list[Heading], titles: Sequence[DeclaredTitle]) -> list[Heading]:
    """Return the headings without banners: short ones of level 1 that come twice and are no title, such as "Draft"."""
    counted = Counter(heading.text for heading in headings if heading.level == 1) if titles else Counter[str]()
    banners = {text for text, count in counted.items() if count > 1 and len(WORD.findall(text)) <= MAX_BANNER}
    return [
        each for each in headings if each.text not in banners or _measure_likeness(each, list(titles)) >= MIN_LIKENESS
    ]


def _drop_sections(headings: list[Heading]) -> list[Heading]:
    """Return the headings without those of level 1 that are sections: "1. ..." and "2. ...", all of a page of `man`."""
    first = next((fold(heading.text) for heading in headings if heading.level == 1), "")
    if first in FIRST_SECTIONS and sum(heading.level == 1 for heading in headings) > 1:
        return [heading for heading in headings if heading.level > 1]
    numbers = [SECTION.match(heading.text) if heading.level == 1 else None for heading in headings]
    if [number[1] for number in numbers if number][:2] != ["1", "2"]:
        return headings
    return [heading for heading, number in zip(headings, numbers, strict=True) if number is None]


def _elect(titles: list[DeclaredTitle]) -> str | None:
    """Return the text with the most weight; a declared title also counts for a headline that is part of it."""
    votes: dict[str, float] = {}
    texts: dict[str, str] = {}
    for title in titles:
        votes[title.key] = votes.get(title.key, 0.0) + title.weight
        texts.setdefault(title.key, title.text)
    for key in dict.fromkeys(title.key for title in titles if title.is_headline):
        votes[key] += sum(title.weight for title in titles if key in title.runs and key != title.key)
    return texts[max(votes, key=lambda key: votes[key])] if votes else None


def read_headline(headings: Sequence[Heading], titles: list[DeclaredTitle]) -> list[DeclaredTitle]:
    """Return what the headline says the title is; nothing if no heading can be the headline.

    Args:
        headings: those of level 1 first.
        titles: the titles that the page declares.
    """
    heading = _pick_heading(headings, titles)
    if heading is None:
        return []
    is_doubtful = _measure_likeness(heading, titles) < MIN_LIKENESS
    is_guess = is_doubtful and sum(other.level == 1 for other in headings) > 1
    if is_doubtful and _is_stray(heading, titles, is_guess=is_guess):
        return []
    heading = _find_alone(heading, headings) or heading
    said = [(GUESS if is_guess else WHOLE, heading.text)]
    if not is_guess and _has_kicker(heading, titles):
        said = [(WHOLE, " ".join(heading.parts[1:])), (WITH_KICKER, _punctuate(heading.text, titles))]
    said += [(RUN, run) for run in _list_runs(heading) if _is_declared(run, titles)]
    said += [(RUN, start) for start in list_starts(heading.text) if _is_headline(start, titles)]
    return _make_titles(said)


def _make_titles(said: Iterable[tuple[float, str]]) -> list[DeclaredTitle]:
    """Return the titles with these weights and texts; of those alike, the first."""
    found: dict[str, DeclaredTitle] = {}
    for weight, text in said:
        if key := fold(text):
            found.setdefault(key, DeclaredTitle(weight, text, key))
    return list(found.values())


def _find_alone(heading: Heading, headings: Sequence[Heading]) -> Heading | None:
    """Return the heading that says what this one begins with, without the names of section and site behind it."""
    starts = {fold(start) for start in list_starts(heading.text) if len(start) >= MIN_SHARE * len(heading.text)}
    large = (other for other in headings if other.level < 3) if starts else ()
    return next((other for other in large if fold(other.text) in starts), None)


def _is_headline(text: str, titles: list[DeclaredTitle]) -> bool:
    return any(title.is_headline and title.key == fold(text) for title in titles)


def _is_stray(heading: Heading, titles: list[DeclaredTitle], *, is_guess: bool) -> bool:
    """Return whether a heading that is unlike all titles is not the headline.

    It shares no word with the title that Open Graph and `<title>` agree on; or it is one of several and stands behind
    the headline in a declared title, where the name of a section does.
    """
    key = fold(heading.text)
    if is_guess and any(key in title.runs and not title.key.startswith(key) for title in titles):
        return True
    agreed = next((title.text for title in titles if title.is_agreed), None)
    return agreed is not None and _list_words(heading.text).isdisjoint(_list_words(agreed))


def _list_words(text: str) -> set[str]:
    return set(WORD.findall(text.casefold()))


def _punctuate(text: str, titles: list[DeclaredTitle]) -> str:
    """Return the text as it is declared, with a colon after the kicker, if it is."""
    key = fold(text)
    return next((title.text for title in titles if title.key == key), text)


def _pick_heading(headings: Sequence[Heading], titles: list[DeclaredTitle]) -> Heading | None:
    """Return the heading that is most like the declared title, the first if none is."""
    best, highest = None, -1.0
    for heading in headings:
        likeness = _measure_likeness(heading, titles)
        if heading.level > 1:
            likeness = likeness - SMALL_HEADING if _may_be_headline(heading, likeness, highest, titles) else -1.0
        if likeness > highest and (likeness >= MIN_LIKENESS or best is None):
            best, highest = heading, likeness
        if highest == EXACT:
            break
    return best.below if best and best.below and _is_headline_below(best.below, titles) else best


def _may_be_headline(small: Heading, likeness: float, highest: float, titles: list[DeclaredTitle]) -> bool:
    """Return whether a small heading is part of a declared title, all of it if a heading of level 1 is like one.

    Where nothing is declared but the site's name, any may be it.
    """
    is_rival = MIN_LIKENESS <= highest < AT_END
    is_whole = not is_rival or any(fold(small.text) == title.key for title in titles)
    return not titles or (likeness >= AT_END and is_whole)


def _is_headline_below(below: Heading, titles: list[DeclaredTitle]) -> bool:
    """Return whether a heading below the breadcrumb trail stands in a title that the page declares for machines."""
    unseen = [title for title in titles if not title.is_seen]
    return any(_is_declared(text, unseen) for text in (below.text, *_list_runs(below)))


def _measure_likeness(heading: Heading, titles: list[DeclaredTitle]) -> float:
    texts = (heading.text, *_list_runs(heading))
    if any(_is_declared(text, titles) for text in texts):
        return EXACT if any(_opens_title(text, titles) for text in texts) else AT_END
    return 0.0 if heading.level > 1 else _compare(heading.text, titles)


def _opens_title(text: str, titles: list[DeclaredTitle]) -> bool:
    key = fold(text)
    return any(title.key.startswith(key) or title.key in key for title in titles)


def _is_declared(text: str, titles: list[DeclaredTitle]) -> bool:
    """Return whether the text is a good part of a declared title, between dividers."""
    key = fold(text)
    return any(key in title.runs and _count_letters(key) >= MIN_SHARE * _count_letters(title.key) for title in titles)


def _count_letters(key: str) -> int:
    """Return the letters of a folded text; a character of Chinese, Japanese or Korean counts as three, half a word."""
    return len(key) + 2 * len(IDEOGRAPHS.findall(key))


def _compare(text: str, titles: list[DeclaredTitle]) -> float:
    """Return the greatest Dice coefficient of the text's trigrams and those of a declared title."""
    ours, best = _cut_trigrams(fold(text)), 0.0
    for key in {title.key for title in titles} if ours else ():
        theirs = _cut_trigrams(key)
        best = max(best, 2 * len(ours & theirs) / (len(ours) + len(theirs)))
    return best


def _cut_trigrams(key: str) -> set[str]:
    return {key[start : start + 3] for start in range(len(key) - 2)}


def _list_runs(heading: Heading) -> list[str]:
    """Return what remains of the heading without its first or last parts, the longest first."""
    cuts = range(1, len(heading.parts))
    ends = [" ".join(heading.parts[cut:]) for cut in cuts]
    return ends + [" ".join(heading.parts[:cut]) for cut in reversed(cuts)]


def _has_kicker(heading: Heading, titles: list[DeclaredTitle]) -> bool:
    """Return whether the first part stands on a line of its own before what the page declares as its title.

    It does not if it ends like a sentence or with a colon, nor if a declared title runs both parts on: then they are
    two lines of one headline.
    """
    if len(heading.parts) < 2 or heading.parts[0].endswith(NO_KICKER) or heading.parts[1].startswith(":"):
        return False
    kicker, rest = heading.parts[0], " ".join(heading.parts[1:])
    joined = _close_up(kicker + heading.parts[1])
    return (
        len(kicker) < len(rest)
        and not any(joined in _close_up(title.text) for title in titles)
        and _compare(rest, titles) >= MIN_LIKENESS_AFTER_KICKER
    )


def _close_up(text: str) -> str:
    """Return the text in small letters and without spaces, which no Chinese or Japanese text has between words."""
    return "".join(text.casefold().split())
