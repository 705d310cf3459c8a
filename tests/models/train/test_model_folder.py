"""The folder that a training command writes."""

from pathlib import Path

import pytest

from cutline.errors import TrainingError
from cutline.models.array_folder import ARRAYS, DESCRIPTION
from cutline.models.train.model_folder import CARD, check_out, write_model


def save(folder: Path) -> None:
    (folder / ARRAYS).write_text("arrays")
    (folder / DESCRIPTION).write_text("description")


def test_a_model_and_its_card_are_written(tmp_path: Path) -> None:
    out = tmp_path / "new" / "model"
    write_model(out, save, "# card")
    assert {path.name: path.read_text() for path in out.iterdir()} == {
        ARRAYS: "arrays",
        DESCRIPTION: "description",
        CARD: "# card",
    }


def test_a_model_that_is_there_may_be_replaced(tmp_path: Path) -> None:
    write_model(tmp_path, save, "# old")
    check_out(tmp_path)
    write_model(tmp_path, save, "# new")
    assert (tmp_path / CARD).read_text() == "# new"


def test_a_model_that_cannot_be_made_leaves_the_old_one(tmp_path: Path) -> None:
    def fail(folder: Path) -> None:
        raise TrainingError("Not enough.")

    write_model(tmp_path, save, "# old")
    with pytest.raises(TrainingError):
        write_model(tmp_path, fail, "# new")
    assert (tmp_path / CARD).read_text() == "# old"


def test_a_folder_with_other_files_is_refused(tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").touch()
    with pytest.raises(TrainingError, match=r"holds thesis\.txt, which is no part of a model"):
        check_out(tmp_path)


def test_a_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(TrainingError, match="is a file; name a folder"):
        check_out(tmp_path / "file")


def test_a_folder_that_is_not_there_is_fine(tmp_path: Path) -> None:
    check_out(tmp_path / "new")
