"""Processes: the variables that child processes get, temporary folders that outlive none for long, and memory."""

from __future__ import annotations

import ctypes
import gc
import os
import re
import shutil
import stat
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from fnmatch import fnmatchcase
from pathlib import Path

# An allow-list: nobody knows all names under which people keep tokens and database addresses.
PASSED_ON = (
    *("PATH", "HOME", "USER", "LOGNAME", "TMPDIR", "TMP", "TEMP", "TZ", "LANG", "LANGUAGE", "LC_*", "XDG_*"),
    *("PYTHON*", "VIRTUAL_ENV", "LD_LIBRARY_PATH", "LD_PRELOAD", "MALLOC_*", "*_NUM_THREADS", "COVERAGE_*"),
    *("SSL_CERT_*", "FONTCONFIG_*", "DISPLAY", "PLAYWRIGHT_*", "CUTLINE_CHROMIUM"),
)


def list_child_variables() -> dict[str, str]:
    """Return the variables of this process that a child process gets."""
    return {
        name: value for name, value in os.environ.items() if any(fnmatchcase(name, pattern) for pattern in PASSED_ON)
    }


def return_freed_memory() -> None:
    """Return the memory that this process has freed to the system; of the C libraries, glibc keeps much of it."""
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None) if sys.platform == "linux" else None
    if trim is not None:
        trim(0)


NAME = re.compile(r"cutline-[a-z]+-(?P<owner>\d+)-.+")


def make_temporary_folder(kind: str) -> Path:
    """Return a new folder in the name of this process, and remove those of processes that are gone, killed or not."""
    for folder in Path(tempfile.gettempdir()).glob("cutline-*"):
        name = NAME.fullmatch(folder.name)
        if name and not is_running(int(name["owner"])) and _is_own(folder):
            shutil.rmtree(folder, ignore_errors=True)
    return Path(tempfile.mkdtemp(prefix=f"cutline-{kind}-{os.getpid()}-"))


def is_running(pid: int) -> bool:
    """Return whether there is such a process, and it has not ended."""
    with suppress(OSError):
        state = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()[0]
        return state != "Z"  # which nobody has waited for yet
    try:
        os.kill(pid, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except PermissionError:
        pass
    return True


def _is_own(folder: Path) -> bool:
    with suppress(OSError):
        found = folder.lstat()
        return stat.S_ISDIR(found.st_mode) and found.st_uid == os.getuid()
    return False


# Parameters of glibc's `mallopt`: number and value.
ARENAS = (-8, 2)  # by default there is one per thread, and memory freed by one is not reused by others
TRIMMED = (-1, 128 * 1024)  # free bytes at the end of an arena from which they are returned
MAPPED = (-3, 128 * 1024)  # size in bytes from which a freed block is returned at once; if not set, it grows
YOUNG_OBJECTS = 50_000  # new objects between garbage collections; a page creates tens of thousands without cycles
COLLECTING_SELDOM = threading.Lock()
PAGE_BYTES = os.sysconf("SC_PAGE_SIZE")


def give_memory_back() -> None:
    """Make glibc return freed memory to the system, for processes with many threads; without glibc, do nothing.

    By default the threads of a web worker keep hundreds of megabytes of finished pages and answers.
    """
    tell = getattr(ctypes.CDLL(None), "mallopt", None)
    if tell is not None:
        for parameter, value in (ARENAS, TRIMMED, MAPPED):
            tell(parameter, value)


@contextmanager
def collect_seldom() -> Iterator[None]:
    """Collect garbage seldom inside the `with` block, in which a page creates many objects and hardly a cycle.

    To collect as often as usual takes a page some 5 % more time. Of several threads in such a block the first one sets
    the threshold of the process, and puts it back.
    """
    young, *older = gc.get_threshold()
    if not 0 < young < YOUNG_OBJECTS or not COLLECTING_SELDOM.acquire(blocking=False):
        yield
        return
    gc.set_threshold(YOUNG_OBJECTS, *older)
    try:
        yield
    finally:
        gc.set_threshold(young, *older)
        COLLECTING_SELDOM.release()


def freeze_loaded() -> None:
    """Exclude everything loaded so far from garbage collection, and collect seldom.

    For a worker process that has loaded its models and now reads one page after the other.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG_OBJECTS)


def count_resident_bytes(*pids: int) -> int:
    """Return the resident memory of processes and all their descendants, in bytes; 0 where /proc does not tell.

    Memory that several processes share, as worker processes share their models, counts once.
    """
    return sum(map(_count_share, {each for pid in pids for each in list_tree(pid)}))


def list_tree(pid: int) -> list[int]:
    """Return a process and all its descendants; only itself if they are unknown."""
    tree = [pid]
    for each in tree:
        tree += _list_children(each)
    return tree


def count_own_bytes(pid: int) -> int:
    """Return the resident memory of a process alone, in bytes; 0 where /proc does not tell."""
    try:
        return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * PAGE_BYTES
    except OSError:
        return 0


def _count_share(pid: int) -> int:
    """Return the memory of a process in bytes, with its part of what it shares with others."""
    try:
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
        return next(1024 * int(line.split()[1]) for line in lines if line.startswith("Pss:"))
    except (OSError, StopIteration):
        return 0


def _list_children(pid: int) -> list[int]:
    children: list[int] = []
    with suppress(OSError):
        for task in Path(f"/proc/{pid}/task").iterdir():
            with suppress(OSError):  # the thread has ended meanwhile
                children += map(int, (task / "children").read_text().split())
    return children
