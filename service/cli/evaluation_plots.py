"""Plots as SVG inside a page: bars and lines that follow its colours, and say in words what they show."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from markupsafe import Markup, escape

WIDTH, HEIGHT = 640, 260  # of a plot, in its own units
LEFT, RIGHT, TOP, BOTTOM = 56, 16, 14, 44  # around what is plotted
RIGHT_END, FLOOR = WIDTH - RIGHT, HEIGHT - BOTTOM
ROW, LABEL = 46, 150  # height of a method's bars, and room for its name
BAR = 15  # height of one of them
TICKS = 5  # of an axis of counts, at most
STEP_COUNTS = (1, 2, 5)  # what the steps of an axis of counts are a power of ten times


@dataclass(frozen=True, slots=True)
class Bin:
    """One column of a histogram: its name, or nothing, and how many of it were kept and dropped."""

    name: str
    kept: int
    dropped: int


@dataclass(frozen=True, slots=True)
class Line:
    """A line: its name, its class in the style sheet, and its points (0..1 both ways)."""

    name: str
    style: str
    points: Sequence[tuple[float, float]]


@dataclass(frozen=True, slots=True)
class Bar:
    """A measured value (0..1) with its interval, and its class in the style sheet."""

    style: str
    value: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class BarGroup:
    """What is measured of one method."""

    name: str
    bars: Sequence[Bar]


def draw_histogram(identity: str, title: str, text: str, bins: Sequence[Bin], label: str) -> Markup:
    """Return columns of what was kept, below, and dropped, above.

    Args:
        identity: of the plot in its page.
        title, text: what it shows, for those who do not see it.
        bins: from left to right.
        label: of the horizontal axis.
    """
    step = _find_step(max((each.kept + each.dropped for each in bins), default=0))
    top = step * -(-max((each.kept + each.dropped for each in bins), default=0) // step) or step
    width = (RIGHT_END - LEFT) / len(bins)
    parts = [*_frame(label, [(value / top, f"{value:,}") for value in range(0, top + 1, step)])]
    for number, each in enumerate(bins):
        left = LEFT + number * width
        kept, both = _height(each.kept / top), _height((each.kept + each.dropped) / top)
        parts.append(_rectangle("dropped", left + 1, FLOOR - both, width - 2, both - kept))
        parts.append(_rectangle("kept", left + 1, FLOOR - kept, width - 2, kept))
        parts.append(_text(left + width / 2, FLOOR + 16, each.name, "middle"))
    return _svg(identity, title, text, HEIGHT, parts)


def draw_lines(
    identity: str, title: str, text: str, lines: Sequence[Line], marks: Sequence[float], label: str
) -> Markup:
    """Draw lines over an axis from 0 to 1, with marked positions.

    Args:
        identity, title, text, label: as for `draw_histogram`.
        lines: their names stand beside their last points.
        marks: where upright lines stand, such as the threshold in use.
    """
    fifths = [(tick / 5, f"{tick / 5:g}") for tick in range(6)]
    parts = [*_frame(label, fifths)]
    parts += [_text(_across(value), FLOOR + 16, name, "middle") for value, name in fifths]
    for mark in marks:
        parts.append(Markup('<path class="mark" d="M{},{}V{}"/>').format(_short(_across(mark)), TOP, FLOOR))
        parts.append(_text(_across(mark) + 5, FLOOR - 8, f"in use: {mark:g}", "start"))
    for line in lines:
        points = " ".join(f"{_short(_across(x))},{_short(FLOOR - _height(y))}" for x, y in line.points)
        parts.append(Markup('<polyline class="line {}" points="{}"/>').format(line.style, points))
    return _svg(identity, title, text, HEIGHT, parts)


def draw_bars(identity: str, title: str, text: str, groups: Sequence[BarGroup]) -> Markup:
    """Return a group of lying bars for each method, from 0 to 1, each with its interval and value."""
    height = TOP + ROW * len(groups) + BOTTOM - 16
    floor = TOP + ROW * len(groups)
    parts = []
    for tick in range(6):
        x = _short(_along(tick / 5))
        parts.append(Markup('<path class="grid" d="M{},{}V{}"/>').format(x, TOP, floor))
        parts.append(_text(_along(tick / 5), floor + 16, f"{tick / 5:g}", "middle"))
    for number, group in enumerate(groups):
        top = TOP + number * ROW + (ROW - BAR * len(group.bars)) / 2
        parts.append(_text(LABEL - 8, TOP + number * ROW + ROW / 2 + 4, group.name, "end"))
        for place, bar in enumerate(group.bars):
            parts += _draw_bar(bar, top + place * BAR)
    return _svg(identity, title, text, height, parts)


def _draw_bar(bar: Bar, top: float) -> Iterator[Markup]:
    yield _rectangle(bar.style, LABEL, top, _along(bar.value) - LABEL, BAR - 2)
    middle = _short(top + (BAR - 2) / 2)
    low, high = _short(_along(bar.low)), _short(_along(bar.high))
    yield Markup('<path class="interval" d="M{},{}H{}"/>').format(low, middle, high)
    yield _text(RIGHT_END - 4, top + BAR - 4, f"{bar.value:.3f}", "end")


def _frame(label: str, ticks: Sequence[tuple[float, str]]) -> Iterator[Markup]:
    """Yield the axes, with the ticks of the upright one."""
    for value, name in ticks:
        y = FLOOR - _height(value)
        yield Markup('<path class="grid" d="M{},{}H{}"/>').format(LEFT, _short(y), RIGHT_END)
        yield _text(LEFT - 6, y + 4, name, "end")
    yield Markup('<path class="axis" d="M{},{}H{}"/>').format(LEFT, FLOOR, RIGHT_END)
    yield _text((LEFT + RIGHT_END) / 2, HEIGHT - 8, label, "middle")


def _svg(identity: str, title: str, text: str, height: float, parts: Sequence[Markup]) -> Markup:
    opening = Markup(
        '<svg viewBox="0 0 {} {}" role="img" aria-labelledby="{}-title {}-text">'
        '<title id="{}-title">{}</title><desc id="{}-text">{}</desc>'
    ).format(WIDTH, _short(height), identity, identity, identity, title, identity, text)
    return opening + Markup("\n").join(parts) + Markup("</svg>")


def _rectangle(style: str, x: float, y: float, width: float, height: float) -> Markup:
    places = (_short(value) for value in (x, y, max(width, 0), max(height, 0)))
    return Markup('<rect class="{}" x="{}" y="{}" width="{}" height="{}"/>').format(style, *places)


def _text(x: float, y: float, text: str, anchor: str) -> Markup:
    if not text:
        return Markup("")
    return Markup('<text x="{}" y="{}" text-anchor="{}">{}</text>').format(_short(x), _short(y), anchor, escape(text))


def _across(value: float) -> float:
    return LEFT + value * (RIGHT_END - LEFT)


def _along(value: float) -> float:
    return LABEL + value * (RIGHT_END - 48 - LABEL)


def _height(share: float) -> float:
    return share * (FLOOR - TOP)


def _find_step(most: int) -> int:
    """Return a round step by which an axis up to a count has few ticks."""
    step = 1
    while most > step * TICKS * STEP_COUNTS[-1]:
        step *= 10
    return next(step * factor for factor in STEP_COUNTS if most <= step * factor * TICKS)


def _short(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")
