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
from cutline.nlp.image_evidence import EVIDENCE_COLUMNS

SHIPPED_IMAGES = Path(__file__).with_name("images")
FULL_COLUMNS = (*IMAGE_COLUMNS, *EVIDENCE_COLUMNS)
# `format` changes when the arrays or the meaning of a column do.
EXPECTED = {"model": "images", "format": 1, "columns": list(FULL_COLUMNS)}

Rows = NDArray[np.float32]


@dataclass(frozen=True, slots=True, eq=False)
class Judgement:
    """What a classifier says of n images.

    Attributes:
        scores: how likely each belongs to the article (0..1).
        columns: what is known of them.
        rows: the values of the columns; n by columns.
        leaves: where the classifier's trees end for each image; n by trees.
        trees: the classifier.
    """

    scores: NDArray[np.float64]
    columns: tuple[str, ...]
    rows: Rows
    leaves: Leaves
    trees: GradientTrees

    def explain(self, numbers: Sequence[int]) -> Explanation:
        """Return what each column adds to the log odds of some images.

        It takes longer than the scores, so that only images are to be explained that somebody is shown.
        """
        return self.trees.explain(self.leaves[list(numbers)], len(self.columns))


@dataclass(frozen=True, slots=True)
class ImageModel:
    """Two classifiers: `full` knows what an image's caption has in common with the text, `structure` does not."""

    full: GradientTrees
    structure: GradientTrees

    def judge(self, rows: Rows, evidence: Rows | None) -> Judgement:
        """Return how likely images belong to the article.

        Args:
            rows: `IMAGE_COLUMNS` of each.
            evidence: `EVIDENCE_COLUMNS` of each; None where texts were not compared.
        """
        if evidence is None:
            return _judge(self.structure, rows, IMAGE_COLUMNS)
        return _judge(self.full, np.concatenate([rows, evidence], axis=1), FULL_COLUMNS)


def save_image_model(folder: Path, model: ImageModel, versions: Mapping[str, str]) -> None:
    """Write a classifier into a folder, with the versions of what trained it."""
    save_arrays(folder, {**model.full.to_arrays("full"), **model.structure.to_arrays("structure")}, EXPECTED, versions)


def load_image_model(folder: Path) -> ImageModel:
    """Return the classifier of images that a folder holds.

    Raises:
        ModelError: it is missing, damaged, or made for other features than those of this version.
    """
    return load_arrays(folder, EXPECTED, _make)


def _make(arrays: Arrays) -> ImageModel:
    return ImageModel(
        GradientTrees.from_arrays(arrays, "full", len(FULL_COLUMNS)),
        GradientTrees.from_arrays(arrays, "structure", len(IMAGE_COLUMNS)),
    )


def _judge(trees: GradientTrees, rows: Rows, columns: tuple[str, ...]) -> Judgement:
    leaves = trees.find_leaves(rows)
    return Judgement(trees.rate(leaves), columns, rows, leaves, trees)
