"""The default method: a classifier that rates every text segment of the page in two passes.

The first pass uses a segment's own text, its ancestors and sums over their subtrees. The second also uses the first
pass's probabilities for neighbours, enclosing subtrees and segments of the same shape. Segments with a probability
over a threshold are kept. As in Joshi & Liu 2009, section 4.2, an article with up to 500 characters is reported as
short.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import Final

import numpy as np
from lxml.html import HtmlElement
from numpy.typing import NDArray

from cutline.config.settings import AutoSettings, Settings
from cutline.dom.body import Body, Decision
from cutline.dom.comments import leave_out_comments
from cutline.dom.document import Document
from cutline.dom.documentation import Place
from cutline.dom.features.context import CONTEXT_COLUMNS, add_context
from cutline.dom.features.segments import COLUMNS, SegmentFeatures, measure_segments
from cutline.dom.methods.announced import (
    find_announced_lists,
    find_last_headings,
    find_tables_behind,
    list_bare_headings,
    list_sources,
)
from cutline.dom.methods.bylines import find_bylines, find_colophons, find_topics
from cutline.dom.methods.declared_parts import find_declared_parts, find_declared_text
from cutline.dom.methods.displayed_formulas import find_leaders
from cutline.dom.methods.first_subtree import find_first_subtree, find_threshold
from cutline.dom.methods.gaps import find_box_gaps, find_captions, find_gaps, find_listings_behind
from cutline.dom.methods.menus import find_menus
from cutline.dom.methods.named_boxes import find_side_boxes, find_titled_comments
from cutline.dom.methods.notices import find_notices, find_paid_labels, find_sponsors
from cutline.dom.methods.posts import Posts, find_lost_posts, read_posts
from cutline.dom.methods.refinement import (
    find_best_threshold,
    find_repeats,
    find_stray_segments,
    find_teasers,
    find_trailing_links,
)
from cutline.dom.methods.scored_page import Gap, ScoredPage
from cutline.dom.methods.standfirsts import find_standfirsts
from cutline.dom.segments import TextSegment
from cutline.dom.stories import find_next_story, list_behind
from cutline.dom.tags import HEADING_TAGS, TAB_LABEL
from cutline.dom.tree import common_ancestor
from cutline.types import PageWarning, Reason

BODY_COLUMNS = (*COLUMNS, *CONTEXT_COLUMNS)
# Below this expected word F1, a page gets the threshold with the highest expected F1: most such pages are not articles.
UNSURE_F1 = 0.6
FAINT_THRESHOLD = 0.2  # the lowest threshold for such a page
FEW_SEGMENTS = 25  # texts of a page that has hardly any besides its article; of real pages one in thirty
FEW_SHARE = 0.6  # of the threshold, from which a text of such a page is kept
OF_LINKS: Final = ("teaser", "stray_words")  # reasons that sources below an article do not have
DECIMALS = 4  # decimals of a score; the decision uses the rounded number, which is the one reported
Rows = NDArray[np.float32]
Probabilities = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class BodyModel:
    """The classifiers of the two passes: from n rows of `COLUMNS`, then `BODY_COLUMNS`, to n probabilities (0..1)."""

    first: Callable[[Rows], Probabilities]
    second: Callable[[Rows], Probabilities]

    def predict(self, features: SegmentFeatures) -> Probabilities:
        """Return the probability (0..1) that each segment is article text."""
        return self.second(add_context(features, self.first(features.rows)))


def find_auto(document: Document, segments: Sequence[TextSegment], settings: Settings, model: object = None) -> Body:
    """Return the segments that the classifier takes for the article.

    Without a model it uses `first-subtree`, with the warning `no_model`. A page without text has no body.
    """
    if not isinstance(model, BodyModel):
        body = find_first_subtree(document, segments, settings)
        return Body(body.root, body.decisions, ("no_model", *body.warnings))
    if not segments:
        return Body(None, (), ("no_article",))
    story = segments if document.documentation is not None else leave_out_comments(document, segments)
    return decide_page(document, segments, story, model.predict(measure_segments(document, story)), settings)


def decide_page(
    document: Document,
    segments: Sequence[TextSegment],
    story: Sequence[TextSegment],
    scores: Probabilities,
    settings: Settings,
) -> Body:
    """Return the body of a page: all its segments, those of its story, the scores of these. The others are comments."""
    body = decide_by_scores(document, story, scores, settings)
    decided = dict(zip(story, body.decisions, strict=True))
    comment = Decision(False, "comments")
    return replace(body, decisions=tuple(decided.get(segment, comment) for segment in segments))


def decide_by_scores(
    document: Document, segments: Sequence[TextSegment], scores: Probabilities, settings: Settings
) -> Body:
    """Return the body: the segments with a score of at least `auto.text_threshold`.

    If the best expected F1 on the page is low, the threshold with the highest expected F1 is used instead, if it is
    lower. A page of few texts has hardly any that are not of its article, so that less is enough. Between paragraphs,
    lower scores are enough too. Further stories, repeated texts, stray words before and after all paragraphs, and
    doubtful links after the article are dropped. A displayed formula is decided with its text, and the label of a tab
    with what the tab opens.
    """
    rounded = scores.round(DECIMALS).tolist()
    decisions = _decide(rounded, _choose_threshold(segments, rounded, settings.auto))
    page = ScoredPage(document, segments, rounded, settings.auto)
    posts = read_posts(page)
    _keep_doubtful(page, decisions, posts)
    least = find_threshold(segments, settings.first_subtree)
    _drop(decisions, find_titled_comments(page, _list_kept(decisions)), "comments")
    kept = _list_kept(decisions)
    next_story = find_next_story(document, segments, kept, least)
    left_out = _list_left_out(page, kept, posts, next_story)
    sources = list_sources(page, frozenset(kept))
    for reason, numbers in left_out.items():
        _drop(decisions, frozenset(numbers) - (sources if reason in OF_LINKS else frozenset()), reason)
    for number, decision in place_documentation(page, decisions):
        decisions[number] = decision
    dropped = [number for number, decision in enumerate(decisions) if decision.reason in left_out]
    _drop(decisions, find_last_headings(page, _list_kept(decisions), dropped), "stray_words")
    leaders = find_leaders(document, segments, frozenset(_list_kept(decisions)))
    for number, leader in chain(leaders.items(), _find_labelled(segments)):
        decisions[number] = decisions[leader]
    blocks = [segments[number].block for number in _list_kept(decisions)]
    warnings = _list_warnings(_measure_kept(segments, decisions), least)
    return Body(common_ancestor(blocks), tuple(decisions), warnings, next_story=next_story)


def _keep_doubtful(page: ScoredPage, decisions: list[Decision], posts: Posts) -> None:
    """Keep what lower scores are enough for."""
    kept = _list_kept(decisions)
    kept = sorted(kept + _keep(decisions, find_declared_text(page, frozenset(kept))))
    kept = sorted(kept + _keep(decisions, find_lost_posts(page, posts.sentences, frozenset(kept))))
    kept += _keep(decisions, find_gaps(page, kept))
    kept += _keep(decisions, find_tables_behind(page, frozenset(kept)))
    taken = frozenset(kept)
    around = (find_listings_behind, find_captions, find_standfirsts, find_announced_lists, find_declared_parts)
    kept += _keep(decisions, chain.from_iterable(find(page, taken) for find in around))
    if boxes := _keep(decisions, find_box_gaps(page, frozenset(kept))):
        _keep(decisions, find_tables_behind(page, frozenset([*kept, *boxes])))


def _list_left_out(
    page: ScoredPage, kept: Sequence[int], posts: Posts, next_story: HtmlElement | None
) -> dict[Reason, Iterable[int]]:
    """Return which of the kept segments are left out again, by the reason; of several, the last one counts."""
    document, segments, chosen = page.document, page.segments, frozenset(kept)
    return {
        "teaser": chain(find_teasers(page, kept), find_trailing_links(segments, kept, page.scores)),
        "duplicate": find_repeats(segments, kept, document.listings),
        "navigation": chain(find_menus(page, kept), find_topics(page, kept), chosen.intersection(posts.answers)),
        "stray_words": chain(
            find_stray_segments(segments, kept), list_bare_headings(page, chosen), chosen.intersection(posts.above)
        ),
        "notice": chain(find_notices(segments, kept), find_colophons(page, kept), find_side_boxes(page, kept)),
        "advertisement": chain(find_paid_labels(page, kept), find_sponsors(page, kept)),
        "byline": chain(find_bylines(page, kept), chosen.intersection(posts.signatures)),
        "other_story": () if next_story is None else list_behind(document, segments, kept, next_story),
    }


def _list_warnings(size: int, least: int) -> tuple[PageWarning, ...]:
    """Return the warnings about an article with so many characters, of which one that is not short has over `least`."""
    if not size:
        return ("no_article",)
    return ("short_article",) if size <= least else ()


def _choose_threshold(segments: Sequence[TextSegment], scores: Sequence[float], limits: AutoSettings) -> float:
    if len(segments) <= FEW_SEGMENTS:
        return round(FEW_SHARE * limits.text_threshold, DECIMALS)
    best, f1 = find_best_threshold(scores, [len(segment.text) for segment in segments])
    is_unsure = f1 < UNSURE_F1
    return min(limits.text_threshold, max(FAINT_THRESHOLD, best)) if is_unsure else limits.text_threshold


def _decide(scores: Sequence[float], threshold: float) -> list[Decision]:
    return [
        Decision(True, "article_text", score, threshold)
        if score >= threshold
        else Decision(False, None, score, threshold)
        for score in scores
    ]


def _keep(decisions: list[Decision], gaps: Iterable[Gap]) -> list[int]:
    """Keep these segments, and return their indices."""
    found = list(gaps)
    for gap in found:
        decisions[gap.number] = Decision(True, "article_text", gap.score, gap.threshold)
    return [gap.number for gap in found]


def _drop(decisions: list[Decision], numbers: Iterable[int], reason: Reason) -> None:
    for number in numbers:
        decisions[number] = Decision(False, reason)


def _list_kept(decisions: Sequence[Decision]) -> list[int]:
    return [number for number, decision in enumerate(decisions) if decision.kept]


def _find_labelled(segments: Sequence[TextSegment]) -> Iterator[tuple[int, int]]:
    """Yield the place of each tab's label, and that of the text behind it."""
    return ((n, n + 1) for n, each in enumerate(segments[:-1]) if each.block.tag == TAB_LABEL)


