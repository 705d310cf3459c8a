"""Training of the shipped name pipelines, by spaCy's own loop and `ner.cfg`, and how right and fast it is."""

from __future__ import annotations

import io
import shutil
import tempfile
import time
import warnings
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path
from typing import IO, Any

import numpy as np
import spacy
from confection import Config
from spacy.about import __version__ as SPACY_VERSION
from spacy.language import Language
from spacy.scorer import PRFScore
from spacy.training.initialize import init_nlp
from spacy.training.loop import DIR_MODEL_BEST, train
from spacy.util import registry

from cutline.errors import TrainingError
from cutline.models.train.datasets import ENGLISH, DataFile, Use, find_data_files, select_files, select_languages
from cutline.models.train.labelled_texts import LABELS, LabelledText, read_labelled_texts
from cutline.models.train.training import CARD, Report, Trained, fill_card, print_progress
from cutline.nlp.pipeline import convert_weights, open_language, use_numpy_products

StepLogger = Callable[[dict[str, Any] | None], None]

# Labelled texts are one to four sentences long; speed is measured on runs of them as long as an article.
TEXTS_PER_ARTICLE = 20

LICENCE = "CC BY-SA 4.0"
LICENCE_URL = "https://creativecommons.org/licenses/by-sa/4.0/"
CONFIG = Path(__file__).with_name("ner.cfg")
MANY_CONFIG = Path(__file__).with_name("ner_many.cfg")  # what is other than in the first one for many languages
PIPELINE_FILES = ("meta.json", "config.cfg")  # what tells a pipeline, which may be replaced, from other folders
LANGUAGE_CARDS = "languages"  # the folder with a card of each language
ENGLISH_LIMIT = "English only, and hardly any text newer than 2020: newer names are found by their form and context."
MANY_LIMIT = (
    "Languages with little or old data (French, Dutch and half of the German texts are historic newspapers, Slovak has "
    "names of story characters) are read worse than others; hardly any text is newer than 2020."
)
META = {
    "name": "cutline_names",
    "version": "0.1.0",
    "spacy_version": ">=3.8,<4",
    "license": LICENCE,
    "description": "Names of persons, organisations and places, for cutline.",
    "url": "https://pypi.org/project/cutline/",
}

HeldOut = Mapping[str, tuple[LabelledText, ...]]


class ProgressLog:
    """The logger of one training, called `cutline.Progress.v1` in its configuration."""

    def __init__(self, report: Report) -> None:
        """Take the function that each line of progress goes to, and become the registered logger."""
        self._report = report
        self._checkpoints: list[tuple[float, int]] = []
        registry.loggers.register("cutline.Progress.v1", func=lambda: self._start)

    @property
    def best_step(self) -> int:
        """Updates that the best model so far had; of equals the later, which is the one spaCy keeps."""
        return max(self._checkpoints)[1]

    def _start(self, nlp: Language, stdout: IO[str], stderr: IO[str]) -> tuple[StepLogger, Callable[[], None]]:
        return self._log_step, lambda: None

    def _log_step(self, info: dict[str, Any] | None) -> None:
        if info is None:
            return
        self._checkpoints = info["checkpoints"]
        found = info["other_scores"]
        self._report(
            f"step {info['step']:>6,}  pass {info['epoch']:>2}  {info['seconds']:>5} s  "
            f"F1 {found['ents_f']:.3f}  precision {found['ents_p']:.3f}  recall {found['ents_r']:.3f}"
        )


@dataclass(frozen=True, slots=True)
class NameScores:
    """F1 over all names of one data set.

    Attributes:
        typed: bounds and label are right.
        span: bounds are right, whatever the label.
        by_label: typed, of each label alone.
        names: labelled names in the set.
    """

    typed: float
    span: float
    by_label: Mapping[str, float] = field(default_factory=dict)
    names: int = 0


def score_names(nlp: Language, texts: Sequence[LabelledText]) -> NameScores:
    """Return how well the pipeline finds the names of labelled texts; bounds are compared as character offsets."""
    typed, span, by_label = PRFScore(), PRFScore(), {label: PRFScore() for label in LABELS}
    for labelled, doc in zip(texts, nlp.pipe(one.text for one in texts), strict=True):
        truth = set(labelled.entities)
        found = {(entity.start_char, entity.end_char, entity.label_) for entity in doc.ents}
        typed.score_set(found, truth)
        span.score_set({name[:2] for name in found}, {name[:2] for name in truth})
        for label, score in by_label.items():
            score.score_set({name for name in found if name[2] == label}, {name for name in truth if name[2] == label})
    scores: dict[str, float] = {label: score.fscore for label, score in by_label.items()}
    return NameScores(typed.fscore, span.fscore, scores, typed.tp + typed.fn)


