"""Measures of extraction quality over labelled pages, as `cutline evaluate` prints them.

Text      word_f1      bag-of-words F1, mean over pages
          shingle_p/r  mean precision and recall of 4-word shingles; shingle_f1 is the F1 of these means
          with         share of the snippets in the article that are found; without: share of the others that are absent
Title     title        share of pages with the labelled title, ignoring case, spaces and punctuation
Images    image_p/r/f1 over all pages with image labels; page_exact: share of pages with exactly the right images
Captions  caption_f1   mean word F1 over labelled captions of images that were found
          caption_all  the same over all labelled captions; that of a missed image counts 0

All measures except shingle_f1 and image_f1 are ratios of two sums over pages. Their intervals come from resampling
sites.
"""

from __future__ import annotations

import random
import re
from collections import Counter, defaultdict
from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from cutline.errors import SourceError
from cutline.models.labelled_pages import ImageMatches, LabelledImage, LabelledPage, match_images
from cutline.types import Article

WORD = re.compile(r"\w+")
SHINGLE_WORDS = 4
RESAMPLES = 1000
LOW, HIGH = 0.025, 0.975  # quantiles that bound the 95 % interval


class Share(NamedTuple):
    """A part of a whole; a mean over pages is their sum over their number."""

    part: float
    whole: float

    @property
    def value(self) -> float:
        """The part divided by the whole; 0 if the whole is 0."""
        return self.part / self.whole if self.whole else 0.0


PageScore = Mapping[str, Share]


@dataclass(frozen=True, slots=True)
class Figure:
    """The value of a measure, with its 95 % interval."""

    value: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class EvaluationReport:
    """The results of a corpus; `figures` holds the measures that its labels allow, by name."""

    pages: int
    sites: int
    failed: int
    figures: Mapping[str, Figure]
    by_page: Mapping[str, PageScore]


class Evaluation:
    """Collects the scores of pages, one at a time."""

    def __init__(self) -> None:
        """Start without pages."""
        self._by_page: dict[str, PageScore] = {}
        self._site_of: dict[str, str] = {}
        self._failed = 0

    def add(self, page: LabelledPage, article: Article | None) -> PageScore:
        """Score one page and return its score; `article` is None if extraction failed."""
        score = score_page(page, article)
        self._by_page[page.id] = score
        self._site_of[page.id] = page.site or page.id
        self._failed += article is None
        return score

    def report(self) -> EvaluationReport:
        """Return the figures over all added pages.

        Raises:
            SourceError: no page was added, or none is labelled.
        """
        if not self._by_page:
            raise SourceError("There is nothing to evaluate: no page of the corpus was selected.")
        if not any(self._by_page.values()):
            raise SourceError("There is nothing to evaluate: no page is labelled (title, text, with, without, images).")
        by_site: defaultdict[str, list[PageScore]] = defaultdict(list)
        for page, site in sorted(self._site_of.items(), key=lambda item: item[1]):
            by_site[site].append(self._by_page[page])
        figures = _compute_figures([_add_scores(scores) for scores in by_site.values()])
        return EvaluationReport(len(self._by_page), len(by_site), self._failed, figures, self._by_page)


def score_page(page: LabelledPage, article: Article | None) -> PageScore:
    """Return the score of one page for each measure that its labels allow; a failed page counts as an empty article."""
    text, title = (article.text, article.title) if article else ("", None)
    titles = [("title", Share(_fold(title) == _fold(page.title), 1))] if page.title else []
    return dict([*_score_text(page, text), *_score_snippets(page, text), *titles, *_score_images(page, article)])


def _score_text(page: LabelledPage, text: str) -> Iterator[tuple[str, Share]]:
    if not page.text:
        return
    yield "word_f1", Share(word_f1(text, page.text), 1)
    right, found, labelled = overlap(_cut_shingles(text), _cut_shingles(page.text))
    yield "shingle_p", Share(right / found, 1) if found else Share(0, 0)
    yield "shingle_r", Share(right / labelled if labelled else 1.0, 1)


def _score_snippets(page: LabelledPage, text: str) -> Iterator[tuple[str, Share]]:
    folded = _fold(text)  # substring search, because many snippets are cut in the middle of a word
    if page.with_:
        yield "with", Share(sum(_fold(snippet) in folded for snippet in page.with_), len(page.with_))
    if page.without:
        yield "without", Share(sum(_fold(snippet) not in folded for snippet in page.without), len(page.without))


