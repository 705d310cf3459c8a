"""A file of records: its name, and what tells that it is no longer what it was."""

from __future__ import annotations

import os
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class InputFile:
    """A file, or a folder, that records are read from.

    Attributes:
        path: of the file.
    """

    path: str

    @property
    def name(self) -> str:
        """The file."""
        return self.path

    def describe(self) -> str:
        """Return what changes when the file does."""
        return describe_file(self.path)


def describe_file(path: str | os.PathLike[str]) -> str:
    """Return the size of a file and the moment of its last change."""
    state = os.stat(path)
    return f"{state.st_size} bytes of {state.st_mtime_ns}"
