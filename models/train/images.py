"""Training of the classifier of images of `auto`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from cutline.config import Settings, load_settings
from cutline.dom.comments import leave_out_comments
from cutline.dom.features.arrays import Bools, Floats, Rows
from cutline.dom.features.images import IMAGE_COLUMNS, measure_images
from cutline.dom.images.advertisements import AdRules
from cutline.dom.images.pictures import PagePictures, read_places
from cutline.dom.methods.auto import decide_page
from cutline.dom.reading import read_blocks
from cutline.errors import TrainingError
from cutline.models.auto_models import IMAGES, ImageModel
from cutline.models.evaluation import harmonic_mean
from cutline.models.labelled_pages import LabelledPage, match_candidates, read_labelled_pages
from cutline.models.train import body, training
from cutline.models.train.body import PageKey, key_of, read_segments
from cutline.models.train.boosting import Boosting, average_trees, calibrate, fit_gradient_trees
from cutline.models.train.datasets import find_data_files
from cutline.models.train.training import FOLDS, Report, Trained, print_progress

ENSEMBLES = 3  # fitted with different seeds and averaged, because with so few pages the seed matters
TREES = Boosting(
    400, leaves=12, depth=6, rate=0.06, min_rows=8, penalty=5.0, column_share=0.25, row_share=0.7, extra_trees=True
)
# A page's weight grows with the square root of its images: some show hundreds of similar teasers.
EVEN_IMAGES = 25  # images of a page whose images weigh 1 each
FEW_IMAGES = 4  # up to this many images, each weighs the same
LISTED = 2.0  # weight factor of a page whose other images are labelled explicitly


@dataclass(frozen=True, slots=True, eq=False)
class ImageExamples:
    """The n images of one page.

    Attributes:
        corpus: its name.
        site: of the page; pages of one site are never both trained and tested on.
        rows: `IMAGE_COLUMNS` of each, shape (n, columns).
        labels: the labelled images that each one matches; empty for other images.
        known: whether the label of each is known.
        keys: equal for images that show the same picture.
        labelled: number of labelled images of the article.
        are_others_listed: whether the other images are labelled too, so that the whole page was annotated.
    """

    corpus: str
    site: str
    rows: Rows
    labels: tuple[tuple[int, ...], ...]
    known: Bools
    keys: tuple[str, ...]
    labelled: int
    are_others_listed: bool = False

    @property
    def is_article(self) -> Bools:
        """Whether each image belongs to the article."""
        return np.array([bool(found) for found in self.labels], bool)


def _read_page(corpus: str, page: LabelledPage, scores: Floats, settings: Settings, ads: AdRules) -> ImageExamples:
    """Return the images of a page, given out-of-fold scores of its segments by a body classifier."""
    document, segments = read_segments(page, settings)
    body = decide_page(document, segments, leave_out_comments(document, segments), scores, settings)
    finder = PagePictures(document, segments, body, settings, ads)
    reading = read_blocks(document, segments, body, finder)
    pictures = [picture for picture in finder.find()[0] if picture.is_open]
    images = [picture.image for picture in pictures]
    rows = measure_images(document, read_places(reading), images, [picture.caption for picture in pictures])
    labels, known = match_candidates(page, images)
    return ImageExamples(
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
    """Precision and recall over all images, and the share of pages with exactly the right images, each 0..1."""

    precision: float
    recall: float
    exact: float

    @property
    def f1(self) -> float:
        """The harmonic mean of precision and recall (0..1)."""
        return harmonic_mean(self.precision, self.recall)


@dataclass(frozen=True, slots=True)
class ImageFigures:
    """Results of cross-validation by site.

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
    def of(cls, examples: Sequence[ImageExamples], scores: Sequence[Floats], threshold: float) -> ImageFigures:
        """Return the results for these scores; images with at least `threshold` are kept."""
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
    """Train a classifier of images on labelled pages; equal seed, data and versions give equal models.

    The article text of each page is predicted by a body classifier that was not trained on its site.

    Args:
        data: corpora of labelled pages, or folders of them; pages without labelled images only train the body.
        out: the output folder; a trained model there is replaced.
        seed: 0 or more.
        report: called with progress lines.

    Raises:
        TrainingError: the data has labelled images of fewer than five sites, or `out` holds other files.
    """
    training.check_out(out)
    settings = load_settings()
    examples = collect_held_out_examples(data, settings, seed, report)
    if len({page.site for page in examples}) < FOLDS:
        raise TrainingError(
            f"The data must contain labelled images of at least {FOLDS} sites; with --from, fewer will do."
        )
    report(f"{len(examples)} pages, {sum(len(page.keys) for page in examples)} images")
    figures, held_out = cross_validate(examples, settings.auto.image_threshold, seed)
    for corpus, score in figures.scores.items():
        report(f"{corpus}: image F1 {score.f1:.4f} on held-out sites, by place only")
    model = fit_images(examples, seed, held_out)
    return training.publish(
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
        columns=training.list_names(IMAGE_COLUMNS),
    )


