"""`cutline train`: the models that cutline ships, made again."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Literal

import click

from cutline.service.cli.exits import complain

Train = Callable[[tuple[Path, ...], Path, int], None]


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


TRAININGS: dict[str, Train] = {
    "ner": _train_ner,
    "naive-bayes": _train_blocks("naive-bayes"),
    "decision-tree": _train_blocks("decision-tree"),
    "v-wrapper": _train_v_wrapper,
}


@click.command()
@click.argument("what", type=click.Choice(list(TRAININGS)))
@click.argument("more_data", metavar="", nargs=-1, type=click.Path(path_type=Path))
@click.option(
    "--data",
    required=True,
    multiple=True,
    metavar="PATH...",
    type=click.Path(path_type=Path),
    help="Labelled data: files, or folders of them.",
)
@click.option("--out", required=True, type=click.Path(path_type=Path), help="The folder that the model is written to.")
@click.option("--seed", type=click.IntRange(0), default=0, show_default=True, help="Equal seeds give equal models.")
def command(what: str, more_data: tuple[Path, ...], data: tuple[Path, ...], out: Path, seed: int) -> None:
    """Train a model from labelled data.

    ner: the pipeline that finds names in English text. naive-bayes, decision-tree: the classifiers of text blocks of
    these methods, from labelled pages. v-wrapper: the classifiers of visual blocks of that method, from labelled pages.

    --data takes several paths, or may be repeated. Progress goes to standard error; the model, its card with the
    measured scores, and its licence go into the folder OUT.
    """
    TRAININGS[what]((*data, *more_data), out, seed)
