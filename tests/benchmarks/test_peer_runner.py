"""The runner of the peers, with peers written here."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from comparison.systems import PEERS, RUNNER, peer_names

pytestmark = pytest.mark.processes

PEER = """
import os, sys, time
from prediction import Image, Prediction

def extract(html, url):
    if html == "hang":
        time.sleep(600)
    if html == "crash":
        os._exit(9)
    if html == "fail":
        raise ValueError("no article")
    address = "https://a.example/i.jpg"
    return Prediction("Title", f"{html} at {url}", (Image(address, (address,), "Cap"),))
"""


@pytest.fixture
def run(tmp_path: Path, write_corpus: Callable[..., Path]) -> Callable[..., list[dict[str, object]]]:
    def run(*bodies: str, peer: str = PEER) -> list[dict[str, object]]:
        folder = tmp_path / "some-peer"
        folder.mkdir()
        (folder / "peer.py").write_text(peer, encoding="utf-8")
        corpus = write_corpus(*({"id": str(n), "html": body, "url": "u"} for n, body in enumerate(bodies)))
        command = [sys.executable, str(RUNNER), str(folder), str(corpus), str(tmp_path / "out"), "--seconds", "2"]
        subprocess.run(command, check=True, capture_output=True, env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"})
        return [json.loads(line) for line in (tmp_path / "out").read_text(encoding="utf-8").splitlines()]

    return run


def test_a_prediction_is_written_as_the_scorer_reads_it(run: Callable[..., list[dict[str, object]]]) -> None:
    image = {"url": "https://a.example/i.jpg", "sources": ["https://a.example/i.jpg"], "caption": "Cap"}
    assert run("x") == [{"id": "0", "title": "Title", "text": "x at u", "images": [image]}]


def test_an_error_a_hang_and_a_crash_cost_only_their_own_pages(run: Callable[..., list[dict[str, object]]]) -> None:
    records = run("fail", "hang", "crash", "x")
    assert [record.get("error") for record in records] == [
        "ValueError: no article",
        "no answer within 2 seconds",
        "the process ended with exit code 9",
        None,
    ]
    assert records[3]["text"] == "x at u"


def test_a_peer_that_cannot_start_ends_the_run(run: Callable[..., list[dict[str, object]]]) -> None:
    with pytest.raises(subprocess.CalledProcessError) as caught:
        run("x", peer="import no_such_module_of_a_peer")
    assert b"No module named 'no_such_module_of_a_peer'" in caught.value.stderr
    assert b"PeerFailed" in caught.value.stderr


@pytest.mark.parametrize("name", peer_names())
def test_every_peer_pins_what_it_is_measured_with(name: str) -> None:
    lines = (PEERS / name / "requirements.txt").read_text(encoding="utf-8").splitlines()
    requirements = [line for line in lines if line and not line.startswith("#")]
    assert requirements and all("==" in line for line in requirements)


def test_the_six_peers_are_there() -> None:
    assert set(peer_names()) == {
        "goose3",
        "magic-html",
        "newspaper4k",
        "readability-lxml",
        "resiliparse",
        "trafilatura",
    }
