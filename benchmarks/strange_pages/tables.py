"""Markdown tables for pages with strangers; images are counted by `score.py`."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from statistics import fmean

import numpy as np
from comparison.scoring import Sums, paired_difference, pooled_f1
from comparison.table import render_difference
from markdown_tables import draw_table
from score import Labels, count_images, score_page

from strange_pages.files import StrangePage
from strange_pages.measures import LANGUAGES, Answers, Observation

NONE = "–"


def sum_images(
    pages: Iterable[StrangePage], labels: Mapping[str, Labels], answers: Answers, kinds: Collection[str]
) -> Sums:
    """Return a row (right, predicted, labelled) for each site with labelled images on pages of these kinds.

    A page without an answer has no images. The order of the rows depends only on the pages.
    """
    sums: dict[str, Sums] = {}
    for page in pages:
        label = labels[page.base]
        if page.kind in kinds and label.get("images") is not None:
            images = answers[page.id].images if page.id in answers else ()
            counts = count_images(score_page(_put_aside_replaced(page, label), {"images": images}))
            sums[label["site"]] = sums.get(label["site"], np.zeros(3)) + np.array(counts)
    return np.array(list(sums.values()))


def _put_aside_replaced(page: StrangePage, label: Labels) -> Labels:
    """Return the labels without the picture that a stranger replaced; keeping it is neither right nor wrong."""
    own = [image for image in label["images"] if not page.replaced or _list_addresses(image) != page.replaced]
    return {**label, "images": own, "ambiguous_images": [*(label.get("ambiguous_images") or ()), *page.replaced]}


def _list_addresses(image: Labels) -> tuple[str, ...]:
    return tuple(filter(None, image.get("gold_urls") or ()))


def render_observations(observed: Mapping[str, Iterable[Observation]]) -> str:
    """Return a table with a row for each measure and group of languages, and a column for each system."""
    columns = {system: _group(observations) for system, observations in observed.items()}
    rows = dict.fromkeys((kind, measure) for values in columns.values() for kind, measure, _ in values)
    lines = []
    for kind, measure in sorted(rows, key=lambda row: row[0]):  # stable: measures keep their order
        for language in LANGUAGES:
            cells = [_describe(values.get((kind, measure, language), ())) for values in columns.values()]
            if set(cells) != {NONE}:
                lines.append((kind, measure, language, *cells))
    return draw_table(("pages", "measure", "languages", *columns), lines, texts=3)


def render_images(sums: Mapping[str, Mapping[str, Sums]]) -> str:
    """Return a table with a row for each group of pages: each system's image F1, and the first one minus each other.

    Args:
        sums: by group of pages and system, a row (right, predicted, labelled) for each site.
    """
    systems = list(next(iter(sums.values())))
    first, others = systems[0], systems[1:]
    heads = [*(f"image F1, {system}" for system in systems), *(f"{first} minus {system}" for system in others)]
    rows = []
    for group, by_system in sums.items():
        cells = [f"{float(pooled_f1(by_system[system].sum(axis=0))):.3f}" for system in systems]
        for system in others:
            cells.append(render_difference(paired_difference(by_system[first], by_system[system], pooled_f1)))
        rows.append((group, *cells, int(by_system[first][:, 2].sum())))
    return draw_table(("pages", *heads, "labelled images"), rows)


def _group(observations: Iterable[Observation]) -> dict[tuple[str, str, str], list[float]]:
    values: defaultdict[tuple[str, str, str], list[float]] = defaultdict(list)
    for each in observations:
        values[each.kind, each.measure, each.language].append(each.value)
    return values


def _describe(values: Sequence[float]) -> str:
    return f"{fmean(values):.3f} of {len(values)}" if values else NONE
