"""Files of libraries, read without importing them: spaCy takes seconds to import, one of its lists a millisecond."""

from __future__ import annotations

import re
from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path
from runpy import run_path
from typing import Any

PLAIN = re.compile(r"\w+(?:\.pyx?|\.pxd)?")  # names of languages come from pages


def find_file(library: str, *parts: str) -> Path | None:
    """Return a file inside of a library; None if there is none, or a part is no plain name."""
    spec = find_spec(library)
    if spec is None or spec.origin is None or not all(map(PLAIN.fullmatch, parts)):
        return None
    file = Path(spec.origin).parent.joinpath(*parts)
    return file if file.is_file() else None


def read_names(library: str, *parts: str) -> Mapping[str, Any]:
    """Return what a module of a library that imports nothing defines; nothing if there is none."""
    file = find_file(library, *parts)
    return run_path(str(file)) if file else {}
