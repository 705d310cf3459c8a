"""The shipped classifiers of relevance, and the folders that others are kept in."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from cutline.models.array_folder import Arrays, load_arrays, save_arrays
from cutline.models.gradient_trees import GradientTrees
from cutline.nlp.relevance import RELEVANCE_COLUMNS
from cutline.nlp.stories import SPLIT_COLUMNS

SHIPPED_RELEVANCE = Path(__file__).with_name("relevance")
# `format` changes when the arrays or the meaning of a column do.
EXPECTED = {
    "model": "relevance",
    "format": 1,
    "columns": list(RELEVANCE_COLUMNS),
    "split_columns": list(SPLIT_COLUMNS),
}


@dataclass(frozen=True, slots=True)
class RelevanceModel:
    """What was learned of which texts tell of one story.

    Attributes:
        blocks: how likely a block tells of the same story as the rest of its article, if as many were strangers; from
            `RELEVANCE_COLUMNS`.
        captions: the same of the caption of an image.
        boundaries: how likely one story goes on at a place between two blocks; from `SPLIT_COLUMNS`.
    """

    blocks: GradientTrees
    captions: GradientTrees
    boundaries: GradientTrees


def save_relevance_model(folder: Path, model: RelevanceModel, versions: Mapping[str, str]) -> None:
    """Write the classifiers into a folder, with the versions of what trained them."""
    trees = {"blocks": model.blocks, "captions": model.captions, "boundaries": model.boundaries}
    arrays = {name: array for prefix, each in trees.items() for name, array in each.to_arrays(prefix).items()}
    save_arrays(folder, arrays, EXPECTED, versions)


def load_relevance_model(folder: Path) -> RelevanceModel:
    """Return the classifiers that a folder holds.

    Raises:
        ModelError: they are missing, damaged, or made for other features than those of this version.
    """
    return load_arrays(folder, EXPECTED, _make)


def _make(arrays: Arrays) -> RelevanceModel:
    return RelevanceModel(
        GradientTrees.from_arrays(arrays, "blocks", len(RELEVANCE_COLUMNS)),
        GradientTrees.from_arrays(arrays, "captions", len(RELEVANCE_COLUMNS)),
        GradientTrees.from_arrays(arrays, "boundaries", len(SPLIT_COLUMNS)),
    )
