"""Trains the default method's classifiers once for each part of the sites, on all other sites, for fair figures.

usage: train_held_out.py OUT CORPUS.jsonl.gz... [--seed N]

OUT/0 to OUT/4 then hold `body`, `relevance` and `images`, trained without the sites of that part (`find_fold` in
`models/train/training.py` assigns sites to parts). `quality.py --held-out OUT` reads each page with the models that
were not trained on its site. The text of the pages that `images` is trained on is predicted by the body classifier that
was not trained on them.

Bodies and relevance that OUT has already are used as they are: copied there, only `images` is trained.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import Protocol, TypeVar

import numpy as np
from data_files import find_data
from numpy.typing import NDArray

from cutline.config import Settings, load_settings
from cutline.dom.methods.auto import BodyModel
from cutline.models.auto_models import BODY, IMAGES, RELEVANCE, load_body_model
from cutline.models.loaded_models import LoadedModels
from cutline.models.train import body, images, relevance, training
from cutline.models.train.body import BodyExamples, PageKey
from cutline.models.train.strangers import collect_story_examples
from cutline.models.train.training import find_fold, print_progress

Scores = NDArray[np.float64]


class HasSite(Protocol):
    """A page of a site."""

    @property
    def site(self) -> str: ...


Page = TypeVar("Page", bound=HasSite)


def train_bodies(examples: list[BodyExamples], out: Path, seed: int) -> dict[PageKey, Scores]:
    """Write the body classifier of each part; return the scores of each page by the one not trained on its site.

    If all exist already, they are used unchanged.
    """
    folders = [out / str(part) / "body" for part in range(training.FOLDS)]
    if all(folder.is_dir() for folder in folders):
        return score_held_out(examples, [load_body_model(folder) for folder in folders])
    readings = []
    for part in range(training.FOLDS):
        readings.append(body.fit_body(divide(examples, part)[0], seed))
        print_progress(f"part {part}: body")
    scores = score_held_out(examples, [BodyModel(first.predict, second.predict) for first, second in readings])
    for part, (first, second) in enumerate(readings):
        others, _ = divide(examples, part)
        calibrated = body.calibrate_body(second, others, [scores[page.key] for page in others])
        folders[part].mkdir(parents=True, exist_ok=True)
        BODY.save(folders[part], (first, calibrated), {})
    return scores


def train_relevance(corpora: Sequence[Path], settings: Settings, out: Path, seed: int) -> None:
    """Write the classifiers of relevance of each part; existing ones are kept, and if all exist nothing is read."""
    folders = [out / str(part) / "relevance" for part in range(training.FOLDS)]
    if all(folder.is_dir() for folder in folders):
        return
    models = LoadedModels(settings)
    examples = collect_story_examples(corpora, settings, models, print_progress)
    for part, folder in enumerate(folders):
        if not folder.is_dir():
            model, _ = relevance.fit_relevance(divide(examples, part)[0], models, seed)
            folder.mkdir(parents=True)
            RELEVANCE.save(folder, (model.blocks, model.captions, model.boundaries, model.strangers), {})
            print_progress(f"part {part}: relevance")


def score_held_out(examples: list[BodyExamples], models: list[BodyModel]) -> dict[PageKey, Scores]:
    """Return the scores of each page by the model that was not trained on its site."""
    return {
        page.key: model.predict(page.features)
        for part, model in enumerate(models)
        for page in divide(examples, part)[1]
    }


def divide(pages: Sequence[Page], part: int) -> tuple[list[Page], list[Page]]:
    """Return the pages whose sites are not in a part, and those whose sites are."""
    parts = [find_fold(page.site, training.FOLDS) == part for page in pages]
    inside, outside = (
        [page for page, is_in in zip(pages, parts, strict=True) if is_in == kind] for kind in (True, False)
    )
    return outside, inside


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=Path)
    parser.add_argument("corpora", type=find_data, nargs="+", metavar="CORPUS")
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()
    settings = load_settings()
    examples = body.collect_examples(args.corpora, settings, print_progress)
    scores = train_bodies(examples, args.out, args.seed)
    train_relevance(args.corpora, settings, args.out, args.seed)
    pictures = images.collect_examples(args.corpora, scores, settings)
    for part in range(training.FOLDS):
        train, _ = divide(pictures, part)
        _, held_out = images.cross_validate(train, settings.auto.image_threshold, args.seed)
        (args.out / str(part) / "images").mkdir(parents=True, exist_ok=True)
        IMAGES.save(args.out / str(part) / "images", (images.fit_images(train, args.seed, held_out).trees,), {})
        print_progress(f"part {part}: images")


if __name__ == "__main__":
    main()
