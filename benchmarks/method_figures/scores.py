"""Scores of a method's text segments on one page, their means over pages, and the table of methods.

Precision, recall and F1 are over text segments, as P. Luo et al. define them ("Web Article Extraction for Web
Printing", DocEng 2009, section 5); `cutline.models.labelled_pages` decides which segments are right.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import mean

from markdown_tables import draw_table

from cutline.dom.body import Body
from cutline.dom.scripts import cut_words
from cutline.models.evaluation import harmonic_mean
from cutline.models.labelled_pages import SHINGLE_WORDS

HEADINGS = ("method", "P", "R", "F1", "accuracy", "pooled", "long", "word F1", "title", "ms")


@dataclass(frozen=True, slots=True)
class Measured:
    """Precision, recall, F1 and accuracy, each 0..1."""

    precision: float
    recall: float
    f1: float
    accuracy: float


@dataclass(frozen=True, slots=True)
class Counts:
    """Number of segments: kept and labelled, kept, labelled, and all."""

    right: int
    kept: int
    labelled: int
    segments: int

    @classmethod
    def of(cls, kept: Sequence[bool], labelled: Sequence[bool]) -> Counts:
        return cls(sum(k and g for k, g in zip(kept, labelled, strict=True)), sum(kept), sum(labelled), len(kept))

    @classmethod
    def sum(cls, counts: Sequence[Counts]) -> Counts:
        return cls(*(sum(getattr(one, name) for one in counts) for name in cls.__slots__))

    def measure(self) -> Measured:
        """Return the figures; recall is 1 if no segment is labelled."""
        precision = self.right / self.kept if self.kept else 0.0
        recall = self.right / self.labelled if self.labelled else 1.0
        wrong = self.kept + self.labelled - 2 * self.right
        accuracy = 1 - wrong / self.segments if self.segments else 1.0
        return Measured(precision, recall, harmonic_mean(precision, recall), accuracy)


@dataclass(frozen=True, slots=True)
class PageScore:
    """The scores of one method on one page.

    Attributes:
        all: counts of the segments with words.
        long: counts of the segments of four words or more.
        word_f1: bag-of-words F1 of the text.
        title: whether the title is exactly right; None if the method gives none, or none is labelled.
        milliseconds: CPU time of the method.
    """

    all: Counts
    long: Counts
    word_f1: float
    title: bool | None
    milliseconds: float


@dataclass(frozen=True, slots=True)
class Gold:
    """The labels of one page's segments.

    Attributes:
        words: the words of each segment.
        is_text: whether each segment is part of the labelled text.
        text: the words of the labelled text.
        title: the labelled title.
    """

    words: tuple[tuple[str, ...], ...]
    is_text: tuple[bool, ...]
    text: tuple[str, ...]
    title: str | None


def score_page(body: Body, gold: Gold, *, names_title: bool, milliseconds: float) -> PageScore:
    """Return the scores of a method's body.

    Args:
        body: the result of the method, with a decision for each segment.
        gold: the labels.
        names_title: whether the method looks for a title.
        milliseconds: its CPU time.
    """
    rows = [(d.kept, g, w) for d, g, w in zip(body.decisions, gold.is_text, gold.words, strict=True) if w]
    long = [row for row in rows if len(row[2]) >= SHINGLE_WORDS]
    return PageScore(
        Counts.of([kept for kept, _, _ in rows], [labelled for _, labelled, _ in rows]),
        Counts.of([kept for kept, _, _ in long], [labelled for _, labelled, _ in long]),
        word_f1([word for kept, _, words in rows if kept for word in words], gold.text),
        is_same_title(body.title, gold.title) if names_title and gold.title else None,
        milliseconds,
    )


def word_f1(predicted: Sequence[str], gold: Sequence[str]) -> float:
    shared = (Counter(predicted) & Counter(gold)).total()
    return 2 * shared / (len(predicted) + len(gold)) if predicted else 0.0


def is_same_title(found: str | None, labelled: str) -> bool:
    """Whether two titles are equal, ignoring case, spaces and punctuation."""
    return cut_words(found or "") == cut_words(labelled)


def mean_measured(counts: Sequence[Counts]) -> Measured:
    """Return the mean of each figure over pages."""
    pages = [one.measure() for one in counts]
    return Measured(*(mean(getattr(page, name) for page in pages) for name in Measured.__slots__))


def render_methods(scores: Mapping[str, Sequence[PageScore]]) -> str:
    """Return a table with a row for each method, given its scores by page."""
    rows = [[f"`{method}`", *_figures(pages)] for method, pages in scores.items()]
    return draw_table(HEADINGS, rows)


def _figures(pages: Sequence[PageScore]) -> list[str]:
    means = mean_measured([page.all for page in pages])
    long = mean_measured([page.long for page in pages])
    pooled = Counts.sum([page.all for page in pages]).measure()
    shares = [means.precision, means.recall, means.f1, means.accuracy, pooled.f1]
    shares += [harmonic_mean(long.precision, long.recall), mean(page.word_f1 for page in pages)]
    titles = [page.title for page in pages if page.title is not None]
    return [
        *(f"{share:.3f}" for share in shares),
        f"{mean(titles):.3f}" if titles else "",
        f"{mean(page.milliseconds for page in pages):.1f}",
    ]
