"""Environments of the peers."""

import sys
from pathlib import Path

import pytest
from comparison.environments import PeerUnavailable, ensure_environment, find_interpreter


def test_a_peer_without_a_wish_runs_on_the_running_interpreter(tmp_path: Path) -> None:
    assert find_interpreter(tmp_path) == sys.executable


def test_the_interpreter_named_goes_first(tmp_path: Path) -> None:
    assert find_interpreter(tmp_path, ["/opt/python"]) == "/opt/python"


def test_an_interpreter_that_is_new_enough_is_taken(tmp_path: Path) -> None:
    (tmp_path / ".python-version").write_text("3.8\n")
    assert find_interpreter(tmp_path) == sys.executable


def test_a_peer_that_needs_a_newer_python_than_there_is_says_so(tmp_path: Path) -> None:
    (tmp_path / ".python-version").write_text("9.1\n")
    with pytest.raises(PeerUnavailable, match=r"needs Python 9\.1 or newer.*--python"):
        find_interpreter(tmp_path)


def test_an_environment_that_is_there_is_used_again(tmp_path: Path) -> None:
    (tmp_path / "requirements.txt").write_text("some-peer==1\n")
    home = tmp_path / "environments" / f"{tmp_path.name}-836d8619bcd9"
    home.mkdir(parents=True)
    (home / "installed").touch()
    assert ensure_environment(tmp_path, tmp_path / "environments") == home / "bin" / "python"