def measure_speed(nlp: Language, texts: Sequence[LabelledText]) -> float:
    """Return the tokens read in a CPU second, tokenisation included, of texts joined to the length of articles."""
    starts = range(0, len(texts), TEXTS_PER_ARTICLE)
    articles = ["\n\n".join(one.text for one in texts[start : start + TEXTS_PER_ARTICLE]) for start in starts]
    list(nlp.pipe(articles[:2]))
    start = time.process_time()
    tokens = sum(len(doc) for doc in nlp.pipe(articles))
    return tokens / (time.process_time() - start)


@dataclass(frozen=True, slots=True)
class NerFigures:
    """What was measured of one trained pipeline.

    Attributes:
        pipeline: its name, such as `en_cutline_names`.
        steps: updates after which the shipped weights were taken.
        scores: by name of the data set.
        tokens_per_second: by spaCy, of CPU time, all threads together, tokenisation included.
        megabytes: of the model folder, in 10**6 bytes.
    """

    seed: int
    steps: int
    pipeline: str
    scores: Mapping[str, NameScores]
    tokens_per_second: float
    megabytes: float


def train_ner(
    data: Sequence[Path],
    out: Path,
    seed: int = 0,
    report: Report = print_progress,
    languages: Sequence[str] = (ENGLISH,),
    configs: Sequence[Path] = (),
) -> Trained[NerFigures]:
    """Return a name pipeline trained on labelled texts; equal seed, data and versions give the same pipeline.

    Args:
        data: files of labelled texts, or folders of them. `datasets.py` says which are trained on, which choose the
            best model and which only measure it.
        out: folder for the pipeline, its card and its licence. A pipeline in it is replaced.
        seed: 0 or more.
        report: called with each line of progress.
        languages: of the data that is read, such as `da`; of more than English alone, the pipeline reads any language.
        configs: spaCy's configuration of the pipeline and its training; what a later file says counts. None: `ner.cfg`,
            and `ner_many.cfg` for more than English.

    Raises:
        TrainingError: the data or the folder cannot be used.
    """
    files = select_languages(find_data_files(data), languages)
    configs = configs or _choose_configs(languages)
    _check_uses(files)
    held_out = _read_held_out(files)
    _make_folder(out)
    with tempfile.TemporaryDirectory(prefix="cutline-ner-") as work:
        steps = _run_training(_fill_config(configs, files, seed), Path(work), report)
        nlp = spacy.load(Path(work) / DIR_MODEL_BEST)
    _save_pipeline(nlp, out, _list_languages(files))
    figures = _measure_pipeline(out, held_out, seed, steps, report)
    (out / CARD).write_text(write_card(files, figures), encoding="utf-8")
    for language, card in write_language_cards(files, figures).items():
        (out / LANGUAGE_CARDS).mkdir(exist_ok=True)
        (out / LANGUAGE_CARDS / f"{language}.md").write_text(card, encoding="utf-8")
    (out / "LICENSE").write_text(write_licence(files), encoding="utf-8")
    return Trained(out, figures)


def _choose_configs(languages: Sequence[str]) -> tuple[Path, ...]:
    return (CONFIG,) if set(languages) == {ENGLISH} else (CONFIG, MANY_CONFIG)


def _check_uses(files: Sequence[DataFile]) -> None:
    if not select_files(files, Use.TRAIN):
        raise TrainingError("No data file is one to train on, such as ewt-train.jsonl.gz; test files never are.")
    if not select_files(files, Use.DEV):
        raise TrainingError("No data file can choose the best model: add one whose name ends in -dev.jsonl.gz.")


def _read_held_out(files: Sequence[DataFile]) -> HeldOut:
    """Return the texts of each file that is measured on, the development files first."""
    held_out = (*select_files(files, Use.DEV), *select_files(files, Use.TEST))
    texts = {file.name: tuple(read_labelled_texts(file.path)) for file in held_out}
    for file in held_out:
        if not any(text.entities for text in texts[file.name]):
            raise TrainingError(f"{file.path} holds no name, so nothing can be measured on it; leave it out.")
    return texts


def _make_folder(out: Path) -> None:
    try:
        out.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise TrainingError(f"The folder {out} for the pipeline cannot be made: {error.strerror}.") from error
    if any(out.iterdir()) and not all((out / name).is_file() for name in PIPELINE_FILES):
        raise TrainingError(f"The folder {out} holds something else than a pipeline; name a new or an empty one.")


