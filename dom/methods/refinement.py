"""How `auto` corrects its classifier: by the threshold, gaps between paragraphs, stray words, links and repeats."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Container, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby, islice, takewhile
from statistics import fmean

import numpy as np
from lxml.html import HtmlElement

from cutline.config.settings import AutoSettings
from cutline.dom.document import Document
from cutline.dom.features.ancestry import Subtrees
from cutline.dom.features.segments import PROSE_LINK_SHARE
from cutline.dom.formulas import DISPLAYED
from cutline.dom.scripts import WORD
from cutline.dom.segments import TextSegment
from cutline.dom.tags import HEADING_TAGS, LINE_BREAK_TAGS
from cutline.dom.tree import BlockFinder

TEXT_SHARE = 0.7  # share of the kept text in the article's container, at least; summaries and captions may be outside
TABLE_LINK_SHARE = 0.5  # share of characters inside links, from which a table or code block is a list of links
HEADING_THRESHOLD = 0.3  # probability from which a heading right before kept text is kept
LIST_THRESHOLD = 0.2  # probability from which an item of a mostly kept list is kept
MOST_OF_LIST = 0.5  # share of a list's characters that are kept, from which it is mostly kept
LIST_LINK_SHARE = 0.5  # share of characters inside links, from which a list is a list of links
DECIMALS = 4  # decimals of a mean score
LONG = 8  # words from which a segment is a paragraph
SHORT = 3  # words of a stray segment, at most
NEAR = 2  # segments from a paragraph, within which a short segment belongs to it

MOSTLY_LINKS = 0.8  # share of characters inside links, from which a text counts as links
LEAST_LINKS = 3  # such texts in a row that may be a list of teasers
DOUBTED = 0.7  # their mean score, below which the classifier is not sure of them
SURE = 0.8  # mean score of the text before them, from which it is an article and not a list itself
LEAST_TEXT = 500  # characters of that text
LEAST_CHARACTERS = 60  # characters of a repeated text; shorter ones, such as names and refrains, may repeat


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


@dataclass(frozen=True, slots=True)
class Gap:
    """A segment that is kept because of its surroundings: its index, the score that decided, and the threshold."""

    number: int
    score: float
    threshold: float


def find_gaps(
    document: Document,
    segments: Sequence[TextSegment],
    scores: Sequence[float],
    kept: Sequence[int],
    limits: AutoSettings,
) -> list[Gap]:
    """Return the doubtful segments to keep, between the first and last kept segment of the article's container.

    Prose needs a lower score there, and a heading right before kept text an even lower one. A table or code block is
    kept as a whole, by its mean score. The likely items of a list are kept if most of the list is.

    Args:
        document, segments: the page.
        scores: the probability that each segment is article text (0..1).
        kept: the indices of the segments that are kept by their own score, ascending.
        limits: the thresholds for gaps, tables and code.
    """
    taken = frozenset(kept)
    least = min(limits.gap_threshold, limits.table_threshold, limits.code_threshold, LIST_THRESHOLD)
    if not kept or all(scores[n] < least or n in taken for n in range(kept[0], kept[-1])):
        return []
    container, inside = _find_container(document, segments, kept)
    prose = (n for n in inside if scores[n] >= limits.gap_threshold and segments[n].link_share < PROSE_LINK_SHARE)
    found = {n: Gap(n, scores[n], limits.gap_threshold) for n in prose}
    for block, numbers in _group(document, segments, inside, container):
        score = _average(segments, scores, numbers)
        is_table = block.tag == "table" and block not in document.listings
        threshold = limits.table_threshold if is_table else limits.code_threshold
        if score >= threshold:
            found |= {n: Gap(n, score, threshold) for n in numbers if n not in found}
    likely = taken | found.keys()
    for number in _find_headings(segments, inside, likely):
        if scores[number] >= HEADING_THRESHOLD:
            found.setdefault(number, Gap(number, scores[number], HEADING_THRESHOLD))
    for numbers in _find_lists(segments, inside, container):
        if _is_mostly_kept(segments, numbers, likely):
            rest = (n for n in numbers if n not in found and scores[n] >= LIST_THRESHOLD)
            found |= {n: Gap(n, scores[n], LIST_THRESHOLD) for n in rest}
    return [gap for number, gap in sorted(found.items()) if number not in taken]


def find_listings_behind(
    document: Document,
    segments: Sequence[TextSegment],
    scores: Sequence[float],
    kept: Collection[int],
    limits: AutoSettings,
) -> Iterator[Gap]:
    """Yield the doubtful listings right behind kept text, which leads to them, or behind another such listing.

    Args:
        document, segments, scores, limits: as for `find_gaps`.
        kept: the indices of the segments that are kept.
    """
    last = -1
    listed = (
        (n for n, segment in enumerate(segments) if segment.block in document.listings) if document.listings else ()
    )
    for number in listed:
        is_led_to = number - 1 in kept or number - 1 == last
        if number not in kept and is_led_to and _average(segments, scores, [number]) >= limits.code_threshold:
            yield Gap(number, scores[number], limits.code_threshold)
            last = number


def find_leaders(document: Document, segments: Sequence[TextSegment], kept: Container[int]) -> dict[int, int]:
    """Return, for each displayed formula and for the texts around it in one paragraph, the segment that decides.

    Of a paragraph that formulas interrupt, it is the longest text. A formula alone follows the text before it or, if
    that is not kept, the one behind it. A text behind it that begins in lower case goes on with the sentence.

    Args:
        document, segments: the page.
        kept: the indices of the segments that are kept.
    """
    blocks = BlockFinder(LINE_BREAK_TAGS, document.body)
    leaders: dict[int, int] = {}
    for start, end in _find_formulas(segments):
        block = blocks.first_block(segments[start].block.getparent())
        before, after = start - 1, end
        texts = [n for n in (before, after) if 0 <= n < len(segments)]
        parts = [n for n in texts if segments[n].block is block]
        first = next((n for n in texts if n in kept), texts[0] if texts else start)
        leader = max(parts, key=lambda n: (leaders.get(n, n) in kept, len(segments[n].text))) if parts else first
        leader = leaders.get(leader, leader)
        goes_on = [after] if leader == before and after < len(segments) and segments[after].text[:1].islower() else []
        leaders |= dict.fromkeys((*range(start, end), *parts, *goes_on), leader)
    return {number: leader for number, leader in leaders.items() if number != leader}


def _find_formulas(segments: Sequence[TextSegment]) -> Iterator[tuple[int, int]]:
    """Yield the ranges of displayed formulas that follow each other; ends are exclusive."""
    numbers = [n for n, segment in enumerate(segments) if segment.text[:2] == "$$" and segment.block.tag == DISPLAYED]
    for _, run in groupby(enumerate(numbers), key=lambda pair: pair[1] - pair[0]):
        members = [number for _, number in run]
        yield members[0], members[-1] + 1


def _find_container(
    document: Document, segments: Sequence[TextSegment], kept: Sequence[int]
) -> tuple[HtmlElement, range]:
    """Return the lowest element with most of the kept text, and the range from its first to its last kept segment."""
    facts = [document.facts.read(segments[number].block) for number in kept]
    elements = document.facts.facts
    tree = Subtrees.of(elements, facts)
    (sums,) = tree.sum_up(np.array([[len(segments[number].text) for number in kept]], np.float64))
    container = int(np.argmax(np.where(sums >= TEXT_SHARE * sums.max(), tree.depths, -1)))
    is_inside = np.zeros(len(elements), bool)
    is_inside[container] = True
    for number, parent in enumerate(tree.parents[container + 1 :].tolist(), start=container + 1):
        is_inside[number] = is_inside[parent]  # parents come before their children
    inside = [number for number, place in zip(kept, tree.places.tolist(), strict=True) if is_inside[place]]
    return elements[container].element, range(inside[0], inside[-1] + 1)


def _group(
    document: Document, segments: Sequence[TextSegment], inside: range, container: HtmlElement
) -> Iterator[tuple[HtmlElement, list[int]]]:
    """Yield each table and code block in a container, and the indices of its segments."""
    blocks = BlockFinder(("table", "pre"), container)
    groups: defaultdict[HtmlElement, list[int]] = defaultdict(list)
    for number in inside:
        block = segments[number].block
        groups[block if block in document.listings else blocks.first_block(block)].append(number)
    yield from ((element, numbers) for element, numbers in groups.items() if element is not container)


def _find_lists(segments: Sequence[TextSegment], inside: range, container: HtmlElement) -> Iterable[list[int]]:
    """Return the indices of the segments of each list in a container; nested lists are part of the outer one."""
    lists = BlockFinder(("ul", "ol", "dl"), container)
    groups: defaultdict[HtmlElement, list[int]] = defaultdict(list)
    outermost = {container: container}
    for number in inside:
        found, chain = lists.first_block(segments[number].block), []
        while found not in outermost:
            chain.append(found)
            found = lists.first_block(found.getparent())
        around = outermost[found]
        outer = chain[-1] if around is container and chain else around
        outermost.update(dict.fromkeys(chain, outer))
        groups[outer].append(number)
    return (numbers for element, numbers in groups.items() if element is not container)


def _find_headings(segments: Sequence[TextSegment], inside: range, kept: Container[int]) -> Iterator[int]:
    """Yield the headings right before kept text."""
    for number in inside:
        segment = segments[number]
        if segment.block.tag in HEADING_TAGS and segment.link_share < PROSE_LINK_SHARE and number + 1 in kept:
            yield number


def _is_mostly_kept(segments: Sequence[TextSegment], numbers: Sequence[int], kept: Container[int]) -> bool:
    """Return whether most of a list's text is kept and little of it is links."""
    size = sum(len(segments[number].text) for number in numbers)
    links = sum(segments[number].link_characters for number in numbers)
    own = sum(len(segments[number].text) for number in numbers if number in kept)
    return own >= MOST_OF_LIST * size and links < LIST_LINK_SHARE * size


