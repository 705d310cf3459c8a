"""How `auto` corrects its classifier: by the threshold, stray words and links."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import islice, takewhile
from statistics import fmean

import numpy as np

from cutline.dom.methods.announced import is_announced, leads_away
from cutline.dom.methods.gaps import LIST_TAGS
from cutline.dom.methods.scored_page import ScoredPage
from cutline.dom.related.links import is_teaser
from cutline.dom.scripts import WORD
from cutline.dom.segments import TextSegment
from cutline.dom.tables import holds_data
from cutline.dom.tags import HEADING_TAGS

LONG = 8  # words from which a segment is a paragraph
SHORT = 3  # words of a stray segment, at most
NEAR = 2  # segments from a paragraph, within which a short segment belongs to it

MOSTLY_LINKS = 0.8  # share of characters inside links, from which a text counts as links
LEAST_LINKS = 3  # such texts in a row that may be a list of teasers
DOUBTED = 0.7  # their mean score, below which the classifier is not sure of them
SURE = 0.8  # mean score of the text before them, from which it is an article and not a list itself
MOST_TEASERS = 6  # links behind a line that announces other stories, at most; more are a list of their own
LEAST_TEXT = 500  # characters of that text


def find_best_threshold(scores: Sequence[float], sizes: Sequence[int]) -> tuple[float, float]:
    """Return the threshold with the highest expected F1, and that F1 (both 0..1); 1 and 0 without segments.

    Args:
        scores: the probability that each segment is article text (0..1).
        sizes: the length of each segment, greater than 0.

    Source: Lipton, Elkan & Naryanaswamy, Optimal Thresholding of Classifiers to Maximize F1 Measure, ECML 2014; the F1
    of expected counts.
    """
    if not scores:
        return 1.0, 0.0
    order = np.argsort(-np.array(scores), kind="stable")
    ranked, weights = np.array(scores, np.float64)[order], np.array(sizes, np.float64)[order]
    expected = ranked * weights
    f1 = 2 * np.cumsum(expected) / (np.cumsum(weights) + expected.sum())
    best = int(f1.argmax())
    return float(ranked[best]), float(f1[best])


def find_stray_segments(segments: Sequence[TextSegment], kept: Sequence[int]) -> list[int]:
    """Return the kept segments with just a few words well before the first paragraph or after the last.

    Single words of menus often occur in the article too, which can mislead the classifier. A list may end the article.

    Args:
        segments: all segments of the page.
        kept: indices of the segments taken for article text, ascending.
    """

    def has_words(number: int, least: int) -> bool:
        return next(islice(WORD.finditer(segments[number].text), least - 1, None), None) is not None

    first = next((number for number in kept if has_words(number, LONG)), None)
    if first is None:
        return []
    last = next(number for number in reversed(kept) if has_words(number, LONG))
    is_data = cache(holds_data)
    return [
        number
        for number in kept
        if not first - NEAR <= number <= last + NEAR
        and not has_words(number, SHORT + 1)
        and segments[number].block.tag not in HEADING_TAGS
        and not (number > last and _is_item(segments[number]))
        and not any(map(is_data, islice(segments[number].block.iterancestors("table"), 1)))
    ]


def _is_item(segment: TextSegment) -> bool:
    return segment.block.tag in LIST_TAGS and segment.link_share < MOSTLY_LINKS


def find_trailing_links(segments: Sequence[TextSegment], kept: Sequence[int], scores: Sequence[float]) -> list[int]:
    """Return the kept segments after an article that are a list of links with low scores, unless it announces them.

    Args:
        segments: all segments of the page.
        kept: indices of the segments taken for article text, ascending.
        scores: the probability that each segment is article text (0..1).
    """
    links = list(takewhile(lambda number: segments[number].link_share >= MOSTLY_LINKS, reversed(kept)))
    if links and is_announced(segments, links[-1]):
        return []
    before = kept[: len(kept) - len(links)]
    sizes = [len(segments[number].text) for number in before]
    if len(links) < LEAST_LINKS or sum(sizes) < LEAST_TEXT or fmean(scores[number] for number in links) >= DOUBTED:
        return []
    return links[::-1] if fmean((scores[number] for number in before), sizes) >= SURE else []


def find_teasers(page: ScoredPage, kept: Sequence[int]) -> list[int]:
    """Return the kept lines that just lead to other stories, with a label of such: "Read also: Ferry leaves again".

    The label may stand alone before a few links of the site.

    Args:
        page: the page.
        kept: indices of the segments taken for article text, ascending.
    """
    segments = page.segments
    lines = (n for n in kept if segments[n].block.tag not in HEADING_TAGS and is_teaser(segments[n]))
    return [teaser for number in lines for teaser in _list_teasers(page, number)]


def _list_teasers(page: ScoredPage, line: int) -> list[int]:
    """Return a line with its links; if it has none, with the few right behind it, and nothing if there are none."""
    if page.segments[line].link_characters:
        return [line]
    behind = range(line + 1, min(line + 2 + MOST_TEASERS, len(page.segments)))
    links = list(takewhile(lambda number: _is_story(page, number), behind))
    return [line, *links] if 0 < len(links) <= MOST_TEASERS else []


def _is_story(page: ScoredPage, number: int) -> bool:
    segment = page.segments[number]
    is_link = segment.link_share >= MOSTLY_LINKS and segment.block.tag not in HEADING_TAGS
    return is_link and not leads_away(page, number)
