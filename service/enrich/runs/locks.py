"""Folders that one process at a time may write to."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from cutline.errors import OptionError


@contextmanager
def hold(folder: Path) -> Iterator[None]:
    """Let no other process hold a folder while the `with` block runs; the end of the process, however, lets go of it.

    Raises:
        OptionError: another one holds it.
    """
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise OptionError(f"Another run writes to {folder}; wait for its end, or stop it.") from error
        yield
    finally:
        os.close(descriptor)
