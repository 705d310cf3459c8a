"""The images of labelled pages: what was said of each, and what is right."""

from __future__ import annotations

from collections.abc import Sequence
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
    """The images of one page of which something is known, and how many are labelled as the article's."""

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
