"""How right the images are that a classifier keeps."""

import numpy as np
import pytest

from cutline.models.train.images import ImageExamples, ImageFigures, choose_images


def make_page(labels: list[tuple[int, ...]], known: list[bool], keys: str, labelled: int) -> ImageExamples:
    none = np.zeros((len(labels), 0), np.float32)
    return ImageExamples("made", "site", none, tuple(labels), np.array(known), tuple(keys), labelled)


def test_of_copies_the_likeliest_is_kept() -> None:
    assert choose_images(np.array([0.5, 0.9, 0.7, 0.2]), ["a", "a", "b", "c"], 0.4) == [1, 2]


def test_of_equal_copies_the_first_is_kept() -> None:
    assert choose_images(np.array([0.5, 0.5]), ["a", "a"], 0.4) == [0]


def test_scores_over_all_images() -> None:
    page = make_page([(0,), (), (1,), ()], [True] * 4, "abcd", 2)
    figures = ImageFigures.of([page], [np.array([0.9, 0.8, 0.1, 0.1])], 0.4)
    half = figures.scores["made"]
    assert (half.precision, half.recall, half.f1, half.exact) == (0.5, 0.5, 0.5, 0.0)
    right = ImageFigures.of([page], [np.array([0.9, 0.1, 0.9, 0.1])], 0.4).scores["made"]
    assert (right.precision, right.recall, right.f1, right.exact) == (1.0, 1.0, 1.0, 1.0)
    assert (figures.pages, figures.sites, figures.images, figures.labelled) == (1, 1, 4, 2)


def test_an_image_of_which_nothing_is_known_is_right_neither_way() -> None:
    page = make_page([(0,), ()], [True, False], "ab", 1)
    figures = ImageFigures.of([page], [np.array([0.9, 0.9])], 0.4)
    assert figures.scores["made"].f1 == 1.0


def test_a_labelled_image_is_found_once() -> None:
    page = make_page([(0,), (0,)], [True, True], "ab", 1)
    figures = ImageFigures.of([page], [np.array([0.9, 0.9])], 0.4)
    assert figures.scores["made"].precision == pytest.approx(0.5)


def test_no_images_are_exactly_right_where_none_are_labelled() -> None:
    page = make_page([], [], "", 0)
    figures = ImageFigures.of([page], [np.zeros(0)], 0.4)
    assert (figures.scores["made"].exact, figures.scores["made"].recall, figures.scores["made"].f1) == (1.0, 1.0, 0.0)