def collect_held_out_examples(
    data: Sequence[Path], settings: Settings, seed: int, report: Report
) -> list[ImageExamples]:
    """Return the images of labelled pages, read by body classifiers that were not trained on their sites."""
    bodies = body.collect_examples(data, settings, report)
    _, scores = body.cross_validate(bodies, seed, report)
    return collect_examples(data, dict(zip((page.key for page in bodies), scores, strict=True)), settings)


def collect_examples(data: Sequence[Path], scores: Mapping[PageKey, Floats], settings: Settings) -> list[ImageExamples]:
    """Return the images of pages with labelled images and scored segments."""
    ads = AdRules(settings.ads)  # without a user's list: the model is for everyone
    return [
        _read_page(file.name, page, scores[key_of(page)], settings, ads)
        for file in find_data_files(data)
        for page in read_labelled_pages(file.path)
        if page.images is not None and key_of(page) in scores
    ]


def cross_validate(examples: Sequence[ImageExamples], threshold: float, seed: int) -> tuple[ImageFigures, list[Floats]]:
    """Return the quality of the classifier on sites it was not trained on, and its scores there."""
    splits = training.split_sites([page.site for page in examples], FOLDS)
    held_out = training.hold_out(
        examples, splits, lambda train: fit_images(train, seed), lambda model, page: model.judge(page.rows).scores
    )
    return ImageFigures.of(examples, held_out, threshold), held_out


def fit_images(examples: Sequence[ImageExamples], seed: int, held_out: Sequence[Floats] | None = None) -> ImageModel:
    """Fit the classifier, an average of several ensembles; calibrated if its scores of held-out pages are given."""
    labels = np.concatenate([page.is_article for page in examples])
    known = np.concatenate([page.known for page in examples])
    rows, labels = np.concatenate([page.rows for page in examples])[known], labels[known]
    weights = np.concatenate([_weigh(page) for page in examples])[known]
    trees = average_trees(
        [fit_gradient_trees(rows, labels, weights, TREES, seed + number) for number in range(ENSEMBLES)]
    )
    if held_out is None:
        return ImageModel(trees)
    return ImageModel(calibrate(trees, training.to_log_odds(np.concatenate(held_out)[known]), labels, weights))


def _weigh(page: ImageExamples) -> Floats:
    images = len(page.keys)
    weight = np.sqrt(EVEN_IMAGES / max(FEW_IMAGES, images))
    return np.full(images, weight * LISTED if page.are_others_listed else weight)


def choose_images(scores: Floats, keys: Sequence[str], threshold: float) -> list[int]:
    """Return which images are kept: those with at least `threshold`; of several that show one picture, the best."""
    chosen: dict[str, int] = {}
    for number in np.argsort(-scores, kind="stable").tolist():
        if scores[number] >= threshold:
            chosen.setdefault(keys[number], number)
    return sorted(chosen.values())


def score_corpora(
    examples: Sequence[ImageExamples], scores: Sequence[Floats], threshold: float
) -> dict[str, ImageScore]:
    """Return the quality of the images with at least `threshold` (0..1), by corpus."""
    pairs = list(zip(examples, scores, strict=True))
    corpora = dict.fromkeys(page.corpus for page in examples)
    return {name: score_images([pair for pair in pairs if pair[0].corpus == name], threshold) for name in corpora}


def score_images(pairs: Sequence[tuple[ImageExamples, Floats]], threshold: float) -> ImageScore:
    """Return the quality of the images with at least `threshold` (0..1), given pages with their scores."""
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
