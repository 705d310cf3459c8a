"""Files that are there whole or not at all, whatever ends the process or the machine."""

from __future__ import annotations

import os
from pathlib import Path


def replace_file(path: Path, content: bytes) -> None:
    """Write a file; at no moment is there another one under its name than the old one or the new one."""
    written = path.with_name(f"{path.name}.new")
    written.write_bytes(content)
    sync(written)
    os.replace(written, path)
    sync(path.parent)


def sync(path: Path) -> None:
    """Have the content of a file, or the names in a folder, survive the end of the machine."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
