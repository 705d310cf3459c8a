"""The folder that the web workers of one service share for metrics."""

from __future__ import annotations

import os
import shutil
import stat
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

VARIABLE = "PROMETHEUS_MULTIPROC_DIR"
PREFIX = "cutline-metrics-"  # then the process that made the folder


@contextmanager
def open_metrics_folder() -> Iterator[Path]:
    """Make prometheus-client, which must not be imported before, share its counts between processes in a folder.

    It is a temporary folder, removed at the end; or the one in the environment, whose old counts are removed at the
    start.
    """
    if given := os.environ.get(VARIABLE):
        folder = Path(given)
        folder.mkdir(parents=True, exist_ok=True)
        for counts in folder.glob("*.db"):
            counts.unlink()
        yield folder
        return
    _remove_abandoned()
    folder = Path(tempfile.mkdtemp(prefix=f"{PREFIX}{os.getpid()}-"))
    os.environ[VARIABLE] = str(folder)
    owner = os.getpid()
    try:
        yield folder
    finally:
        if os.getpid() == owner:  # forked web workers get here too
            del os.environ[VARIABLE]
            shutil.rmtree(folder, ignore_errors=True)


def _remove_abandoned() -> None:
    """Remove the folders of services that were killed."""
    for folder in Path(tempfile.gettempdir()).glob(f"{PREFIX}*-*"):
        owner = folder.name.removeprefix(PREFIX).partition("-")[0]
        if owner.isdecimal() and not _is_running(int(owner)) and _is_own(folder):
            shutil.rmtree(folder, ignore_errors=True)


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
