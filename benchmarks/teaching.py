"""How far own pages teach the default method's classifiers, by their number.

usage: teaching.py HELD CORPUS.jsonl.gz...

HELD is the folder of `train_held_out.py`: the models that are started from never saw the pages' sites. Pages of one
part of the sites teach, others of that part are read, each once: pages of other sites than those that teach (`other
sites`), or other pages of the same sites (`same sites`). Labels are those of the corpora (`as labelled`), or what a
team with a mind of its own might mark: the last two paragraphs of every article are none of it (a box about the
newspaper), and its first image is none (a banner).

Printed: mean word F1 of the text that is kept, and F1 of the images, before and by the number of pages that teach.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import mean
from typing import TypeVar

os.environ["OMP_NUM_THREADS"] = "1"

import numpy as np
from method_figures.method_table import render_table
from numpy.typing import NDArray

from cutline.config import Settings, load_settings
from cutline.dom.features.context import add_context
from cutline.dom.scripts import cut_words
from cutline.models.body_model import load_body_trees
from cutline.models.gradient_trees import GradientTrees
from cutline.models.image_model import load_image_model
from cutline.models.train import body, images
from cutline.models.train.body_examples import BodyExamples
from cutline.models.train.folds import find_fold
from cutline.models.train.image_card import score_images
from cutline.models.train.image_examples import ImageExamples
from cutline.models.train.ner import print_progress
from cutline.models.train.taught_body import extend_body
from cutline.models.train.taught_images import extend_images

SIZES = (5, 10, 20, 40)  # pages that teach
TESTS = 5  # parts, each read in turn by what the others taught
LAST, PARAGRAPH = 2, 12  # paragraphs at the end, and words that one has at least

Page = TypeVar("Page", BodyExamples, ImageExamples)
Split = tuple[list[int], list[int]]


def split_other_sites(sites: Sequence[str]) -> Iterable[Split]:
    """Yield pages that teach and pages that are read, by site."""
    names = sorted(set(sites))
    for part in range(TESTS):
        held = set(names[part::TESTS])
        yield _part([site in held for site in sites])


def split_same_sites(sites: Sequence[str]) -> Iterable[Split]:
    """Yield pages that teach and pages that are read, of sites that have several pages; every site is in both."""
    places = [sites[:number].count(site) for number, site in enumerate(sites)]
    for part in range(min(TESTS, max(places) + 1)):
        train, test = _part([place == part for place in places])
        taught = {sites[index] for index in train}
        yield train, [index for index in test if sites[index] in taught]


def _part(is_test: Sequence[bool]) -> Split:
    return [n for n, held in enumerate(is_test) if not held], [n for n, held in enumerate(is_test) if held]


def drop_last_paragraphs(page: BodyExamples) -> BodyExamples:
    """Return a page whose last two paragraphs are said to be no part of the article."""
    labels = page.labels.copy()
    is_long = np.array([len(cut_words(text)) >= PARAGRAPH for text in page.texts])
    labels[np.flatnonzero(labels & is_long)[-LAST:]] = False
    return replace(page, labels=labels)


def drop_first_image(page: ImageExamples) -> ImageExamples:
    """Return a page whose first image is said to be no image of the article."""
    first = next((found for found in page.labels if found), ())
    labels = tuple(tuple(label for label in found if label not in first) for found in page.labels)
    return replace(page, labels=labels, labelled=page.labelled - len(first))


def score_text(page: BodyExamples, scores: NDArray[np.float64]) -> float:
    """Return the F1 of the words that are kept, held against the segments that are labelled."""
    sizes = np.array([len(cut_words(text)) for text in page.texts])
    kept = scores >= body.THRESHOLD
    both = sizes[kept].sum() + sizes[page.labels].sum()
    return float(2 * sizes[kept & page.labels].sum() / both) if both else 1.0


@dataclass(frozen=True, slots=True)
class Texts:
    """Pages of one part of the sites, and the body classifier that did not see them."""

    second: GradientTrees
    pages: Sequence[BodyExamples]
    rows: Sequence[NDArray[np.float32]]

    def measure(self, taught: Sequence[int], read: Sequence[int]) -> list[float]:
        """Return the F1 of each page read."""
        trees = self.second
        if taught:
            trees = extend_body(trees, [self.pages[n] for n in taught], [self.rows[n] for n in taught], 0)
        return [score_text(self.pages[n], trees.predict(self.rows[n])) for n in read]


@dataclass(frozen=True, slots=True)
class Pictures:
    """Likewise for images."""

    folder: Path
    pages: Sequence[ImageExamples]
    threshold: float

    def measure(self, taught: Sequence[int], read: Sequence[int]) -> list[float]:
        """Return the F1 of the images of all pages read."""
        model = load_image_model(self.folder)
        if taught:
            model = extend_images(model, [self.pages[n] for n in taught], 0)
        judged = [(self.pages[n], model.judge(self.pages[n].rows).scores) for n in read]
        return [score_images(judged, self.threshold).f1]


def measure_growth(parts: Sequence[Texts | Pictures], split: Callable[[Sequence[str]], Iterable[Split]]) -> list[str]:
    """Return the mean over all pages read, before and by the number of pages that teach."""
    values: list[list[float]] = [[] for _ in (0, *SIZES)]
    for part in parts:
        for train, test in split([page.site for page in part.pages]):
            order = np.random.default_rng(0).permutation(train).tolist()
            for found, size in zip(values, (0, *SIZES), strict=True):
                found += part.measure(order[:size], test) if test else []
    return [f"{mean(found):.4f}" for found in values]


def divide(pages: Iterable[Page], part: int) -> list[Page]:
    """Return the pages whose sites are in a part."""
    return [page for page in pages if find_fold(page.site, body.FOLDS) == part]


def read_texts(
    held: Path, pages: Sequence[BodyExamples]
) -> tuple[list[Texts], dict[tuple[str, str], NDArray[np.float64]]]:
    """Return the pages of each part, and how the models that did not see them score their segments."""
    parts, scores = [], {}
    for part in range(body.FOLDS):
        first, second = load_body_trees(held / str(part) / "body")
        own = divide(pages, part)
        rows = [add_context(page.features, first.predict(page.features.rows)) for page in own]
        parts.append(Texts(second, own, rows))
        scores |= {(page.corpus, page.page.id): second.predict(row) for page, row in zip(own, rows, strict=True)}
    return parts, scores


def read_pictures(held: Path, pages: Sequence[ImageExamples], settings: Settings) -> list[Pictures]:
    """Return the pages of each part."""
    return [
        Pictures(held / str(part) / "images", divide(pages, part), settings.auto.image_threshold)
        for part in range(body.FOLDS)
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("held", type=Path)
    parser.add_argument("corpora", type=Path, nargs="+", metavar="CORPUS")
    args = parser.parse_args()
    settings = load_settings()
    bodies = [page for page in body.collect_examples(args.corpora, settings, print_progress) if page.page.text]
    texts, scores = read_texts(args.held, bodies)
    examples = images.collect_examples(args.corpora, scores, settings, print_progress)
    pictures = read_pictures(args.held, [page for page in examples if page.keys], settings)
    corrected = [replace(part, pages=[drop_last_paragraphs(page) for page in part.pages]) for part in texts]
    banners = [replace(part, pages=[drop_first_image(page) for page in part.pages]) for part in pictures]
    kinds = (
        ("text, as labelled", texts),
        ("text, last two paragraphs out", corrected),
        ("images, as labelled", pictures),
        ("images, first one out", banners),
    )
    rows = [
        [f"{kind}; {name}", *measure_growth(parts, split)]
        for kind, parts in kinds
        for name, split in (("other sites", split_other_sites), ("same sites", split_same_sites))
    ]
    print(render_table(["", "before", *map(str, SIZES)], rows))


if __name__ == "__main__":
    main()
