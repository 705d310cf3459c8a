"""Fine-tuning of the classifiers of text segments, images and pages on a user's own pages."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import mean

import numpy as np

from cutline.config import Settings, load_settings
from cutline.dom.features.arrays import Bools, Floats, Rows
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
    choose_folder,
    load_body_model,
)
from cutline.models.evaluation import word_f1
from cutline.models.train import body, images
from cutline.models.train.boosting import Boosting, extend_gradient_trees
from cutline.models.train.datasets import find_data_files
from cutline.models.train.pages import collect_page_examples
from cutline.models.train.training import FOLDS, Report, Split, Trained, check_out, hold_out, print_progress, publish
from cutline.models.trees import GradientTrees

MIN_PAGES = 5  # with fewer, nothing can be measured
LIKELY = 0.5  # probability from which a page counts as an article
BODY_TREES = Boosting(60, leaves=4, depth=3, rate=0.1, min_rows=20, penalty=5.0, column_share=0.4, row_share=0.7)
IMAGE_TREES = Boosting(40, leaves=4, depth=3, rate=0.1, min_rows=4, penalty=1.0, column_share=0.4, row_share=0.7)
PAGE_TREES = Boosting(40, leaves=4, depth=3, rate=0.1, min_rows=3, penalty=1.0, column_share=0.4, row_share=0.7)


@dataclass(frozen=True, slots=True)
class Gain:
    """A measure (0..1) on n held-out pages, before and after fine-tuning."""

    measure: str
    pages: int
    before: float
    after: float

    def __str__(self) -> str:
        """Return the progress line."""
        return (
            f"{self.pages} pages, each held out once: {self.measure} {self.before:.4f} before, {self.after:.4f} after"
        )


@dataclass(frozen=True, slots=True, eq=False)
class OwnPage:
    """The n examples in one page: rows of features, which of them have known labels, their labels and weights."""

    rows: Rows
    is_known: Bools
    labels: Bools
    weights: Floats


@dataclass(frozen=True, slots=True)
class Lesson:
    """The fine-tuning of one classifier.

    Attributes:
        folders: file format of the classifier.
        start: the model to start from, as given by the user.
        known: its ensembles; trees are added to the last one, the others stay unchanged.
        pages: the user's pages.
        corpora: the names of their files.
        boosting: hyperparameters of the new trees.
        measure: name of the measure.
        score: computes the measure from the scores of all pages.
    """

    folders: TreeFolders
    start: str
    known: Sequence[GradientTrees]
    pages: Sequence[OwnPage]
    corpora: Iterable[str]
    boosting: Boosting
    measure: str
    score: Callable[[Sequence[Floats]], float]

    def extend(self, pages: Sequence[OwnPage], seed: int) -> GradientTrees:
        """Return the last ensemble with new trees fitted to some pages."""
        rows, labels, weights = (
            np.concatenate([getattr(page, name)[page.is_known] for page in pages])
            for name in ("rows", "labels", "weights")
        )
        return extend_gradient_trees(self.known[-1], rows, labels, weights, self.boosting, seed)

    def measure_gain(self, seed: int) -> Gain:
        """Return the measure on held-out pages, before and after fine-tuning on the others."""
        splits = split_pages(len(self.pages))
        after = hold_out(
            self.pages, splits, lambda train: self.extend(train, seed), lambda taught, page: taught.predict(page.rows)
        )
        before = [self.known[-1].predict(page.rows) for page in self.pages]
        return Gain(self.measure, len(self.pages), self.score(before), self.score(after))


def teach_body(
    data: Sequence[Path], out: Path, start: str, seed: int = 0, report: Report = print_progress
) -> Trained[Gain]:
    """Fine-tune a classifier of text segments on a user's pages.

    The first reading stays unchanged; trees are added to the second.

    Args:
        data: corpora of labelled pages, or folders of them.
        out: the output folder; a trained model there is replaced.
        start: the model to start from: `cutline` for the shipped one, or a folder.
        seed: 0 or more.
        report: called with progress lines.

    Raises:
        TrainingError: there are fewer than five pages with labelled text, or `out` holds other files.
        ModelError: there is no model to start from.
    """
    check_out(out)
    first, second = BODY.load(choose_folder(start, SHIPPED_BODY))
    examples = [page for page in body.collect_examples(data, load_settings(), report) if page.page.text]

    def score(scores: Sequence[Floats]) -> float:
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
    """Fine-tune a classifier of images on a user's pages.

    The article text of each page is predicted by the classifier of text segments in the settings.

    Args:
        data, out, start, seed, report: as for `teach_body`.

    Raises:
        TrainingError: there are fewer than five pages with labelled text and images, or `out` holds other files.
        ModelError: there is no model to start from.
    """
    check_out(out)
    settings = load_settings()
    known = IMAGES.load(choose_folder(start, SHIPPED_IMAGES))
    model = load_text_model(settings)
    text_scores = {page.key: model.predict(page.features) for page in body.collect_examples(data, settings, report)}
    examples = [page for page in images.collect_examples(data, text_scores, settings) if len(page.keys)]

    def score(scores: Sequence[Floats]) -> float:
        pairs = list(zip(examples, scores, strict=True))
        return images.score_images(pairs, settings.auto.image_threshold).f1

    pages = [OwnPage(page.rows, page.known, page.is_article, np.ones(len(page.keys))) for page in examples]
    corpora = (page.corpus for page in examples)
    lesson = Lesson(IMAGES, start, known, pages, corpora, IMAGE_TREES, "F1 of the images", score)
    return _teach(lesson, out, seed, report)


def teach_pages(
    data: Sequence[Path], out: Path, start: str, seed: int = 0, report: Report = print_progress
) -> Trained[Gain]:
    """Fine-tune a classifier of pages on a user's pages.

    The article text of each page is predicted by the classifier of text segments in the settings.

    Args:
        data: corpora of labelled pages, or folders of them; pages without a type are left out.
        out, start, seed, report: as for `teach_body`.

    Raises:
        TrainingError: there are fewer than five pages of known type, all are of one type, or `out` holds other files.
        ModelError: there is no model to start from.
    """
    check_out(out)
    settings = load_settings()
    known = PAGES.load(choose_folder(start, SHIPPED_PAGES))
    examples = collect_page_examples(data, [load_text_model(settings)] * FOLDS, settings, report)
    if len({page.is_article for page in examples}) == 1:
        raise TrainingError("All pages of known type are of one kind; label some articles and some other pages.")

    def score(scores: Sequence[Floats]) -> float:
        pairs = zip(examples, scores, strict=True)
        return mean(float((found[0] >= LIKELY) == page.is_article) for page, found in pairs)

    one = np.ones(1, bool)
    pages = [OwnPage(page.row, one, np.array([page.is_article]), np.ones(1)) for page in examples]
    corpora = (file.name for file in find_data_files(data))
    lesson = Lesson(PAGES, start, known, pages, corpora, PAGE_TREES, "share of pages classified correctly", score)
    return _teach(lesson, out, seed, report)


def load_text_model(settings: Settings) -> BodyModel:
    """Return the classifier of text segments in the settings.

    Raises:
        ModelError: it is missing, damaged, or made for features of another version.
    """
    return load_body_model(choose_folder(settings.auto.text_model, SHIPPED_BODY))


def split_pages(count: int) -> Iterator[Split]:
    """Yield (training, held-out) page indices, in five parts.

    Unlike in `split_sites`, pages of one site are in several parts: the model will read pages of the same sites.

    Raises:
        TrainingError: there are fewer than five pages.
    """
    if count < MIN_PAGES:
        raise TrainingError(f"Only {count} of the pages can be learned from; label at least {MIN_PAGES}.")
    for part in range(FOLDS):
        test = list(range(part, count, FOLDS))
        yield [index for index in range(count) if index % FOLDS != part], test


def report_gain(gain: Gain, report: Report) -> None:
    """Report the gain, and say so if there is none."""
    report(str(gain))
    if gain.after <= gain.before:
        report(
            "The model is not better on these pages than the one it started from: label more, or keep using that one."
        )


def _teach(lesson: Lesson, out: Path, seed: int, report: Report) -> Trained[Gain]:
    """Write the fine-tuned classifier and its card, and return the gain."""
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
