"""The default method: what is kept of a page whose segments have scores."""

from collections.abc import Callable

import numpy as np
import pytest
from numpy.typing import NDArray

from cutline.config import Settings
from cutline.dom.body import Decision
from cutline.dom.document import Document
from cutline.dom.features.segments import COLUMNS
from cutline.dom.line_breaks import split_segments
from cutline.dom.methods import LAYOUT_METHODS, METHODS
from cutline.dom.methods.auto import BODY_COLUMNS, BodyModel, decide_by_scores, find_auto
from cutline.dom.methods.first_subtree import find_first_subtree
from cutline.dom.tags import breaks_line

Build = Callable[..., Document]
Rows = NDArray[np.float32]
LONG = "Word " * 60


@pytest.fixture(autouse=True)
def many(monkeypatch: pytest.MonkeyPatch) -> None:
    """Judge the pages of these tests as if they had many texts."""
    monkeypatch.setattr("cutline.dom.methods.auto.FEW_SEGMENTS", 0)


def likes_prose(rows: Rows) -> NDArray[np.float64]:
    """Take everything with a sentence in it for the article."""
    return 0.1 + 0.8 * (rows[:, COLUMNS.index("sentences")] > 0)


def test_method_is_found_by_its_name_and_needs_no_layout() -> None:
    assert METHODS["auto"] is find_auto
    assert "auto" not in LAYOUT_METHODS


def test_kept_segments_are_those_with_the_threshold_s_score(document: Build, settings: Settings) -> None:
    page = document(f"<nav>Menu</nav><main><p id=a>{LONG}<p>{LONG} Sea</main>")
    body = decide_by_scores(page, split_segments(page, breaks_line), np.array([0.1, 0.5, 0.99999]), settings)
    assert body.decisions == (
        Decision(False, None, 0.1, 0.5),
        Decision(True, "article_text", 0.5, 0.5),
        Decision(True, "article_text", 1.0, 0.5),
    )
    assert body.root is not None and body.root.tag == "main"
    assert body.warnings == ()


def test_the_decision_is_made_from_the_score_that_is_shown(document: Build, settings: Settings) -> None:
    page = document(f"<p>{LONG}")
    (decision,) = decide_by_scores(page, split_segments(page, breaks_line), np.array([0.49996]), settings).decisions
    assert decision.threshold == 0.5
    assert (decision.kept, decision.score) == (True, 0.5)


@pytest.mark.parametrize(("others", "threshold"), [(24, 0.3), (25, 0.5)])
def test_on_a_page_of_few_texts_three_fifths_of_the_threshold_are_enough(
    document: Build, settings: Settings, monkeypatch: pytest.MonkeyPatch, others: int, threshold: float
) -> None:
    monkeypatch.setattr("cutline.dom.methods.auto.FEW_SEGMENTS", 25)
    page = document("".join(f"<p>{LONG}{number}" for number in range(others)) + "<ul><li>Barges</ul>")
    body = decide_by_scores(page, split_segments(page, breaks_line), np.array([*[0.9] * others, 0.3]), settings)
    assert body.decisions[-1].threshold == threshold
    assert body.decisions[-1].kept == (threshold == 0.3)


def test_little_text_is_a_short_article(document: Build, settings: Settings) -> None:
    page = document(f"<p>{LONG}<p>Menu")
    assert decide_by_scores(page, split_segments(page, breaks_line), np.array([0.9, 0.1]), settings).warnings == (
        "short_article",
    )


def test_of_an_unsure_page_the_threshold_is_the_one_by_which_the_text_is_most_right(
    document: Build, settings: Settings
) -> None:
    page = document("<p>It sails.<p>It sails again.<p>Menu")
    body = decide_by_scores(page, split_segments(page, breaks_line), np.array([0.6, 0.3, 0.1]), settings)
    assert [(decision.kept, decision.threshold) for decision in body.decisions] == [
        (True, 0.3),
        (True, 0.3),
        (False, 0.3),
    ]
    assert body.warnings == ("short_article",)


def test_hardly_likely_text_is_not_kept_however_unsure_the_page(document: Build, settings: Settings) -> None:
    page = document(f"<p>{LONG}<p>{LONG}")
    body = decide_by_scores(page, split_segments(page, breaks_line), np.array([0.19, 0.1]), settings)
    assert [(decision.kept, decision.threshold) for decision in body.decisions] == [(False, 0.2), (False, 0.2)]


def test_a_table_between_paragraphs_is_kept_as_a_whole_by_its_mean_score(document: Build, settings: Settings) -> None:
    page = document(f"<main><p>{LONG}<table><tr><td>Fare</td><td>Euro</td></tr></table><p>{LONG}</main>")
    body = decide_by_scores(page, split_segments(page, breaks_line), np.array([0.9, 0.02, 0.2, 0.9]), settings)
    assert body.decisions[1:3] == (Decision(True, "article_text", 0.11, 0.1), Decision(True, "article_text", 0.11, 0.1))