def _average(segments: Sequence[TextSegment], scores: Sequence[float], numbers: Sequence[int]) -> float:
    """Return the mean score of segments, weighted by text length; 0 if they are mostly links."""
    size = sum(len(segments[number].text) for number in numbers)
    if sum(segments[number].link_characters for number in numbers) >= TABLE_LINK_SHARE * size:
        return 0.0
    return round(sum(scores[number] * len(segments[number].text) for number in numbers) / size, DECIMALS)


def find_stray_segments(segments: Sequence[TextSegment], kept: Sequence[int]) -> list[int]:
    """Return the kept segments with just a few words well before the first paragraph or after the last.

    Single words of menus often occur in the article too, which can mislead the classifier.

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
    return [
        number
        for number in kept
        if not first - NEAR <= number <= last + NEAR
        and not has_words(number, SHORT + 1)
        and segments[number].block.tag not in HEADING_TAGS
    ]


def find_trailing_links(segments: Sequence[TextSegment], kept: Sequence[int], scores: Sequence[float]) -> list[int]:
    """Return the kept segments after an article that are a list of links with low scores.

    Args:
        segments: all segments of the page.
        kept: indices of the segments taken for article text, ascending.
        scores: the probability that each segment is article text (0..1).
    """
    links = list(takewhile(lambda number: segments[number].link_share >= MOSTLY_LINKS, reversed(kept)))
    before = kept[: len(kept) - len(links)]
    sizes = [len(segments[number].text) for number in before]
    if len(links) < LEAST_LINKS or sum(sizes) < LEAST_TEXT or fmean(scores[number] for number in links) >= DOUBTED:
        return []
    return links[::-1] if fmean((scores[number] for number in before), sizes) >= SURE else []


def find_repeats(
    segments: Sequence[TextSegment], kept: Iterable[int], listings: Container[HtmlElement] = ()
) -> list[int]:
    """Return the kept segments, given in document order, whose text repeats an earlier one word for word.

    Of a heading and the entry before it in a table of contents, the entry is the repeat. A listing that is shown again
    is none, unless it follows itself: as what a highlighter wrote and what it read.
    """
    known: dict[str, int] = {}
    repeats = []
    for number in kept:
        text = segments[number].text
        if len(text) < LEAST_CHARACTERS or segments[number].block.tag == DISPLAYED:
            continue
        earlier = known.setdefault(text, number)
        is_heading, was_heading = (segments[each].block.tag in HEADING_TAGS for each in (number, earlier))
        if is_heading and not was_heading:
            repeats.append(earlier)
            known[text] = number
        elif earlier != number and (segments[number].block not in listings or number == earlier + 1):
            repeats.append(number)
    return repeats
