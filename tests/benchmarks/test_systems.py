"""The systems that are compared."""

import json
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from comparison import systems
from comparison.scoring import Corpus, read_corpus
from comparison.systems import Cutline, Peer, SystemFailed, functions_of

pytestmark = pytest.mark.processes

PEER = """
from prediction import Prediction

def extract(html, url):
    return Prediction("{title}", html)
"""


@pytest.fixture
def corpus(write_corpus: Callable[..., Path]) -> Corpus:
    return read_corpus(write_corpus({"id": "1", "html": "<p>A ferry returned.", "url": "https://a.example/"}))


@pytest.fixture
def peers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "peers"
    (folder / "some-peer").mkdir(parents=True)
    (folder / "some-peer" / "peer.py").write_text(PEER.format(title="One"), encoding="utf-8")
    monkeypatch.setattr(systems, "PEERS", folder)
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")  # a peer changed within a second would seem to be the same
    return folder


def title_in(predictions: Path) -> str:
    return json.loads(predictions.read_text(encoding="utf-8"))["title"]


def test_cutline_answers_with_the_options_and_settings_given(write_corpus: Callable[..., Path], tmp_path: Path) -> None:
    pages = read_corpus(write_corpus({"id": "short", "html": "<p>A"}, {"id": "long", "html": "<p>A" * 9}))
    options = ("--method", "first-subtree", "--no-nlp", "--include", "timings")
    strict = Cutline("strict", options, (("CUTLINE_PAGE__MAX_ELEMENTS", "5"),))
    short, long = map(json.loads, strict.predict(pages, tmp_path).read_text(encoding="utf-8").splitlines())
    assert short["id"] == "short" and "timings" in short and "error" not in short
    assert long["id"] == "long" and long["error"]["code"] == "page-too-large"


def test_a_system_that_gives_no_answers_says_why_and_leaves_none_of_an_earlier_run(
    corpus: Corpus, tmp_path: Path
) -> None:
    (tmp_path / "wrong.jsonl").write_text('{"id": "1", "title": "Old"}', encoding="utf-8")
    with pytest.raises(SystemFailed, match="no-such-method"):
        Cutline("wrong", ("--method", "no-such-method")).predict(corpus, tmp_path)
    assert not (tmp_path / "wrong.jsonl").exists()


def test_a_peer_is_asked_once(corpus: Corpus, peers: Path, tmp_path: Path) -> None:
    peer = Peer("some-peer", Path(sys.executable), seconds=20)
    first = peer.predict(corpus, tmp_path)
    assert title_in(first) == "One"
    assert replace(peer, python=tmp_path / "no-python").predict(corpus, tmp_path) == first


def test_a_peer_that_was_changed_is_asked_again(corpus: Corpus, peers: Path, tmp_path: Path) -> None:
    peer = Peer("some-peer", Path(sys.executable), seconds=20)
    peer.predict(corpus, tmp_path)
    (peers / "some-peer" / "peer.py").write_text(PEER.format(title="Two"), encoding="utf-8")
    assert title_in(peer.predict(corpus, tmp_path)) == "Two"


def test_other_settings_of_a_peer_are_a_system_of_their_own(corpus: Corpus, peers: Path, tmp_path: Path) -> None:
    both = PEER.format(title="One") + PEER.format(title="Two").replace("def extract(", "def extract_precision(")
    (peers / "some-peer" / "peer.py").write_text(both, encoding="utf-8")
    asked = [Peer("some-peer", Path(sys.executable), 20, function) for function in functions_of("some-peer")]
    assert [peer.name for peer in asked] == ["some-peer", "some-peer precision"]
    assert [title_in(peer.predict(corpus, tmp_path)) for peer in asked] == ["One", "Two"]
