"""Line plots as small SVG files, without any library."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from math import log10

WIDTH, HEIGHT = 460, 300  # of a panel, in pixels
LEFT, RIGHT, TOP, BOTTOM = 56, 16, 30, 46  # around the plot area
LINE = 15  # pixels from one entry of the legend to the next
WIDEST = 4  # pixels of the first line; each further one is narrower, so that of lines that coincide all are seen
# Told apart without colour vision too (Okabe & Ito), and by the shape of their points.
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00")
SHAPES = (
    "M-3.5,0a3.5,3.5 0 1,0 7,0a3.5,3.5 0 1,0 -7,0",
    "M-3.5,-3.5h7v7h-7z",
    "M0,-4.5l4.5,8h-9z",
    "M0,-5l5,5l-5,5l-5,-5z",
)


@dataclass(frozen=True, slots=True)
class Axis:
    """One direction of a plot, from the first to the last of its ticks; logarithmic where asked."""

    label: str
    ticks: Sequence[float]
    is_log: bool = False

    def place(self, value: float) -> float:
        """Return where a value lies: 0 at the first tick, 1 at the last."""
        low, at, high = (log10(v) if self.is_log else v for v in (self.ticks[0], value, self.ticks[-1]))
        return (at - low) / (high - low)


@dataclass(frozen=True, slots=True)
class Series:
    """A line: its name in the legend, and its points from left to right."""

    name: str
    points: Sequence[tuple[float, float]]


@dataclass(frozen=True, slots=True)
class Panel:
    """One plot."""

    title: str
    x: Axis
    y: Axis
    series: Sequence[Series]
    legend_top: float = 0.62  # where the legend begins, 0 at the top and 1 at the bottom


def draw(panels: Sequence[Panel], columns: int = 1) -> str:
    """Return the panels as one SVG, row by row."""
    rows = -(-len(panels) // columns)
    width, height = WIDTH * columns, HEIGHT * rows
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        'font-family="sans-serif" font-size="11">',
        f'<rect width="{width}" height="{height}" fill="#fff"/>',
    ]
    for index, panel in enumerate(panels):
        lines.append(f'<g transform="translate({index % columns * WIDTH},{index // columns * HEIGHT})">')
        lines.extend([*_draw_axes(panel), *_draw_series(panel), "</g>"])
    return "\n".join([*lines, "</svg>", ""])


def _draw_axes(panel: Panel) -> Iterator[str]:
    right, bottom = WIDTH - RIGHT, HEIGHT - BOTTOM
    yield _text(WIDTH / 2, TOP - 12, panel.title, "middle", ' font-weight="bold"')
    yield _text((LEFT + right) / 2, HEIGHT - 10, panel.x.label, "middle")
    middle = (TOP + bottom) / 2
    yield _text(14, middle, panel.y.label, "middle", f' transform="rotate(-90 14 {_short(middle)})"')
    for tick in panel.x.ticks:
        x = _short(_x(panel, tick))
        yield f'<path d="M{x},{bottom}v4" stroke="#333"/>'
        yield _text(_x(panel, tick), bottom + 17, f"{tick:g}", "middle")
    for tick in panel.y.ticks:
        y = _y(panel, tick)
        yield f'<path d="M{LEFT},{_short(y)}H{right}" stroke="#ddd"/>'
        yield _text(LEFT - 6, y + 4, f"{tick:g}", "end")
    yield f'<path d="M{LEFT},{TOP}V{bottom}H{right}" fill="none" stroke="#333"/>'


def _draw_series(panel: Panel) -> Iterator[str]:
    top = TOP + panel.legend_top * (HEIGHT - TOP - BOTTOM)
    for index, series in enumerate(panel.series):
        colour, shape = COLOURS[index % len(COLOURS)], SHAPES[index % len(SHAPES)]
        places = [(_short(_x(panel, x)), _short(_y(panel, y))) for x, y in series.points]
        line = " ".join(f"{x},{y}" for x, y in places)
        yield f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="{WIDEST - index}"/>'
        entry = _short(top + LINE * index)
        for x, y in [*places, (str(WIDTH - RIGHT - 10), entry)]:
            yield f'<path transform="translate({x},{y})" d="{shape}" fill="{colour}"/>'
        yield _text(WIDTH - RIGHT - 20, top + LINE * index + 4, series.name, "end")


def _x(panel: Panel, value: float) -> float:
    return LEFT + panel.x.place(value) * (WIDTH - LEFT - RIGHT)


def _y(panel: Panel, value: float) -> float:
    return HEIGHT - BOTTOM - panel.y.place(value) * (HEIGHT - TOP - BOTTOM)


def _text(x: float, y: float, text: str, anchor: str, more: str = "") -> str:
    return f'<text x="{_short(x)}" y="{_short(y)}" text-anchor="{anchor}"{more}>{escape(text)}</text>'


def _short(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")
