"""Teaches the classifiers of text segments, images and pages with own pages, besides what they know already."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import mean

import numpy as np
import numpy.typing as npt

from cutline.config import Settings, load_settings
from cutline.dom.features.context import add_context
from cutline.dom.methods.auto import BodyModel
from cutline.errors import TrainingError
from cutline.models.auto_models import (
    BODY,
    IMAGES,
    PAGES,
    SHIPPED_BODY,
    SHIPPED_IMAGES,
    SHIPPED_PAGES,
    TreeFolders,
    load_body_model,
)
from cutline.models.evaluation import word_f1
from cutline.models.method_models import SHIPPED
from cutline.models.train import body, images
from cutline.models.train.boosting import Boosting, extend_gradient_trees
from cutline.models.train.datasets import find_data_files
from cutline.models.train.pages import collect_page_examples
from cutline.models.train.training import (
    Report,
    Split,
    Trained,
    check_out,
    print_progress,
    publish,
)
from cutline.models.trees import GradientTrees

FOLDS = 5  # parts of the pages, each held out once to measure what the others teach
MIN_PAGES = 5  # fewer leave nothing to measure with
LIKELY = 0.5  # from which a page is taken for an article
BODY_TREES = Boosting(60, leaves=4, depth=3, rate=0.1, min_rows=20, penalty=5.0, column_share=0.4, row_share=0.7)
IMAGE_TREES = Boosting(40, leaves=4, depth=3, rate=0.1, min_rows=4, penalty=1.0, column_share=0.4, row_share=0.7)
PAGE_TREES = Boosting(40, leaves=4, depth=3, rate=0.1, min_rows=3, penalty=1.0, column_share=0.4, row_share=0.7)

Scores = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Gain:
    """A measure (0..1) on pages held out of the n taught: by the model that was started from, and by the taught one."""

    measure: str
    pages: int
    before: float
    after: float

    def __str__(self) -> str:
        """Return the line of progress."""
        return (
            f"{self.pages} pages, each held out once: {self.measure} {self.before:.4f} before, {self.after:.4f} taught"
        )


@dataclass(frozen=True, slots=True, eq=False)
class OwnPage:
    """What one page holds of a kind: n rows of features, which of them are learned from, their labels and weights."""

    rows: npt.NDArray[np.float32]
    is_known: npt.NDArray[np.bool_]
    labels: npt.NDArray[np.bool_]
    weights: Scores


@dataclass(frozen=True, slots=True)
class Lesson:
    """What is taught to one classifier.

    Attributes:
        folders: of the classifier.
        start: the model to start from, as it was given.
        known: its ensembles; trees are added to the last one, the others stay as they are.
        pages: the pages that teach.
        corpora: names of what they were read from.
        boosting: how trees are added.
        measure: what is measured.
        score: returns it, given the scores of all pages.
    """

    folders: TreeFolders
    start: str
    known: Sequence[GradientTrees]
    pages: Sequence[OwnPage]
    corpora: Iterable[str]
    boosting: Boosting
    measure: str
    score: Callable[[Sequence[Scores]], float]

    def extend(self, pages: Sequence[OwnPage], seed: int) -> GradientTrees:
        """Return the last ensemble with the trees added that some pages teach."""
        rows, labels, weights = (
            np.concatenate([getattr(page, name)[page.is_known] for page in pages])
            for name in ("rows", "labels", "weights")
        )
        return extend_gradient_trees(self.known[-1], rows, labels, weights, self.boosting, seed)

    def measure_gain(self, seed: int) -> Gain:
        """Return how right the pages are that are held out, before and after the others are learned from."""
        splits = list(split_pages(len(self.pages)))
        before = [self.known[-1].predict(page.rows) for page in self.pages]
        after = list(before)
        for train, test in splits:
            taught = self.extend([self.pages[index] for index in train], seed)
            for index in test:
                after[index] = taught.predict(self.pages[index].rows)
        return Gain(self.measure, len(self.pages), self.score(before), self.score(after))


def teach_body(
    data: Sequence[Path], out: Path, start: str, seed: int = 0, report: Report = print_progress
) -> Trained[Gain]:
    """Return a classifier of text segments that knows own pages besides what another knows.

    The first reading stays as it is; trees are added to the second.

    Args:
        data: corpora of labelled pages, or folders of them.
        out: the folder to make; a trained model there is replaced.
        start: the model to start from: `cutline`, the shipped one, or a folder.
        seed: 0 or more.
        report: called with lines of progress.

    Raises:
        TrainingError: there are fewer than five pages with labelled text, or `out` holds other files.
        ModelError: there is no model to start from.
    """
    check_out(out)
    first, second = BODY.load(find_start(start, SHIPPED_BODY))
    examples = [page for page in body.collect_examples(data, load_settings(), report) if page.page.text]

    def score(scores: Sequence[Scores]) -> float:
        pairs = zip(examples, scores, strict=True)
        return mean(word_f1(page.join(found >= body.THRESHOLD), page.page.text or "") for page, found in pairs)

    pages = [
        OwnPage(
            add_context(page.features, first.predict(page.features.rows)),
            np.ones(len(page.labels), bool),
            page.labels,
            page.weights,
        )
        for page in examples
    ]
    corpora = (page.corpus for page in examples)
    lesson = Lesson(BODY, start, (first, second), pages, corpora, BODY_TREES, "word F1 of the text", score)
    return _teach(lesson, out, seed, report)


def teach_images(
    data: Sequence[Path], out: Path, start: str, seed: int = 0, report: Report = print_progress
) -> Trained[Gain]:
    """Return a classifier of images that knows own pages besides what another knows.

    Where the text of a page stands is what the classifier of text segments says that the settings name.

    Args:
        data, out, start, seed, report: as for `teach_body`.

    Raises:
        TrainingError: there are fewer than five pages with labelled text and images, or `out` holds other files.
        ModelError: there is no model to start from.
    """
    check_out(out)
    settings = load_settings()
    known = IMAGES.load(find_start(start, SHIPPED_IMAGES))
    model = load_text_model(settings)
    text_scores = {page.key: model.predict(page.features) for page in body.collect_examples(data, settings, report)}
    examples = [page for page in images.collect_examples(data, text_scores, settings, report) if len(page.keys)]

    def score(scores: Sequence[Scores]) -> float:
        pairs = list(zip(examples, scores, strict=True))
        return images.score_images(pairs, settings.auto.image_threshold).f1

    pages = [OwnPage(page.rows, page.known, page.is_article, np.ones(len(page.keys))) for page in examples]
    corpora = (page.corpus for page in examples)
    lesson = Lesson(IMAGES, start, known, pages, corpora, IMAGE_TREES, "F1 of the images", score)
    return _teach(lesson, out, seed, report)


def teach_pages(
    data: Sequence[Path], out: Path, start: str, seed: int = 0, report: Report = print_progress
) -> Trained[Gain]:
    """Return a classifier of pages that knows own pages besides what another knows.

    Where the text of a page stands is what the classifier of text segments says that the settings name.

    Args:
        data: corpora of labelled pages, or folders of them; pages without a type are left out.
        out, start, seed, report: as for `teach_body`.

    Raises:
        TrainingError: there are fewer than five pages of known type, all are of one, or `out` holds other files.
        ModelError: there is no model to start from.
    """
    check_out(out)
    settings = load_settings()
    known = PAGES.load(find_start(start, SHIPPED_PAGES))
    examples = collect_page_examples(data, [load_text_model(settings)] * body.FOLDS, settings, report)
    if len({page.is_article for page in examples}) == 1:
        raise TrainingError("All pages of known type are of one kind; label some articles and some other pages.")

    def score(scores: Sequence[Scores]) -> float:
        pairs = zip(examples, scores, strict=True)
        return mean(float((found[0] >= LIKELY) == page.is_article) for page, found in pairs)

    one = np.ones(1, bool)
    pages = [OwnPage(page.row, one, np.array([page.is_article]), np.ones(1)) for page in examples]
    corpora = (file.data.name for file in find_data_files(data))
    lesson = Lesson(PAGES, start, known, pages, corpora, PAGE_TREES, "share of pages told rightly", score)
    return _teach(lesson, out, seed, report)


def find_start(start: str, shipped: Path) -> Path:
    """Return the folder of the model to start from: a path, or `cutline` for the shipped one."""
    return shipped if start == SHIPPED else Path(start)


def load_text_model(settings: Settings) -> BodyModel:
    """Return the classifier of text segments that the settings name.

    Raises:
        ModelError: it is missing, damaged, or made for other features than those of this version.
    """
    return load_body_model(find_start(settings.auto.text_model, SHIPPED_BODY))


def split_pages(count: int) -> Iterator[Split]:
    """Yield which pages are taught and which are held out, in five parts.

    Pages of one site are in several parts, unlike in `split_sites`: a model is taught for the sites that it will read.

    Raises:
        TrainingError: there are fewer than five pages.
    """
    if count < MIN_PAGES:
        raise TrainingError(f"Only {count} of the pages can be learned from; label at least {MIN_PAGES}.")
    for part in range(FOLDS):
        test = list(range(part, count, FOLDS))
        yield [index for index in range(count) if index % FOLDS != part], test


def report_gain(gain: Gain, report: Report) -> None:
    """Say what was measured, and plainly where nothing was gained."""
    report(str(gain))
    if gain.after <= gain.before:
        report(
            "The model is no better for these pages than the one it was started from: label more, or stay with that."
        )


def _teach(lesson: Lesson, out: Path, seed: int, report: Report) -> Trained[Gain]:
    """Write the taught classifier and its card, and return what was gained."""
    gain = lesson.measure_gain(seed)
    report_gain(gain, report)
    trees = (*lesson.known[:-1], lesson.extend(lesson.pages, seed))
    return publish(
        out,
        "taught.md",
        gain,
        lambda folder, versions: lesson.folders.save(folder, trees, versions),
        ("lightgbm", "numpy"),
        what=lesson.folders.expected["model"],
        start=lesson.start,
        data=", ".join(sorted(set(lesson.corpora))),
        seed=seed,
        folds=FOLDS,
    )
