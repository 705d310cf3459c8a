"""Model folders: `model.npz` with plain arrays, `model.json` with the features and format they were made for."""

from __future__ import annotations

import json
import struct
import zipfile
import zlib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

from cutline.errors import ModelError

ARRAYS, DESCRIPTION = "model.npz", "model.json"
# Exceptions that json, zipfile, zlib and numpy raise for damaged files.
DAMAGES = (
    *(ValueError, KeyError, IndexError, TypeError, AttributeError, EOFError, SyntaxError, RuntimeError, OverflowError),
    *(MemoryError, struct.error, zipfile.BadZipFile, zlib.error),
)
Arrays = Mapping[str, npt.NDArray[Any]]
Made = TypeVar("Made")


def save_arrays(folder: Path, arrays: Arrays, expected: Mapping[str, object], versions: Mapping[str, str]) -> None:
    """Write a model into a folder, with the expected features and the versions of the packages that trained it."""
    np.savez_compressed(folder / ARRAYS, **arrays)  # type: ignore[arg-type]
    description = json.dumps({**expected, "trained_with": dict(versions)}, indent=2)
    (folder / DESCRIPTION).write_text(description + "\n", encoding="utf-8")


def load_arrays(folder: Path, expected: Mapping[str, object], make: Callable[[Arrays], Made]) -> Made:
    """Load the arrays in a folder, and return the model that `make` builds from them.

    Args:
        folder: as `save_arrays` wrote it.
        expected: values that must be equal in the description; `model` is the name of the model.
        make: raises KeyError or ValueError if the arrays do not fit together.

    Raises:
        ModelError: the model is missing, damaged, or made for features of another version.
    """
    name = expected["model"]
    retrain = f"train it again with `cutline train {name}`"
    try:
        given = json.loads((folder / DESCRIPTION).read_text(encoding="utf-8"))
        differing = next((key for key, value in expected.items() if given.get(key) != value), None)
        if differing:
            raise ModelError(
                f"The {name} model {folder} was made for another version of cutline ({differing}); {retrain}."
            )
        with (folder / ARRAYS).open("rb") as file, np.load(file, allow_pickle=False) as stored:
            return make(dict(stored))
    except OSError as error:
        raise ModelError(f"The {name} model {folder} cannot be read: {error.strerror or error}; {retrain}.") from error
    except DAMAGES as error:
        raise ModelError(f"The {name} model {folder} is damaged: {error}; {retrain}.") from error