def _fill_config(configs: Sequence[Path], files: Sequence[DataFile], seed: int) -> Config:
    filled = Config()
    for file in configs:
        filled = filled.merge(Config().from_disk(file, interpolate=False))
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


def _save_pipeline(nlp: Language, out: Path, languages: Sequence[str]) -> None:
    """Write what is needed to find names: no vocabulary, whose strings are training text, and no data paths.

    Half precision halves the files and changes no name in a thousand; `open_language` reads them.
    """
    nlp.meta.update(META, languages=languages)
    nlp.meta.pop("performance", None)
    nlp.config["paths"].update(train=None, dev=None)
    convert_weights(nlp, np.float32, np.float16)
    shutil.rmtree(out)
    nlp.to_disk(out, exclude=["vocab"])


def _measure_pipeline(out: Path, held_out: HeldOut, seed: int, steps: int, report: Report) -> NerFigures:
    texts = tuple(chain.from_iterable(held_out.values()))
    nlp = open_language(out)
    scores = {name: score_names(nlp, part) for name, part in held_out.items()}
    for name, score in scores.items():
        report(f"{name}: F1 {score.typed:.3f} with labels, {score.span:.3f} without, {score.names:,} names")
    size = sum(file.stat().st_size for file in out.rglob("*") if file.is_file())
    return NerFigures(
        seed=seed,
        steps=steps,
        pipeline=f"{nlp.lang}_{nlp.meta['name']}",
        scores=scores,
        tokens_per_second=measure_speed(nlp, texts),
        megabytes=size / 1e6,
    )


def write_card(files: Sequence[DataFile], figures: NerFigures) -> str:
    """Return the model card in Markdown."""
    languages = _list_languages(files)
    is_english = languages == [ENGLISH]
    return fill_card(
        "ner.md",
        pipeline=figures.pipeline,
        languages="English text" if is_english else f"text in {len(languages)} languages: {', '.join(languages)}",
        command=f"cutline train ner --data FOLDER --out FOLDER --seed {figures.seed}"
        + ("" if is_english else f" --languages {','.join(languages)}"),
        settings=" and ".join(f"`cutline/models/train/{file.name}`" for file in _choose_configs(languages)),
        limit=ENGLISH_LIMIT if is_english else MANY_LIMIT,
        steps=figures.steps,
        spacy=SPACY_VERSION,
        speed=f"{figures.tokens_per_second:,.0f}",
        size=f"{figures.megabytes:.1f}",
        licence=LICENCE,
        licence_url=LICENCE_URL,
        **_describe_figures(files, figures),
    )


def write_language_cards(files: Sequence[DataFile], figures: NerFigures) -> dict[str, str]:
    """Return the model card of each language in Markdown, of more than one."""
    languages = _list_languages(files)
    return {
        language: fill_card(
            "ner_language.md",
            pipeline=figures.pipeline,
            language=language,
            **_describe_figures(select_languages(files, (language,)), figures),
        )
        for language in languages
        if len(languages) > 1
    }


def _list_languages(files: Iterable[DataFile]) -> list[str]:
    return sorted({file.language for file in files})


def _describe_figures(files: Iterable[DataFile], figures: NerFigures) -> dict[str, str]:
    """Return the tables of the data sets and of the scores on those that were measured on."""
    names = [file.name for file in files]
    return {
        "data": "\n".join(
            f"| {file.name} | {file.title} | {file.licence} | {file.use.value} | {file.source} |" for file in files
        ),
        "labels": " | ".join(LABELS),
        "rules": " | ".join("---" for _ in LABELS),
        "scores": "\n".join(_describe_scores(name, scores) for name, scores in figures.scores.items() if name in names),
    }


def write_licence(files: Iterable[DataFile]) -> str:
    """Return the licence notice of a pipeline trained on these files."""
    sources = (
        f"- {file.title} ({file.name}), {file.licence}, {file.source}" for file in files if file.use is Use.TRAIN
    )
    return fill_card("ner_licence.txt", licence=LICENCE, licence_url=LICENCE_URL, sources="\n".join(sources))


def _describe_scores(name: str, scores: NameScores) -> str:
    by_label = " | ".join(f"{scores.by_label.get(label, 0.0):.3f}" for label in LABELS)
    return f"| {name} | {scores.names} | {scores.typed:.3f} | {scores.span:.3f} | {by_label} |"
