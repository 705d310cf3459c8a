"""The compared systems: each has a name, and writes its predictions for a corpus into a file."""

from __future__ import annotations

import ast
import gzip
import hashlib
import json
import os
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from comparison.scoring import Corpus
from cutline.models.train.training import FOLDS, find_fold

PEERS = Path(__file__).parents[1] / "peers"
RUNNER = PEERS / "predict.py"
VARIABLES = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "PYTHONHASHSEED": "0"}  # one thread, one answer
FINISHED = (0, 1)  # exit codes of `cutline enrich`: no page failed, or some did


class System(Protocol):
    """A system to compare."""

    @property
    def name(self) -> str: ...
    def predict(self, corpus: Corpus, folder: Path) -> Path:
        """Return a file in `folder` with a prediction for each page of the corpus."""


class SystemFailed(Exception):
    """A system gave no predictions at all; the message holds its last output."""


@dataclass(frozen=True, slots=True)
class Cutline:
    """cutline with options of `cutline enrich`, and settings as environment variables (`CUTLINE_...`); never cached.

    `models` is the folder that train_held_out.py wrote, if each page is read by classifiers that were not trained on
    its site.
    """

    name: str
    options: tuple[str, ...] = ()
    settings: tuple[tuple[str, str], ...] = ()
    models: Path | None = None

    def predict(self, corpus: Corpus, folder: Path) -> Path:
        out = folder / f"{self.name}.jsonl"
        if self.models is None:
            _enrich(corpus.path, out, self.options, dict(self.settings))
        else:
            parts = [self._predict_part(corpus, folder, part.resolve()) for part in sorted(self.models.iterdir())]
            out.write_bytes(b"".join(part.read_bytes() for part in parts))
        return out

    def _predict_part(self, corpus: Corpus, folder: Path, models: Path) -> Path:
        pages, out = folder / f"part-{models.name}.jsonl", folder / f"{self.name}-{models.name}.jsonl"
        with gzip.open(corpus.path, "rb") as lines, pages.open("wb") as chosen:
            chosen.writelines(line for line in lines if _find_part(line) == int(models.name))
        settings = {
            "CUTLINE_AUTO__TEXT_MODEL": str(models / "body"),
            "CUTLINE_AUTO__IMAGE_MODEL": str(models / "images"),
            "CUTLINE_RELEVANCE__MODEL": str(models / "relevance"),
        }
        _enrich(pages, out, self.options, {**settings, **dict(self.settings)})
        return out


@dataclass(frozen=True, slots=True)
class Peer:
    """Another extractor, run by the Python of its own environment; its predictions are cached."""

    peer: str  # its folder in `peers`
    python: Path
    seconds: float  # wall time limit for a page
    function: str = "extract"  # of its peer.py

    @property
    def name(self) -> str:
        return self.peer + self.function.removeprefix("extract").replace("_", " ")

    def predict(self, corpus: Corpus, folder: Path) -> Path:
        out = folder / f"{self.peer}-{self.function}-{self._fingerprint(corpus)}.jsonl"
        if not out.exists():
            unfinished = out.with_suffix(".unfinished")
            command = [str(self.python), str(RUNNER), str(PEERS / self.peer), str(corpus.path), str(unfinished)]
            _run([*command, "--seconds", str(self.seconds), "--function", self.function], VARIABLES, (0,), unfinished)
            unfinished.replace(out)
        return out

    def _fingerprint(self, corpus: Corpus) -> str:
        """Return a hash of everything that the predictions depend on."""
        digest = hashlib.sha256(str(self.seconds).encode())
        own = (path for path in (PEERS / self.peer).iterdir() if path.is_file())
        for path in (*sorted(PEERS.glob("*.py")), *sorted(own), corpus.path):
            digest.update(path.read_bytes())
        return digest.hexdigest()[:12]


def peer_names() -> list[str]:
    """Return the names of the peers' folders."""
    return sorted(path.parent.name for path in PEERS.glob("*/peer.py"))


def functions_of(peer: str) -> list[str]:
    """Return the measured functions of a peer's peer.py: `extract`, and `extract_...` for other settings."""
    tree = ast.parse((PEERS / peer / "peer.py").read_text(encoding="utf-8"))
    names = (node.name for node in tree.body if isinstance(node, ast.FunctionDef))
    return [name for name in names if name == "extract" or name.startswith("extract_")]


def _find_part(line: bytes) -> int:
    page = json.loads(line)
    return find_fold(page.get("site") or page["id"], FOLDS)


def _enrich(pages: Path, out: Path, options: tuple[str, ...], settings: Mapping[str, str]) -> None:
    """Write the article of every page, or its error, into `out`."""
    out.unlink(missing_ok=True)
    command = [sys.executable, "-m", "cutline", "enrich", str(pages), "--out", str(out), *options]
    _run(command, {**VARIABLES, **settings}, FINISHED, out)
    failed = out.with_name(f"{out.name}.failed.jsonl")
    if failed.exists():
        out.write_bytes(out.read_bytes() + failed.read_bytes())


def _run(command: list[str], variables: dict[str, str], accepted: tuple[int, ...], out: Path) -> None:
    result = subprocess.run(command, env={**os.environ, **variables}, capture_output=True, text=True, check=False)
    if result.returncode not in accepted or not out.exists():
        last = result.stderr.strip().splitlines()[-1:] or ["no message"]
        raise SystemFailed(f"{' '.join(command)} ended with exit code {result.returncode}: {last[0]}")
