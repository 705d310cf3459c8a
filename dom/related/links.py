"""Which links and addresses may be other stories of a page's site."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from urllib.parse import SplitResult

from lxml.html import HtmlElement

from cutline.dom.ancestors import climb
from cutline.dom.metadata.plain_text import collapse, fold
from cutline.dom.scripts import SENTENCE_END, count_words, cut_words, is_dense
from cutline.dom.segments import TextRun, TextSegment
from cutline.dom.tags import HEADING_TAGS
from cutline.dom.web_addresses import find_web_address, split_address
from cutline.dom.words import join_patterns, list_words

NO_STORY_RELATIONS = frozenset("author tag sponsored search next prev license".split())
MIN_WORDS = 4  # words of a headline; names of sections and tags have fewer
MIN_CHARACTERS_DENSE = 10  # characters of a headline in scripts without spaces between words
MAX_CHARACTERS = 250  # characters of a headline; longer links are whole teasers
MAX_LINKS = 2_000  # links that are read, which limits the time
CALL_MARKS = "|›»"
CALL = re.compile(rf"\s*[{CALL_MARKS}]\s*\w*$")
LABEL = re.compile(r"[^:：]{1,40}+[:：]\s*")
NO_LETTERS = re.compile(r"\W*")
OWN_WORDS = 8  # of a line that leads to other stories, besides their headlines, at most
RELATED_HEADINGS = re.compile(join_patterns("lists", "related"), re.IGNORECASE)
OTHER_HEADINGS = re.compile(join_patterns("lists", "general"), re.IGNORECASE)
LEADING = re.compile(join_patterns("lists", "leading"), re.IGNORECASE)
# The same for classes and ids, which authors write in English nearly everywhere.
RELATED_NAMES = re.compile(join_patterns("elements", "related"))
OTHER_NAMES = re.compile(join_patterns("elements", "other_stories"))
# Names that rule a list out, whatever its heading.
NEVER_NAMES = re.compile(join_patterns("elements", "never_stories"))

MAX_ADDRESS = 2_000  # characters of an address; browsers and servers accept little more
KNOWN_HOSTS = 1_000  # hosts cached; pages repeat their own
SHORT_LABEL = 3  # letters of a second-level label that belongs to a public suffix, such as `co.uk`, at most
NO_STORY = frozenset(list_words("addresses", "no_story"))
FILE = re.compile(r"\.(?:jpe?g|png|webp|gif|avif|svg|pdf|mp[34]|zip|epub|xml|rss)$", re.IGNORECASE)
# The last part of a story's path: several words, or a number or key.
SLUG = re.compile(r"(?:[^\W_]+[-_.]){3}|\d{4}|(?=.*\d)[A-Za-z0-9]{8}")
NUMBER = re.compile(r"\d{3}")  # in a query
YEAR = re.compile(r"/(?:19|20)\d\d/")  # in a path


@dataclass(frozen=True, slots=True, eq=False)
class StoryLink:
    """A link that may lead to another story.

    Attributes:
        element: the `<a>`.
        url: its absolute address.
        title: the headline of the story.
        place: index of the first segment with its text.
        last: index of the last segment with its text.
    """

    element: HtmlElement
    url: str
    title: str
    place: int
    last: int


def list_story_links(
    segments: Sequence[TextSegment], kept: Collection[int], addresses: SiteAddresses
) -> list[StoryLink]:
    """Return the links after the article's first segment that may lead to other stories, in document order.

    Links inside the article's own text do not count: they may lead to anything that the text mentions.

    Args:
        segments: all segments of the page.
        kept: indices of the article's segments; must not be empty.
        addresses: checks addresses of the page's site.
    """
    texts: dict[HtmlElement, list[tuple[TextSegment, str]]] = {}
    for segment in segments[min(kept) + 1 :]:
        if len(texts) > MAX_LINKS:
            break
        if segment.link_characters and segment.index not in kept:
            for element, text in _read_link_texts(segment).items():
                texts.setdefault(element, []).append((segment, text))
    links = []
    for element, parts in islice(texts.items(), MAX_LINKS):
        title = _find_title(parts)
        url = addresses.read_story(element.get("href", "")) if title and _may_be_story(element) else None
        if title and url:
            links.append(StoryLink(element, url, title, parts[0][0].index, parts[-1][0].index))
    return links


def is_headline(text: str) -> bool:
    """Return whether a text is as long as a headline, in words (characters in scripts without spaces)."""
    least = MIN_CHARACTERS_DENSE if not text.isascii() and is_dense(text) else MIN_WORDS
    if not least <= len(text) <= MAX_CHARACTERS:
        return False
    words = cut_words(text)
    return len(words) >= least and least <= sum([not word.isdigit() for word in words])


def is_teaser(segment: TextSegment) -> bool:
    """Return whether a text just leads to other stories, or announces them: "Read also: Ferry leaves again"."""
    own = collapse("".join([run.text for run in segment.runs if not run.in_link]))
    if count_words(own) > OWN_WORDS:
        return False
    return _is_labelled(segment.text) or (segment.text.startswith(own[:1]) and _is_label(own))


def announces_stories(text: str) -> bool:
    """Return whether a label or a heading leads to other stories: "Don't miss:", "Other posts you may enjoy"."""
    begin = NO_LETTERS.match(text)
    return begin is not None and LEADING.match(text, begin.end()) is not None and count_words(text) <= OWN_WORDS


def _is_label(text: str) -> bool:
    """Return whether a text without a colon is such a label: "Read also -"."""
    begin = NO_LETTERS.match(text)
    is_short = count_words(text) <= OWN_WORDS // 2 and SENTENCE_END.search(text) is None
    return is_short and begin is not None and RELATED_HEADINGS.match(text, begin.end()) is not None


def _is_labelled(text: str) -> bool:
    """Return whether a text begins with a label that leads to another story: "Read also: Ferry leaves again"."""
    label = LABEL.match(text)
    return label is not None and (RELATED_HEADINGS.search(label[0]) is not None or announces_stories(label[0]))


def _read_link_texts(segment: TextSegment) -> dict[HtmlElement, str]:
    if len(segment.runs) == 1:  # the most common case
        element, text = find_link(segment.runs[0].parent), collapse(segment.text)
        return {element: text} if element is not None and text else {}
    runs: dict[HtmlElement, list[TextRun]] = {}
    for run in segment.runs:
        if run.in_link and (link := find_link(run.parent)) is not None:
            runs.setdefault(link, []).append(run)
    return {link: text for link, own in runs.items() if (text := _join_runs(own))}


def _join_runs(runs: Sequence[TextRun]) -> str:
    """Return the joined text of runs, with a space between adjacent elements such as a kicker and a headline."""
    text = ""
    for run in runs:
        is_parted = text and not run.is_tail and text[-1].isalnum() and run.text[0].isupper()
        text += f" {run.text}" if is_parted else run.text
    return collapse(text)


def find_link(element: HtmlElement | None) -> HtmlElement | None:
    """Return the link that an element is, or is in."""
    return None if element is None else next((each for each in climb(element) if each.tag == "a"), None)


def _find_title(parts: Sequence[tuple[TextSegment, str]]) -> str | None:
    """Return the first text as long as a headline, preferably in a heading element; None if there is none."""
    found = [(segment, text) for segment, text in parts if is_headline(text)]
    if not found:
        return None
    headings = (text for segment, text in found if segment.block.tag in HEADING_TAGS)
    return _drop_label(next(headings, found[0][1]))


def _drop_label(title: str) -> str:
    """Return a headline without labels such as a leading "Read also:" or a trailing "| more"."""
    rest = LABEL.sub("", title, count=1) if _is_labelled(title) else title
    if any(map(rest.__contains__, CALL_MARKS)):
        rest = CALL.sub("", rest)
    return rest if rest != title and is_headline(rest) else title


def _may_be_story(link: HtmlElement) -> bool:
    return NO_STORY_RELATIONS.isdisjoint((link.get("rel") or "").lower().split())


class SiteAddresses:
    """Resolves and checks the addresses that a page links to."""

    def __init__(self, base_url: str | None, own: Iterable[str | None]) -> None:
        """Take the base of relative addresses, and the page's own addresses, the most reliable first."""
        self._base = base_url
        addresses = [split_address(address) for address in own if address]
        self._pages = frozenset(map(_page_key, addresses))
        self._site = next((site for parts in addresses if (site := find_site(parts.hostname))), None)

    def read_story(self, address: str) -> str | None:
        """Return a link's absolute address if it may be another story of this site, else None."""
        page = self._read(address)
        if page is None:
            return None
        url, parts = page
        path = [part for part in parts.path.split("/") if part]
        if not NO_STORY.isdisjoint(map(str.lower, path)) or FILE.search(parts.path):
            return None
        is_story = path and (SLUG.search(path[-1]) or YEAR.search(parts.path) or NUMBER.search(parts.query))
        return url if is_story else None

    def read_page(self, address: str) -> str | None:
        """Return the absolute address without its fragment if it is another page of this site, else None."""
        page = self._read(address)
        return page and page[0]

    def _read(self, address: str) -> tuple[str, SplitResult] | None:
        url = find_web_address(address, self._base, MAX_ADDRESS)
        if url is None:
            return None
        url = url.partition("#")[0]
        parts = split_address(url)
        if self._site != find_site(parts.hostname):
            return None
        host, path, query = _page_key(parts)
        is_own = (host, path, query) in self._pages or (host, path, "") in self._pages
        return None if is_own else (url, parts)


