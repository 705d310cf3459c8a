"""Files of spaCy that are read without its package: importing that takes seconds, a file a millisecond."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path
from runpy import run_path
from typing import Any


def find_file(*parts: str) -> Path | None:
    """Return a file inside of spaCy's package; None if there is none."""
    package = find_spec("spacy")
    if package is None or package.origin is None:
        return None
    file = Path(package.origin).parent.joinpath(*parts)
    return file if file.is_file() else None


def read_names(*parts: str) -> Mapping[str, Any]:
    """Return what a module of spaCy that imports nothing defines; nothing if there is none."""
    file = find_file(*parts)
    return run_path(str(file)) if file else {}
