"""Lines around a text that say what is delivered apart: its authors, its date, its tags, its title and address."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import takewhile

from lxml.html import HtmlElement

from cutline.dom.ancestors import climb
from cutline.dom.document import Document
from cutline.dom.metadata import Metadata
from cutline.dom.metadata.bare_names import SECTION
from cutline.dom.metadata.byline_places import find_mail_lists
from cutline.dom.metadata.person_names import BYLINE_START, LABELS
from cutline.dom.metadata.plain_text import fold
from cutline.dom.metadata.written_dates import DATE, count_years, parse_date
from cutline.dom.methods.scored_page import ScoredPage
from cutline.dom.scripts import WORD, count_words
from cutline.dom.segments import TextSegment
from cutline.dom.tags import HEADING_TAGS
from cutline.dom.words import join_patterns

LONG = 8  # words from which a text is prose
FIRST, LAST = 4, 8  # kept segments at the beginning and at the end that are looked at
MOSTLY_LINKS = 0.8  # share of characters in links, from which a long line is a pager
MOST_BEHIND = 3  # short ones behind all prose, in which author and date may stand
MOST_ABOVE = 12  # short ones at the beginning, all of which are looked at
MAX_BYLINE = 150  # characters of a byline
MAX_BESIDE = 4  # words of a byline beside names and date: "By ... Courier Staff Writer"
MAX_DATED = 2  # short lines with dates in an article, at most; more are a thread or a list of stories
LEVELS = 5  # elements around a line, one of which may be named as a byline
MAX_NAMES = 300  # characters of such a name
NAMING = ("class", "id", "aria-labelledby")
NAMED = re.compile(r"by-?line|(?:^|[\s_-])authors?(?:$|[\s_-])", re.IGNORECASE)
MAX_LABEL = 3  # words of a label before what it labels: "Post author:"
LEAST_STATED = 2  # lines of a list that state facts of the page, from which the list is about the page
THREAD = "DiscussionForumPosting"
DATED = re.compile(rf"(?:\b(?:{join_patterns('dates', 'weekdays')})\W{{1,3}})?{DATE.pattern}", re.IGNORECASE)
SENTENCE_END = re.compile(r"\w[.!?:。！？]\Z|，")
LABELLED = re.compile(r"\W*(?P<label>[^:：]{1,40}?)\s?[:：]\s*(?P<value>\S.*)", re.DOTALL)
COUNTED = re.compile(join_patterns("notices", "counted"), re.IGNORECASE)
# What a line of names and dates says besides: that it was published or changed, when on that day, how much there is.
BESIDE = re.compile(
    rf"(?:(?:first|last)\s)?(?:{join_patterns('dates', 'published')}|{join_patterns('dates', 'changed')})"
    r"[a-zà-ÿа-я]{0,3}"
    rf"|(?<!\d)\d{{1,2}}:\d\d(?::\d\d)?(?!\d)|{COUNTED.pattern}",
    re.IGNORECASE,
)
TOPICS = re.compile(rf"(?:{join_patterns('lists', 'topics')})\s?[:：]", re.IGNORECASE)
# Who did something else for the article, alone in a line: "Photographs by Ann Lee".
OTHER_WORK = re.compile(
    rf"\W{{0,3}}(?:{join_patterns('bylines', 'other_work_by')})(?:[\s:]\s?|(?<=[|｜：／]))"
    r"(?:[㐀-鿿]{2,4}(?:[\s、][㐀-鿿]{2,4}){0,3}|[^\s㐀-鿿]+(?:\s[^\s㐀-鿿]+){0,3})",
    re.IGNORECASE,
)


def find_bylines(page: ScoredPage, kept: Sequence[int]) -> list[int]:
    """Return the kept texts at the beginning that just name authors or the date, or how long the text is to read.

    Sentences stay, and headings that say more. In a thread or a list of stories, each of which has such a line, they
    stay. With one item of a list above all prose its others are left out, and with what a label such as "Date:" stands
    before, the label.
    """
    segments = [page.segments[number] for number in kept]
    found, last = _find_first(segments, page.document.metadata), _find_last(segments, page.document.metadata)
    dated = (len(each.text) <= MAX_BYLINE and DATE.search(each.text) is not None for each in segments if found or last)
    if sum(dated) - len(last) > MAX_DATED or THREAD in page.document.metadata.types:
        return []
    labels = {at - 1 for at in found if at and _is_label(segments[at - 1])}
    return [kept[at] for at in sorted({*found, *labels, *last})]


def _find_first(segments: Sequence[TextSegment], metadata: Metadata) -> list[int]:
    """Return the places of the bylines at the beginning of a text."""
    above = len(list(takewhile(lambda each: count_words(each.text) < LONG, segments)))
    around = frozenset(segments[above].block.iterancestors()) if above < len(segments) else None
    found = [
        at
        for at, segment in enumerate(segments[: max(FIRST, min(above, MOST_ABOVE))])
        if (at < above and _is_beside(segment, around)) or _is_byline(segment, metadata, is_above=at <= above)
    ]
    lists = {_find_list(segments[at]) for at in found} - {None}
    return [*found, *(at for at in range(min(above, MOST_ABOVE)) if _find_list(segments[at]) in lists)]


def _find_last(segments: Sequence[TextSegment], metadata: Metadata) -> list[int]:
    """Return the places of lines behind all prose that say who wrote the text and when, or when alone."""
    behind = range(len(segments) - 1, max(len(segments) // 2, len(segments) - 1 - MOST_BEHIND), -1)
    lines = takewhile(lambda at: len(segments[at].text) <= MAX_BYLINE and not _is_sentence(segments[at].text), behind)
    return [
        at
        for at in lines
        if segments[at].block.tag not in HEADING_TAGS
        and DATE.search(segments[at].text) is not None
        and _is_byline(segments[at], metadata, is_above=False)
    ]


def _is_sentence(text: str) -> bool:
    return SENTENCE_END.search(text) is not None


def _find_list(segment: TextSegment) -> HtmlElement | None:
    return next(segment.block.iterancestors("ul", "ol", "dl"), None)


def _is_beside(segment: TextSegment, story: frozenset[HtmlElement] | None) -> bool:
    """Return whether a text says how much there is to read, or who did other work for it, or is in a box of bylines.

    `story` is around the first prose. No heading is in such a box.
    """
    if COUNTED.fullmatch(segment.text):
        return True
    if story is None or segment.block.tag in HEADING_TAGS:
        return False
    if OTHER_WORK.fullmatch(segment.text):
        return True
    boxes = takewhile(lambda box: box not in story, climb(segment.block, LEVELS))
    return any(NAMED.search(box.get(name, "")[:MAX_NAMES]) for box in boxes for name in NAMING)


def _is_byline(segment: TextSegment, metadata: Metadata, *, is_above: bool) -> bool:
    """Return whether a text has little beside a date and names of authors; above all prose it may begin with these."""
    text, most = segment.text, 0 if segment.block.tag in HEADING_TAGS else MAX_BESIDE
    if len(text) > MAX_BYLINE:
        return False
    date, rest = _find_date(text), DATED.sub("", text).casefold()
    if _ends_sentence(text, rest, date) or (date and not _is_own_date(date, metadata)):
        return False
    names = [name for name in map(str.casefold, metadata.authors) if name in rest]
    beside = _leave_out_names(rest, names)
    if date:
        beside = _leave_out_links(segment, beside) if most else beside
    elif not names or not (_opens(text, beside) or (is_above and rest.startswith(tuple(names)))):
        return False
    return count_words(" ".join(WORD.findall(BESIDE.sub(" ", beside)))) <= most


def _find_date(text: str) -> str:
    found = DATE.search(text)
    return "" if found is None else found.group()


def _opens(text: str, beside: str) -> bool:
    """Return whether a text begins like a byline, or is just a label beside its names."""
    return BYLINE_START.match(text) is not None or beside.strip() in LABELS


def _ends_sentence(text: str, rest: str, date: str) -> bool:
    """Return whether a text ends a sentence, be it in what is left without its date: "2013. 8. 13." is none."""
    return SENTENCE_END.search(rest.rstrip(".") if "." in date else text) is not None


def _leave_out_names(text: str, names: Iterable[str]) -> str:
    for name in names:
        text = text.replace(name, "")
    return text


def _leave_out_links(segment: TextSegment, text: str) -> str:
    """Return a text in small letters without what is linked: beside a date, links lead to sections and tags."""
    for run in segment.runs:
        if run.in_link and (linked := run.text.strip().casefold()):
            text = text.replace(linked, " ", 1)
    return text


def _is_own_date(date: str, metadata: Metadata) -> bool:
    days = [stated[:10] for stated in (metadata.published, metadata.modified) if stated]
    return (parse_date(count_years(date, metadata.language), metadata.language) or "")[:10] in days


def _is_label(segment: TextSegment) -> bool:
    is_term = segment.block.tag in ("dt", "th") or segment.text.endswith((":", "："))
    return is_term and len(segment.text.split()) <= MAX_LABEL


def find_mail_headers(page: ScoredPage, kept: Sequence[int]) -> list[int]:
    """Return the kept texts of the header of a message, and of lists of the messages around it."""
    lists = find_mail_lists({each: None for n in kept for each in page.segments[n].block.iterancestors("ul")})
    return [n for n in kept if not lists.isdisjoint(page.segments[n].block.iterancestors("ul"))] if lists else []


def find_topics(page: ScoredPage, kept: Sequence[int]) -> list[int]:
    """Return the kept texts before and behind all prose that are links to tags and sections of the site.

    A label may stand before them: "Tags:". Between texts of a list, each of which has such links, they stay.
    """
    topics = [number for number in kept if _leads_to_topics(page.segments[number])]
    if not topics:
        return []
    bylines = frozenset(find_bylines(page, kept))
    long = (n for n in kept if len(page.segments[n].text.split()) >= LONG and n not in bylines)
    prose = [n for n in long if page.segments[n].link_share < MOSTLY_LINKS]
    is_list = any(prose[0] < number < prose[-1] for number in topics if prose)
    return topics if prose and not is_list else []


def _leads_to_topics(segment: TextSegment) -> bool:
    first, *others = segment.runs
    label = "" if first.in_link else first.text.strip()
    is_label = TOPICS.fullmatch(label) is not None
    plain = (run.text for run in (others if is_label else segment.runs) if not run.in_link)
    is_alone = not any(map(WORD.search, plain))
    if not segment.link_characters or not is_alone or segment.block.tag in HEADING_TAGS:
        return False
    links = [link for run in segment.runs if run.in_link for link in climb(run.parent) if link.tag == "a"]
    return all(link.get("rel") == "tag" or SECTION.search(link.get("href", "")) for link in links)


def find_colophons(page: ScoredPage, kept: Sequence[int]) -> list[int]:
    """Return the kept texts of a list behind the text that states title, author, date or address of the page.

    Blogs have it above the licence: "Post author: Ann Lee", "Post link: https://...".
    """
    boxes: dict[HtmlElement, list[int]] = {}
    for number in kept[-LAST:]:
        if (box := page.segments[number].block.getparent()) is not None:
            boxes.setdefault(box, []).append(number)
    facts = frozenset(_list_facts(page.document))
    found: list[int] = []
    for numbers in boxes.values():
        lines = [page.segments[number].text for number in numbers]
        is_about_page = sum(_states_fact(line, facts, page.document.metadata) for line in lines) >= LEAST_STATED
        found += numbers if is_about_page else []
    return found


def _list_facts(document: Document) -> Iterator[str]:
    """Yield, folded, what a page is called, where it is, and who wrote it."""
    metadata = document.metadata
    yield from map(fold, filter(None, (metadata.title, metadata.canonical_url, document.url, *metadata.authors)))


def _states_fact(text: str, facts: frozenset[str], metadata: Metadata) -> bool:
    """Return whether a text is a short label and a fact of the page behind it."""
    labelled = LABELLED.fullmatch(text)
    if labelled is None or len(labelled["label"].split()) > MAX_LABEL:
        return False
    date = DATE.match(labelled["value"])
    return fold(labelled["value"]) in facts or (date is not None and _is_own_date(date.group(), metadata))
