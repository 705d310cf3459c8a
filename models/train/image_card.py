"""The model card of the classifier of images, written from measured figures."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from cutline.dom.features.images import IMAGE_COLUMNS
from cutline.models.train.image_examples import ImageExamples

Scores = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class ImageScore:
    """How right the images are that are kept: over all images, and the share of pages whose set is exactly right."""

    precision: float
    recall: float
    exact: float

    @property
    def f1(self) -> float:
        """The harmonic mean of precision and recall (0..1)."""
        both = self.precision + self.recall
        return 2 * self.precision * self.recall / both if both else 0.0


@dataclass(frozen=True, slots=True)
class ImageFigures:
    """What was measured in cross-validation by site.

    Attributes:
        pages, sites, images, labelled: how many.
        scores: of the classifier, by corpus.
    """

    pages: int
    sites: int
    images: int
    labelled: int
    scores: Mapping[str, ImageScore]

    @classmethod
    def of(cls, examples: Sequence[ImageExamples], scores: Sequence[Scores], threshold: float) -> ImageFigures:
        """Return how right the images of these pages are that have at least a score."""
        return cls(
            pages=len(examples),
            sites=len({page.site for page in examples}),
            images=sum(len(page.keys) for page in examples),
            labelled=sum(page.labelled for page in examples),
            scores=score_corpora(examples, scores, threshold),
        )


def choose_images(scores: Scores, keys: Sequence[str], threshold: float) -> list[int]:
    """Return which images are kept: those with at least a score, of those that show the same picture the likeliest."""
    chosen: dict[str, int] = {}
    for number in np.argsort(-scores, kind="stable").tolist():
        if scores[number] >= threshold:
            chosen.setdefault(keys[number], number)
    return sorted(chosen.values())


def score_corpora(
    examples: Sequence[ImageExamples], scores: Sequence[Scores], threshold: float
) -> dict[str, ImageScore]:
    """Return how right the images of each corpus are that have at least a score (0..1)."""
    pairs = list(zip(examples, scores, strict=True))
    corpora = dict.fromkeys(page.corpus for page in examples)
    return {name: score_images([pair for pair in pairs if pair[0].corpus == name], threshold) for name in corpora}


def score_images(pairs: Sequence[tuple[ImageExamples, Scores]], threshold: float) -> ImageScore:
    """Return how right the images of pages are that have at least a score (0..1), given each page with its scores."""
    right = kept = exact = 0
    for page, scores in pairs:
        found: set[int] = set()
        wrong = 0
        for number in choose_images(scores, page.keys, threshold):
            fresh = next((label for label in page.labels[number] if label not in found), None)
            if fresh is not None:
                found.add(fresh)
            else:
                wrong += bool(page.known[number])
        right, kept = right + len(found), kept + len(found) + wrong
        exact += not wrong and len(found) == page.labelled
    labelled = sum(page.labelled for page, _ in pairs)
    return ImageScore(right / kept if kept else 0.0, right / labelled if labelled else 1.0, exact / len(pairs))


def write_image_card(data: Iterable[str], figures: ImageFigures, versions: Mapping[str, str], seed: int) -> str:
    """Return the model card in Markdown."""
    return CARD.format(
        data=", ".join(data),
        figures=figures,
        scores="\n".join(
            f"| {corpus} | {score.precision:.3f} | {score.recall:.3f} | {score.f1:.4f} | {score.exact:.3f} |"
            for corpus, score in figures.scores.items()
        ),
        versions=", ".join(f"{name} {number}" for name, number in versions.items()),
        seed=seed,
        count=len(IMAGE_COLUMNS),
        columns=", ".join(f"`{name}`" for name in IMAGE_COLUMNS),
    )


CARD = """\
# images

Gradient-boosted trees that tell which images of a page stand where an article's images stand: the `place_score` of the
method `auto`. They read no captions; what those tell is judged by the classifier `relevance`. Calibrated (Platt) on
held-out sites. Plain arrays, read with numpy alone.

## Data

{figures.pages} pages of {figures.sites} sites with {figures.images:,} images, of which {figures.labelled} are labelled
as the article's, from the corpora: {data}. Where the text of a page stands was predicted by a body classifier that was
not trained on its site.

## Training

`cutline train images --data PATH... --out FOLDER --seed {seed}` ({versions}).

## Figures

Five-fold cross-validation by site, by the place alone.

| corpus | precision | recall | F1 | pages exactly right |
|---|---|---|---|---|
{scores}

## Features

{count} columns: {columns}.

## Limits

- Trained on news pages, magazines and blogs; what belongs to a shop's page or a forum thread was never seen.
- Labels disagree about pictures of videos, of other stories in mid-text, and about galleries shown twice.
"""
