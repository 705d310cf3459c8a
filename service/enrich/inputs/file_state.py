"""What tells that a file is no longer what it was."""

from __future__ import annotations

import os


def describe_file(path: str | os.PathLike[str]) -> str:
    """Return the size of a file and the moment of its last change."""
    state = os.stat(path)
    return f"{state.st_size} bytes of {state.st_mtime_ns}"
