"""The Markdown table of a corpus."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from markdown_tables import draw_table

from comparison.scoring import Difference, Scores, mean, paired_difference, pooled_f1

# The heading of each column, and its measure.
MEASURES = {
    "word P": "word_p",
    "word R": "word_r",
    "word F1": "word_f1",
    "shingle F1": "shingle_f1",
    "with": "with",
    "without": "without",
    "image P": "image_p",
    "image R": "image_r",
    "image F1": "image_f1",
    "page exact": "page_exact",
    "caption all": "caption_all",
    "title": "title",
}


@dataclass(frozen=True, slots=True)
class Row:
    """A system's scores, and the difference of the first system from it."""

    system: str
    scores: Scores
    text: Difference | None
    images: Difference | None


def compare(scores: Mapping[str, Scores]) -> list[Row]:
    """Return a row for each system; the others are compared with the first."""
    first, *_ = scores.values()
    return [
        Row(
            system,
            theirs,
            _difference(first, theirs, "text"),
            _difference(first, theirs, "images"),
        )
        for system, theirs in scores.items()
    ]


def _difference(first: Scores, theirs: Scores, measured: str) -> Difference | None:
    if first is theirs or not len(getattr(first, measured)):
        return None
    statistic = mean if measured == "text" else pooled_f1
    return paired_difference(getattr(first, measured), getattr(theirs, measured), statistic)


def render_table(title: str, rows: list[Row]) -> str:
    """Return the table; measures without labels in the corpus are left out."""
    first = rows[0].system
    shown = {heading: name for heading, name in MEASURES.items() if any(name in row.scores.figures for row in rows)}
    columns = [["system", *(row.system for row in rows)]]
    columns += [[heading, *(f"{row.scores.figures[name]:.3f}" for row in rows)] for heading, name in shown.items()]
    columns.append(["errors", *(str(row.scores.errors) for row in rows)])
    columns.append(["pages", *(str(row.scores.pages) for row in rows)])
    for heading, differences in (
        ("word F1", [row.text for row in rows]),
        ("image F1", [row.images for row in rows]),
    ):
        if any(differences):
            columns.append([f"{heading}, {first} minus it", *map(render_difference, differences)])
    headings, *cells = zip(*columns, strict=True)
    return f"### {title}\n\n{draw_table(headings, cells)}"


def render_difference(difference: Difference | None) -> str:
    """Return a difference with its interval, as a table cell."""
    if difference is None:
        return ""
    return f"{difference.value:+.3f} [{difference.low:+.3f}, {difference.high:+.3f}]"
