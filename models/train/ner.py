"""Training of the shipped English name pipeline: spaCy's own loop, with the settings of `ner.cfg`."""

from __future__ import annotations

import io
import shutil
import sys
import tempfile
import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

import spacy
from confection import Config
from spacy.about import __version__ as SPACY_VERSION
from spacy.language import Language
from spacy.training.initialize import init_nlp
from spacy.training.loop import DIR_MODEL_BEST, train

from cutline.errors import TrainingError
from cutline.models.train.cards import LICENCE, TrainedFigures, write_card, write_licence
from cutline.models.train.datasets import DataFile, Use, find_data_files, select_files
from cutline.models.train.labelled_texts import LabelledText, read_labelled_texts
from cutline.models.train.name_scores import measure_speed, score_names
from cutline.models.train.progress import ProgressLog, Report
from cutline.nlp.pipeline import use_numpy_products

CONFIG = Path(__file__).with_name("ner.cfg")
PIPELINE_FILES = ("meta.json", "config.cfg")  # what tells a pipeline, which may be replaced, from other folders
META = {
    "name": "cutline_names",
    "version": "0.1.0",
    "spacy_version": ">=3.8,<4",
    "license": LICENCE,
    "description": "Names of persons, organisations and places in English text, for cutline.",
    "url": "https://pypi.org/project/cutline/",
}

HeldOut = Mapping[str, tuple[LabelledText, ...]]


@dataclass(frozen=True, slots=True)
class TrainedNer:
    """A trained pipeline: the folder it lies in, and what was measured of it."""

    folder: Path
    figures: TrainedFigures


def print_progress(line: str) -> None:
    """Print a line of progress to standard error."""
    print(line, file=sys.stderr, flush=True)


def train_ner(
    data: Sequence[Path], out: Path, seed: int = 0, report: Report = print_progress, config: Path = CONFIG
) -> TrainedNer:
    """Return a name pipeline trained on labelled texts; equal seed, data and versions give the same pipeline.

    Args:
        data: files of labelled texts, or folders of them. `datasets.py` says which are trained on, which choose the
            best model and which only measure it.
        out: folder for the pipeline, its card and its licence. A pipeline in it is replaced.
        seed: 0 or more.
        report: called with each line of progress.
        config: spaCy's configuration of the pipeline and its training.

    Raises:
        TrainingError: the data or the folder cannot be used.
    """
    files = find_data_files(data)
    _check_uses(files)
    held_out = _read_held_out(files)
    _make_folder(out)
    with tempfile.TemporaryDirectory(prefix="cutline-ner-") as work:
        steps = _run_training(_fill_config(config, files, seed), Path(work), report)
        nlp = spacy.load(Path(work) / DIR_MODEL_BEST)
    _save_pipeline(nlp, out)
    figures = _measure_pipeline(out, held_out, seed, steps, report)
    (out / "MODEL_CARD.md").write_text(write_card(files, figures), encoding="utf-8")
    (out / "LICENSE").write_text(write_licence(files), encoding="utf-8")
    return TrainedNer(out, figures)


def _check_uses(files: Sequence[DataFile]) -> None:
    if not select_files(files, Use.TRAIN):
        raise TrainingError("No data file is one to train on, such as ewt-train.jsonl.gz; test files never are.")
    if not select_files(files, Use.DEV):
        raise TrainingError("No data file can choose the best model: add one whose name ends in -dev.jsonl.gz.")


def _read_held_out(files: Sequence[DataFile]) -> HeldOut:
    """Return the texts of each file that is measured on, the development files first."""
    held_out = (*select_files(files, Use.DEV), *select_files(files, Use.TEST))
    texts = {file.data.name: tuple(read_labelled_texts(file.path)) for file in held_out}
    for file in held_out:
        if not any(text.entities for text in texts[file.data.name]):
            raise TrainingError(f"{file.path} holds no name, so nothing can be measured on it; leave it out.")
    return texts


def _make_folder(out: Path) -> None:
    try:
        out.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise TrainingError(f"The folder {out} for the pipeline cannot be made: {error.strerror}.") from error
    if any(out.iterdir()) and not all((out / name).is_file() for name in PIPELINE_FILES):
        raise TrainingError(f"The folder {out} holds something else than a pipeline; name a new or an empty one.")


def _fill_config(config: Path, files: Sequence[DataFile], seed: int) -> Config:
    filled = Config().from_disk(config, interpolate=False)
    filled["paths"] = {
        "train": [str(file.path) for file in select_files(files, Use.TRAIN)],
        "dev": [str(file.path) for file in select_files(files, Use.DEV)],
    }
    filled["system"]["seed"] = seed
    return filled


def _run_training(config: Config, folder: Path, report: Report) -> int:
    """Run spaCy's loop, which leaves its best model in the folder, and return the updates that model had."""
    log = ProgressLog(report)
    with warnings.catch_warnings():
        # Offsets inside a token are common in labels made by machine; spaCy leaves such tokens unlabelled and warns.
        warnings.filterwarnings("ignore", message=r"\[W030\]")
        nlp = init_nlp(config)
        use_numpy_products(nlp)
        train(nlp, folder, stdout=io.StringIO())
    return log.best_step


def _save_pipeline(nlp: Language, out: Path) -> None:
    """Write what is needed to find names: no vocabulary, whose strings are training text, and no data paths."""
    nlp.meta.update(META)
    nlp.meta.pop("performance", None)
    nlp.config["paths"].update(train=None, dev=None)
    shutil.rmtree(out)
    nlp.to_disk(out, exclude=["vocab"])


def _measure_pipeline(out: Path, held_out: HeldOut, seed: int, steps: int, report: Report) -> TrainedFigures:
    texts = tuple(chain.from_iterable(held_out.values()))
    nlp = spacy.load(out)
    plain_speed = measure_speed(nlp, texts)
    use_numpy_products(nlp)
    scores = {name: score_names(nlp, part) for name, part in held_out.items()}
    for name, score in scores.items():
        report(f"{name}: F1 {score.typed:.3f} with labels, {score.span:.3f} without, {score.names:,} names")
    size = sum(file.stat().st_size for file in out.rglob("*") if file.is_file())
    return TrainedFigures(
        seed=seed,
        steps=steps,
        scores=scores,
        tokens_per_second=measure_speed(nlp, texts),
        tokens_per_second_plain=plain_speed,
        megabytes=size / 1e6,
        spacy_version=SPACY_VERSION,
    )
