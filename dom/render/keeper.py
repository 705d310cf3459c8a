"""A small process that clears up after one browser, whatever becomes of this one."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from pathlib import Path

# Reads what to clear up, waits for the end of its input, which is also this process's end, and clears up.
# The command line is compared first: the number could be another process's by then.
SCRIPT = """
read -r group profile
while read -r _; do :; done
if [ -n "$group" ] && tr '\\0' '\\n' < "/proc/$group/cmdline" 2>&- | grep -qxF -e "--user-data-dir=$profile"; then
    kill -KILL -- "-$group"
fi
rm -rf -- "$1" ${profile:+"$profile"} || { sleep 1; rm -rf -- "$1" ${profile:+"$profile"}; }
"""
END_SECONDS = 10.0


class Keeper:
    """Ends one browser's processes and removes its files when told to, or when this process ends in any way.

    Attributes:
        directory: where the browser may put temporary files.
    """

    def __init__(self) -> None:
        """Start waiting; there is nothing to kill yet."""
        self.directory = tempfile.mkdtemp(prefix="cutline-browser-")
        self._process = subprocess.Popen(
            ["/bin/sh", "-c", SCRIPT, "cutline-keeper", self.directory],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            cwd="/",
            start_new_session=True,  # Ctrl-C in a terminal goes to all of a session's foreground
        )

    def watch(self, pid: int) -> None:
        """Take charge of the browser whose first process is `pid`, the leader of its process group."""
        arguments = Path(f"/proc/{pid}/cmdline").read_text(encoding="utf-8").split("\0")
        marks = (argument.partition("=")[2] for argument in arguments if argument.startswith("--user-data-dir="))
        assert self._process.stdin is not None
        self._process.stdin.write(f"{os.getpgid(pid)} {next(marks, '')}\n".encode())
        self._process.stdin.flush()

    def end(self) -> None:
        """Kill the browser and remove its files; may be called again."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        try:
            self._process.wait(END_SECONDS)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
            shutil.rmtree(self.directory, ignore_errors=True)
