"""`cutline train`: the models that cutline ships, made again."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import click

from cutline.service.cli.exits import complain


def _train_ner(data: tuple[Path, ...], out: Path, seed: int) -> None:
    from cutline.models.train.ner import train_ner  # spaCy, which --help need not wait for

    trained = train_ner(data, out, seed)
    complain(f"the pipeline is in {trained.folder}, with MODEL_CARD.md; use it with the setting nlp.pipeline.")


TRAININGS: dict[str, Callable[[tuple[Path, ...], Path, int], None]] = {"ner": _train_ner}


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

    ner: the pipeline that finds names in English text.

    --data takes several paths, or may be repeated. Progress goes to standard error; the model, its card with the
    measured scores, and its licence go into the folder OUT.
    """
    TRAININGS[what]((*data, *more_data), out, seed)
