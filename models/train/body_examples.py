"""Text segments with labels: which segments of labelled pages stand in their labelled text.

Some labels were decided by a corpus's convention, not by the page: whether tables, listings and quoted posts are text.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
from lxml.html import HtmlElement
from numpy.typing import NDArray

from cutline.config import Settings
from cutline.dom.document import Document, parse, read_page
from cutline.dom.features.segments import SegmentFeatures, measure_segments
from cutline.dom.line_breaks import line_breaker, split_segments
from cutline.dom.scripts import cut_words
from cutline.dom.segments import TextSegment
from cutline.models.labelled_pages import SHINGLE_WORDS, GoldText, LabelledPage, is_in_gold
from cutline.models.train.training import Report, read_each

MAX_WORDS = 300  # of one segment that count; a longer one says no more about what is article text
EVEN_WORDS = 2  # words that every segment counts besides its own, so that short ones are learned too
NEAR = 3  # segments to a longer one of the text within which a few words that it has too are taken for its
LEAST_TEXT = 50  # words that a labelled text counts for at least
OTHER_SHARE = 0.3  # of the words outside the labelled text in the weight of a page
PAGE_WEIGHT = 100.0  # of all segments of an article that is labelled whole, before those outside its text are added
OTHER_PAGES = 0.15  # weight of a page that is no article; at 0 its text is lost, at more that of articles suffers
DISPUTED = frozenset(("table", "pre", "blockquote"))  # some corpora take them for text and others do not
SNIPPET_WEIGHT = 3.0  # of a segment that a labelled snippet names

PageKey = tuple[str, str]


@dataclass(frozen=True, slots=True, eq=False)
class BodyExamples:
    """The n segments of one page.

    Attributes:
        corpus: its name.
        site: of the page; pages of one site are never both trained and tested on.
        page: its labels, without its HTML.
        texts: of the segments.
        features: of the segments.
        kinds: the tag of the element around each on which corpora disagree, one of `DISPUTED`; empty for most.
        labels: whether each is article text.
        weights: how much each counts in training; 0 where nothing is known of it.
    """

    corpus: str
    site: str
    page: LabelledPage
    texts: tuple[str, ...]
    features: SegmentFeatures
    kinds: NDArray[np.str_]
    labels: NDArray[np.bool_]
    weights: NDArray[np.float64]

    @property
    def key(self) -> PageKey:
        """What the page is known by in whatever corpora it stands."""
        return key_of(self.page)

    def join(self, chosen: NDArray[np.bool_]) -> str:
        """Return the text of some of the segments."""
        return "\n\n".join(text for text, is_chosen in zip(self.texts, chosen, strict=True) if is_chosen)


def key_of(page: LabelledPage) -> PageKey:
    """Return what a page is known by in whatever corpora it stands: its site and its id."""
    return page.site or page.id, page.id


def read_segments(page: LabelledPage, settings: Settings) -> tuple[Document, list[TextSegment]]:
    """Return the parsed page and its segments.

    Raises:
        PageError: the page cannot be read.
    """
    document = parse(read_page(page.html, settings.page.max_bytes, page.url), settings.page.max_elements)
    return document, split_segments(document, line_breaker(document, settings.max_subsequence.displays))


def collect_body_examples(
    corpus: str, pages: Iterable[LabelledPage], settings: Settings, report: Report
) -> Iterator[BodyExamples]:
    """Yield the segments of each page whose text is labelled, whole or by snippets; failures are reported."""
    labelled = (page for page in pages if page.text or page.with_ or page.without)
    for page, (document, segments) in read_each(labelled, lambda page: read_segments(page, settings), report):
        if segments:
            features = measure_segments(document, segments)
            texts = tuple(segment.text for segment in segments)
            labels, weights = label_segments(page, texts)
            known = page.model_copy(update={"html": ""})
            kinds = np.array([_find_kind(segment.block) for segment in segments])
            yield BodyExamples(corpus, page.site or page.id, known, texts, features, kinds, labels, weights)


def _find_kind(element: HtmlElement) -> str:
    """Return the tag of the innermost disputed element that holds another, or is it; empty for none."""
    return next((str(each.tag) for each in (element, *element.iterancestors()) if each.tag in DISPUTED), "")


def label_segments(page: LabelledPage, texts: Sequence[str]) -> tuple[NDArray[np.bool_], NDArray[np.float64]]:
    """Return whether each text is the article's, and how much that counts; all articles count about the same."""
    whole = PAGE_WEIGHT if page.is_article else PAGE_WEIGHT * OTHER_PAGES
    if page.text:
        gold = GoldText(page.text)
        sizes = np.array([len(cut_words(text)) for text in texts], np.intp)
        labels = _drop_stray(np.array([is_in_gold(text, gold) for text in texts], bool), sizes >= SHINGLE_WORDS)
        words = np.minimum(sizes, MAX_WORDS) + EVEN_WORDS
        size = max(LEAST_TEXT, words[labels].sum()) + OTHER_SHARE * words[~labels].sum()
        return labels, words / size * whole
    inside, outside = ([_fold(snippet) for snippet in snippets or ()] for snippets in (page.with_, page.without))
    folded = [_fold(text) for text in texts]
    labels = np.array([_holds(text, inside) for text in folded], bool)
    named = np.array([label or _holds(text, outside) for label, text in zip(labels, folded, strict=True)], bool)
    return labels, named * SNIPPET_WEIGHT


