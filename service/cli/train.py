"""`cutline train`: retrain the models that cutline ships, or learn the wrapper of a site."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

import click

from cutline.errors import TrainingError, name_extra
from cutline.service.cli.commands import complain

TEMPLATE_WRAPPER, WORDS = "template-wrapper", "words"


@dataclass(frozen=True, slots=True)
class Training:
    """How a model is trained: the module in `cutline.models.train`, its function, and what is said at the end.

    The module is imported when it is needed: spaCy, scikit-learn and LightGBM are slow to load, and the latter two are
    there with the extra `train` only.
    """

    module: str
    function: str
    end: str

    def load(self) -> Callable[..., Any]:
        """Return the function.

        Raises:
            TrainingError: a library that only training needs is not installed.
        """
        try:
            module = import_module(f"cutline.models.train.{self.module}")
        except ModuleNotFoundError as error:
            raise TrainingError(f"Training needs the package {error.name}: {name_extra('train')}.") from error
        function: Callable[..., Any] = getattr(module, self.function)
        return function


MODEL = "the model is in {trained.folder}, with MODEL_CARD.md."
SETTING = "the model is in {{trained.folder}}, with MODEL_CARD.md; use it with the setting {}."
TRAININGS = {
    "is-article": Training("pages", "train_pages", SETTING.format("auto.page_model")),
    "images": Training("images", "train_images", SETTING.format("auto.image_model")),
    "relevance": Training("relevance", "train_relevance", SETTING.format("relevance.model")),
    "body": Training("body", "train_body", SETTING.format("auto.text_model")),
    "ner": Training(
        "ner",
        "train_ner",
        "the pipeline is in {trained.folder}, with MODEL_CARD.md; use it with the setting nlp.pipeline, or with "
        "nlp.pipelines for other languages than English.",
    ),
    "naive-bayes": Training("blocks", "train_naive_bayes", MODEL),
    "decision-tree": Training("blocks", "train_decision_tree", MODEL),
    "v-wrapper": Training("v_wrapper", "train_v_wrapper", SETTING.format("v_wrapper.model")),
    TEMPLATE_WRAPPER: Training(
        "template_wrapper",
        "train_template_wrapper",
        "the wrapper of {trained.wrapper.site} is {trained.file}; use it with --wrapper {trained.file}.",
    ),
    WORDS: Training(
        "words", "train_words", "the tables of {trained.figures} languages are in {trained.folder}, with README.md."
    ),
}
TEACHINGS = {
    "body": Training("teaching", "teach_body", SETTING.format("auto.text_model")),
    "images": Training("teaching", "teach_images", SETTING.format("auto.image_model")),
    "is-article": Training("teaching", "teach_pages", SETTING.format("auto.page_model")),
}
# The options that work with some models only: with which, and what is said with others.
ONLY_FOR: Mapping[str, tuple[Collection[str], str]] = {
    "start": (TEACHINGS, f"--from works with {', '.join(TEACHINGS)} only."),
    "site": ([TEMPLATE_WRAPPER], "--site works with template-wrapper only; the other models learn from many sites."),
    "languages": (["ner"], "--languages works with ner only."),
}


@click.command()
@click.argument("what", type=click.Choice(list(TRAININGS)))
@click.argument("more_data", metavar="", nargs=-1, type=click.Path(path_type=Path))
@click.option(
    "--data",
    multiple=True,
    metavar="PATH...",
    type=click.Path(path_type=Path),
    help="Labelled data: files whose names end in .jsonl or .jsonl.gz, or folders of them. words needs none.",
)
@click.option(
    "--out",
    required=True,
    type=click.Path(path_type=Path),
    help="The folder to write the model to; for template-wrapper, the file.",
)
@click.option(
    "--seed", type=click.IntRange(0), default=0, show_default=True, help="The same seed gives the same model."
)
@click.option("--site", metavar="SITE", help="The site whose template to learn, if the data covers several sites.")
@click.option(
    "--languages",
    metavar="CODES",
    callback=lambda _context, _parameter, codes: None if codes is None else codes.split(","),
    help="For ner: the languages to read, such as da,de,hr; their data files begin with da-, de- or hr-. Default: en.",
)
@click.option(
    "--from",
    "start",
    metavar="MODEL",
    help="Continue from this model instead of training a new one: cutline (the shipped model) or a model's folder.",
)
def command(
    what: str, more_data: tuple[Path, ...], data: tuple[Path, ...], out: Path, seed: int, **optional: Any
) -> None:
    """Train a model from labelled data.

    ner finds names, in English text or in that of --languages. All other models except words learn from labelled pages.
    body, images and is-article are the classifiers of auto for text segments, images and pages. relevance decides which
    texts are about the story and where it ends; images uses its results. naive-bayes and decision-tree classify text
    blocks, v-wrapper visual blocks, for the methods of the same names. template-wrapper learns the template of one site
    from two or more of its pages, for --wrapper. words builds tables of word frequencies per language from the package
    wordfreq.

    With --from, body, images and is-article keep what the model knows and also learn from your own pages (at least 5).

    --data takes several paths and can be repeated. Progress goes to standard error. The folder OUT gets the model, its
    card with the measured scores, and its licence.
    """
    paths = (*data, *more_data)
    if bool(data) == (what == WORDS):
        raise click.UsageError("words takes no --data." if data else "Missing option '--data'.")
    chosen = {name: value for name, value in optional.items() if value is not None}
    for name in chosen:
        models, refusal = ONLY_FOR[name]
        if what not in models:
            raise click.UsageError(refusal)
    training = TEACHINGS[what] if "start" in chosen else TRAININGS[what]
    given = {} if what == WORDS else {"data": paths, "seed": seed, **chosen}
    complain(training.end.format(trained=training.load()(out=out, **given)))
