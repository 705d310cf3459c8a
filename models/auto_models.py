"""The classifiers of the method `auto`, for text segments, images, pages and relevance, and the folders of models.

A folder has `model.npz` with plain arrays, and `model.json` with the features and the format they were made for.
"""

from __future__ import annotations

import json
import struct
import zipfile
import zlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

from cutline.config.settings import SHIPPED
from cutline.dom.features.arrays import Floats, Rows
from cutline.dom.features.images import IMAGE_COLUMNS
from cutline.dom.features.pages import PAGE_COLUMNS, measure_page
from cutline.dom.features.segments import COLUMNS
from cutline.dom.methods.auto import BODY_COLUMNS, BodyModel
from cutline.dom.reading import Reading
from cutline.errors import ModelError
from cutline.models.trees import Explanation, GradientTrees, Leaves
from cutline.nlp.relevance import RELEVANCE_COLUMNS
from cutline.nlp.stories import SPLIT_COLUMNS
from cutline.nlp.strangers import STRANGER_COLUMNS

ARRAYS, DESCRIPTION = "model.npz", "model.json"
# Exceptions that json, zipfile, zlib and numpy raise for damaged files.
DAMAGES = (
    *(ValueError, KeyError, IndexError, TypeError, AttributeError, EOFError, SyntaxError, RuntimeError, OverflowError),
    *(MemoryError, struct.error, zipfile.BadZipFile, zlib.error),
)
Arrays = Mapping[str, npt.NDArray[Any]]
Made = TypeVar("Made")


def save_arrays(folder: Path, arrays: Arrays, expected: Mapping[str, object], versions: Mapping[str, str]) -> None:
    """Write a model into a folder, with the expected features and the versions of the packages that trained it."""
    np.savez_compressed(folder / ARRAYS, **arrays)  # type: ignore[arg-type]
    description = json.dumps({**expected, "trained_with": dict(versions)}, indent=2)
    (folder / DESCRIPTION).write_text(description + "\n", encoding="utf-8")


def load_arrays(folder: Path, expected: Mapping[str, object], make: Callable[[Arrays], Made]) -> Made:
    """Load the arrays in a folder, and return the model that `make` builds from them.

    Args:
        folder: as `save_arrays` wrote it.
        expected: values that must be equal in the description; `model` is the name of the model.
        make: raises KeyError or ValueError if the arrays do not fit together.

    Raises:
        ModelError: the model is missing, damaged, or made for features of another version.
    """
    name = expected["model"]
    retrain = f"train it again with `cutline train {name}`"
    try:
        given = json.loads((folder / DESCRIPTION).read_text(encoding="utf-8"))
        differing = next((key for key, value in expected.items() if given.get(key) != value), None)
        if differing:
            raise ModelError(
                f"The {name} model {folder} was made for another version of cutline ({differing}); {retrain}."
            )
        with (folder / ARRAYS).open("rb") as file, np.load(file, allow_pickle=False) as stored:
            return make(dict(stored))
    except OSError as error:
        raise ModelError(f"The {name} model {folder} cannot be read: {error.strerror or error}; {retrain}.") from error
    except DAMAGES as error:
        raise ModelError(f"The {name} model {folder} is damaged: {error}; {retrain}.") from error


DECIMALS = 4  # of a probability


