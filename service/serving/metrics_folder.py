"""The folder in which the web workers of one service count together."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

VARIABLE = "PROMETHEUS_MULTIPROC_DIR"


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
    folder = Path(tempfile.mkdtemp(prefix="cutline-metrics-"))
    os.environ[VARIABLE] = str(folder)
    owner = os.getpid()
    try:
        yield folder
    finally:
        if os.getpid() == owner:  # a web worker, forked within, comes here too
            del os.environ[VARIABLE]
            shutil.rmtree(folder, ignore_errors=True)
