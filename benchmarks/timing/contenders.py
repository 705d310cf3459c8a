"""Who takes part: cutline in this process, and peers in processes and environments of their own."""

from __future__ import annotations

import json
import os
import subprocess
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Protocol

from comparison.systems import PEERS, VARIABLES
from lxml.html import HTMLParser, document_fromstring
from process_tree import read_started_cpu

TIMER = PEERS / "time_pages.py"


@dataclass(frozen=True, slots=True)
class TimedPage:
    """A page in memory."""

    html: str
    url: str | None


class Contender(Protocol):
    """Reads pages against the clock."""

    @property
    def name(self) -> str: ...
    def time(self, page: TimedPage) -> float:
        """Return the milliseconds of CPU time that a page takes."""


@dataclass(frozen=True, slots=True)
class Here:
    """A contender in this process."""

    name: str
    read: Callable[[TimedPage], object]

    def time(self, page: TimedPage) -> float:
        """Return the milliseconds of CPU time that a page takes."""
        start = time.process_time()
        self.read(page)
        return 1000 * (time.process_time() - start)


@dataclass(frozen=True, slots=True)
class HereRendered:
    """A contender in this process that has pages rendered: what the browser takes counts too, in steps of 10 ms."""

    name: str
    read: Callable[[TimedPage], object]

    def time(self, page: TimedPage) -> float:
        """Return the milliseconds of CPU time that a page takes."""
        start = time.process_time() + read_started_cpu(os.getpid())
        self.read(page)
        return 1000 * (time.process_time() + read_started_cpu(os.getpid()) - start)


class There:
    """A contender in a process of its own, in the environment of its Python; a context manager."""

    def __init__(self, name: str, python: Path, *script: Path) -> None:
        """Start it; `script` is a program with its arguments, by default what times the peer of this name.

        It answers each line of JSON, [html, url], with the milliseconds of CPU time that the page took.
        """
        self.name = name
        command = [str(python), *map(str, script or (TIMER, PEERS / name))]
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env={**os.environ, **VARIABLES}
        )

    def __enter__(self) -> There:
        """Return itself."""
        return self

    def __exit__(self, *_: object) -> None:
        """End its process."""
        self._process.kill()
        self._process.communicate()

    def time(self, page: TimedPage) -> float:
        """Return the milliseconds of CPU time that a page takes."""
        self._pipe(self._process.stdin).write(json.dumps([page.html, page.url]) + "\n")
        self._pipe(self._process.stdin).flush()
        answer = self._pipe(self._process.stdout).readline()
        if not answer:
            raise SystemExit(f"{self.name} ended; its own message is above.")
        return float(answer)

    def _pipe(self, stream: IO[str] | None) -> IO[str]:
        assert stream is not None
        return stream


def parse_alone(page: TimedPage) -> object:
    """Parse a page as cutline does, and do nothing else: what all are measured by."""
    parser = HTMLParser(encoding="utf-8", remove_comments=True, remove_pis=True, huge_tree=True)
    return document_fromstring(page.html.encode(), parser=parser)
