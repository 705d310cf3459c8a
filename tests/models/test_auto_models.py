"""The models of `auto` for texts, images and pages, and their folders."""

from __future__ import annotations

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
    PAGES,
    SHIPPED_BODY,
    SHIPPED_IMAGES,
    SHIPPED_PAGES,
    load_body_model,
    load_image_model,
    load_page_model,
)
from cutline.models.trees import GradientTrees

VERSIONS = {"cutline": "1"}
LOADERS = {"body": load_body_model, "images": load_image_model, "is-article": load_page_model}
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
    elif name == "images":
        IMAGES.save(folder, (ask(0),), VERSIONS)
    else:
        PAGES.save(folder, (ask(0),), VERSIONS)
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


@pytest.mark.parametrize("name", LOADERS)
def test_a_model_for_other_columns_is_refused(name: str, tmp_path: Path) -> None:
    folder = save(name, tmp_path / "m")
    description = json.loads((folder / DESCRIPTION).read_text())
    description["columns"][0] = "other"
    (folder / DESCRIPTION).write_text(json.dumps(description))
    with pytest.raises(ModelError, match=rf"another version of cutline \(columns\); .*`cutline train {name}`"):
        LOADERS[name](folder)


@pytest.mark.parametrize("name", LOADERS)
def test_the_folder_of_another_model_is_refused(name: str, tmp_path: Path) -> None:
    other = save(next(key for key in LOADERS if key != name), tmp_path / "m")
    with pytest.raises(ModelError, match=r"another version of cutline \(model\)"):
        LOADERS[name](other)


@pytest.mark.parametrize("name", LOADERS)
def test_a_missing_model_is_one_sentence(name: str, tmp_path: Path) -> None:
    with pytest.raises(ModelError, match=rf"^The {name} model .* cannot be read: No such file"):
        LOADERS[name](tmp_path / "none")


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
