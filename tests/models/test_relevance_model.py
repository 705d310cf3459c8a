"""The classifiers of relevance, and their folders."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from cutline.errors import ModelError
from cutline.models.auto_models import DESCRIPTION, RELEVANCE, SHIPPED_RELEVANCE, load_relevance_model
from cutline.models.trees import GradientTrees
from cutline.nlp.relevance import RELEVANCE_COLUMNS
from cutline.nlp.stories import SPLIT_COLUMNS


def ask(column: int) -> GradientTrees:
    """One question: log odds of 2 if a column is above 0, of -2 if not."""
    return GradientTrees(
        np.array([[column, -1, -1]], np.int16),
        np.zeros((1, 3), np.float32),
        np.array([[1, 0, 0]], np.int16),
        np.array([[0, -2, 2]], np.float32),
        np.array([1.0, 0.0]),
    )


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "m"
    made.mkdir()
    RELEVANCE.save(made, (ask(0), ask(1), ask(len(SPLIT_COLUMNS) - 1), ask(2)), {"cutline": "1"})
    return made


def test_each_classifier_is_read_as_it_was_written(folder: Path) -> None:
    model = load_relevance_model(folder)
    texts = np.eye(2, len(RELEVANCE_COLUMNS), dtype=np.float32)
    assert (model.blocks.predict(texts) > 0.5).tolist() == [True, False]
    assert (model.captions.predict(texts) > 0.5).tolist() == [False, True]
    assert (model.boundaries.predict(np.eye(len(SPLIT_COLUMNS), dtype=np.float32)) > 0.5).tolist() == [
        *[False] * (len(SPLIT_COLUMNS) - 1),
        True,
    ]


@pytest.mark.parametrize("columns", ["columns", "split_columns", "stranger_columns"])
def test_a_model_for_other_columns_is_refused(folder: Path, columns: str) -> None:
    description = json.loads((folder / DESCRIPTION).read_text())
    description[columns][0] = "other"
    (folder / DESCRIPTION).write_text(json.dumps(description))
    with pytest.raises(ModelError, match=rf"another version of cutline \({columns}\); .*`cutline train relevance`"):
        load_relevance_model(folder)


def test_a_question_about_a_column_that_is_not_there_is_refused(tmp_path: Path) -> None:
    beyond = (ask(0), ask(len(RELEVANCE_COLUMNS)), ask(0), ask(0))
    RELEVANCE.save(tmp_path, beyond, {"cutline": "1"})
    with pytest.raises(ModelError, match="relevance"):
        load_relevance_model(tmp_path)


def test_a_damaged_model_is_refused(folder: Path) -> None:
    arrays = folder / "model.npz"
    arrays.write_bytes(arrays.read_bytes()[:100])
    with pytest.raises(ModelError, match="relevance"):
        load_relevance_model(folder)


def test_a_missing_model_is_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match=r"^The relevance model .* cannot be read: No such file"):
        load_relevance_model(tmp_path / "none")


def test_the_shipped_model_fits_this_version() -> None:
    model = load_relevance_model(SHIPPED_RELEVANCE)
    rows = np.zeros((2, len(RELEVANCE_COLUMNS)), np.float32)
    rows[1, :12] = 3  # evidence of every part of the article
    for trees in (model.blocks, model.captions):
        none, much = trees.predict(rows)
        assert none < much
