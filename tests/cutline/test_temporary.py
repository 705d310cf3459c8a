import os
import subprocess
from pathlib import Path

import pytest

from cutline.processes import make_temporary_folder


@pytest.fixture(autouse=True)
def place(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    return tmp_path


def test_a_folder_has_the_name_of_its_process(place: Path) -> None:
    folder = make_temporary_folder("kind")
    assert folder.parent == place and folder.is_dir()
    assert folder.name.startswith(f"cutline-kind-{os.getpid()}-")


def test_folders_whose_processes_are_gone_are_removed(place: Path) -> None:
    with subprocess.Popen(["true"]) as process:
        os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT)  # has ended, and is still in the table of processes
        names = (f"cutline-kind-{os.getpid()}-b", "cutline-kind-d", "cutline-99999999-e", "other-kind-99999999-f")
        gone = [place / name for name in ("cutline-other-99999999-a", f"cutline-kind-{process.pid}-c")]
        check_what_is_removed(place, gone, [place / name for name in names])


def check_what_is_removed(place: Path, gone: list[Path], kept: list[Path]) -> None:
    for folder in (*gone, *kept):
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
