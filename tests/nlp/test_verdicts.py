import math
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from cutline.config import load_settings
from cutline.nlp.similarity import NO_EVIDENCE, TO_THE_LETTER, judge_block, judge_caption
from cutline.types import Evidence, Similarity
from tests.conftest import SETTINGS

SCORES = st.floats(0, 1).map(lambda score: round(score, 4))


def similarity(score: float, kind: Any = "entities", measure: Any = "match_share") -> Similarity:
    return Similarity(score=score, measure=measure, cosine=score, match_share=score, evidence=Evidence(kind=kind))


class TestCaption:
    @pytest.mark.parametrize(("score", "kept", "reason"), [(0.1, True, "similar"), (0.0999, False, "dissimilar")])
    def test_it_is_kept_from_the_threshold_on(self, score: float, kept: bool, reason: str) -> None:
        verdict = judge_caption(similarity(score), SETTINGS.similarity)
        assert (verdict.kept, verdict.reason) == (kept, reason)

    def test_without_evidence_it_is_kept_without_a_score(self) -> None:
        verdict = judge_caption(NO_EVIDENCE, SETTINGS.similarity)
        assert (verdict.kept, verdict.reason) == (True, "no_evidence")
        assert (verdict.score, verdict.threshold, verdict.margin) == (None, None, None)

    def test_without_evidence_it_is_dropped_where_the_settings_say_so(self) -> None:
        changed = SETTINGS.similarity.model_copy(update={"no_evidence": "drop"})
        verdict = judge_caption(NO_EVIDENCE, changed)
        assert (verdict.kept, verdict.reason, verdict.score) == (False, "no_evidence", None)

    @pytest.mark.parametrize(
        ("kind", "measure", "threshold"),
        [
            ("entities", "match_share", 0.2),
            ("names", "match_share", 0.2),
            ("entities", "cosine", 0.4),
            ("words", "match_share", 0.6),
            ("words", "cosine", 0.6),
        ],
    )
    def test_each_measure_has_its_threshold(self, kind: str, measure: str, threshold: float) -> None:
        changed = SETTINGS.similarity.model_copy(
            update={"small_threshold": 0.2, "large_threshold": 0.4, "word_threshold": 0.6}
        )
        assert judge_caption(similarity(0.5, kind, measure), changed).threshold == threshold

    @given(SCORES, st.floats(0, 1))
    @example(0.3, 0.1)
    @example(0.1, math.nextafter(0.1, 1))
    def test_score_threshold_and_margin_agree(self, score: float, threshold: float) -> None:
        settings = load_settings().similarity.model_copy(update={"small_threshold": threshold})
        verdict = judge_caption(similarity(score), settings)
        assert (verdict.score, verdict.threshold) == (score, threshold)
        assert verdict.margin == pytest.approx(score - threshold, abs=1e-15)
        assert verdict.kept == (score >= threshold) == (verdict.margin >= 0)

    def test_the_margin_is_the_difference_of_the_decimals_shown(self) -> None:
        assert judge_caption(similarity(0.3), SETTINGS.similarity).margin == 0.2


class TestBlock:
    def test_to_the_letter_of_the_paper_its_names_drop_it_whatever_its_links(self) -> None:
        verdict = judge_block(similarity(0), 0, "in_subtree", SETTINGS.similarity, TO_THE_LETTER)
        assert (verdict.kept, verdict.reason) == (False, "dissimilar")

    def test_text_about_others_without_links_is_kept(self) -> None:
        verdict = judge_block(similarity(0), 0.29, "article_image", SETTINGS.similarity)
        assert (verdict.kept, verdict.reason, verdict.score) == (True, "article_image", None)

    def test_links_to_another_story_are_dropped(self) -> None:
        verdict = judge_block(similarity(0), 0.3, "article_image", SETTINGS.similarity)
        assert (verdict.kept, verdict.reason, verdict.margin) == (False, "dissimilar", -0.1)

    def test_links_to_the_same_story_are_kept_for_the_reason_given(self) -> None:
        verdict = judge_block(similarity(0.5), 1, "article_image", SETTINGS.similarity)
        assert (verdict.kept, verdict.reason, verdict.margin) == (True, "article_image", 0.4)

    def test_words_alone_drop_nothing(self) -> None:
        assert judge_block(similarity(0, "words"), 1, "article_image", SETTINGS.similarity).kept

    def test_without_evidence_it_is_kept(self) -> None:
        assert judge_block(NO_EVIDENCE, 1, "article_image", SETTINGS.similarity).kept

    @given(SCORES, st.floats(0, 1))
    def test_what_it_shows_decided(self, score: float, links: float) -> None:
        verdict = judge_block(similarity(score), links, "article_image", load_settings().similarity)
        assert verdict.kept == (verdict.margin is None or verdict.margin >= 0)
