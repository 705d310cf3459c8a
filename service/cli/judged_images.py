"""The images of labelled pages: what was said of each, what is right, and what another threshold would keep."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from cutline.models.image_matching import match_candidates
from cutline.models.labelled_pages import LabelledPage
from cutline.types import Article, Image


@dataclass(frozen=True, slots=True)
class JudgedImage:
    """One image of a page.

    Attributes:
        labels: the labelled images that it can be; none if it does not belong to the article.
        kept: whether it was kept.
        score, threshold: what that was decided from (0..1); None where a rule decided.
        similarity: of what is told of it, with the text (0..1); None where there was nothing to compare.
    """

    labels: tuple[int, ...]
    kept: bool
    score: float | None
    threshold: float | None
    similarity: float | None

    @property
    def belongs(self) -> bool:
        """Whether it belongs to the article."""
        return bool(self.labels)

    def is_kept_from(self, threshold: float) -> bool:
        """Return whether it would be kept with another threshold; what a rule decided stays as it is."""
        if self.score is None or self.threshold is None:
            return self.kept
        is_dropped_by_rule = not self.kept and self.score >= self.threshold
        return self.score >= threshold and not is_dropped_by_rule


@dataclass(frozen=True, slots=True)
class JudgedPage:
    """The images of a page that have a label or a verdict, and how many are labelled as the article's."""

    images: tuple[JudgedImage, ...]
    labelled: int


def judge_page(page: LabelledPage, article: Article | None) -> JudgedPage | None:
    """Return the images of an article that was extracted with `dropped`; None for a page without labelled images.

    Of a page that failed (None), no image was kept.
    """
    if page.images is None:
        return None
    images = _list_images(article) if article else ()
    labels, known = match_candidates(page, images)
    judged = (_judge(image, found) for image, found, is_known in zip(images, labels, known, strict=True) if is_known)
    return JudgedPage(tuple(judged), len(page.images))


def _list_images(article: Article) -> Sequence[Image]:
    return (*article.images, *(article.dropped.images if article.dropped else ()))


def _judge(image: Image, labels: tuple[int, ...]) -> JudgedImage:
    verdict = image.verdict
    similarity = verdict.similarity.score if verdict.similarity else None
    return JudgedImage(labels, verdict.kept, verdict.score, verdict.threshold, similarity)


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
