"""The threshold with the highest expected F1."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cutline.dom.methods.refinement import find_best_threshold

Segments = list[tuple[float, int]]
segments = st.lists(st.tuples(st.floats(0.01, 1), st.integers(1, 1000)), min_size=1, max_size=30)


def expect(given_segments: Segments, threshold: float) -> float:
    """Return the F1 of the expected counts, by its definition."""
    kept = [(score, size) for score, size in given_segments if score >= threshold]
    right, all_right = (sum(score * size for score, size in part) for part in (kept, given_segments))
    precision, recall = right / sum(size for _, size in kept), right / all_right
    return 2 * precision * recall / (precision + recall)


def test_a_sure_page_is_cut_between_the_sure_and_the_rest() -> None:
    assert find_best_threshold([0.1, 1.0, 1.0], [10, 50, 50]) == (1.0, pytest.approx(200 / 201))


def test_where_nothing_is_likely_everything_alike_is_taken() -> None:
    threshold, f1 = find_best_threshold([0.3, 0.3], [10, 20])
    assert (threshold, f1) == (0.3, pytest.approx(2 * 0.3 / 1.3))


@given(segments)
def test_no_other_threshold_has_a_higher_expected_f1(given_segments: Segments) -> None:
    threshold, f1 = find_best_threshold(*map(list, zip(*given_segments, strict=True)))
    assert f1 == pytest.approx(expect(given_segments, threshold))
    assert all(expect(given_segments, score) <= f1 + 1e-9 for score, _ in given_segments)