def _drop_stray(labels: NDArray[np.bool_], is_long: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Return the labels without those of a few words far from all others: words of menus that the text has too."""
    numbers = np.arange(len(labels))
    anchors = np.flatnonzero(labels & is_long)
    if not len(anchors):
        return labels
    places = np.searchsorted(anchors, numbers)
    before, behind = anchors[np.maximum(places - 1, 0)], anchors[np.minimum(places, len(anchors) - 1)]
    is_near = np.minimum(np.abs(numbers - before), np.abs(behind - numbers)) <= NEAR
    kept: NDArray[np.bool_] = labels & (is_long | is_near)
    return kept


def _fold(text: str) -> str:
    return f" {' '.join(cut_words(text))} "


def _holds(text: str, snippets: Iterable[str]) -> bool:
    return any(snippet in text for snippet in snippets if not snippet.isspace())


def drop_conventions(examples: Sequence[BodyExamples]) -> list[BodyExamples]:
    """Return the segments of a corpus, with weight 0 for those that it leaves out by convention.

    News corpora mostly leave out tables and embedded posts between the paragraphs; others include them. If a corpus
    leaves out most words of a kind, its labels say nothing about the ones left out.
    """
    words: defaultdict[tuple[str, bool], float] = defaultdict(float)
    between = [_find_between(page) for page in examples]
    for page, places in zip(examples, between, strict=True):
        for kind, label, count in zip(
            page.kinds[places], page.labels[places], page.features.words[places], strict=True
        ):
            words[kind, bool(label)] += count
    left_out = {kind for kind in DISPUTED if words[kind, False] > words[kind, True]}
    return [_forget(page, places, left_out) for page, places in zip(examples, between, strict=True)]


def _find_between(page: BodyExamples) -> slice:
    """Return the places from the first to the last segment of an article that is labelled whole; none of others."""
    numbers = np.flatnonzero(page.labels).tolist()
    is_whole = page.page.text and page.page.is_article and numbers
    return slice(numbers[0], numbers[-1] + 1) if is_whole else slice(0)


def _forget(page: BodyExamples, places: slice, kinds: set[str]) -> BodyExamples:
    forgotten: NDArray[np.bool_] = np.isin(page.kinds[places], list(kinds)) & ~page.labels[places]
    weights = page.weights.copy()
    weights[places][forgotten] = 0.0
    return replace(page, weights=weights)
