"""The memory that processes take."""

from __future__ import annotations

import os
from pathlib import Path

PAGE_BYTES = os.sysconf("SC_PAGE_SIZE")


def count_resident_bytes(pid: int) -> int:
    """Return the resident memory of a process and of all that it started, in bytes; 0 where /proc does not tell."""
    return sum(_count_own(each) for each in list_tree(pid))


def list_tree(pid: int) -> list[int]:
    """Return a process and all that it started, and they started; only itself where that cannot be known."""
    tree = [pid]
    for each in tree:
        tree += _list_children(each)
    return tree


def _count_own(pid: int) -> int:
    try:
        return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * PAGE_BYTES
    except OSError:
        return 0


def _list_children(pid: int) -> list[int]:
    try:
        tasks = list(Path(f"/proc/{pid}/task").iterdir())
        return [int(child) for task in tasks for child in (task / "children").read_text().split()]
    except OSError:
        return []
