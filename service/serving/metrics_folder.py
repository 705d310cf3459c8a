"""The folder that the web workers of one service share for metrics."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from cutline.processes import make_temporary_folder

VARIABLE = "PROMETHEUS_MULTIPROC_DIR"
KIND = "metrics"


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
    folder = make_temporary_folder(KIND)
    os.environ[VARIABLE] = str(folder)
    owner = os.getpid()
    try:
        yield folder
    finally:
        if os.getpid() == owner:  # forked web workers get here too
            del os.environ[VARIABLE]
            shutil.rmtree(folder, ignore_errors=True)


def remove_abandoned_metrics() -> None:
    """Remove the folder of a service whose first process was killed, and can no longer do it."""
    folder = Path(os.environ.get(VARIABLE, ""))
    if folder.name.startswith(f"cutline-{KIND}-"):  # not one that the environment named
        shutil.rmtree(folder, ignore_errors=True)
