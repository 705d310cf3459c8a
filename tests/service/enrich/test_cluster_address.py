"""Addresses of clusters that cannot be used."""

from __future__ import annotations

import socket
import subprocess
import sys
from pathlib import Path

import pytest

import cutline
from cutline.errors import OptionError


@pytest.mark.parametrize("scheme", ["", "ray://"])
@pytest.mark.processes
def test_a_cluster_that_does_not_answer_is_one_sentence(scheme: str, tmp_path: Path) -> None:
    (tmp_path / "pages.jsonl").write_text('{"html": "<p>Page"}\n')
    with socket.create_server(("127.0.0.1", 0)) as server:
        address = f"{scheme}127.0.0.1:{server.getsockname()[1]}"
    command = [sys.executable, "-m", "cutline", "enrich", tmp_path / "pages.jsonl", "--engine", "ray"]
    # In a process of its own: Ray changes how the process that imports it writes its log.
    done = subprocess.run([*command, "--ray-address", address], capture_output=True, text=True)
    assert f"The Ray cluster at {address} cannot be used: " in done.stderr.splitlines()[-1]
    assert "Traceback" not in done.stderr
    assert (done.returncode, done.stdout) == (2, "")


def test_an_address_without_the_engine_is_refused() -> None:
    with pytest.raises(OptionError, match="goes with the engine"):
        cutline.enrich([{"html": "<p>Page"}], ray_address="127.0.0.1:6379")
