"""A file that grows by pieces."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


class GrowingFile:
    """A file that is added to, unbuffered: an error names the file, and nothing is left to be written later."""

    def __init__(self, path: Path) -> None:
        """Open the file, which is made if it is absent.

        Raises:
            OSError: it cannot be opened.
        """
        self.path = path
        self.descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o666)
        self.size = os.fstat(self.descriptor).st_size

    def cut(self, size: int) -> None:
        """Drop what lies beyond a size."""
        os.ftruncate(self.descriptor, size)
        self.size = size

    def add(self, piece: bytes) -> None:
        """Add a piece, which a killed process may leave unfinished.

        Raises:
            OSError: it cannot be written, for lack of space say.
        """
        rest = memoryview(piece)
        with self._named():
            while rest:
                rest = rest[os.write(self.descriptor, rest) :]
        self.size += len(piece)

    def sync(self) -> None:
        """Have what was added survive the end of the machine.

        Raises:
            OSError: it cannot be written.
        """
        with self._named():
            os.fsync(self.descriptor)

    def close(self) -> None:
        """Close the file."""
        os.close(self.descriptor)

    @contextmanager
    def _named(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            raise OSError(error.errno, error.strerror, str(self.path)) from error
