"""How `auto` corrects its classifier: by the threshold, and by what it leaves out again."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from functools import cache
from itertools import islice, takewhile
from statistics import fmean

import numpy as np
from lxml.html import HtmlElement

from cutline.dom.ancestors import climb
from cutline.dom.boxes import is_framed
from cutline.dom.formulas import DISPLAYED
from cutline.dom.methods.announced import is_announced, leads_away, list_items
from cutline.dom.methods.gaps import LIST_TAGS
from cutline.dom.methods.menus import is_entry
from cutline.dom.methods.scored_page import LONG, ScoredPage
from cutline.dom.related.links import announces_stories, is_teaser
from cutline.dom.scripts import WORD
from cutline.dom.segments import TextSegment
from cutline.dom.tables import holds_data, is_layout
from cutline.dom.tags import CELLS, HEADING_TAGS

SHORT = 3  # words of a stray segment, at most
LEAST_ROWS = 4  # of a table of data without headers
MAX_PARTICLE = 3  # letters of a word that is left of a byline
NEAR = 2  # segments from a paragraph, within which a short segment belongs to it

MOSTLY_LINKS = 0.8  # share of characters inside links, from which a text counts as links
LEAST_LINKS = 3  # such texts in a row that may be a list of teasers
DOUBTED = 0.7  # their mean score, below which the classifier is not sure of them
SURE = 0.8  # mean score of the text before them, from which it is an article and not a list itself
MOST_TEASERS = 6  # links behind a line that announces other stories, at most; more are a list of their own
LEAST_TEXT = 500  # characters of that text

LEAST_REPEATED = 60  # characters of a repeated text; shorter ones, such as names and refrains, may repeat


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
    is_data = cache(_is_table)
    return [
        number
        for number in kept
        if (not first - NEAR <= number <= last + NEAR or (number < first and _is_particle(segments[number])))
        and not has_words(number, SHORT + 1)
        and segments[number].block.tag not in HEADING_TAGS
        and not (number > last and _is_item(segments[number]))
        and not any(map(is_data, islice(segments[number].block.iterancestors("table"), 1)))
    ]


def _is_table(table: HtmlElement) -> bool:
    """Return whether a table holds data: it has headers, or several rows of several cells."""
    return holds_data(table) or (not is_layout(table) and len(list(islice(table.iter("tr"), LEAST_ROWS))) == LEAST_ROWS)


def _is_particle(segment: TextSegment) -> bool:
    """Return whether a text is a small word alone, as "in" between author and category."""
    return len(segment.text) <= MAX_PARTICLE and segment.text.islower()


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

    The label may stand alone before a few links of the site, and as a heading also before nothing that is kept. Behind
    the article, a label that was left out also takes the cards in its box with it.

    Args:
        page: the page.
        kept: indices of the segments taken for article text, ascending.
    """
    taken = frozenset(kept)
    lines = (number for number in kept if _leads_on(page.segments[number]))
    return [*(teaser for line in lines for teaser in _list_teasers(page, line, taken)), *_list_cards(page, taken)]


def _list_cards(page: ScoredPage, kept: Container[int]) -> Iterator[int]:
    """Yield the kept links in the boxes behind all prose whose labels announce other stories and are left out."""
    segments = page.segments
    behind = list(takewhile(lambda each: not _is_prose(page, each, kept), reversed(range(len(segments)))))
    if not any(number in kept for number in behind):
        return
    labels = [
        number
        for number in behind
        if number not in kept and (announces_stories(segments[number].text) or is_teaser(segments[number]))
    ]
    end = 0
    for label in reversed(labels):
        if label < end:
            continue
        box = segments[label].block.getparent()
        for end in range(label + 1, len(segments)):
            if box not in segments[end].block.iterancestors():
                break
            if end in kept and segments[end].link_share >= MOSTLY_LINKS:
                yield end


def _is_prose(page: ScoredPage, number: int, kept: Container[int]) -> bool:
    return number in kept and page.is_paragraph(number)


def _leads_on(line: TextSegment) -> bool:
    """Return whether a line leads to other stories; one in a callout ("See also" of Sphinx) is the text's own."""
    leads_on = announces_stories(line.text) if line.block.tag in HEADING_TAGS else is_teaser(line)
    return leads_on and not any(map(is_framed, climb(line.block, NEAR + 1)))


def _list_teasers(page: ScoredPage, line: int, kept: Container[int]) -> list[int]:
    """Return a line with its links; if it has none, with the few right behind it, and nothing if there are none.

    In a list below a heading, the links may stand in sentences.
    """
    is_heading = page.segments[line].block.tag in HEADING_TAGS
    if page.segments[line].link_characters or (is_heading and line + 1 not in kept):
        return [line]
    links = list(list_items(page.segments, line + 1)) if is_heading else []
    if not links:
        behind = range(line + 1, min(line + 2 + MOST_TEASERS, len(page.segments)))
        links = list(takewhile(lambda number: _is_story(page, number), behind))
    elif not all(page.segments[item].link_characters for item in links):
        return []
    return [line, *links] if 0 < len(links) <= MOST_TEASERS else []


