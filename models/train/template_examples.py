"""Labelled pages as templates are learned from them: each segment is content, the title, or other text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import urlsplit

from cutline.config import Settings
from cutline.dom.document import Document
from cutline.dom.line_breaks import line_breaker
from cutline.dom.scripts import cut_words
from cutline.dom.segments import TextSegment, split_segments
from cutline.dom.templates.patterns import Label
from cutline.models.labelled_pages import LabelledPage
from cutline.models.segment_labels import SHINGLE_WORDS, GoldText, is_in_gold

TITLE_SHARE = 0.8  # word F1 with the labelled title from which a segment may be the title


@dataclass(frozen=True, slots=True, eq=False)
class TemplatePage:
    """A labelled page.

    Attributes:
        document: the page.
        segments: its segments.
        labels: the label of each, as one who annotates the page would give it.
        is_gold: whether each stands in the labelled text, whatever stands around it; None of one without words.
    """

    document: Document
    segments: Sequence[TextSegment]
    labels: Sequence[Label]
    is_gold: Sequence[bool | None]


def name_site(page: LabelledPage) -> str:
    """Return the site of a page: as it is labelled, else the host of its address."""
    return page.site or (urlsplit(page.url or "").hostname or "").removeprefix("www.")


def label_page(page: LabelledPage, document: Document, settings: Settings) -> TemplatePage:
    """Return the page with the label of each segment."""
    segments = split_segments(document, line_breaker(document, settings.max_subsequence.displays))
    words = [cut_words(segment.text) for segment in segments]
    gold = GoldText(page.text or "")
    is_gold = [
        is_in_gold(segment.text, gold) if found else None for segment, found in zip(segments, words, strict=True)
    ]
    labels: list[Label] = ["content" if is_content else "other" for is_content in mark_content(words, is_gold)]
    title = find_title(segments, words, page.title)
    if title is not None:
        labels[title] = "title"
    return TemplatePage(document, segments, labels, is_gold)


def mark_content(words: Sequence[Sequence[str]], is_gold: Sequence[bool | None]) -> list[bool]:
    """Return which segments are content: those of the labelled text, of short ones only those between longer ones.

    The word of a menu that the article happens to use is none.
    """
    long = [place for place, found in enumerate(is_gold) if found and len(words[place]) >= SHINGLE_WORDS]
    within = range(long[0], long[-1] + 1) if long else range(len(words))
    return [bool(found) and place in within for place, found in enumerate(is_gold)]


def find_title(segments: Sequence[TextSegment], words: Sequence[Sequence[str]], title: str | None) -> int | None:
    """Return the place of the segment that has the words of the title: the first in an `h1`, else the first of all."""
    wanted = Counter(cut_words(title or ""))
    found = [place for place, one in enumerate(words) if _word_f1(Counter(one), wanted) >= TITLE_SHARE]
    return min(found, key=lambda place: (not _is_in_heading(segments[place]), place), default=None)


def _is_in_heading(segment: TextSegment) -> bool:
    block = segment.block
    return block.tag == "h1" or any(ancestor.tag == "h1" for ancestor in block.iterancestors())


def _word_f1(one: Counter[str], other: Counter[str]) -> float:
    return 2 * (one & other).total() / max(1, one.total() + other.total())
