"""What a first reading says of each segment's surroundings."""

from collections.abc import Callable

import numpy as np
import pytest

from cutline.dom.document import Document
from cutline.dom.features.context import CONTEXT_COLUMNS, FAR, add_context
from cutline.dom.features.segments import COLUMNS, NONE, measure_segments
from cutline.dom.line_breaks import split_segments
from cutline.dom.tags import breaks_line

Context = Callable[..., dict[str, list[float]]]


@pytest.fixture
def context(document: Callable[..., Document]) -> Context:
    """Return the context columns of HTML given as text whose segments have these probabilities."""

    def build(html: str, *probabilities: float) -> dict[str, list[float]]:
        page = document(html)
        features = measure_segments(page, split_segments(page, breaks_line))
        rows = add_context(features, np.array(probabilities))
        assert rows.dtype == np.float32 and np.isfinite(rows).all()
        assert (rows[:, : len(COLUMNS)] == features.rows).all()
        return dict(zip(CONTEXT_COLUMNS, rows[:, len(COLUMNS) :].T.tolist(), strict=True))

    return build


def test_probabilities_of_neighbours(context: Context) -> None:
    columns = context("<p>a<p>b<p>c", 0.25, 0.5, 0.75)
    assert columns["probability"] == [0.25, 0.5, 0.75]
    assert columns["probability-1"] == [NONE, 0.25, 0.5]
    assert columns["probability+2"] == [0.75, NONE, NONE]


def test_text_before_is_a_share_of_all(context: Context) -> None:
    assert context("<p>a<p>b", 0.5, 0.5)["text_before"] == pytest.approx([0, 0.5], abs=1e-3)


def test_windows_are_means_by_words(context: Context) -> None:
    columns = context("<p>a<p>b c", 1.0, 0.0)  # weights 2 and 3
    assert columns["window3_around"] == pytest.approx([0.4, 0.4], abs=1e-3)
    assert columns["window3_before"] == pytest.approx([0, 1], abs=1e-3)
    assert columns["window3_behind"] == pytest.approx([0, 0], abs=1e-3)


def test_subtrees_are_compared_with_and_without_the_segment(context: Context) -> None:
    columns = context("<div><p>a<p>b</div><p>c", 1.0, 0.0, 0.0)
    assert columns["level1_mean"] == pytest.approx([1 / 2, 1 / 2, 1 / 3], abs=1e-3)
    assert columns["level1_others"] == pytest.approx([0, 1, 1 / 2], abs=1e-3)
    assert columns["alike_others"] == pytest.approx([0, 1, 0], abs=1e-3)


def test_landmarks_are_long_and_likely(context: Context) -> None:
    long = "one two three four five six seven eight nine"
    columns = context(f"<p>a<p>{long}<p>b<p>{long}", 0.9, 0.9, 0.9, 0.2)
    assert columns["landmark_before"] == [FAR, 0, 1, 2]
    assert columns["landmark_behind"] == [1, 0, FAR, FAR]