def _is_story(page: ScoredPage, number: int) -> bool:
    segment = page.segments[number]
    is_link = segment.link_share >= MOSTLY_LINKS and segment.block.tag not in HEADING_TAGS
    return is_link and not leads_away(page, number)


def find_repeats(
    segments: Sequence[TextSegment], kept: Iterable[int], listings: Container[HtmlElement] = ()
) -> list[int]:
    """Return the kept segments, given in document order, whose text repeats an earlier one word for word.

    Of a heading or an answered question and the entry before it in a table of contents, the entry is the repeat, unless
    its neighbours in the list are kept. A listing that is shown again is none, unless it follows itself: as what a
    highlighter wrote and what it read. Cells of one table may be alike. So may siblings, such as refrains, and what a
    manual says in its items, if their neighbours do not come again too; a paragraph without links and buttons may have
    short ones that do.
    """
    known: dict[str, int] = {}
    repeats = []
    chosen, lays_out = frozenset(kept), cache(is_layout)
    for number in sorted(chosen):
        text = segments[number].text
        if len(text) < LEAST_REPEATED or segments[number].block.tag == DISPLAYED:
            continue
        earlier = known.setdefault(text, number)
        if _was_entry(segments[earlier], segments[number]):
            repeats += [] if _is_in_list(segments, earlier, chosen) else [earlier]
            known[text] = number
        elif earlier != number and (segments[number].block not in listings or number == earlier + 1):
            repeats += [] if _is_own(segments, earlier, number, lays_out) else [number]
    return repeats


def _was_entry(earlier: TextSegment, segment: TextSegment) -> bool:
    """Return whether the first of two texts alike is the entry of the second in a table of contents."""
    if earlier.block.tag in HEADING_TAGS:
        return False
    return segment.block.tag in HEADING_TAGS or (is_entry(earlier) and not is_entry(segment))


def _is_own(
    segments: Sequence[TextSegment], earlier: int, number: int, lays_out: Callable[[HtmlElement], bool]
) -> bool:
    """Return whether a text that comes again is no repeat: it is in another cell of a table of data, or a refrain."""
    table = _find_shared_table(segments[earlier].block, segments[number].block)
    return _is_refrain(segments, earlier, number) if table is None else not lays_out(table)


def _is_refrain(segments: Sequence[TextSegment], earlier: int, number: int) -> bool:
    """Return whether a text comes again among its siblings, or in items alike, and its neighbours do not.

    A paragraph without a link or a button may come again with short neighbours: an offer between sections has one.
    With another text beside it, it is in a copy of the article.
    """
    one, other = segments[earlier].block, segments[number].block
    before, behind = segments[max(earlier - 1, 0)], segments[earlier + 1]
    around = segments[number - 1], segments[min(number + 1, len(segments) - 1)]
    is_alone = before.text != around[0].text and behind.text != around[1].text and number > earlier + 1
    places = _name_place(one), _name_place(other)
    is_item = any(tag in LIST_TAGS for tag, _ in places[0]) and places[0] == places[1]
    if one.tag != other.tag or not (is_item or one.getparent() is other.getparent()):
        return False
    is_copied = any(
        one_near.text == other_near.text
        and one_near.text != segments[number].text
        and len(one_near.text) >= LEAST_REPEATED
        for one_near, other_near in zip((before, behind), around, strict=True)
    )
    is_plain = other.tag == "p" and not is_item and next(other.iter("a", "button"), None) is None
    return is_alone or (is_plain and not is_copied)


def _name_place(block: HtmlElement) -> list[tuple[str, str | None]]:
    return [(str(element.tag), element.get("class")) for element in (block, block.getparent())]


def _is_in_list(segments: Sequence[TextSegment], number: int, kept: Container[int]) -> bool:
    """Return whether a text is in a list that is kept before or behind it too."""
    around = next(segments[number].block.iterancestors("ul", "ol"), None)
    near = [segments[each].block for each in (number - 1, number + 1) if each in kept and 0 <= each < len(segments)]
    return around is not None and any(around in block.iterancestors("ul", "ol") for block in near)


def _find_shared_table(first: HtmlElement, second: HtmlElement) -> HtmlElement | None:
    """Return the table that two texts are in, in different cells; None if there is none."""
    cells = [next(block.iterancestors(*CELLS), block) if block.tag not in CELLS else block for block in (first, second)]
    tables = [next(cell.iterancestors("table"), None) for cell in cells]
    return tables[0] if cells[0] is not cells[1] and tables[0] is tables[1] else None
