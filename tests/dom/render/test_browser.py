"""A keeper ends the processes of its browser, and no other ones."""

import os
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from cutline.dom.render.browser import Keeper

pytestmark = pytest.mark.processes


@pytest.fixture
def keeper(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Keeper]:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    keeper = Keeper()
    yield keeper
    keeper.end()


def start(directory: str) -> subprocess.Popen[bytes]:
    """Start a process with a folder for temporary files."""
    return subprocess.Popen(["sleep", "60"], env={**os.environ, "TMPDIR": directory})


def test_processes_with_its_folder_are_killed_and_the_folder_is_removed(keeper: Keeper) -> None:
    with start(keeper.directory) as process:
        keeper.end()
        assert process.wait(5) < 0
    assert not Path(keeper.directory).exists()


def test_a_process_with_another_folder_lives_on(keeper: Keeper, tmp_path: Path) -> None:
    with start(str(tmp_path)) as process:
        keeper.end()
        assert process.poll() is None
        process.kill()


def test_what_starts_while_it_cleans_up_is_ended_too(keeper: Keeper) -> None:
    keeper.end()
    Path(keeper.directory, "profile").mkdir(parents=True)
    with start(keeper.directory) as process:
        assert process.wait(5) < 0
    end = time.monotonic() + 5
    while Path(keeper.directory).exists() and time.monotonic() < end:
        time.sleep(0.05)
    assert not Path(keeper.directory).exists()
