"""Intervals of paired differences."""

import numpy as np
import pytest
from comparison.scoring import mean, paired_difference, pooled_f1


def test_pooled_f1_is_that_of_all_pages_together() -> None:
    pages = np.array([[1.0, 1.0, 2.0], [2.0, 4.0, 3.0]])
    assert pooled_f1(pages.sum(axis=0)) == pytest.approx(2 * 3 / (5 + 5))


def test_pooled_f1_without_any_image_is_zero() -> None:
    assert pooled_f1(np.zeros(3)) == 0.0


def test_mean_counts_every_page_once() -> None:
    assert mean(np.array([[0.5, 1.0], [1.0, 1.0], [0.0, 1.0]]).sum(axis=0)) == pytest.approx(0.5)


def test_the_difference_is_that_of_the_pages_as_they_are() -> None:
    ours, theirs = np.array([[0.9, 1.0], [0.7, 1.0]]), np.array([[0.6, 1.0], [0.6, 1.0]])
    assert paired_difference(ours, theirs, mean).value == pytest.approx(0.2)


def test_a_system_compared_with_itself_differs_by_nothing() -> None:
    ours = np.column_stack([np.linspace(0, 1, 20), np.ones(20)])
    difference = paired_difference(ours, ours, mean)
    assert (difference.value, difference.low, difference.high) == (0.0, 0.0, 0.0)
    assert difference.low <= 0


def test_the_same_pages_give_the_same_interval() -> None:
    random = np.random.default_rng(7)
    ours, theirs = (np.column_stack([random.random(30), np.ones(30)]) for _ in range(2))
    assert paired_difference(ours, theirs, mean) == paired_difference(ours, theirs, mean)


def test_the_interval_of_a_mean_is_as_wide_as_theory_says() -> None:
    random = np.random.default_rng(7)
    values = random.normal(0.1, 0.2, 400)
    ours = np.column_stack([0.5 + values, np.ones(400)])
    theirs = np.column_stack([np.full(400, 0.5), np.ones(400)])
    difference = paired_difference(ours, theirs, mean)
    half = 1.96 * values.std() / 20
    assert difference.low == pytest.approx(values.mean() - half, abs=0.002)
    assert difference.high == pytest.approx(values.mean() + half, abs=0.002)
    assert difference.low > 0


def test_pages_are_paired_so_that_an_advantage_on_each_page_is_sure() -> None:
    levels = np.linspace(0.0, 0.9, 40)  # pages differ far more than systems do
    ours = np.column_stack([levels + 0.01, np.ones(40)])
    theirs = np.column_stack([levels, np.ones(40)])
    assert paired_difference(ours, theirs, mean).low == pytest.approx(0.01)


def test_systems_with_different_pages_are_refused() -> None:
    with pytest.raises(ValueError, match="same rows"):
        paired_difference(np.ones((3, 2)), np.ones((2, 2)), mean)
