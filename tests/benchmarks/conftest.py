"""A small scorer in place of score.py, and files of pages."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable
from pathlib import Path

import pytest

SCORER = """
from collections import Counter

def words(text):
    return (text or "").split()

def overlap(predicted, gold):
    return sum((Counter(predicted) & Counter(gold)).values()), len(predicted), len(gold)

def score_page(page, prediction):
    out = {}
    if page.get("text"):
        right, predicted, gold = overlap(words(prediction.get("text")), words(page["text"]))
        out["word_f1"] = [(2 * right / (predicted + gold), 1)]
    if page.get("images") is not None:
        labelled = {image["src"] for image in page["images"]}
        kept = {image["url"] for image in prediction.get("images") or []}
        out["image"] = [(len(labelled & kept), len(kept), len(labelled))]
    return out

def totals(pages):
    rows = [page["word_f1"][0] for page in pages if "word_f1" in page]
    return {"word_f1": sum(value for value, _ in rows) / len(rows)} if rows else {}
"""


@pytest.fixture
def scorer_file(tmp_path: Path) -> Path:
    file = tmp_path / "score.py"
    file.write_text(SCORER, encoding="utf-8")
    return file


@pytest.fixture
def write_corpus(tmp_path: Path) -> Callable[..., Path]:
    def write(*pages: dict[str, object], name: str = "pages") -> Path:
        file = tmp_path / f"{name}.jsonl.gz"
        with gzip.open(file, "wt", encoding="utf-8") as lines:
            lines.writelines(json.dumps(page) + "\n" for page in pages)
        return file

    return write


@pytest.fixture
def write_predictions(tmp_path: Path) -> Callable[..., Path]:
    def write(*records: dict[str, object], name: str = "predictions") -> Path:
        file = tmp_path / f"{name}.jsonl"
        file.write_text("".join(json.dumps(record) + "\n" for record in records), encoding="utf-8")
        return file

    return write
