"""Temporary folders that are removed even if their process was killed: the next process that makes one does it."""

from __future__ import annotations

import os
import shutil
import stat
import tempfile
from contextlib import suppress
from pathlib import Path


def make_temporary_folder(kind: str) -> Path:
    """Return a new folder in the name of this process, and remove those of the same kind of processes that are gone."""
    prefix = f"cutline-{kind}-"
    for folder in Path(tempfile.gettempdir()).glob(f"{prefix}*-*"):
        owner = folder.name.removeprefix(prefix).partition("-")[0]
        if owner.isdecimal() and not _is_running(int(owner)) and _is_own(folder):
            shutil.rmtree(folder, ignore_errors=True)
    return Path(tempfile.mkdtemp(prefix=f"{prefix}{os.getpid()}-"))


def _is_running(pid: int) -> bool:
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
