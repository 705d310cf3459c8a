"""The thresholds of a page that the viewer can move, and what each of them judges."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from cutline.types import Verdict

SHOWN_KINDS = 2  # of the blocks that a slider moves


@dataclass(frozen=True, slots=True)
class Slider:
    """A threshold that the viewer can move.

    Attributes:
        name: of the verdicts that it judges, such as `image-0.5`.
        what: `images` or `blocks`.
        threshold: the one that they were judged by.
        moved: what it judges, in words: `blocks` if no other slider judges any, else as `12 tables, 3 list items`.
    """

    name: str
    what: str
    threshold: float
    moved: str


def list_sliders(judged: Iterable[tuple[str, str, Verdict, str | None]]) -> tuple[Slider, ...]:
    """Return the sliders, those of the images first, by their thresholds.

    Args:
        judged: of each block and image: `blocks` or `images`, its kind, its verdict, and the name of its slider.
    """
    moved: dict[tuple[str, float, str], Counter[str]] = {}
    for what, kind, verdict, slider in judged:
        if slider is not None:
            moved.setdefault((what, verdict.threshold or 0.0, slider), Counter())[kind] += 1
    alike = Counter(what for what, _, _ in moved)
    return tuple(
        Slider(slider, what, threshold, what if alike[what] == 1 else _count_kinds(kinds))
        for (what, threshold, slider), kinds in sorted(
            moved.items(), key=lambda item: (item[0][0] != "images", item[0][1])
        )
    )


def _count_kinds(kinds: Counter[str]) -> str:
    """Return what a slider moves, the most frequent first, as `12 tables, 3 list items`."""
    counted = [f"{count} {kind.replace('_', ' ')}{'' if count == 1 else 's'}" for kind, count in kinds.most_common()]
    return ", ".join(counted[:SHOWN_KINDS] + ["others"] * (len(counted) > SHOWN_KINDS))
