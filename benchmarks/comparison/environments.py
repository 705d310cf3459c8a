"""A virtual environment for each peer, created once from its pinned requirements."""

from __future__ import annotations

import hashlib
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

REQUIREMENTS = "requirements.txt"
OLDEST_PYTHON = ".python-version"  # in a peer's folder: the oldest Python it supports, if newer than cutline's own
INSTALLED = "installed"  # marks a finished environment
NEWER_PYTHONS = ("python3", "python3.12", "python3.13", "python3.14")


class PeerUnavailable(Exception):
    """A peer cannot be installed here; the message says why."""


def ensure_environment(folder: Path, environments: Path, pythons: Sequence[str] = ()) -> Path:
    """Return the Python of the peer's environment; create it if it is missing.

    Args:
        folder: the peer's folder, with its requirements.
        environments: the parent folder; each environment is named after the peer and a hash of its requirements.
        pythons: interpreters to try before the running one and those on the path.

    Raises:
        PeerUnavailable: no interpreter is new enough, or pip could not install the requirements.
    """
    requirements = folder / REQUIREMENTS
    home = environments / f"{folder.name}-{hashlib.sha256(requirements.read_bytes()).hexdigest()[:12]}"
    python = home / "bin" / "python"
    if not (home / INSTALLED).exists():
        interpreter = find_interpreter(folder, pythons)
        _run([interpreter, "-m", "venv", "--clear", str(home)])
        _run([str(python), "-m", "pip", "install", "--quiet", "--requirement", str(requirements)])
        (home / INSTALLED).touch()
    return python


def find_interpreter(folder: Path, pythons: Sequence[str] = ()) -> str:
    """Return the first interpreter that is new enough for the peer.

    Raises:
        PeerUnavailable: there is none.
    """
    file = folder / OLDEST_PYTHON
    if not file.exists():
        return pythons[0] if pythons else sys.executable
    oldest = _read_version(file.read_text(encoding="utf-8"))
    for interpreter in _candidates(pythons):
        # Runs in the peer's folder, so that version managers such as pyenv read the same file.
        found = subprocess.run([interpreter, "--version"], capture_output=True, text=True, cwd=folder, check=False)
        if found.returncode == 0 and _read_version(found.stdout.split()[-1]) >= oldest:
            return _resolve(interpreter, folder)
    wanted = ".".join(map(str, oldest))
    raise PeerUnavailable(f"{folder.name} needs Python {wanted} or newer, and none was found; name one with --python")


def _candidates(pythons: Sequence[str]) -> Iterator[str]:
    yield from pythons
    yield sys.executable
    yield from filter(None, map(shutil.which, NEWER_PYTHONS))


def _resolve(interpreter: str, folder: Path) -> str:
    """Return the real interpreter, if a version manager's shim was found."""
    command = [interpreter, "-c", "import sys; print(sys.executable)"]
    return subprocess.run(command, capture_output=True, text=True, cwd=folder, check=True).stdout.strip()


def _read_version(text: str) -> tuple[int, ...]:
    return tuple(int(part) for part in text.strip().split(".")[:2])


def _run(command: list[str]) -> None:
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    if result.returncode:
        errors = [line for line in result.stderr.splitlines() if line.startswith("ERROR")] or [result.stderr.strip()]
        raise PeerUnavailable(" ".join(errors))
