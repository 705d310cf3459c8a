"""The files that benchmarks read, which are no part of this repository."""

from __future__ import annotations

import sys
from pathlib import Path


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
