"""The model card of a trained V-Wrapper, written from measured figures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from cutline.dom.visual_features import COLUMNS


@dataclass(frozen=True, slots=True)
class Score:
    """Precision, recall and F1 of one label (formulas 1 to 3), each 0..1."""

    precision: float
    recall: float
    f1: float

    @classmethod
    def of(cls, found: npt.NDArray[np.bool_], labelled: npt.NDArray[np.bool_]) -> Score:
        """Return the score of one page's blocks; where there is none to find, all are found."""
        right = int((found & labelled).sum())
        precision = right / int(found.sum()) if found.any() else float(not labelled.any())
        recall = right / int(labelled.sum()) if labelled.any() else 1.0
        return cls(precision, recall, 2 * precision * recall / (precision + recall) if right else precision * recall)

    @classmethod
    def mean(cls, scores: Sequence[Score]) -> Score:
        """Return the mean of each figure over pages."""
        count = max(1, len(scores))
        sums = (sum(getattr(score, name) for score in scores) for name in ("precision", "recall", "f1"))
        return cls(*(value / count for value in sums))


@dataclass(frozen=True, slots=True)
class VWrapperFigures:
    """How a V-Wrapper was trained, and what was measured of it on sites that it was not trained on."""

    pages: int
    sites: int
    folds: int
    rounds: int
    depth: int
    max_rows: int
    seed: int
    scores: Mapping[str, Score]
    versions: Mapping[str, str]


def write_card(figures: VWrapperFigures) -> str:
    """Return the model card in Markdown."""
    scores = "\n".join(
        f"| {name} | {score.precision:.3f} | {score.recall:.3f} | {score.f1:.3f} |"
        for name, score in figures.scores.items()
    )
    return CARD.format(
        figures=figures,
        scores=scores,
        columns=", ".join(f"`{name}`" for name in COLUMNS),
        versions=", ".join(f"{name} {version}" for name, version in figures.versions.items()),
    )


CARD = """\
# V-Wrapper

Labels the visual blocks of a rendered page as title, content or other: two AdaBoost classifiers, after S. Zheng,
R. Song and J.-R. Wen, "Template-Independent News Extraction Based on Visual Consistency", AAAI 2007.
`model.npz` holds plain arrays, `model.json` what they were made for.

## Data

{figures.pages:,} labelled pages of {figures.sites:,} sites, rendered without a network. The labels of the corpora are
under CC BY 4.0 (WCXB), Apache-2.0 (NAEB) and MIT (fundus); no page and no text is contained in the model.

## Training

`cutline train v-wrapper --data FILE... --out FOLDER --seed {figures.seed}` with {versions}.
Each stage: AdaBoost (SAMME), {figures.rounds} decision trees of depth {figures.depth}, on at most {figures.max_rows:,}
blocks drawn at random. Stage 1 learns as many positive as negative inner blocks, stage 2 the leaf blocks below those
that a stage 1 of other sites predicts positive.

Features: {columns}.

## Figures

Of blocks, by page, then the mean; the sites in {figures.folds} groups, each labelled by what the others trained.

| label | precision | recall | F1 |
| --- | --- | --- | --- |
{scores}

## Limits

- The corpora hold no external style sheets: most pages were laid out by the browser's defaults and what stands in them.
- A window of 1280 pixels: positions and sizes are absolute, as in the paper.
- A positive block that is labelled negative hides all below it.
"""