def _measure_kept(segments: Sequence[TextSegment], decisions: Sequence[Decision]) -> int:
    return sum(len(segment.text) for segment, decision in zip(segments, decisions, strict=True) if decision.kept)


def place_documentation(page: ScoredPage, decisions: Sequence[Decision]) -> Iterator[tuple[int, Decision]]:
    """Yield what is sure on a page that software wrote from code: all in its box is kept but menus."""
    documentation = page.document.documentation
    places = documentation.place(page.segments) if documentation is not None else []
    last = max((number for number, place in enumerate(places) if place == "own"), default=len(places))
    menus = _find_menus(page, places, decisions)
    for number, place in enumerate(places):
        if number in menus:
            yield number, Decision(False, "navigation")
        elif place == "own":
            yield number, Decision(True, "article_text", page.scores[number], 0.0)
        elif place is None and number > last:
            yield number, Decision(False, "outside_article")


def _find_menus(page: ScoredPage, places: Sequence[Place | None], decisions: Sequence[Decision]) -> set[int]:
    """Return the segments in the box that lead elsewhere: tools, and lists that are not kept, with their headings."""
    lists = {n for n, place in enumerate(places) if place == "doubtful" and not decisions[n].kept}
    above = (number - 1 for number in lists if number > 0 and places[number - 1] is not None)
    titles = {number for number in above if page.segments[number].block.tag in HEADING_TAGS}
    return lists | titles | {number for number, place in enumerate(places) if place == "tool"}
