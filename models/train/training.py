"""Common parts of training: splits by site, scores, and the folder of a model with its card."""

from __future__ import annotations

import hashlib
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Generic, TypeVar

import numpy as np

from cutline.config import Settings
from cutline.dom.document import Document, read_page
from cutline.dom.features.arrays import Bools, Floats
from cutline.dom.render.pool import BrowserPool
from cutline.errors import CutlineError, TrainingError
from cutline.models.auto_models import ARRAYS, DESCRIPTION
from cutline.models.evaluation import harmonic_mean
from cutline.models.labelled_pages import LabelledPage

CARD = "MODEL_CARD.md"
OWN_FILES = (ARRAYS, DESCRIPTION, CARD)
CARDS = Path(__file__).with_name("cards")
FOLDS = 5  # parts of the sites or pages, each held out once
LEAST_PROBABILITY = 1e-9  # lower ones are raised to it, because the log odds of 0 are infinite

Report = Callable[[str], None]
Render = Callable[[LabelledPage], Document]
Save = Callable[[Path, Mapping[str, str]], None]
Split = tuple[list[int], list[int]]
Figures = TypeVar("Figures")
Made = TypeVar("Made")
Example = TypeVar("Example")
Model = TypeVar("Model")


@dataclass(frozen=True, slots=True)
class Trained(Generic[Figures]):
    """A trained model: its folder, and its measured quality."""

    folder: Path
    figures: Figures


@dataclass(frozen=True, slots=True)
class Score:
    """Precision, recall and F1, each 0..1."""

    precision: float
    recall: float
    f1: float

    @classmethod
    def of(cls, found: Bools, labelled: Bools) -> Score:
        """Return the score of one page; recall is 1 if there is nothing to find."""
        right = int((found & labelled).sum())
        precision = right / int(found.sum()) if found.any() else float(not labelled.any())
        recall = right / int(labelled.sum()) if labelled.any() else 1.0
        return cls(precision, recall, harmonic_mean(precision, recall))

    @classmethod
    def mean(cls, scores: Sequence[Score]) -> Score:
        """Return the mean of each figure over pages."""
        values = ([getattr(score, name) for score in scores] for name in ("precision", "recall", "f1"))
        return cls(*(sum(each) / max(1, len(scores)) for each in values))


def print_progress(line: str) -> None:
    """Print a progress line to standard error."""
    print(line, file=sys.stderr, flush=True)


def find_fold(site: str, folds: int) -> int:
    """Return the part (0 to folds - 1) of a site, which does not depend on other sites."""
    return int.from_bytes(hashlib.sha256(site.encode()).digest()[:8]) % folds


def split_sites(sites: Sequence[str], folds: int) -> Iterator[Split]:
    """Yield (training, held-out) page indices, given the site of each page; no part is empty.

    Pages of one site share a template, and are never both trained and tested on.

    Raises:
        TrainingError: all sites are in one part, so that none is left to train on.
    """
    parts = [find_fold(site, folds) for site in sites]
    if len(set(parts)) < 2:
        raise TrainingError("The data holds pages of too few sites to hold some of them out.")
    for part in sorted(set(parts)):
        test = [index for index, own in enumerate(parts) if own == part]
        yield [index for index, own in enumerate(parts) if own != part], test


def hold_out(
    examples: Sequence[Example],
    splits: Iterable[Split],
    fit: Callable[[list[Example]], Model],
    predict: Callable[[Model, Example], Made],
) -> list[Made]:
    """Return what is predicted of each example by a model that was fitted to the other parts."""
    found: dict[int, Made] = {}
    for train, test in splits:
        model = fit([examples[index] for index in train])
        found.update((index, predict(model, examples[index])) for index in test)
    return [found[index] for index in range(len(examples))]


def read_each(
    pages: Iterable[LabelledPage], read: Callable[[LabelledPage], Made], report: Report
) -> Iterator[tuple[LabelledPage, Made]]:
    """Yield each page with the result of reading it; one that cannot be read is reported and left out."""
    for page in pages:
        try:
            made = read(page)
        except CutlineError as error:
            report(f"{page.id} is left out: {error}")
        else:
            yield page, made


def read_rendered(
    pages: Iterable[LabelledPage], settings: Settings, render: Render | None, report: Report
) -> Iterator[tuple[LabelledPage, Document]]:
    """Yield each article with labelled text, rendered; one that cannot be is reported and left out.

    Args:
        pages: labelled pages.
        settings: all settings.
        render: returns a page with its layout; None: a browser without network does.
        report: called with each failure.
    """
    articles = (page for page in pages if page.text and page.is_article)
    with BrowserPool(settings.render) as pool:

        def draw(page: LabelledPage) -> Document:
            return pool.render(read_page(page.html, settings.page.max_bytes, page.url))

        yield from read_each(articles, render or draw, report)


def to_log_odds(probabilities: Floats) -> Floats:
    """Return the log odds of probabilities, clipped to finite values."""
    clipped = np.clip(probabilities, LEAST_PROBABILITY, 1 - LEAST_PROBABILITY)
    log_odds: Floats = np.log(clipped / (1 - clipped))
    return log_odds


def check_out(out: Path, own: tuple[str, ...] = OWN_FILES, what: str = "part of a model") -> None:
    """Check that a model can be written there, before hours of training.

    Args:
        out: the folder.
        own: ends of the names of files that it may hold.
        what: what these are.

    Raises:
        TrainingError: it is a file, or a folder that holds something else.
    """
    if out.is_dir() and (strange := {path.name for path in out.iterdir() if not path.name.endswith(own)}):
        raise TrainingError(f"{out} holds {min(strange)}, which is not {what}; name another folder.")
    if out.exists() and not out.is_dir():
        raise TrainingError(f"{out} is a file; name a folder.")


def fill_card(card: str, **values: object) -> str:
    """Return a model card: its template in the folder `cards`, filled with values."""
    return (CARDS / card).read_text(encoding="utf-8").format(**values)


def publish(
    out: Path, card: str, figures: Figures, save: Save, packages: Sequence[str], **values: object
) -> Trained[Figures]:
    """Write a model and its card into a folder, and return them.

    Args:
        out: the folder; a model there is replaced only once the new one is complete.
        card: file name of the card's template.
        figures: the results.
        save: writes the model into a folder, given the versions of the packages that trained it.
        packages: the packages that trained it, besides cutline.
        values: further values for the card.

    Raises:
        TrainingError: the folder cannot be written.
    """
    versions = {name: version(name) for name in ("cutline", *packages)}
    named = ", ".join(f"{name} {number}" for name, number in versions.items())
    with tempfile.TemporaryDirectory() as made:
        save(Path(made), versions)
        (Path(made) / CARD).write_text(fill_card(card, figures=figures, versions=named, **values), encoding="utf-8")
        try:
            out.mkdir(parents=True, exist_ok=True)
            for name in OWN_FILES:
                shutil.copyfile(Path(made) / name, out / name)
        except OSError as error:
            raise TrainingError(f"The folder {out} for the model cannot be written: {error.strerror}.") from error
    return Trained(out, figures)


def list_names(names: Iterable[str]) -> str:
    """Return names as a Markdown list of code, for the columns in cards."""
    return ", ".join(f"`{name}`" for name in names)
