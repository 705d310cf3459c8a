"""The Markdown tables that benchmarks print."""

from __future__ import annotations

from collections.abc import Iterable, Sequence


def draw_table(headings: Sequence[object], rows: Iterable[Sequence[object]] = (), texts: int = 1) -> str:
    """Return a table; the first columns are texts, as many as given, and the others are aligned on the right."""
    rule = "|" + "---|" * texts + "---:|" * (len(headings) - texts)
    return "\n".join([draw_row(headings), rule, *map(draw_row, rows)])


def draw_row(cells: Sequence[object]) -> str:
    """Return a row of a table."""
    return f"| {' | '.join(map(str, cells))} |"
