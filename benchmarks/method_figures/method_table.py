"""The table of the methods, in Markdown."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from statistics import mean

from method_figures.scores import Counts, PageScore, f1, mean_measured

HEADINGS = ("method", "P", "R", "F1", "accuracy", "pooled", "long", "word F1", "title", "ms")


def render_methods(scores: Mapping[str, Sequence[PageScore]]) -> str:
    """Return a row for each method, from its scores page by page."""
    rows = [[f"`{method}`", *_figures(pages)] for method, pages in scores.items()]
    return render_table(HEADINGS, rows)


def render_table(headings: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return a table whose first column is text, and whose others are figures."""
    lines = [f"| {' | '.join(cells)} |" for cells in (headings, *rows)]
    lines.insert(1, "|---|" + "---:|" * (len(headings) - 1))
    return "\n".join(lines)


def _figures(pages: Sequence[PageScore]) -> list[str]:
    means = mean_measured([page.all for page in pages])
    long = mean_measured([page.long for page in pages])
    pooled = Counts.sum([page.all for page in pages]).measure()
    shares = [means.precision, means.recall, means.f1, means.accuracy, pooled.f1, f1(long.precision, long.recall)]
    shares.append(mean(page.word_f1 for page in pages))
    titles = [page.title for page in pages if page.title is not None]
    return [
        *(f"{share:.3f}" for share in shares),
        f"{mean(titles):.3f}" if titles else "",
        f"{mean(page.milliseconds for page in pages):.1f}",
    ]
