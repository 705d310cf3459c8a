"""The folder of a trained V-Wrapper: `model.npz` with plain arrays, `model.json` with what they were made for."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

import numpy as np

from cutline.dom.methods.v_wrapper import INNER_LABELS, LEAF_LABELS, VWrapper
from cutline.dom.visual_features import COLUMNS
from cutline.errors import ModelError
from cutline.models.array_folder import DAMAGES
from cutline.models.boosted_trees import BoostedTrees

SHIPPED_V_WRAPPER = Path(__file__).with_name("v_wrapper")
ARRAYS, DESCRIPTION = "model.npz", "model.json"
# What has to be the same in the file; `format` changes when the arrays or the meaning of a column do.
EXPECTED = {
    "model": "v-wrapper",
    "format": 1,
    "columns": list(COLUMNS),
    "inner_labels": list(INNER_LABELS),
    "leaf_labels": list(LEAF_LABELS),
}


def save_v_wrapper(folder: Path, inner: BoostedTrees, leaf: BoostedTrees, versions: Mapping[str, str]) -> None:
    """Write the two classifiers into a folder, with the versions of what trained them."""
    np.savez_compressed(folder / ARRAYS, **inner.to_arrays("inner"), **leaf.to_arrays("leaf"))  # type: ignore[arg-type]
    description = json.dumps({**EXPECTED, "trained_with": dict(versions)}, indent=2)
    (folder / DESCRIPTION).write_text(description + "\n", encoding="utf-8")


def load_v_wrapper(folder: Path) -> VWrapper:
    """Return the V-Wrapper that a folder holds.

    Raises:
        ModelError: it is missing, damaged, or made for other features than those of this version.
    """
    retrain = "train it again with `cutline train v-wrapper`"
    try:
        description = json.loads((folder / DESCRIPTION).read_text(encoding="utf-8"))
        with (folder / ARRAYS).open("rb") as file, np.load(file, allow_pickle=False) as stored:
            arrays = dict(stored)
        inner, leaf = (BoostedTrees.from_arrays(arrays, prefix, len(COLUMNS)) for prefix in ("inner", "leaf"))
    except OSError as error:
        raise ModelError(f"The V-Wrapper {folder} cannot be read: {error.strerror or error}; {retrain}.") from error
    except DAMAGES as error:
        raise ModelError(f"The V-Wrapper {folder} is damaged: {error}; {retrain}.") from error
    given = description if isinstance(description, dict) else {}
    differing = next((name for name, value in EXPECTED.items() if given.get(name) != value), None)
    if differing:
        raise ModelError(f"The V-Wrapper {folder} was made for another version of cutline ({differing}); {retrain}.")
    if int(inner.classes) != len(INNER_LABELS) or int(leaf.classes) != len(LEAF_LABELS):
        raise ModelError(f"The V-Wrapper {folder} is damaged: it has another number of labels; {retrain}.")
    return VWrapper(inner.predict, leaf.predict)