@dataclass(frozen=True, slots=True)
class TreeFolders:
    """The file format of one classifier.

    Attributes:
        expected: the description it must have; `format` changes when the arrays or the meaning of a column do.
        ensembles: the name of each tree ensemble, and its number of columns.
    """

    expected: Mapping[str, object]
    ensembles: Mapping[str, int]

    def save(self, folder: Path, trees: Sequence[GradientTrees], versions: Mapping[str, str]) -> None:
        """Write the ensembles into a folder, with the versions of the packages that trained them."""
        named = zip(self.ensembles, trees, strict=True)
        arrays = {name: array for prefix, each in named for name, array in each.to_arrays(prefix).items()}
        save_arrays(folder, arrays, self.expected, versions)

    def load(self, folder: Path) -> list[GradientTrees]:
        """Return the ensembles in a folder.

        Raises:
            ModelError: it is missing, damaged, or made for features of another version.
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
        "format": 2,
        "columns": list(RELEVANCE_COLUMNS),
        "split_columns": list(SPLIT_COLUMNS),
        "stranger_columns": list(STRANGER_COLUMNS),
    },
    {
        "blocks": len(RELEVANCE_COLUMNS),
        "captions": len(RELEVANCE_COLUMNS),
        "boundaries": len(SPLIT_COLUMNS),
        "strangers": len(STRANGER_COLUMNS),
    },
)


@dataclass(frozen=True, slots=True, eq=False)
class Judgement:
    """The classifier's verdict on n images.

    Attributes:
        scores: probability that each belongs to the article (0..1), shape (n,).
        rows: `IMAGE_COLUMNS` of each, shape (n, columns).
        leaves: the leaf that each image reaches in each tree, shape (n, trees).
        trees: the classifier.
    """

    scores: Floats
    rows: Rows
    leaves: Leaves
    trees: GradientTrees

    def explain(self, numbers: Sequence[int]) -> Explanation:
        """Return what each column adds to the log odds of some images.

        This is slower than the scores; explain only the images that are shown.
        """
        return self.trees.explain(self.leaves[list(numbers)], len(IMAGE_COLUMNS))


@dataclass(frozen=True, slots=True)
class ImageModel:
    """The classifier of images by their place in the page; it does not read captions."""

    trees: GradientTrees

    def judge(self, rows: Rows) -> Judgement:
        """Return the probabilities that images belong to the article, given their `IMAGE_COLUMNS`."""
        leaves = self.trees.find_leaves(rows)
        return Judgement(self.trees.rate(leaves), rows, leaves, self.trees)


@dataclass(frozen=True, slots=True)
class PageModel:
    """The classifier of pages: article or not."""

    trees: GradientTrees

    def is_article(self, reading: Reading) -> float:
        """Return the probability that a page is an article (0..1)."""
        return round(float(self.trees.predict(measure_page(reading))[0]), DECIMALS)


@dataclass(frozen=True, slots=True)
class RelevanceModel:
    """The classifiers of relevance to an article's story.

    Attributes:
        blocks: probability that a block is about the same story as the rest of its article, given as many foreign
            blocks as own ones; from `RELEVANCE_COLUMNS`.
        captions: the same for the caption of an image.
        boundaries: probability that the story continues at a place between two blocks; from `SPLIT_COLUMNS`.
        strangers: probability that a block belongs to the article, compared with the page's other blocks, given as many
            foreign blocks as own ones; from `STRANGER_COLUMNS`.
    """

    blocks: GradientTrees
    captions: GradientTrees
    boundaries: GradientTrees
    strangers: GradientTrees


def choose_folder(named: str, shipped: Path) -> Path:
    """Return the folder of a model that a setting or an option names: a path, or `cutline` for the shipped one."""
    return shipped if named == SHIPPED else Path(named)


def load_body_model(folder: Path) -> BodyModel:
    """Return the classifier of text segments in a folder; raise ModelError as `TreeFolders.load`."""
    return join_readings(*BODY.load(folder))


def join_readings(first: GradientTrees, second: GradientTrees) -> BodyModel:
    """Return the classifier of text segments whose two readings these are."""
    return BodyModel(first.predict, second.predict)


def load_image_model(folder: Path) -> ImageModel:
    """Return the classifier of images in a folder; raise ModelError as `TreeFolders.load`."""
    return ImageModel(*IMAGES.load(folder))


def load_page_model(folder: Path) -> PageModel:
    """Return the classifier of pages in a folder; raise ModelError as `TreeFolders.load`."""
    return PageModel(*PAGES.load(folder))


def load_relevance_model(folder: Path) -> RelevanceModel:
    """Return the classifiers of relevance in a folder; raise ModelError as `TreeFolders.load`."""
    return RelevanceModel(*RELEVANCE.load(folder))
