"""The classifiers of the method `auto`: of text segments, images, pages and relevance, and their folders."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from cutline.dom.features.images import IMAGE_COLUMNS
from cutline.dom.features.pages import PAGE_COLUMNS, measure_page
from cutline.dom.features.segments import COLUMNS
from cutline.dom.methods.auto import BODY_COLUMNS, BodyModel
from cutline.dom.reading import Reading
from cutline.models.array_folder import Arrays, load_arrays, save_arrays
from cutline.models.trees import Explanation, GradientTrees, Leaves
from cutline.nlp.relevance import RELEVANCE_COLUMNS
from cutline.nlp.stories import SPLIT_COLUMNS

DECIMALS = 4  # of a probability

Rows = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class TreeFolders:
    """The folders of one classifier.

    Attributes:
        expected: what it was made for, as its description says; `format` changes when the arrays or the meaning of a
            column do.
        ensembles: of each ensemble in it the name, and how many columns it may ask for.
    """

    expected: Mapping[str, object]
    ensembles: Mapping[str, int]

    def save(self, folder: Path, trees: Sequence[GradientTrees], versions: Mapping[str, str]) -> None:
        """Write its ensembles into a folder, with the versions of what trained them."""
        named = zip(self.ensembles, trees, strict=True)
        arrays = {name: array for prefix, each in named for name, array in each.to_arrays(prefix).items()}
        save_arrays(folder, arrays, self.expected, versions)

    def load(self, folder: Path) -> list[GradientTrees]:
        """Return the ensembles that a folder holds.

        Raises:
            ModelError: it is missing, damaged, or made for other features than those of this version.
        """

        def make(arrays: Arrays) -> list[GradientTrees]:
            return [GradientTrees.from_arrays(arrays, name, columns) for name, columns in self.ensembles.items()]

        return load_arrays(folder, self.expected, make)


SHIPPED_BODY, SHIPPED_IMAGES, SHIPPED_PAGES, SHIPPED_RELEVANCE = (
    Path(__file__).with_name(name) for name in ("body", "images", "pages", "relevance")
)
BODY = TreeFolders(
    {"model": "body", "format": 2, "columns": list(BODY_COLUMNS)},
    {"first": len(COLUMNS), "second": len(BODY_COLUMNS)},
)
IMAGES = TreeFolders(
    {"model": "images", "format": 3, "columns": list(IMAGE_COLUMNS)},
    {"images": len(IMAGE_COLUMNS)},
)
PAGES = TreeFolders(
    {"model": "is-article", "format": 1, "columns": list(PAGE_COLUMNS)},
    {"pages": len(PAGE_COLUMNS)},
)
RELEVANCE = TreeFolders(
    {
        "model": "relevance",
        "format": 1,
        "columns": list(RELEVANCE_COLUMNS),
        "split_columns": list(SPLIT_COLUMNS),
    },
    {"blocks": len(RELEVANCE_COLUMNS), "captions": len(RELEVANCE_COLUMNS), "boundaries": len(SPLIT_COLUMNS)},
)


@dataclass(frozen=True, slots=True, eq=False)
class Judgement:
    """What a classifier says of n images.

    Attributes:
        scores: how likely each belongs to the article (0..1).
        rows: `IMAGE_COLUMNS` of each.
        leaves: where the classifier's trees end for each image; n by trees.
        trees: the classifier.
    """

    scores: NDArray[np.float64]
    rows: Rows
    leaves: Leaves
    trees: GradientTrees

    def explain(self, numbers: Sequence[int]) -> Explanation:
        """Return what each column adds to the log odds of some images.

        It takes longer than the scores, so that only images are to be explained that somebody is shown.
        """
        return self.trees.explain(self.leaves[list(numbers)], len(IMAGE_COLUMNS))


@dataclass(frozen=True, slots=True)
class ImageModel:
    """The classifier of images, by where they stand; what is told of them it does not read."""

    trees: GradientTrees

    def judge(self, rows: Rows) -> Judgement:
        """Return how likely images belong to the article, given `IMAGE_COLUMNS` of each."""
        leaves = self.trees.find_leaves(rows)
        return Judgement(self.trees.rate(leaves), rows, leaves, self.trees)


@dataclass(frozen=True, slots=True)
class PageModel:
    """Tells articles from other pages."""

    trees: GradientTrees

    def is_article(self, reading: Reading) -> float:
        """Return how likely a page is an article (0..1)."""
        return round(float(self.trees.predict(measure_page(reading))[0]), DECIMALS)


@dataclass(frozen=True, slots=True)
class RelevanceModel:
    """What was learned of which texts tell of one story.

    Attributes:
        blocks: how likely a block tells of the same story as the rest of its article, if as many were strangers; from
            `RELEVANCE_COLUMNS`.
        captions: the same of the caption of an image.
        boundaries: how likely one story goes on at a place between two blocks; from `SPLIT_COLUMNS`.
    """

    blocks: GradientTrees
    captions: GradientTrees
    boundaries: GradientTrees


def load_body_model(folder: Path) -> BodyModel:
    """Return the classifier of text segments that a folder holds; raise ModelError as `TreeFolders.load`."""
    first, second = BODY.load(folder)
    return BodyModel(first.predict, second.predict)


def load_image_model(folder: Path) -> ImageModel:
    """Return the classifier of images that a folder holds; raise ModelError as `TreeFolders.load`."""
    return ImageModel(*IMAGES.load(folder))


def load_page_model(folder: Path) -> PageModel:
    """Return the classifier of pages that a folder holds; raise ModelError as `TreeFolders.load`."""
    return PageModel(*PAGES.load(folder))


def load_relevance_model(folder: Path) -> RelevanceModel:
    """Return the classifiers of relevance that a folder holds; raise ModelError as `TreeFolders.load`."""
    return RelevanceModel(*RELEVANCE.load(folder))
