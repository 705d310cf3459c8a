"""Trains the classifier of images, which judges those of `auto`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from cutline.config import Settings, load_settings
from cutline.dom.features.images import IMAGE_COLUMNS, measure_images
from cutline.dom.images.advertisements import AdRules
from cutline.dom.images.pictures import PagePictures, read_places
from cutline.dom.methods.auto import decide_by_scores
from cutline.dom.reading import read_blocks
from cutline.errors import TrainingError
from cutline.models.auto_models import IMAGES, ImageModel
from cutline.models.image_matching import match_candidates
from cutline.models.labelled_pages import LabelledPage, read_labelled_pages
from cutline.models.train import body
from cutline.models.train.body_examples import PageKey, key_of, read_segments
from cutline.models.train.boosting import Boosting, average_trees, calibrate, fit_gradient_trees
from cutline.models.train.datasets import find_data_files
from cutline.models.train.training import (
    Report,
    Trained,
    check_out,
    list_names,
    print_progress,
    publish,
    split_sites,
    to_log_odds,
)

Rows = NDArray[np.float32]
Scores = NDArray[np.float64]

ENSEMBLES = 3  # fitted with different seeds and averaged: with so few pages, one depends much on its seed
FOLDS = 5  # sites are held out in so many parts to measure
TREES = Boosting(220, leaves=12, depth=6, rate=0.05, min_rows=8, penalty=5.0, column_share=0.25, row_share=0.7)
# A page counts with the root of the number of its images: some show hundreds of teasers, all alike.
EVEN_IMAGES = 25  # of a page whose images count 1 each
FEW_IMAGES = 4  # of a page up to which each counts the same
LISTED = 2.0  # weight of a page whose other images are listed too, where those of the rest are only not labelled


@dataclass(frozen=True, slots=True, eq=False)
class ImageExamples:
    """The n images of one page.

    Attributes:
        corpus: its name.
        site: of the page; pages of one site are never both trained and tested on.
        rows: n rows of `IMAGE_COLUMNS`.
        labels: of each, the labelled images that it is; one of the others has none.
        known: whether anything is known of each.
        keys: equal for two that show the same picture.
        labelled: how many images of the article are labelled.
        are_others_listed: whether the labels name the other images too, so that all of the page was looked at.
    """

    corpus: str
    site: str
    rows: Rows
    labels: tuple[tuple[int, ...], ...]
    known: NDArray[np.bool_]
    keys: tuple[str, ...]
    labelled: int
    are_others_listed: bool = False

    @property
    def is_article(self) -> NDArray[np.bool_]:
        """Whether each image belongs to the article."""
        return np.array([bool(found) for found in self.labels], bool)


def collect_image_examples(
    corpus: str,
    pages: Iterable[tuple[LabelledPage, Scores]],
    settings: Settings,
    report: Report,
) -> Iterator[ImageExamples]:
    """Yield the images of each page.

    Args:
        corpus: its name.
        pages: with the scores of their segments by a body classifier that was not trained on them.
        settings: all of them.
        report: called with each failure.
    """
    advertisements = AdRules(settings.ads)  # without a list of the user's: the model is for everyone
    for page, scores in pages:
        document, segments = read_segments(page, settings)
        body = decide_by_scores(document, segments, scores, settings)
        finder = PagePictures(document, segments, body, settings.captions, advertisements)
        reading = read_blocks(document, segments, body, finder)
        pictures = [picture for picture in finder.find()[0] if picture.dropped is None]
        images = [picture.image for picture in pictures]
        rows = measure_images(document, read_places(reading), images, [picture.caption for picture in pictures])
        labels, known = match_candidates(page, images)
        yield ImageExamples(
            corpus=corpus,
            site=page.site or page.id,
            rows=rows,
            labels=labels,
            known=np.array(known, bool),
            keys=tuple(image.key for image in images),
            labelled=len(page.images or ()),
            are_others_listed=bool(page.other_images),
        )


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


def train_images(
    data: Sequence[Path], out: Path, seed: int = 0, report: Report = print_progress
) -> Trained[ImageFigures]:
    """Return a classifier of images, trained on labelled pages; equal seed, data and versions give the same.

    Where the article's text stands is predicted, for each page, by a body classifier that was not trained on its site.

    Args:
        data: corpora of labelled pages, or folders of them; those without labelled images train the body only.
        out: the folder to make; a trained model there is replaced.
        seed: 0 or more.
        report: called with lines of progress.

    Raises:
        TrainingError: the data does not hold labelled images of at least five sites, or `out` holds other files.
    """
    check_out(out)
    settings = load_settings()
    examples = collect_held_out_examples(data, settings, seed, report)
    if len({page.site for page in examples}) < FOLDS:
        raise TrainingError(
            f"The data has to hold labelled images of at least {FOLDS} sites; with --from, fewer will do."
        )
    report(f"{len(examples)} pages, {sum(len(page.keys) for page in examples)} images")
    figures, held_out = cross_validate(examples, settings.auto.image_threshold, seed)
    for corpus, score in figures.scores.items():
        report(f"{corpus}: image F1 {score.f1:.4f} on other sites, by the place alone")
    model = fit_images(examples, seed, held_out)
    return publish(
        out,
        "images.md",
        figures,
        lambda folder, versions: IMAGES.save(folder, (model.trees,), versions),
        ("lightgbm", "numpy"),
        data=", ".join(sorted({page.corpus for page in examples})),
        scores="\n".join(
            f"| {corpus} | {score.precision:.3f} | {score.recall:.3f} | {score.f1:.4f} | {score.exact:.3f} |"
            for corpus, score in figures.scores.items()
        ),
        seed=seed,
        count=len(IMAGE_COLUMNS),
        columns=list_names(IMAGE_COLUMNS),
    )


def collect_held_out_examples(
    data: Sequence[Path], settings: Settings, seed: int, report: Report
) -> list[ImageExamples]:
    """Return the images of the pages that have labels, as read by body classifiers that did not see their sites."""
    bodies = body.collect_examples(data, settings, report)
    _, scores = body.cross_validate(bodies, seed, report)
    return collect_examples(data, dict(zip((page.key for page in bodies), scores, strict=True)), settings, report)


def collect_examples(
    data: Sequence[Path], scores: dict[PageKey, Scores], settings: Settings, report: Report
) -> list[ImageExamples]:
    """Return the images of the pages that have labels, and whose segments have scores."""
    examples: list[ImageExamples] = []
    for file in find_data_files(data):
        pages = (
            (page, scores[key_of(page)])
            for page in read_labelled_pages(file.path)
            if page.images is not None and key_of(page) in scores
        )
        examples += collect_image_examples(file.data.name, pages, settings, report)
    return examples


def cross_validate(examples: Sequence[ImageExamples], threshold: float, seed: int) -> tuple[ImageFigures, list[Scores]]:
    """Return how right the classifier is on sites that it was not trained on, and its scores there."""
    held_out: list[Scores] = [np.zeros(0)] * len(examples)
    for train, test in split_sites([page.site for page in examples], FOLDS):
        model = fit_images([examples[index] for index in train], seed)
        for index in test:
            held_out[index] = model.judge(examples[index].rows).scores
    return ImageFigures.of(examples, held_out, threshold), held_out


def fit_images(examples: Sequence[ImageExamples], seed: int, held_out: Sequence[Scores] | None = None) -> ImageModel:
    """Return the classifier, several ensembles averaged; calibrated if its scores of held-out pages are given."""
    labels = np.concatenate([page.is_article for page in examples])
    known = np.concatenate([page.known for page in examples])
    rows, labels = np.concatenate([page.rows for page in examples])[known], labels[known]
    weights = np.concatenate([_weigh(page) for page in examples])[known]
    trees = average_trees(
        [fit_gradient_trees(rows, labels, weights, TREES, seed + number) for number in range(ENSEMBLES)]
    )
    if held_out is None:
        return ImageModel(trees)
    return ImageModel(calibrate(trees, to_log_odds(np.concatenate(held_out)[known]), labels, weights))


def _weigh(page: ImageExamples) -> Scores:
    images = len(page.keys)
    weight = np.sqrt(EVEN_IMAGES / max(FEW_IMAGES, images))
    return np.full(images, weight * LISTED if page.are_others_listed else weight)


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
