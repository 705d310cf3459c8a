"""Precision and recall of images by the threshold of their score."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from cutline.service.evaluation.judged_images import JudgedPage

STEPS = 50  # thresholds between 0 and 1 that are tried


@dataclass(frozen=True, slots=True)
class ThresholdPoint:
    """How right the images are that a threshold keeps; `precision` is None where it keeps none."""

    threshold: float
    precision: float | None
    recall: float

    @property
    def f1(self) -> float:
        """The harmonic mean of precision and recall (0..1)."""
        both = (self.precision or 0) + self.recall
        return 2 * (self.precision or 0) * self.recall / both if both else 0.0


def trace_thresholds(pages: Sequence[JudgedPage]) -> tuple[ThresholdPoint, ...]:
    """Return precision and recall at each threshold; nothing where no image was judged by a score, or none belongs."""
    has_scores = any(image.score is not None for page in pages for image in page.images)
    if not has_scores or not any(page.labelled for page in pages):
        return ()
    return tuple(measure_threshold(pages, step / STEPS) for step in range(STEPS + 1))


def measure_threshold(pages: Iterable[JudgedPage], threshold: float) -> ThresholdPoint:
    """Return how right the images of pages are that would be kept with a threshold (0..1)."""
    right = kept = labelled = 0
    for page in pages:
        found, wrong = _count(page, threshold)
        right, kept, labelled = right + found, kept + found + wrong, labelled + page.labelled
    return ThresholdPoint(threshold, right / kept if kept else None, right / labelled if labelled else 1.0)


def list_thresholds(pages: Iterable[JudgedPage]) -> tuple[float, ...]:
    """Return the thresholds that images were judged with: one, or one for each measure of similarity."""
    return tuple(sorted(set(_thresholds(pages))))


def _thresholds(pages: Iterable[JudgedPage]) -> Iterator[float]:
    return (image.threshold for page in pages for image in page.images if image.threshold is not None)


def _count(page: JudgedPage, threshold: float) -> tuple[int, int]:
    """Return how many images of a page are rightly and wrongly kept; a copy of one that is kept is neither."""
    taken: set[int] = set()
    wrong = 0
    for image in sorted(page.images, key=lambda image: -(image.score or 0)):
        if not image.is_kept_from(threshold):
            continue
        fresh = next((label for label in image.labels if label not in taken), None)
        if fresh is not None:
            taken.add(fresh)
        elif image.kept or not image.belongs:
            wrong += 1
    return len(taken), wrong
