"""Pages of any size, and the power of it that a time grows with."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from timing.contenders import TimedPage

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
