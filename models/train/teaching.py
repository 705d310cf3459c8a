"""What every model that is taught with own pages has in common: the start, the measure before and after, the card."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from cutline.config import Settings
from cutline.dom.methods.auto import BodyModel
from cutline.errors import TrainingError
from cutline.models.body_model import SHIPPED_BODY, load_body_model
from cutline.models.method_models import SHIPPED
from cutline.models.train.folds import Split

FOLDS = 5  # parts of the pages, each held out once to measure what the others teach
MIN_PAGES = 5  # fewer leave nothing to measure with

Report = Callable[[str], None]


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


@dataclass(frozen=True, slots=True)
class Taught:
    """A taught classifier: the folder it lies in, and what the pages changed."""

    folder: Path
    gain: Gain


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


def write_taught_card(
    what: str, start: str, data: Sequence[str], gain: Gain, versions: Mapping[str, str], seed: int
) -> str:
    """Return the model card in Markdown."""
    return CARD.format(
        what=what,
        start=start,
        data=", ".join(data),
        gain=gain,
        versions=", ".join(f"{name} {number}" for name, number in versions.items()),
        seed=seed,
        folds=FOLDS,
    )


CARD = """\
# {what}, taught

The trees of the model `{start}`, and behind them others that were boosted on what those get wrong of own pages.

## Data

{gain.pages} pages, from: {data}.

## Training

`cutline train {what} --from {start} --data PATH... --out FOLDER --seed {seed}` ({versions}).

## Figures

Each of {folds} parts of the pages read by a model that was taught with the others, threshold 0.5. Pages of one site are
in several parts: these are figures for further pages of these sites, and say nothing of others.

| {gain.measure} | |
|---|---|
| before | {gain.before:.4f} |
| taught | {gain.after:.4f} |
"""
