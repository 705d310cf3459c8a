"""The table of a corpus."""

import numpy as np
from comparison.scoring import Scores
from comparison.table import compare, render_table

TEXT = np.array([[0.9, 1.0], [0.8, 1.0]])
WORSE = np.array([[0.8, 1.0], [0.7, 1.0]])
NO_IMAGES = np.array([])


def scores(text: np.ndarray, images: np.ndarray = NO_IMAGES, errors: int = 0, **figures: float) -> Scores:
    return Scores(figures, pages=2, errors=errors, text=text, images=images)


def test_each_system_has_a_row_with_its_difference_from_the_first() -> None:
    rows = compare({"ours": scores(TEXT, word_f1=0.85), "theirs": scores(WORSE, errors=1, word_f1=0.75)})
    assert render_table("news", rows).splitlines() == [
        "### news",
        "",
        "| system | word F1 | errors | pages | word F1, ours minus it |",
        "|---|---:|---:|---:|---:|",
        "| ours | 0.850 | 0 | 2 |  |",
        "| theirs | 0.750 | 1 | 2 | +0.100 [+0.100, +0.100] |",
    ]


def test_image_columns_are_there_where_images_are_labelled() -> None:
    images = np.array([[2.0, 2.0, 2.0], [1.0, 1.0, 1.0]])
    none = np.array([[0.0, 0.0, 2.0], [0.0, 0.0, 1.0]])
    table = render_table(
        "news", compare({"ours": scores(TEXT, images, image_f1=1.0), "theirs": scores(TEXT, none, image_f1=0.0)})
    )
    assert "| image F1 |" in table and "| image F1, ours minus it |" in table
    assert "+1.000 [+1.000, +1.000]" in table


def test_a_loss_is_shown_with_its_sign() -> None:
    table = render_table("news", compare({"ours": scores(WORSE), "theirs": scores(TEXT)}))
    assert "-0.100 [-0.100, -0.100]" in table


def test_a_corpus_without_labelled_texts_has_no_difference() -> None:
    table = render_table(
        "snippets", compare({"ours": scores(NO_IMAGES, title=0.5), "theirs": scores(NO_IMAGES, title=1)})
    )
    assert "minus it" not in table and "| theirs | 1.000 | 0 | 2 |" in table
