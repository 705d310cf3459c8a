"""What each kind of knowledge is worth to the classifier of images: it is trained anew with some of its features.

usage: image_ablations.py CORPUS.jsonl.gz... [--seed N]

Cross-validation by site, as `cutline train images` measures: where the text stands is predicted by a body classifier
that did not see the page's site, and so is what is an image of the article. A corpus without labelled images trains the
body only. Printed for each corpus: precision, recall and F1 of images over all pages together, and the share of pages
whose images are exactly right; the last row is the best that could be had, every picture that cutline finds being
judged as it is labelled.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from cutline.config import load_settings
from cutline.dom.features.images import IMAGE_COLUMNS
from cutline.models.image_model import FULL_COLUMNS
from cutline.models.train import images
from cutline.models.train.folds import split_sites
from cutline.models.train.image_card import ImageScore, score_corpora
from cutline.models.train.image_examples import ImageExamples
from cutline.models.train.ner import print_progress
from cutline.nlp.image_evidence import EVIDENCE_COLUMNS

ENTITIES = ("similarity", "shared_names")
WORDS = tuple(name for name in EVIDENCE_COLUMNS if name not in ENTITIES)
VARIANTS: Mapping[str, Sequence[str]] = {
    "structure, words and names": FULL_COLUMNS,
    "structure and names (entities only)": (*IMAGE_COLUMNS, *ENTITIES),
    "structure and words (words only)": (*IMAGE_COLUMNS, *WORDS),
    "structure alone (no NLP)": IMAGE_COLUMNS,
    "words and names (no structure)": EVIDENCE_COLUMNS,
    "names alone": ENTITIES,
    "words alone": WORDS,
}
CEILING = "every picture judged as labelled"

Scores = NDArray[np.float64]


def predict_held_out(examples: Sequence[ImageExamples], columns: Sequence[str], seed: int) -> list[Scores]:
    """Return the score of each page's images by a classifier of these columns that did not see the page's site."""
    places = [FULL_COLUMNS.index(name) for name in columns]
    rows = [np.concatenate([page.rows, page.evidence], axis=1)[:, places] for page in examples]
    scores: list[Scores] = [np.zeros(0)] * len(examples)
    for train, test in split_sites([page.site for page in examples], images.FOLDS):
        known = np.concatenate([examples[index].known for index in train])
        labels = np.concatenate([examples[index].is_article for index in train])
        trees = images.fit_ensembles(np.concatenate([rows[index] for index in train])[known], labels[known], seed)
        for index in test:
            scores[index] = trees.predict(rows[index])
    return scores


def judge_as_labelled(examples: Sequence[ImageExamples]) -> list[Scores]:
    """Return the scores of a classifier that knows the labels."""
    return [page.is_article.astype(np.float64) for page in examples]


def render_tables(scores: Mapping[str, Mapping[str, ImageScore]]) -> str:
    """Return a table for each corpus, given the figures of each variant by corpus."""
    corpora = dict.fromkeys(corpus for figures in scores.values() for corpus in figures)
    return "\n\n".join(
        "\n".join(
            [
                f"### {corpus}\n",
                "| the classifier knows | P | R | F1 | pages exact |",
                "|---|" + "---:|" * 4,
                *(_render_row(name, figures[corpus]) for name, figures in scores.items()),
            ]
        )
        for corpus in corpora
    )


def _render_row(name: str, score: ImageScore) -> str:
    return f"| {name} | {score.precision:.3f} | {score.recall:.3f} | {score.f1:.3f} | {score.exact:.3f} |"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpora", type=Path, nargs="+", metavar="CORPUS")
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()
    settings = load_settings()
    examples = images.collect_held_out_examples(args.corpora, settings, args.seed, print_progress)
    scores = {
        name: score_corpora(examples, predict_held_out(examples, columns, args.seed), settings.auto.image_threshold)
        for name, columns in VARIANTS.items()
    }
    scores[CEILING] = score_corpora(examples, judge_as_labelled(examples), settings.auto.image_threshold)
    print(render_tables(scores))


if __name__ == "__main__":
    main()
