"""The memory that processes take."""

from __future__ import annotations

import ctypes
import gc
import os
from pathlib import Path

# What glibc's `mallopt` is told: the number of each parameter, and its value.
ARENAS = (-8, 2)  # one for each thread, the default, keeps what each has freed from all others
TRIMMED = (-1, 128 * 1024)  # bytes free at the end of an arena, from which they are given back
MAPPED = (-3, 128 * 1024)  # bytes of one piece from which it is given back when it is freed; fixed, or it grows
YOUNG_OBJECTS = 10_000  # new ones until the garbage collector looks for cycles; a page makes thousands without any
PAGE_BYTES = os.sysconf("SC_PAGE_SIZE")


def give_memory_back() -> None:
    """Have the C library give freed memory back to the system, where it is glibc; for a process of many threads.

    By default the threads of a web worker keep hundreds of megabytes of pages and answers that are long gone.
    """
    tell = getattr(ctypes.CDLL(None), "mallopt", None)
    if tell is not None:
        for parameter, value in (ARENAS, TRIMMED, MAPPED):
            tell(parameter, value)


def settle() -> None:
    """Have the garbage collector leave alone what is loaded by now, for good, and look through what is new less often.

    For a worker process that has its models and now reads one page after the other; it saves some 5 % of the time.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG_OBJECTS)


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
