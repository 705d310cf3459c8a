"""The models of `auto` for texts, images, pages and relevance, and their folders."""

import json
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from cutline.dom.features.images import IMAGE_COLUMNS
from cutline.dom.features.pages import PAGE_COLUMNS
from cutline.dom.features.segments import COLUMNS
from cutline.dom.methods.auto import BODY_COLUMNS
from cutline.errors import ModelError
from cutline.models.auto_models import (
    BODY,
    DESCRIPTION,
    IMAGES,
    RELEVANCE,
    SHIPPED_BODY,
    SHIPPED_IMAGES,
    SHIPPED_PAGES,
    SHIPPED_RELEVANCE,
    load_body_model,
    load_image_model,
    load_page_model,
    load_relevance_model,
)
from cutline.models.trees import GradientTrees
from cutline.nlp.relevance import RELEVANCE_COLUMNS
from cutline.nlp.stories import SPLIT_COLUMNS

VERSIONS = {"cutline": "1"}
Load = Callable[[Path], object]


def ask(column: int) -> GradientTrees:
    """One question: log odds of 2 if a column is above 0, of -2 if not."""
    return GradientTrees(
        np.array([[column, -1, -1]], np.int16),
        np.zeros((1, 3), np.float32),
        np.array([[1, 0, 0]], np.int16),
        np.array([[0, -2, 2]], np.float32),
        np.array([1.0, 0.0]),
    )


def save(name: str, folder: Path) -> Path:
    folder.mkdir()
    if name == "body":
        BODY.save(folder, (ask(0), ask(len(COLUMNS))), VERSIONS)
    else:
        IMAGES.save(folder, (ask(0),), VERSIONS)
    return folder


def test_the_two_readings_are_read_as_they_were_written(tmp_path: Path) -> None:
    model = load_body_model(save("body", tmp_path / "m"))
    rows = np.zeros((2, len(BODY_COLUMNS)), np.float32)
    rows[0, 0] = rows[1, len(COLUMNS)] = 1
    assert (model.first(rows[:, : len(COLUMNS)]) > 0.5).tolist() == [True, False]
    assert (model.second(rows) > 0.5).tolist() == [False, True]


def test_the_classifier_of_images_is_read_as_it_was_written(tmp_path: Path) -> None:
    model = load_image_model(save("images", tmp_path / "m"))
    rows = np.zeros((2, len(IMAGE_COLUMNS)), np.float32)
    rows[0, 0] = 1
    assert (model.judge(rows).scores > 0.5).tolist() == [True, False]


def test_a_judgement_tells_what_each_column_added(tmp_path: Path) -> None:
    judgement = load_image_model(save("images", tmp_path / "m")).judge(np.ones((1, len(IMAGE_COLUMNS)), np.float32))
    explained = judgement.explain([0])
    assert (explained.base, explained.kinds) == (0, [0])
    assert explained.contributions[0].tolist() == [2, *[0] * (len(IMAGE_COLUMNS) - 1)]


@pytest.mark.parametrize(
    ("folder", "load", "columns"),
    [
        (SHIPPED_BODY, load_body_model, BODY_COLUMNS),
        (SHIPPED_IMAGES, load_image_model, IMAGE_COLUMNS),
        (SHIPPED_PAGES, load_page_model, PAGE_COLUMNS),
    ],
)
def test_shipped_models_fit_this_version(folder: Path, load: Load, columns: tuple[str, ...]) -> None:
    assert load(folder) is not None
    assert json.loads((folder / DESCRIPTION).read_text())["columns"] == list(columns)


@pytest.fixture
def relevance(tmp_path: Path) -> Path:
    made = tmp_path / "m"
    made.mkdir()
    RELEVANCE.save(made, (ask(0), ask(1), ask(len(SPLIT_COLUMNS) - 1), ask(2)), {"cutline": "1"})
    return made


def test_each_classifier_of_relevance_is_read_as_it_was_written(relevance: Path) -> None:
    model = load_relevance_model(relevance)
    texts = np.eye(2, len(RELEVANCE_COLUMNS), dtype=np.float32)
    assert (model.blocks.predict(texts) > 0.5).tolist() == [True, False]
    assert (model.captions.predict(texts) > 0.5).tolist() == [False, True]
    assert (model.boundaries.predict(np.eye(len(SPLIT_COLUMNS), dtype=np.float32)) > 0.5).tolist() == [
        *[False] * (len(SPLIT_COLUMNS) - 1),
        True,
    ]


def test_a_question_about_a_column_that_is_not_there_is_refused(tmp_path: Path) -> None:
    beyond = (ask(0), ask(len(RELEVANCE_COLUMNS)), ask(0), ask(0))
    RELEVANCE.save(tmp_path, beyond, {"cutline": "1"})
    with pytest.raises(ModelError, match="relevance"):
        load_relevance_model(tmp_path)


def test_the_shipped_classifiers_of_relevance_fit_this_version() -> None:
    model = load_relevance_model(SHIPPED_RELEVANCE)
    rows = np.zeros((2, len(RELEVANCE_COLUMNS)), np.float32)
    rows[1, :12] = 3  # evidence of every part of the article
    for trees in (model.blocks, model.captions):
        none, much = trees.predict(rows)
        assert none < much
