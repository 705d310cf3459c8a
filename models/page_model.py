"""The shipped classifier of pages, and the folders that others are kept in."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from cutline.dom.features.pages import PAGE_COLUMNS, measure_page
from cutline.dom.reading import Reading
from cutline.models.array_folder import Arrays, load_arrays, save_arrays
from cutline.models.gradient_trees import GradientTrees

SHIPPED_PAGES = Path(__file__).with_name("pages")
# `format` changes when the arrays or the meaning of a column do.
EXPECTED = {"model": "is-article", "format": 1, "columns": list(PAGE_COLUMNS)}
DECIMALS = 4  # of a probability


@dataclass(frozen=True, slots=True)
class PageModel:
    """Tells articles from other pages."""

    trees: GradientTrees

    def is_article(self, reading: Reading) -> float:
        """Return how likely a page is an article (0..1)."""
        return round(float(self.trees.predict(measure_page(reading))[0]), DECIMALS)


def save_page_model(folder: Path, model: PageModel, versions: Mapping[str, str]) -> None:
    """Write a classifier into a folder, with the versions of what trained it."""
    save_arrays(folder, model.trees.to_arrays("pages"), EXPECTED, versions)


def load_page_model(folder: Path) -> PageModel:
    """Return the classifier of pages that a folder holds.

    Raises:
        ModelError: it is missing, damaged, or made for other features than those of this version.
    """
    return load_arrays(folder, EXPECTED, _make)


def _make(arrays: Arrays) -> PageModel:
    return PageModel(GradientTrees.from_arrays(arrays, "pages", len(PAGE_COLUMNS)))
