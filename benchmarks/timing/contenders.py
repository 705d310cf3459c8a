"""Who takes part, cutline in this process and peers in others of their own, and pages of any size for them."""

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

# About as many elements a text as pages of news have, five.
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


@dataclass(frozen=True, slots=True)
class Growth:
    """The milliseconds that pages of growing sizes took, and the exponent of the power law that fits them best."""

    sizes: Sequence[int]
    milliseconds: Sequence[float]

    @property
    def exponent(self) -> float:
        """The slope of the least-squares line through the logarithms: 1 is linear."""
        xs, ys = [math.log(size) for size in self.sizes], [math.log(max(ms, 1e-6)) for ms in self.milliseconds]
        x, y = sum(xs) / len(xs), sum(ys) / len(ys)
        return sum((a - x) * (b - y) for a, b in zip(xs, ys, strict=True)) / sum((a - x) ** 2 for a in xs)


def page_of_nodes(nodes: int) -> TimedPage:
    """Return a page of about so many elements."""
    return _write("".join(PART.format(n=n) for n in range(nodes // NODES)))


def page_of_images(images: int) -> TimedPage:
    """Return a page of so many images, with captions."""
    return _write("".join(PICTURE.format(n=n) + (TEXT if n % IMAGES_A_TEXT == 0 else "") for n in range(images)))


def measure_growth(
    sizes: Sequence[int], build: Callable[[int], TimedPage], time: Callable[[TimedPage], float]
) -> Growth:
    """Return what pages of these sizes take."""
    return Growth(sizes, [time(build(size)) for size in sizes])


def _write(body: str) -> TimedPage:
    return TimedPage(PAGE.format(body), "https://veltmark.example/barges")
