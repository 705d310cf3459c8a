"""The model card of the classifier of text segments, written from measured figures."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from cutline.dom.features.marks import MARK_WORDS
from cutline.dom.methods.auto import BODY_COLUMNS
from cutline.models.train.body_examples import OTHER_PAGES


@dataclass(frozen=True, slots=True)
class BodyFigures:
    """What was measured in cross-validation by site.

    Attributes:
        pages, sites, segments: how many.
        word_f1: by corpus; mean over pages of the bag-of-words F1 of the text kept.
        ceiling: by corpus; the same if every segment were labelled right.
    """

    pages: int
    sites: int
    segments: int
    word_f1: Mapping[str, float]
    ceiling: Mapping[str, float]


def write_body_card(data: Iterable[str], figures: BodyFigures, versions: Mapping[str, str], seed: int) -> str:
    """Return the model card in Markdown."""
    return CARD.format(
        data=", ".join(data),
        figures=figures,
        scores="\n".join(
            f"| {name} | {score:.4f} | {figures.ceiling[name]:.4f} |" for name, score in figures.word_f1.items()
        ),
        versions=", ".join(f"{name} {number}" for name, number in versions.items()),
        seed=seed,
        other_pages=OTHER_PAGES,
        count=len(BODY_COLUMNS),
        columns=", ".join(f"`{name}`" for name in BODY_COLUMNS),
        marks="\n".join(f"| {mark} | `{words}` |" for mark, words in _escaped_marks()),
    )


def _escaped_marks() -> Iterable[tuple[str, str]]:
    """Return the groups of words, fit for a table in Markdown."""
    return ((mark, words.replace("|", r"\|")) for mark, words in MARK_WORDS.items())


CARD = """\
# body

Gradient-boosted trees that tell which text segments of a page are its article: the body of the method `auto`. The page
is read twice; the second time, what the first said of a segment's neighbours and surroundings is known. Plain arrays,
read with numpy alone.

## Data

{figures.pages} pages of {figures.sites} sites with {figures.segments:,} segments, from the corpora: {data}. A segment
is article text when at least 60 % of its word 4-grams stand in the labelled text in order; one of under four words,
when it stands there whole, near other text of the article. Of pages with labelled snippets only, the segments that hold
one are learned from.

## Training

`cutline train body --data PATH... --out FOLDER --seed {seed}` ({versions}).

## Figures

Five-fold cross-validation by site, threshold 0.5; bag-of-words F1 of the kept segments, mean over pages. The ceiling is
that of the labelled segments themselves: what is left to it is text that the labels have and the page has otherwise.

| corpus | word F1 | ceiling |
|---|---|---|
{scores}

## Features

{count} columns: {columns}.

`near_` and `around_` columns say whether names (class, id, role) of the elements around hold a word of a group:

| group | words |
|---|---|
{marks}

## Limits

- Labels differ in what they take for the article: some leave out subtitles, lists or boxes that others hold.
- Most training pages are news and blog articles. Listings, shops, forums and the like are learned from with a weight of
  {other_pages}: what their "text" is, their labels agree on less.
"""
