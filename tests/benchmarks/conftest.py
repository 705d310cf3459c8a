"""Files of pages and of predictions."""

import gzip
import json
from collections.abc import Callable
from pathlib import Path

import pytest


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
