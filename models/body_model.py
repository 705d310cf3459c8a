"""The shipped classifier of text segments, and the folders that others are kept in."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from cutline.dom.features.segments import COLUMNS
from cutline.dom.methods.auto import BODY_COLUMNS, BodyModel
from cutline.models.array_folder import Arrays, load_arrays, save_arrays
from cutline.models.gradient_trees import GradientTrees

SHIPPED_BODY = Path(__file__).with_name("body")
# `format` changes when the arrays or the meaning of a column do.
EXPECTED = {"model": "body", "format": 2, "columns": list(BODY_COLUMNS)}


def save_body_model(folder: Path, first: GradientTrees, second: GradientTrees, versions: Mapping[str, str]) -> None:
    """Write the two readings into a folder, with the versions of what trained them."""
    save_arrays(folder, {**first.to_arrays("first"), **second.to_arrays("second")}, EXPECTED, versions)


def load_body_model(folder: Path) -> BodyModel:
    """Return the classifier of text segments that a folder holds.

    Raises:
        ModelError: it is missing, damaged, or made for other features than those of this version.
    """
    first, second = load_body_trees(folder)
    return BodyModel(first.predict, second.predict)


def load_body_trees(folder: Path) -> tuple[GradientTrees, GradientTrees]:
    """Return the two readings that a folder holds.

    Raises:
        ModelError: as `load_body_model`.
    """
    return load_arrays(folder, EXPECTED, _make)


def _make(arrays: Arrays) -> tuple[GradientTrees, GradientTrees]:
    first = GradientTrees.from_arrays(arrays, "first", len(COLUMNS))
    return first, GradientTrees.from_arrays(arrays, "second", len(BODY_COLUMNS))
