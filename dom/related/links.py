"""Links whose text may be the headline of another story of the site."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import islice

from lxml.html import HtmlElement

from cutline.config.settings import RelatedSettings
from cutline.dom.metadata.plain_text import collapse
from cutline.dom.related.addresses import SiteAddresses
from cutline.dom.related.words import RELATED_HEADINGS
from cutline.dom.scripts import cut_words, is_dense
from cutline.dom.segments import TextRun, TextSegment
from cutline.dom.tags import HEADING_TAGS

NO_STORY_RELATIONS = frozenset("author tag sponsored search next prev license".split())
MAX_LINKS = 2_000  # looked at; bounds the time
CALL_MARKS = "|›»"
CALL = re.compile(rf"\s*[{CALL_MARKS}]\s*\w*$")
LABEL = re.compile(r"[^:：]{1,40}+[:：]\s*")


@dataclass(frozen=True, slots=True, eq=False)
class StoryLink:
    """A link that may lead to another story.

    Attributes:
        element: the `<a>`.
        url: where it leads to, absolute.
        title: the headline of the story.
        place: index of the first segment that holds text of it.
        last: index of the last one.
    """

    element: HtmlElement
    url: str
    title: str
    place: int
    last: int


def list_story_links(
    segments: Sequence[TextSegment], kept: Collection[int], addresses: SiteAddresses, settings: RelatedSettings
) -> list[StoryLink]:
    """Return the links behind the article's first segment that may lead to other stories, in document order.

    Links within the article's own text are none: the text speaks of what they lead to, whatever it is.

    Args:
        segments: of the page.
        kept: places of those that are the article.
        addresses: of the page's site.
        settings: how long a headline is.
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
        title = _find_title(parts, settings)
        url = addresses.read_story(element.get("href", "")) if title and _may_be_story(element) else None
        if title and url:
            links.append(StoryLink(element, url, title, parts[0][0].index, parts[-1][0].index))
    return links


def is_headline(text: str, settings: RelatedSettings) -> bool:
    """Whether a text has as many words as headlines have; characters, in scripts without spaces between words."""
    least = settings.min_characters_dense if not text.isascii() and is_dense(text) else settings.min_words
    if not least <= len(text) <= settings.max_characters:
        return False
    words = cut_words(text)
    return len(words) >= least and least <= sum([not word.isdigit() for word in words])


def _read_link_texts(segment: TextSegment) -> dict[HtmlElement, str]:
    if len(segment.runs) == 1:  # as most have
        element, text = _find_link(segment.runs[0].parent), collapse(segment.text)
        return {element: text} if element is not None and text else {}
    runs: dict[HtmlElement, list[TextRun]] = {}
    for run in segment.runs:
        if run.in_link and (link := _find_link(run.parent)) is not None:
            runs.setdefault(link, []).append(run)
    return {link: text for link, own in runs.items() if (text := _join_runs(own))}


def _join_runs(runs: Sequence[TextRun]) -> str:
    """Return the text of runs; a kicker and a headline in elements of their own, side by side, are parted."""
    text = ""
    for run in runs:
        is_parted = text and not run.is_tail and text[-1].isalnum() and run.text[0].isupper()
        text += f" {run.text}" if is_parted else run.text
    return collapse(text)


def _find_link(element: HtmlElement | None) -> HtmlElement | None:
    while element is not None and element.tag != "a":
        element = element.getparent()
    return element


def _find_title(parts: Sequence[tuple[TextSegment, str]], settings: RelatedSettings) -> str | None:
    """Return the first text that is as long as a headline, one in a heading before all others."""
    found = [(segment, text) for segment, text in parts if is_headline(text, settings)]
    if not found:
        return None
    headings = (text for segment, text in found if segment.block.tag in HEADING_TAGS)
    return _drop_label(next(headings, found[0][1]), settings)


def _drop_label(title: str, settings: RelatedSettings) -> str:
    """Return a headline without words such as "Read also:" before it, or "| more" behind it."""
    label = LABEL.match(title)
    rest = title[label.end() :] if label and RELATED_HEADINGS.search(label[0]) else title
    if any(map(rest.__contains__, CALL_MARKS)):
        rest = CALL.sub("", rest)
    return rest if rest != title and is_headline(rest, settings) else title


def _may_be_story(link: HtmlElement) -> bool:
    return NO_STORY_RELATIONS.isdisjoint((link.get("rel") or "").lower().split())
