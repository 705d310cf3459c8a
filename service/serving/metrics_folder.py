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

    It is a temporary folder, removed at the end.
    """
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
    shutil.rmtree(os.environ.get(VARIABLE, ""), ignore_errors=True)
