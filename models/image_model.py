"""The shipped classifier of images, and the folders that others are kept in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from cutline.dom.features.images import IMAGE_COLUMNS
from cutline.models.array_folder import Arrays, load_arrays, save_arrays
from cutline.models.gradient_trees import Explanation, GradientTrees, Leaves

SHIPPED_IMAGES = Path(__file__).with_name("images")
# `format` changes when the arrays or the meaning of a column do.
EXPECTED = {"model": "images", "format": 3, "columns": list(IMAGE_COLUMNS)}

Rows = NDArray[np.float32]


@dataclass(frozen=True, slots=True, eq=False)
class Judgement:
    """What a classifier says of n images.

    Attributes:
        scores: how likely each belongs to the article (0..1).
        rows: `IMAGE_COLUMNS` of each.
        leaves: where the classifier's trees end for each image; n by trees.
        trees: the classifier.
    """

    scores: NDArray[np.float64]
    rows: Rows
    leaves: Leaves
    trees: GradientTrees

    def explain(self, numbers: Sequence[int]) -> Explanation:
        """Return what each column adds to the log odds of some images.

        It takes longer than the scores, so that only images are to be explained that somebody is shown.
        """
        return self.trees.explain(self.leaves[list(numbers)], len(IMAGE_COLUMNS))


@dataclass(frozen=True, slots=True)
class ImageModel:
    """The classifier of images, by where they stand; what is told of them it does not read."""

    trees: GradientTrees

    def judge(self, rows: Rows) -> Judgement:
        """Return how likely images belong to the article, given `IMAGE_COLUMNS` of each."""
        leaves = self.trees.find_leaves(rows)
        return Judgement(self.trees.rate(leaves), rows, leaves, self.trees)


def save_image_model(folder: Path, model: ImageModel, versions: Mapping[str, str]) -> None:
    """Write a classifier into a folder, with the versions of what trained it."""
    save_arrays(folder, model.trees.to_arrays("images"), EXPECTED, versions)


def load_image_model(folder: Path) -> ImageModel:
    """Return the classifier of images that a folder holds.

    Raises:
        ModelError: it is missing, damaged, or made for other features than those of this version.
    """
    return load_arrays(folder, EXPECTED, _make)


def _make(arrays: Arrays) -> ImageModel:
    return ImageModel(GradientTrees.from_arrays(arrays, "images", len(IMAGE_COLUMNS)))
