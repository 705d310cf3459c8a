"""Text segments with labels: which segments of labelled pages stand in their labelled text."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from cutline.config import Settings
from cutline.dom.document import Document, parse, read_page
from cutline.dom.features.segments import SegmentFeatures, measure_segments
from cutline.dom.line_breaks import line_breaker
from cutline.dom.segments import TextSegment, split_segments
from cutline.errors import CutlineError
from cutline.models.labelled_pages import LabelledPage
from cutline.models.segment_labels import GoldText, cut_words, is_in_gold

MAX_WORDS = 300  # of one segment that count; a longer one says no more about what is article text
EVEN_WORDS = 2  # words that every segment counts besides its own, so that short ones are learned too
LEAST_TEXT = 50  # words that a labelled text counts for at least
OTHER_SHARE = 0.3  # of the words outside the labelled text in the weight of a page
PAGE_WEIGHT = 100.0  # of all segments of a page that is labelled whole, before those outside its text are added
SNIPPET_WEIGHT = 3.0  # of a segment that a labelled snippet names


@dataclass(frozen=True, slots=True, eq=False)
class BodyExamples:
    """The n segments of one page.

    Attributes:
        corpus: its name.
        site: of the page; pages of one site are never both trained and tested on.
        page: its labels, without its HTML.
        texts: of the segments.
        features: of the segments.
        labels: whether each is article text.
        weights: how much each counts in training; 0 where nothing is known of it.
    """

    corpus: str
    site: str
    page: LabelledPage
    texts: tuple[str, ...]
    features: SegmentFeatures
    labels: NDArray[np.bool_]
    weights: NDArray[np.float64]

    def join(self, chosen: NDArray[np.bool_]) -> str:
        """Return the text of some of the segments."""
        return "\n\n".join(text for text, is_chosen in zip(self.texts, chosen, strict=True) if is_chosen)


def read_segments(page: LabelledPage, settings: Settings) -> tuple[Document, list[TextSegment]]:
    """Return the parsed page and its segments.

    Raises:
        PageError: the page cannot be read.
    """
    document = parse(read_page(page.html, settings.page.max_bytes, page.url), settings.page.max_elements)
    return document, split_segments(document, line_breaker(document, settings.max_subsequence.displays))


def collect_body_examples(
    corpus: str, pages: Iterable[LabelledPage], settings: Settings, report: Callable[[str], None]
) -> Iterator[BodyExamples]:
    """Yield the segments of each article whose text is labelled, whole or by snippets; failures are reported."""
    for page in pages:
        is_labelled = page.text or page.with_ or page.without
        if not is_labelled or page.page_type not in (None, "article"):
            continue
        try:
            document, segments = read_segments(page, settings)
        except CutlineError as error:
            report(f"{page.id} is left out: {error}")
            continue
        if segments:
            features = measure_segments(document, segments)
            texts = tuple(segment.text for segment in segments)
            labels, weights = label_segments(page, texts)
            known = page.model_copy(update={"html": ""})
            yield BodyExamples(corpus, page.site or page.id, known, texts, features, labels, weights)


def label_segments(page: LabelledPage, texts: Sequence[str]) -> tuple[NDArray[np.bool_], NDArray[np.float64]]:
    """Return whether each text is the article's, and how much that counts; all pages count about the same."""
    if page.text:
        gold = GoldText(page.text)
        labels = np.array([is_in_gold(text, gold) for text in texts], bool)
        words = np.array([min(len(cut_words(text)), MAX_WORDS) + EVEN_WORDS for text in texts], np.float64)
        whole = max(LEAST_TEXT, words[labels].sum()) + OTHER_SHARE * words[~labels].sum()
        return labels, words / whole * PAGE_WEIGHT
    inside, outside = ([_fold(snippet) for snippet in snippets or ()] for snippets in (page.with_, page.without))
    folded = [_fold(text) for text in texts]
    labels = np.array([_holds(text, inside) for text in folded], bool)
    named = np.array([label or _holds(text, outside) for label, text in zip(labels, folded, strict=True)], bool)
    return labels, named * SNIPPET_WEIGHT


def _fold(text: str) -> str:
    return f" {' '.join(cut_words(text))} "


def _holds(text: str, snippets: Iterable[str]) -> bool:
    return any(snippet in text for snippet in snippets if not snippet.isspace())
