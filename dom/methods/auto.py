"""The default method: a classifier that rates every text segment of the page in two passes.

The first pass uses a segment's own text, its ancestors and sums over their subtrees. The second also uses the first
pass's probabilities for neighbours, enclosing subtrees and segments of the same shape. Segments with a probability
over a threshold are kept. As in Joshi & Liu 2009, section 4.2, an article with up to 500 characters is reported as
short.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from cutline.config.settings import AutoSettings, Settings
from cutline.dom.body import Body, Decision
from cutline.dom.comments import find_comments
from cutline.dom.document import Document
from cutline.dom.features.context import CONTEXT_COLUMNS, add_context
from cutline.dom.features.segments import COLUMNS, SegmentFeatures, measure_segments
from cutline.dom.methods.displayed_formulas import find_leaders
from cutline.dom.methods.first_subtree import find_first_subtree, find_threshold
from cutline.dom.methods.gaps import find_box_gaps, find_captions, find_gaps, find_listings_behind
from cutline.dom.methods.refinement import find_best_threshold, find_stray_segments, find_trailing_links
from cutline.dom.methods.repeats import find_repeats
from cutline.dom.methods.standfirsts import find_standfirsts
from cutline.dom.segments import TextSegment
from cutline.dom.stories import find_other_stories
from cutline.dom.tree import common_ancestor
from cutline.types import PageWarning

BODY_COLUMNS = (*COLUMNS, *CONTEXT_COLUMNS)
# Below this expected word F1, a page gets the threshold with the highest expected F1: most such pages are not articles.
UNSURE_F1 = 0.6
FAINT_THRESHOLD = 0.2  # the lowest threshold for such a page
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
    return judge_story(document, segments, lambda story: model.predict(measure_segments(document, story)), settings)


def judge_story(
    document: Document,
    segments: Sequence[TextSegment],
    score: Callable[[Sequence[TextSegment]], Probabilities],
    settings: Settings,
) -> Body:
    """Return the body among the segments that are in no thread of comments, which `score` does not see."""
    threads = dict.fromkeys(find_comments(document, segments), Decision(False, "comments"))
    story = [segment for number, segment in enumerate(segments) if number not in threads]
    body = decide_by_scores(document, story, score(story), settings)
    decided = iter(body.decisions)
    decisions = tuple(threads.get(number) or next(decided) for number in range(len(segments)))
    return replace(body, decisions=decisions) if threads else body


def decide_by_scores(
    document: Document, segments: Sequence[TextSegment], scores: Probabilities, settings: Settings
) -> Body:
    """Return the body: the segments with a score of at least `auto.text_threshold`.

    If the best expected F1 on the page is low, the threshold with the highest expected F1 is used instead, if it is
    lower. Between paragraphs, lower scores are enough. Further stories, repeated texts, stray words before and after
    all paragraphs, and doubtful links after the article are dropped. A displayed formula is decided with its text.
    """
    rounded = scores.round(DECIMALS).tolist()
    threshold = _choose_threshold(segments, rounded, settings.auto)
    decisions = _decide(rounded, threshold)
    kept = [number for number, decision in enumerate(decisions) if decision.kept]
    gaps = find_gaps(document, segments, rounded, kept, settings.auto)
    kept += [gap.number for gap in gaps]
    taken = frozenset(kept)
    behind = find_listings_behind(document, segments, rounded, taken, settings.auto)
    captions = find_captions(document, segments, rounded, taken, settings.auto)
    standfirsts = find_standfirsts(document, segments, rounded, taken)
    for gap in chain(gaps, behind, captions, standfirsts):
        decisions[gap.number] = Decision(True, "article_text", gap.score, gap.threshold)
    kept_now = {number for number, decision in enumerate(decisions) if decision.kept}
    for gap in find_box_gaps(document, segments, rounded, kept_now, settings.auto):
        decisions[gap.number] = Decision(True, "article_text", gap.score, gap.threshold)
    least = find_threshold(segments, settings.first_subtree)
    kept = [number for number, decision in enumerate(decisions) if decision.kept]
    for number in find_trailing_links(segments, kept, rounded):
        decisions[number] = Decision(False, "teaser")
    for number in find_repeats(segments, kept, document.listings):
        decisions[number] = Decision(False, "duplicate")
    for number in find_stray_segments(segments, kept):
        decisions[number] = Decision(False, "stray_words")
    for number in find_other_stories(document, segments, kept, least):
        decisions[number] = Decision(False, "other_story")
    kept = [number for number, decision in enumerate(decisions) if decision.kept]
    for number, leader in find_leaders(document, segments, frozenset(kept)).items():
        decisions[number] = decisions[leader]
    size = _measure_kept(segments, decisions)
    warnings: tuple[PageWarning, ...] = ("no_article",) if not size else ("short_article",) if size <= least else ()
    blocks = [segment.block for segment, decision in zip(segments, decisions, strict=True) if decision.kept]
    return Body(common_ancestor(blocks), tuple(decisions), warnings)


def _choose_threshold(segments: Sequence[TextSegment], scores: Sequence[float], limits: AutoSettings) -> float:
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


def _measure_kept(segments: Sequence[TextSegment], decisions: Sequence[Decision]) -> int:
    return sum(len(segment.text) for segment, decision in zip(segments, decisions, strict=True) if decision.kept)