def test_beside_a_long_text_a_faint_score_is_not_enough(document: Build, settings: Settings) -> None:
    page = document(f"<p>{LONG}<p>It sails.")
    body = decide_by_scores(page, split_segments(page, breaks_line), np.array([0.6, 0.3]), settings)
    assert [(decision.kept, decision.threshold) for decision in body.decisions] == [(True, 0.5), (False, 0.5)]


def test_a_higher_threshold_never_keeps_more(document: Build, settings: Settings) -> None:
    page = document(f"<p>{LONG}<p>It sails.")
    strict = settings.model_copy(update={"auto": settings.auto.model_copy(update={"text_threshold": 0.99})})
    body = decide_by_scores(page, split_segments(page, breaks_line), np.array([0.9, 0.3]), strict)
    assert [(decision.kept, decision.threshold) for decision in body.decisions] == [(False, 0.99), (False, 0.99)]


def test_nothing_likely_is_no_article(document: Build, settings: Settings) -> None:
    page = document("<p>One")
    body = decide_by_scores(page, split_segments(page, breaks_line), np.array([0.1]), settings)
    assert (body.root, body.warnings) == (None, ("no_article",))


def test_a_page_without_text_is_no_article(document: Build, settings: Settings) -> None:
    body = find_auto(document("<img src=a.jpg>"), [], settings, BodyModel(likes_prose, likes_prose))
    assert (body.root, body.decisions, body.warnings) == (None, (), ("no_article",))


def test_without_a_model_the_body_is_that_of_first_subtree(document: Build, settings: Settings) -> None:
    page = document(f"<nav>Menu</nav><div><p>{LONG}<p>{LONG}</div>")
    segments = split_segments(page, breaks_line)
    body = find_auto(page, segments, settings)
    assert body.decisions == find_first_subtree(page, segments, settings).decisions
    assert body.warnings == ("no_model",)


def test_the_second_reading_sees_what_the_first_said(document: Build, settings: Settings) -> None:
    """The first takes sentences for the article; the second what stands behind a likely text."""

    def follow(rows: Rows) -> NDArray[np.float64]:
        assert rows.shape[1] == len(BODY_COLUMNS)
        return (rows[:, BODY_COLUMNS.index("probability-1")] > 0.5).astype(np.float64)

    page = document("<p>Menu<p>It sails again.<p>Menu")
    body = find_auto(page, split_segments(page, breaks_line), settings, BodyModel(likes_prose, follow))
    assert [decision.kept for decision in body.decisions] == [False, False, True]


def test_columns_of_both_readings_have_names_of_their_own() -> None:
    assert len(BODY_COLUMNS) == len(set(BODY_COLUMNS))


@pytest.mark.parametrize("depth", [100, 5000])
def test_deep_nesting_is_read(document: Build, settings: Settings, depth: int) -> None:
    page = document("<div>" * depth + f"<p>{LONG}.")
    segments = split_segments(page, breaks_line)
    body = find_auto(page, segments, settings, BodyModel(likes_prose, likes_prose))
    assert len(body.decisions) == len(segments)


def test_a_second_story_in_the_page_is_dropped_by_a_rule(document: Build, settings: Settings) -> None:
    page = document(
        f"<article><h1>Ferry</h1><p>{LONG}{LONG}</article><article><h1>Bridge</h1><p>{LONG}{LONG}</article>"
    )
    body = decide_by_scores(page, split_segments(page, breaks_line), np.array([0.9, 0.9, 0.9, 0.9]), settings)
    assert [decision.reason for decision in body.decisions] == ["article_text"] * 2 + ["other_story"] * 2


def test_an_endless_page_ends_at_the_next_headline_with_a_byline(document: Build, settings: Settings) -> None:
    title = "Night ferry returns to Lake Varn"
    line = "<p class=byline>By Ada Quill</p>"
    story = f"<article class=post><h2>{{}}</h2>{line}<p>{LONG}{LONG}{{}}</p></article>"
    page = document(f"<title>{title}</title>{story.format(title, 'Sea')}{story.format('Bridge opens to all', 'Land')}")
    body = decide_by_scores(page, split_segments(page, breaks_line), np.full(6, 0.9), settings)
    own = ["article_text", "byline", "article_text"]
    assert [decision.reason for decision in body.decisions] == [*own, *["other_story"] * 3]
    assert body.next_story is list(page.root.iter("article"))[1]


def test_a_thread_of_comments_is_dropped_before_the_story_is_judged(document: Build, settings: Settings) -> None:
    comment = f"<li class=comment><p>Ann, 9:08<p>{LONG}. So it is.</li>"
    page = document(f"<main><p>{LONG}. So it is.<p>{LONG}. So be it.</main><ol>{comment * 5}</ol><p>{LONG}. The end.")
    segments = split_segments(page, breaks_line)
    body = find_auto(page, segments, settings, BodyModel(likes_prose, likes_prose))
    assert [decision.reason for decision in body.decisions] == ["article_text"] * 2 + ["comments"] * 10 + [
        "article_text"
    ]