def _score_images(page: LabelledPage, article: Article | None) -> Iterator[tuple[str, Share]]:
    if page.images is None:
        return
    matches = match_images(page, article.images if article else ())
    right, labelled = len(matches.right), len(page.images)
    yield "image_p", Share(right, right + matches.wrong)
    yield "image_r", Share(right, labelled)
    yield "page_exact", Share(not matches.wrong and right == labelled, 1)
    yield from _score_captions(page.images, matches)


def _score_captions(labels: Sequence[LabelledImage], matches: ImageMatches) -> Iterator[tuple[str, Share]]:
    values = measure_captions(labels, matches)
    found = [value for value in values if value is not None]
    if found:
        yield "caption_f1", Share(sum(found), len(found))
    if values:
        yield "caption_all", Share(sum(found), len(values))


def measure_captions(labels: Sequence[LabelledImage], matches: ImageMatches) -> list[float | None]:
    """Return the word F1 of each labelled caption; None where its image was not found."""
    captions = {index: label.caption for index, label in enumerate(labels) if label.caption}
    return [
        word_f1(matches.right[index].caption, caption) if index in matches.right else None
        for index, caption in captions.items()
    ]


def compute_measures(scores: Sequence[PageScore]) -> dict[str, float]:
    """Return the value of each measure over some pages or sites."""
    return _compute_measures(_list_columns(scores), range(len(scores)))


def _compute_figures(sites: Sequence[PageScore]) -> dict[str, Figure]:
    columns = _list_columns(sites)
    samples: defaultdict[str, list[float]] = defaultdict(list)
    generator = random.Random(0)
    for _ in range(RESAMPLES):
        draw = generator.choices(range(len(sites)), k=len(sites))
        for name, value in _compute_measures(columns, draw).items():
            samples[name].append(value)
    return {name: Figure(value, *_bound(samples[name])) for name, value in sorted(compute_measures(sites).items())}


def _list_columns(scores: Sequence[PageScore]) -> dict[str, list[Share | None]]:
    names = sorted({name for score in scores for name in score})
    return {name: [score.get(name) for score in scores] for name in names}


def _compute_measures(columns: Mapping[str, Sequence[Share | None]], draw: Iterable[int]) -> dict[str, float]:
    """Return the value of each measure over the drawn sites; measures that none of them has are left out."""
    drawn = {name: [share for share in map(column.__getitem__, draw) if share] for name, column in columns.items()}
    values = {name: _add_shares(shares).value for name, shares in drawn.items() if shares}
    for kind in ("shingle", "image"):
        if f"{kind}_p" in values:
            values[f"{kind}_f1"] = harmonic_mean(values[f"{kind}_p"], values[f"{kind}_r"])
    return values


def _bound(samples: Collection[float]) -> tuple[float, float]:
    ranked = sorted(samples)
    return ranked[int(LOW * len(ranked))], ranked[int(HIGH * len(ranked)) - 1]


def _add_scores(scores: Sequence[PageScore]) -> PageScore:
    names = dict.fromkeys(name for score in scores for name in score)
    return {name: _add_shares([score[name] for score in scores if name in score]) for name in names}


def _add_shares(shares: Sequence[Share]) -> Share:
    parts, wholes = zip(*shares, strict=True)
    return Share(sum(parts), sum(wholes))


def harmonic_mean(precision: float, recall: float) -> float:
    """Return the F1 of a precision and a recall."""
    return 2 * precision * recall / (precision + recall) if precision + recall else 0.0


def word_f1(text: str | None, label: str) -> float:
    """Return the bag-of-words F1 of a text and its label (0..1); 1 if both are empty."""
    right, found, labelled = overlap(cut_words(text), cut_words(label))
    if not labelled:
        return 0.0 if found else 1.0
    return 2 * right / (found + labelled)


def overlap(found: Iterable[Hashable], labelled: Iterable[Hashable]) -> tuple[int, int, int]:
    """Return how many elements two bags share, and the size of each."""
    ours, theirs = Counter(found), Counter(labelled)
    return (ours & theirs).total(), ours.total(), theirs.total()


def _cut_shingles(text: str) -> list[tuple[str, ...]]:
    words = cut_words(text)
    if 0 < len(words) < SHINGLE_WORDS:
        return [tuple(words)]
    return [tuple(words[start : start + SHINGLE_WORDS]) for start in range(len(words) - SHINGLE_WORDS + 1)]


def _fold(text: str | None) -> str:
    return " ".join(cut_words(text))


def cut_words(text: str | None) -> list[str]:
    """Return the words of a text in small letters."""
    return WORD.findall((text or "").lower())
