"""Training of the classifier of text segments, the body of `auto`: which are in the labelled text of their page.

Some labels reflect a corpus's convention, not the page: whether tables, listings and quoted posts are text.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from lxml.html import HtmlElement
from numpy.typing import NDArray

from cutline.config import Settings, load_settings
from cutline.dom.ancestors import climb
from cutline.dom.comments import leave_out_comments
from cutline.dom.document import Document, parse, read_page
from cutline.dom.features.arrays import Bools, Floats, Rows
from cutline.dom.features.context import add_context
from cutline.dom.features.marks import MARK_WORDS
from cutline.dom.features.segments import SegmentFeatures, measure_segments
from cutline.dom.line_breaks import line_breaker, split_segments
from cutline.dom.methods.auto import BODY_COLUMNS, BodyModel
from cutline.dom.scripts import cut_words
from cutline.dom.segments import TextSegment
from cutline.errors import TrainingError
from cutline.models.auto_models import BODY, join_readings
from cutline.models.evaluation import word_f1
from cutline.models.labelled_pages import SHINGLE_WORDS, GoldText, LabelledPage, is_in_gold, read_labelled_pages
from cutline.models.train import training
from cutline.models.train.boosting import Boosting, calibrate, fit_gradient_trees
from cutline.models.train.datasets import find_data_files
from cutline.models.train.training import FOLDS, Report, Trained, print_progress
from cutline.models.trees import GradientTrees

MAX_WORDS = 300  # counted per segment; longer ones say no more about what is article text
EVEN_WORDS = 2  # added to each segment's words, so that short ones count too
NEAR = 3  # segments; a short text counts as article text only this close to a longer one
LEAST_TEXT = 50  # words; minimum size of a labelled text for the weights
OTHER_SHARE = 0.3  # share at which words outside the labelled text count in the weight of a page
PAGE_WEIGHT = 100.0  # of an article with complete labels
OTHER_PAGES = 0.5  # relative weight of other pages; lower, their text is lost; higher, articles get worse
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
    labels: Bools
    weights: Floats

    @property
    def key(self) -> PageKey:
        """Identifies the page across corpora."""
        return key_of(self.page)

    def join(self, chosen: Bools) -> str:
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
    for page, (document, everything) in training.read_each(
        labelled, lambda page: read_segments(page, settings), report
    ):
        if segments := leave_out_comments(document, everything):
            features = measure_segments(document, segments)
            texts = tuple(segment.text for segment in segments)
            labels, weights = label_segments(page, texts)
            known = page.model_copy(update={"html": ""})
            kinds = np.array([_find_kind(segment.block) for segment in segments])
            yield BodyExamples(corpus, page.site or page.id, known, texts, features, kinds, labels, weights)


def _find_kind(element: HtmlElement) -> str:
    """Return the tag of the innermost element in `DISPUTED` that contains an element or is it; empty for none."""
    return next((str(each.tag) for each in climb(element) if each.tag in DISPUTED), "")


def label_segments(page: LabelledPage, texts: Sequence[str]) -> tuple[Bools, Floats]:
    """Return whether each text belongs to the article, and its weight; all articles weigh about the same."""
    return _label_by_text(page, texts) if page.text else _label_by_snippets(page, texts)


def _label_by_text(page: LabelledPage, texts: Sequence[str]) -> tuple[Bools, Floats]:
    gold = GoldText(page.text or "")
    sizes = np.array([len(cut_words(text)) for text in texts], np.intp)
    labels = _drop_stray(np.array([is_in_gold(text, gold) for text in texts], bool), sizes >= SHINGLE_WORDS)
    words = np.minimum(sizes, MAX_WORDS) + EVEN_WORDS
    size = max(LEAST_TEXT, words[labels].sum()) + OTHER_SHARE * words[~labels].sum()
    return labels, words / size * (PAGE_WEIGHT if page.is_article else PAGE_WEIGHT * OTHER_PAGES)


def _label_by_snippets(page: LabelledPage, texts: Sequence[str]) -> tuple[Bools, Floats]:
    inside, outside = ([_fold(snippet) for snippet in snippets or ()] for snippets in (page.with_, page.without))
    folded = [_fold(text) for text in texts]
    labels = np.array([_holds(text, inside) for text in folded], bool)
    named = np.array([label or _holds(text, outside) for label, text in zip(labels, folded, strict=True)], bool)
    return labels, named * SNIPPET_WEIGHT


def _drop_stray(labels: Bools, is_long: Bools) -> Bools:
    """Remove the labels of short texts far from longer ones: menu words that the article uses too."""
    numbers = np.arange(len(labels))
    anchors = np.flatnonzero(labels & is_long)
    if not len(anchors):
        return labels
    places = np.searchsorted(anchors, numbers)
    before, behind = anchors[np.maximum(places - 1, 0)], anchors[np.minimum(places, len(anchors) - 1)]
    is_near = np.minimum(np.abs(numbers - before), np.abs(behind - numbers)) <= NEAR
    kept: Bools = labels & (is_long | is_near)
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
    forgotten: Bools = np.isin(page.kinds[places], list(kinds)) & ~page.labels[places]
    weights = page.weights.copy()
    weights[places][forgotten] = 0.0
    return replace(page, weights=weights)


THRESHOLD = 0.5  # probability from which a segment counts as text in the figures
BAR = r"\|"  # escaped for a Markdown table
INNER_FOLDS = 3  # parts for out-of-fold predictions of the first reading
FIRST = Boosting(120, leaves=31, depth=8, rate=0.08, min_rows=40, penalty=5.0, column_share=0.4, row_share=0.7)
SECOND = Boosting(160, leaves=31, depth=8, rate=0.08, min_rows=40, penalty=5.0, column_share=0.4, row_share=0.7)


@dataclass(frozen=True, slots=True)
class BodyFigures:
    """Results of cross-validation by site.

    Attributes:
        pages, sites, segments: how many.
        word_f1: by corpus, the mean over pages of the bag-of-words F1 of the kept text.
        ceiling: by corpus, the same with every segment classified correctly.
    """

    pages: int
    sites: int
    segments: int
    word_f1: Mapping[str, float]
    ceiling: Mapping[str, float]


def train_body(data: Sequence[Path], out: Path, seed: int = 0, report: Report = print_progress) -> Trained[BodyFigures]:
    """Train a classifier of text segments on labelled pages; equal seed, data and versions give equal models.

    Args:
        data: corpora of labelled pages, or folders of them.
        out: the output folder; a trained model there is replaced.
        seed: 0 or more.
        report: called with progress lines.

    Raises:
        TrainingError: the data has pages of fewer than five sites, or `out` holds other files.
    """
    training.check_out(out)
    examples = collect_examples(data, load_settings(), report)
    if len({page.site for page in examples if page.page.text}) < FOLDS:
        raise TrainingError(
            f"The data must contain labelled texts of at least {FOLDS} sites; with --from, fewer will do."
        )
    figures, held_out = cross_validate(examples, seed, report)
    first, second = fit_body(examples, seed)
    second = calibrate_body(second, examples, held_out)
    return training.publish(
        out,
        "body.md",
        figures,
        lambda folder, versions: BODY.save(folder, (first, second), versions),
        ("lightgbm", "numpy"),
        data=", ".join(sorted({page.corpus for page in examples})),
        scores="\n".join(
            f"| {name} | {score:.4f} | {figures.ceiling[name]:.4f} |" for name, score in figures.word_f1.items()
        ),
        seed=seed,
        other_pages=OTHER_PAGES,
        count=len(BODY_COLUMNS),
        columns=training.list_names(BODY_COLUMNS),
        marks="\n".join(f"| {mark} | `{words.replace('|', BAR)}` |" for mark, words in MARK_WORDS.items()),
    )


def collect_examples(data: Sequence[Path], settings: Settings, report: Report) -> list[BodyExamples]:
    """Return the segments of all labelled pages; those that a corpus omits by convention get weight 0.

    A page that is in two corpora, once for its text and once for its images, counts once.
    """
    found: dict[PageKey, BodyExamples] = {}
    for file in find_data_files(data):
        pages = collect_body_examples(file.name, read_labelled_pages(file.path), settings, report)
        for page in drop_conventions(list(pages)):
            if page.page.images is None or page.key not in found:
                found[page.key] = page
    examples = list(found.values())
    report(f"{len(examples)} pages, {sum(len(page.labels) for page in examples)} segments")
    return examples


def cross_validate(examples: Sequence[BodyExamples], seed: int, report: Report) -> tuple[BodyFigures, list[Floats]]:
    """Return the quality of the classifier on sites it was not trained on, and its probabilities there."""

    def fit(train: Sequence[BodyExamples]) -> BodyModel:
        report(f"learning from {len(train)} pages, to measure on the others")
        return join_readings(*fit_body(train, seed))

    splits = training.split_sites([page.site for page in examples], FOLDS)
    held_out = training.hold_out(examples, splits, fit, lambda model, page: model.predict(page.features))
    return measure(examples, held_out), held_out


def measure(examples: Sequence[BodyExamples], scores: Sequence[Floats]) -> BodyFigures:
    """Return the quality of the text that these scores (0..1) keep."""
    found: defaultdict[str, list[tuple[float, float]]] = defaultdict(list)
    for page, score in zip(examples, scores, strict=True):
        if page.page.text:
            kept, best = (page.join(chosen) for chosen in (score >= THRESHOLD, page.labels))
            kind = page.corpus if page.page.is_article else f"{page.corpus}, other pages"
            found[kind].append((word_f1(kept, page.page.text), word_f1(best, page.page.text)))
    means = {corpus: np.mean(pairs, axis=0) for corpus, pairs in found.items()}
    return BodyFigures(
        pages=len(examples),
        sites=len({page.site for page in examples}),
        segments=sum(len(page.labels) for page in examples),
        word_f1={corpus: float(mean[0]) for corpus, mean in means.items()},
        ceiling={corpus: float(mean[1]) for corpus, mean in means.items()},
    )


def fit_body(examples: Sequence[BodyExamples], seed: int) -> tuple[GradientTrees, GradientTrees]:
    """Fit the two readings; the second is trained on out-of-fold predictions of the first."""

    def fit_first(pages: Sequence[BodyExamples]) -> GradientTrees:
        return _fit(pages, [page.features.rows for page in pages], FIRST, seed)

    def add(first: GradientTrees, page: BodyExamples) -> Rows:
        return add_context(page.features, first.predict(page.features.rows))

    context = training.hold_out(
        examples, training.split_sites([page.site for page in examples], INNER_FOLDS), fit_first, add
    )
    return fit_first(examples), _fit(examples, context, SECOND, seed)


def calibrate_body(trees: GradientTrees, examples: Sequence[BodyExamples], held_out: Sequence[Floats]) -> GradientTrees:
    """Return the second reading, calibrated on the segments of pages with complete text labels."""
    whole = [index for index, page in enumerate(examples) if page.page.text]
    scores = np.concatenate([held_out[index] for index in whole])
    labels = np.concatenate([examples[index].labels for index in whole])
    weights = np.concatenate([examples[index].weights for index in whole])
    return calibrate(trees, training.to_log_odds(scores), labels, weights)


def _fit(examples: Sequence[BodyExamples], rows: Sequence[Rows], boosting: Boosting, seed: int) -> GradientTrees:
    weights = np.concatenate([page.weights for page in examples])
    labels = np.concatenate([page.labels for page in examples])
    counts = weights > 0
    return fit_gradient_trees(np.concatenate(rows)[counts], labels[counts], weights[counts], boosting, seed)
