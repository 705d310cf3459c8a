"""The folder that a training command writes."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path

from cutline.errors import TrainingError
from cutline.models.array_folder import ARRAYS, DESCRIPTION

CARD = "MODEL_CARD.md"
OWN_FILES = (ARRAYS, DESCRIPTION, CARD)


def check_out(out: Path) -> None:
    """Check that a model can be written there, before hours of work are lost.

    Raises:
        TrainingError: it is a file, or a folder that holds something else.
    """
    if out.is_dir() and (strange := {path.name for path in out.iterdir()}.difference(OWN_FILES)):
        raise TrainingError(f"{out} holds {min(strange)}, which is no part of a model; name another folder.")
    if out.exists() and not out.is_dir():
        raise TrainingError(f"{out} is a file; name a folder.")


def write_model(out: Path, save: Callable[[Path], None], card: str) -> None:
    """Write a model, by `save`, and its card; a model that is there is replaced only by a whole one."""
    with tempfile.TemporaryDirectory() as made:
        save(Path(made))
        (Path(made) / CARD).write_text(card, encoding="utf-8")
        out.mkdir(parents=True, exist_ok=True)
        for name in OWN_FILES:
            shutil.copyfile(Path(made) / name, out / name)
