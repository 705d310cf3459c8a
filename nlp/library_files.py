"""Files of libraries, read without importing them: spaCy takes seconds to import, one of its files a millisecond."""

from __future__ import annotations

import re
from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path
from runpy import run_path
from typing import Any

import msgpack
import numpy as np

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


def read_msgpack(data: bytes) -> Any:
    """Return the value that is stored in the data; arrays are those that thinc stores.

    Raises:
        ValueError: the data hold something else.
    """
    try:
        return msgpack.unpackb(data, object_hook=_read_array, strict_map_key=False)
    except (ValueError, TypeError) as error:
        raise ValueError(f"no MessagePack: {error!r}") from error


def _read_array(stored: Mapping[Any, Any]) -> Any:
    if b"nd" not in stored:
        return stored
    return np.frombuffer(stored[b"data"], stored[b"type"]).reshape(stored[b"shape"])
