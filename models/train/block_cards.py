"""The model card of a trained classifier of text blocks, written from measured figures."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from cutline.dom.methods.block_classifier import COLUMNS
from cutline.models.block_classifiers import BlockMethod


@dataclass(frozen=True, slots=True)
class BlockFigures:
    """What was measured in cross-validation by site; the three shares are means over pages."""

    pages: int
    blocks: int
    sites: int
    precision: float
    recall: float
    f1: float


KINDS: Mapping[BlockMethod, str] = {
    "naive-bayes": "Naive Bayes over ranges of each feature, cut where their entropy is least",
    "decision-tree": "A decision tree (CART) that splits by entropy, pruned by cost and complexity",
}


def write_block_card(
    method: BlockMethod, data: Iterable[str], figures: BlockFigures, versions: Mapping[str, str], seed: int
) -> str:
    """Return the model card in Markdown."""
    return CARD.format(
        method=method,
        kind=KINDS[method],
        data=", ".join(data),
        figures=figures,
        versions=", ".join(f"{name} {number}" for name, number in versions.items()),
        seed=seed,
        columns="\n".join(f"| `{name}` | {meaning} |" for name, meaning in COLUMNS.items()),
    )


CARD = """\
# {method}

{kind}: tells which text blocks of a rendered page are article text. A baseline of W. Shen and X. Zou, "An Algorithm on
Web Article Automatic Extraction Based on DOM Structure". Plain arrays, read without scikit-learn.

## Data

{figures.pages} articles of {figures.sites} sites with {figures.blocks:,} text blocks, from the corpora: {data}. A block
is article text when at least 60 % of its word 4-grams stand in the labelled text in order; one of under four words,
when it stands there whole. Pages were rendered from their HTML alone, without their style sheets.

## Training

`cutline train {method} --data PATH... --out FOLDER --seed {seed}` ({versions}).

## Figures

Five-fold cross-validation by site, text blocks, means over pages: precision {figures.precision:.3f}, recall
{figures.recall:.3f}, F1 {figures.f1:.3f}.

## Features

| column | meaning |
|---|---|
{columns}

## Limits

- It needs the layout of a browser; a page without one is read by `first-subtree`.
- It learned from layouts without external style sheets, and mostly from English pages.
"""
