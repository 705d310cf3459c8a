"""Training examples of text segments: which segments of labelled pages are in their labelled text.

Some labels reflect a corpus's convention, not the page: whether tables, listings and quoted posts are text.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
from lxml.html import HtmlElement
from numpy.typing import NDArray

from cutline.config import Settings
from cutline.dom.comments import leave_out_comments
from cutline.dom.document import Document, parse, read_page
from cutline.dom.features.segments import SegmentFeatures, measure_segments
from cutline.dom.line_breaks import line_breaker, split_segments
from cutline.dom.scripts import cut_words
from cutline.dom.segments import TextSegment
from cutline.models.labelled_pages import SHINGLE_WORDS, GoldText, LabelledPage, is_in_gold
from cutline.models.train.training import Report, read_each

MAX_WORDS = 300  # counted per segment; longer ones say no more about what is article text
EVEN_WORDS = 2  # added to each segment's words, so that short ones count too
NEAR = 3  # segments; a short text counts as article text only this close to a longer one
LEAST_TEXT = 50  # words; minimum size of a labelled text for the weights
OTHER_SHARE = 0.3  # share at which words outside the labelled text count in the weight of a page
PAGE_WEIGHT = 100.0  # of an article with complete labels
OTHER_PAGES = 0.15  # relative weight of other pages; lower, their text is lost; higher, articles get worse
DISPUTED = frozenset(("table", "pre", "blockquote"))  # some corpora count them as text, others do not
SNIPPET_WEIGHT = 3.0  # of a segment with a labelled snippet

PageKey = tuple[str, str]


@dataclass(frozen=True, slots=True, eq=False)
class BodyExamples:
    """The n segments of one page.

    Attributes:
        corpus: its name.
        site: of the page; pages of one site are never both trained and tested on.
        page: its labels, without its HTML.
        texts: the text of each segment.
        features: the features of the segments.
        kinds: for each segment, the tag of the innermost surrounding element in `DISPUTED`; empty for most.
        labels: whether each is article text.
        weights: training weight of each; 0 if its label is unknown.
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
        """Identifies the page across corpora."""
        return key_of(self.page)

    def join(self, chosen: NDArray[np.bool_]) -> str:
        """Return the text of the chosen segments."""
        return "\n\n".join(text for text, is_chosen in zip(self.texts, chosen, strict=True) if is_chosen)


def key_of(page: LabelledPage) -> PageKey:
    """Return what identifies a page across corpora: its site and id."""
    return page.site or page.id, page.id


def read_segments(page: LabelledPage, settings: Settings) -> tuple[Document, list[TextSegment]]:
    """Return the parsed page and its segments.

    Raises:
        PageError: the page cannot be read.
    """
    document = parse(
        read_page(page.html, settings.page.max_bytes, page.url), settings.page.max_elements, settings.formulas
    )
    return document, split_segments(document, line_breaker(document, settings.max_subsequence.displays))


def collect_body_examples(
    corpus: str, pages: Iterable[LabelledPage], settings: Settings, report: Report
) -> Iterator[BodyExamples]:
    """Yield the segments of each page with labelled text or snippets, but for threads of comments.

    Failures are reported.
    """
    labelled = (page for page in pages if page.text or page.with_ or page.without)
    for page, (document, everything) in read_each(labelled, lambda page: read_segments(page, settings), report):
        if segments := leave_out_comments(document, everything):
            features = measure_segments(document, segments)
            texts = tuple(segment.text for segment in segments)
            labels, weights = label_segments(page, texts)
            known = page.model_copy(update={"html": ""})
            kinds = np.array([_find_kind(segment.block) for segment in segments])
            yield BodyExamples(corpus, page.site or page.id, known, texts, features, kinds, labels, weights)


def _find_kind(element: HtmlElement) -> str:
    """Return the tag of the innermost element in `DISPUTED` that contains an element or is it; empty for none."""
    return next((str(each.tag) for each in (element, *element.iterancestors()) if each.tag in DISPUTED), "")


def label_segments(page: LabelledPage, texts: Sequence[str]) -> tuple[NDArray[np.bool_], NDArray[np.float64]]:
    """Return whether each text belongs to the article, and its weight; all articles weigh about the same."""
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
    """Remove the labels of short texts far from longer ones: menu words that the article uses too."""
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
    """Return the segments of a corpus, with weight 0 for those that it omits by convention.

    News corpora mostly omit tables and embedded posts between paragraphs; others include them. If a corpus omits most
    words of a kind, its labels say nothing about the omitted ones.
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
    """Return the range of the labelled segments, first to last; empty unless it is an article with complete labels."""
    numbers = np.flatnonzero(page.labels).tolist()
    is_whole = page.page.text and page.page.is_article and numbers
    return slice(numbers[0], numbers[-1] + 1) if is_whole else slice(0)


def _forget(page: BodyExamples, places: slice, kinds: set[str]) -> BodyExamples:
    forgotten: NDArray[np.bool_] = np.isin(page.kinds[places], list(kinds)) & ~page.labels[places]
    weights = page.weights.copy()
    weights[places][forgotten] = 0.0
    return replace(page, weights=weights)
