"""Processes: the variables that child processes get, temporary folders that outlive none for long, and freed memory."""

from __future__ import annotations

import ctypes
import os
import re
import shutil
import stat
import sys
import tempfile
from contextlib import suppress
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
