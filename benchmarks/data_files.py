"""The files that benchmarks read, which are no part of this repository."""

from __future__ import annotations

import gzip
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any


def find_data(name: str | Path) -> Path:
    """Return the path of a file or folder that is there; without it, say so in a sentence and end with exit code 2."""
    path = Path(name)
    if path.exists():
        return path
    print(
        f"{Path(sys.argv[0]).stem}: there is no {path}, which this benchmark reads (benchmarks/README.md).",
        file=sys.stderr,
    )
    raise SystemExit(2)


def read_rows(path: Path) -> Iterator[Any]:
    """Yield the values of a file of JSON lines, which may be gzipped."""
    with gzip.open(path) if path.suffix == ".gz" else path.open("rb") as lines:
        yield from map(json.loads, filter(bytes.strip, lines))
