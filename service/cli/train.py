"""`cutline train`: the models that cutline ships, made again, and wrappers of sites."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Literal

import click

from cutline.service.cli.exits import complain

Train = Callable[[tuple[Path, ...], Path, int], None]
Teach = Callable[[tuple[Path, ...], Path, str, int], None]


def _train_ner(data: tuple[Path, ...], out: Path, seed: int) -> None:
    from cutline.models.train.ner import train_ner  # spaCy, which --help need not wait for

    trained = train_ner(data, out, seed)
    complain(f"the pipeline is in {trained.folder}, with MODEL_CARD.md; use it with the setting nlp.pipeline.")


def _train_blocks(method: Literal["naive-bayes", "decision-tree"]) -> Train:
    def train(data: tuple[Path, ...], out: Path, seed: int) -> None:
        from cutline.models.train.blocks import train_block_classifier  # scikit-learn

        trained = train_block_classifier(method, data, out, seed)
        complain(f"the model is in {trained.folder}, with MODEL_CARD.md.")

    return train


def _train_v_wrapper(data: tuple[Path, ...], out: Path, seed: int) -> None:
    from cutline.models.train.v_wrapper import train_v_wrapper  # scikit-learn, which only training needs

    trained = train_v_wrapper(data, out, seed, complain)
    complain(f"the V-Wrapper is in {trained.folder}, with MODEL_CARD.md; use it with the setting v_wrapper.model.")


def _train_body(data: tuple[Path, ...], out: Path, seed: int) -> None:
    from cutline.models.train.body import train_body  # LightGBM and scikit-learn, which only training needs

    trained = train_body(data, out, seed)
    complain(f"the model is in {trained.folder}, with MODEL_CARD.md; use it with the setting auto.text_model.")


def _train_images(data: tuple[Path, ...], out: Path, seed: int) -> None:
    from cutline.models.train.images import train_images  # LightGBM and scikit-learn, which only training needs

    trained = train_images(data, out, seed)
    complain(f"the model is in {trained.folder}, with MODEL_CARD.md; use it with the setting auto.image_model.")


def _train_relevance(data: tuple[Path, ...], out: Path, seed: int) -> None:
    from cutline.models.train.relevance import train_relevance  # LightGBM and scikit-learn, which only training needs

    trained = train_relevance(data, out, seed)
    complain(f"the model is in {trained.folder}, with MODEL_CARD.md; use it with the setting relevance.model.")


def _train_pages(data: tuple[Path, ...], out: Path, seed: int) -> None:
    from cutline.models.train.pages import train_pages  # LightGBM and scikit-learn, which only training needs

    trained = train_pages(data, out, seed)
    complain(f"the model is in {trained.folder}, with MODEL_CARD.md; use it with the setting auto.page_model.")


TRAININGS: dict[str, Train] = {
    "is-article": _train_pages,
    "images": _train_images,
    "relevance": _train_relevance,
    "body": _train_body,
    "ner": _train_ner,
    "naive-bayes": _train_blocks("naive-bayes"),
    "decision-tree": _train_blocks("decision-tree"),
    "v-wrapper": _train_v_wrapper,
}


def _teach_body(data: tuple[Path, ...], out: Path, start: str, seed: int) -> None:
    from cutline.models.train.taught_body import teach_body  # LightGBM, which only training needs

    taught = teach_body(data, out, start, seed)
    complain(f"the model is in {taught.folder}, with MODEL_CARD.md; use it with the setting auto.text_model.")


def _teach_images(data: tuple[Path, ...], out: Path, start: str, seed: int) -> None:
    from cutline.models.train.taught_images import teach_images  # LightGBM, which only training needs

    taught = teach_images(data, out, start, seed)
    complain(f"the model is in {taught.folder}, with MODEL_CARD.md; use it with the setting auto.image_model.")


def _teach_pages(data: tuple[Path, ...], out: Path, start: str, seed: int) -> None:
    from cutline.models.train.taught_pages import teach_pages  # LightGBM, which only training needs

    taught = teach_pages(data, out, start, seed)
    complain(f"the model is in {taught.folder}, with MODEL_CARD.md; use it with the setting auto.page_model.")


TEACHINGS: dict[str, Teach] = {"body": _teach_body, "images": _teach_images, "is-article": _teach_pages}
TEMPLATE_WRAPPER, WORDS = "template-wrapper", "words"


def _train_words(out: Path) -> None:
    from cutline.models.train.words import train_words  # wordfreq, which only training needs

    languages = train_words(out)
    complain(f"the tables of {len(languages)} languages are in {out}, with README.md.")


def _train_template_wrapper(data: tuple[Path, ...], out: Path, seed: int, site: str | None) -> None:
    from cutline.models.train.template_wrapper import train_template_wrapper  # what only training needs

    trained = train_template_wrapper(data, out, seed, complain, site)
    complain(f"the wrapper of {trained.wrapper.site} is {trained.file}; use it with --wrapper {trained.file}.")


@click.command()
@click.argument("what", type=click.Choice([*TRAININGS, TEMPLATE_WRAPPER, WORDS]))
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
    help="The folder that the model is written to; the file of a template-wrapper.",
)
@click.option("--seed", type=click.IntRange(0), default=0, show_default=True, help="Equal seeds give equal models.")
@click.option("--site", metavar="SITE", help="The site whose template is learned, if the pages are of several.")
@click.option(
    "--from",
    "start",
    metavar="MODEL",
    help="Teach this model further, instead of training a new one: cutline, the shipped one, or a model's folder.",
)
def command(
    what: str,
    more_data: tuple[Path, ...],
    data: tuple[Path, ...],
    out: Path,
    seed: int,
    site: str | None,
    start: str | None,
) -> None:
    """Train a model from labelled data.

    ner: the pipeline that finds names in English text. body, images, is-article: the classifiers of auto, for text
    segments, images and pages, from labelled pages. relevance: which texts tell of an article's story, and where it
    ends, from labelled pages; images learns from it. naive-bayes, decision-tree: the classifiers of text blocks of
    these methods, from labelled pages. v-wrapper: the classifiers of visual blocks of that method, from labelled pages.
    template-wrapper: the template of one site, from two or more of its labelled pages, for --wrapper. words: the
    tables of how frequent words are in each language, from the package wordfreq.

    With --from, body, images and is-article learn own pages, five or more, in addition to what the model knows already.

    --data takes several paths, or may be repeated. Progress goes to standard error; the model, its card with the
    measured scores, and its licence go into the folder OUT.
    """
    paths = (*data, *more_data)
    if bool(data) == (what == WORDS):
        raise click.UsageError("words takes no --data." if data else "Missing option '--data'.")
    if start is not None and what not in TEACHINGS:
        raise click.UsageError(f"--from goes with {', '.join(TEACHINGS)}.")
    if what == WORDS:
        _train_words(out)
    elif start is not None and site is None:
        TEACHINGS[what](paths, out, start, seed)
    elif what == TEMPLATE_WRAPPER:
        _train_template_wrapper(paths, out, seed, site)
    elif site is not None:
        raise click.UsageError("--site goes with template-wrapper; the other models learn from pages of many sites.")
    else:
        TRAININGS[what](paths, out, seed)
