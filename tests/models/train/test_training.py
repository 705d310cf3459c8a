"""Splits of sites, and the folder that a training command writes."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from cutline.errors import TrainingError
from cutline.models.auto_models import ARRAYS, DESCRIPTION
from cutline.models.train.teaching import Gain
from cutline.models.train.training import CARD, Save, check_out, find_fold, publish, split_sites

SITES = [f"site{number % 7}.example" for number in range(20)]


def save(folder: Path, versions: Mapping[str, str]) -> None:
    (folder / ARRAYS).write_text("arrays")
    (folder / DESCRIPTION).write_text(" ".join(versions))


def write(out: Path, seed: int, save: Save = save) -> None:
    """Publish a model whose card names its seed."""
    figures = Gain("word F1", 7, 0.5, 0.75)
    publish(out, "taught.md", figures, save, ("numpy",), what="body", start="cutline", data="own", seed=seed, folds=5)


def test_a_model_and_its_card_are_written(tmp_path: Path) -> None:
    out = tmp_path / "new" / "model"
    write(out, 3)
    card = (out / CARD).read_text()
    assert {path.name for path in out.iterdir()} == {ARRAYS, DESCRIPTION, CARD}
    assert (out / DESCRIPTION).read_text() == "cutline numpy"
    assert "| after | 0.7500 |" in card and "--seed 3` (cutline " in card


def test_a_model_that_is_there_may_be_replaced(tmp_path: Path) -> None:
    write(tmp_path, 1)
    check_out(tmp_path)
    write(tmp_path, 2)
    assert "--seed 2" in (tmp_path / CARD).read_text()


def test_a_model_that_cannot_be_made_leaves_the_old_one(tmp_path: Path) -> None:
    def fail(folder: Path, versions: Mapping[str, str]) -> None:
        raise TrainingError("Not enough.")

    write(tmp_path, 1)
    with pytest.raises(TrainingError):
        write(tmp_path, 2, fail)
    assert "--seed 1" in (tmp_path / CARD).read_text()


def test_a_folder_that_cannot_be_written_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(TrainingError, match="cannot be written: Not a directory"):
        write(tmp_path / "file" / "model", 1)


def test_a_folder_with_other_files_is_refused(tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").touch()
    with pytest.raises(TrainingError, match=r"holds thesis\.txt, which is not part of a model"):
        check_out(tmp_path)


def test_a_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(TrainingError, match="is a file; name a folder"):
        check_out(tmp_path / "file")


def test_a_folder_that_is_not_there_is_fine(tmp_path: Path) -> None:
    check_out(tmp_path / "new")


def test_the_part_of_a_site_does_not_depend_on_other_sites() -> None:
    assert find_fold("courier.example", 5) == 0
    assert {find_fold(f"{number}.example", 5) for number in range(100)} == set(range(5))


def test_each_page_is_held_out_once() -> None:
    held_out = [index for _, test in split_sites(SITES, 3) for index in test]
    assert sorted(held_out) == list(range(20))


def test_pages_of_a_site_are_never_trained_and_held_out_together() -> None:
    for train, test in split_sites(SITES, 3):
        assert sorted(train + test) == list(range(20))
        assert {SITES[index] for index in train}.isdisjoint(SITES[index] for index in test)


@pytest.mark.parametrize("sites", [[], ["one.example"] * 9])
def test_sites_that_cannot_be_split_are_one_sentence(sites: list[str]) -> None:
    with pytest.raises(TrainingError, match="too few sites"):
        list(split_sites(sites, 3))
