"""Contenders: cutline in this process and peers in their own; and generated pages of any size."""

from __future__ import annotations

import json
import math
import os
import subprocess
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Protocol

from comparison.systems import PEERS, VARIABLES
from lxml.html import HTMLParser, document_fromstring
from process_tree import read_started_cpu

TIMER = PEERS / "time_pages.py"

# About as many elements per text as news pages have, five.
PART = (
    "<section class='c{n} row'><div class='col'><div><h3><span>Part {n}</span></h3></div><div class='text'>"
    "<p>The harbour of Veltmark sent {n} barges to <a href='/town/{n}'>Osterby</a> last week, "
    "said <b>Ines Halloran</b>, who counts them. Nobody in the council had asked for the figures.</p></div></div>"
    "<ul class='tools'><li><a href='/more/{n}'><svg><path/><path/></svg><span>More on barges</span></a></li>"
    "<li><button><i></i></button></li></ul></section>"
)
NODES = 19  # elements of one part
PICTURE = (
    "<figure class='f{n}'><img src='/pictures/{n}.jpg' alt='Barge {n}' width=640 height=360>"
    "<figcaption>Barge number {n} leaves Veltmark. Photo: Ines Halloran</figcaption></figure>"
)
TEXT = "<p>The mayor of Veltmark, Oskar Lindqvist, said on Tuesday that the harbour would stay open all winter.</p>"
IMAGES_A_TEXT = 20
PAGE = "<html><head><title>Barges of Veltmark</title></head><body><article><h1>Barges of Veltmark</h1>{}</article>"


@dataclass(frozen=True, slots=True)
class TimedPage:
    """A page in memory."""

    html: str
    url: str | None


class Contender(Protocol):
    """A system whose CPU time per page is measured."""

    @property
    def name(self) -> str: ...
    def time(self, page: TimedPage) -> float:
        """Return the CPU time of a page in milliseconds."""


@dataclass(frozen=True, slots=True)
class Here:
    """A contender in this process."""

    name: str
    read: Callable[[TimedPage], object]

    def time(self, page: TimedPage) -> float:
        """Return the CPU time of a page in milliseconds."""
        start = time.process_time()
        self.read(page)
        return 1000 * (time.process_time() - start)


@dataclass(frozen=True, slots=True)
class HereRendered:
    """A contender in this process that renders pages; the browser's CPU time is included, in steps of 10 ms."""

    name: str
    read: Callable[[TimedPage], object]

    def time(self, page: TimedPage) -> float:
        """Return the CPU time of a page in milliseconds."""
        start = time.process_time() + read_started_cpu(os.getpid())
        self.read(page)
        return 1000 * (time.process_time() + read_started_cpu(os.getpid()) - start)


class There:
    """A contender in its own process, with the Python of its environment; a context manager."""

    def __init__(self, name: str, python: Path, *script: Path | str) -> None:
        """Start the process; `script` is a program with its arguments, by default the timer of the peer with this name.

        It answers each line of JSON, [html, url], with the milliseconds of CPU time for the page.
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
        """Kill the process."""
        self._process.kill()
        self._process.communicate()

    def time(self, page: TimedPage) -> float:
        """Return the CPU time of a page in milliseconds."""
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
    """Parse a page as cutline does, and do nothing else; the baseline for all."""
    parser = HTMLParser(encoding="utf-8", remove_comments=True, remove_pis=True, huge_tree=True)
    return document_fromstring(page.html.encode(), parser=parser)


@dataclass(frozen=True, slots=True)
class Growth:
    """The CPU time of pages of growing sizes, and the exponent of the fitted power law."""

    sizes: Sequence[int]
    milliseconds: Sequence[float]

    @property
    def exponent(self) -> float:
        """The slope of the least-squares line through the logarithms: 1 is linear."""
        xs, ys = [math.log(size) for size in self.sizes], [math.log(max(ms, 1e-6)) for ms in self.milliseconds]
        x, y = sum(xs) / len(xs), sum(ys) / len(ys)
        return sum((a - x) * (b - y) for a, b in zip(xs, ys, strict=True)) / sum((a - x) ** 2 for a in xs)


def page_of_nodes(nodes: int) -> TimedPage:
    """Return a page with about this many elements."""
    return _write("".join(PART.format(n=n) for n in range(nodes // NODES)))


def page_of_images(images: int) -> TimedPage:
    """Return a page with this many captioned images."""
    return _write("".join(PICTURE.format(n=n) + (TEXT if n % IMAGES_A_TEXT == 0 else "") for n in range(images)))


def measure_growth(
    sizes: Sequence[int], build: Callable[[int], TimedPage], time: Callable[[TimedPage], float]
) -> Growth:
    """Return the CPU time of pages of these sizes."""
    return Growth(sizes, [time(build(size)) for size in sizes])


def _write(body: str) -> TimedPage:
    return TimedPage(PAGE.format(body), "https://veltmark.example/barges")
