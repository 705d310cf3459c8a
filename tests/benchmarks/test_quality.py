"""The command as a whole, over systems that are written here."""

import sys
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import quality
from comparison.scoring import Corpus
from comparison.systems import SystemFailed


@dataclass(frozen=True)
class Ready:
    """A system whose predictions are there, or that fails."""

    name: str
    file: Path | None

    def predict(self, corpus: Corpus, folder: Path) -> Path:
        if self.file is None:
            raise SystemFailed("it has no time")
        return self.file


@pytest.fixture
def arguments(tmp_path: Path) -> SimpleNamespace:
    return SimpleNamespace(peers=tmp_path / "work", resample="pages", worse_by=None)


def test_a_table_is_printed_with_a_note_for_each_system_that_failed(
    arguments: Any, write_corpus: Any, write_predictions: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    corpus = write_corpus({"id": "1", "html": "", "text": "a b"}, name="news")
    good = write_predictions({"id": "1", "text": "a b"}, name="good")
    poor = write_predictions({"id": "1", "text": "c"}, name="poor")
    quality.print_tables(corpus, [Ready("ours", good), Ready("theirs", poor), Ready("late", None)], arguments)
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "### news"
    assert lines[4].startswith("| ours | 1.000 | 1.000 | 1.000 |")
    assert lines[5].endswith("| 0 | 1 | +1.000 [+1.000, +1.000] |")
    assert lines[-1] == "late is not in the table: it has no time"


def test_nothing_is_printed_when_the_first_system_failed(arguments: Any, write_corpus: Any) -> None:
    with pytest.raises(SystemFailed):
        quality.print_tables(write_corpus({"id": "1", "html": ""}), [Ready("ours", None)], arguments)


def test_a_peer_that_cannot_be_installed_leaves_a_note(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> Path:
        raise quality.PeerUnavailable("no such version")

    monkeypatch.setattr(quality, "ensure_environment", refuse)
    asked = {"method": [], "held_out": None, "ablations": False, "ablation": [], "no_peers": False, "peer": ["goose3"]}
    given = SimpleNamespace(**asked, peers=Path(), python=[sys.executable], seconds=1)
    systems, notes = quality.find_systems(given)
    assert [system.name for system in systems] == ["cutline"]
    assert notes == ["goose3 is not in the table: no such version"]