def story_key(url: str) -> tuple[str, str, str]:
    """Return a key that is equal for addresses of one story: pages add tracking parameters (`?ref=list_01`)."""
    parts = split_address(url)
    host, path, query = _page_key(parts)
    return host, path, "" if SLUG.search(path.rpartition("/")[2]) else query


@lru_cache(KNOWN_HOSTS)
def find_site(host: str | None) -> str | None:
    """Return the approximate registrable domain of a host: its last two labels, or three for suffixes like `co.uk`."""
    if not host or "." not in host:
        return host
    labels = host.rstrip(".").split(".")
    if labels[-1].isdigit():  # an IP address
        return host
    is_suffix = len(labels) > 2 and len(labels[-1]) == 2 and len(labels[-2]) <= SHORT_LABEL
    return ".".join(labels[-3:] if is_suffix else labels[-2:])


def list_site_names(site_name: str | None, url: str | None) -> frozenset[str]:
    """Return, folded, what a page's texts may call its site: its declared name, and the main word of its host.

    With "the" before them and without.
    """
    host = find_site(split_address(url or "").hostname) or ""
    keys = {fold(site_name or ""), fold(host.partition(".")[0])}
    return frozenset(keys | {key.removeprefix("the") for key in keys}) - {""}


def _page_key(parts: SplitResult) -> tuple[str, str, str]:
    return (parts.hostname or "").removeprefix("www."), parts.path.rstrip("/"), parts.query
