from __future__ import annotations

import os
from pathlib import Path

import pytest

from cutline.temporary import make_temporary_folder


@pytest.fixture(autouse=True)
def place(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    return tmp_path


def test_a_folder_has_the_name_of_its_process(place: Path) -> None:
    folder = make_temporary_folder("kind")
    assert folder.parent == place and folder.is_dir()
    assert folder.name.startswith(f"cutline-kind-{os.getpid()}-")


def test_folders_of_the_same_kind_whose_processes_are_gone_are_removed(place: Path) -> None:
    gone = place / "cutline-kind-99999999-a"
    kept = [place / name for name in (f"cutline-kind-{os.getpid()}-b", "cutline-other-99999999-c", "cutline-kind-d")]
    for folder in (gone, *kept):
        folder.mkdir()
        (folder / "file").touch()
    new = make_temporary_folder("kind")
    assert {*place.iterdir()} == {new, *kept}


def test_what_a_link_leads_to_is_not_removed(place: Path) -> None:
    (place / "elsewhere").mkdir()
    (place / "elsewhere" / "file").touch()
    (place / "cutline-kind-99999999-a").symlink_to(place / "elsewhere")
    make_temporary_folder("kind")
    assert (place / "elsewhere" / "file").exists()
