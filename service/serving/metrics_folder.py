"""The folder in which the web workers of one service count together."""

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
    """Have prometheus-client, which must not be imported before, count in a folder for all processes.

    It is an empty folder that is removed at the end; or the one that the environment names, whose counts of an earlier
    run are removed at the beginning.
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
        if os.getpid() == owner:  # a web worker, forked within, comes here too
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
