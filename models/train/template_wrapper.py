"""Training of a template wrapper: labelled pages of one site are merged into their common template.

Source: S.-L. Chuang and J. Y.-j. Hsu, "Tree-Structured Template Generation for Web Pages", WI 2004: level by level from
the root, the children of all nodes that correspond to one template node are aligned. Children are of one sort if they
agree in tag, in label (a column of links that looks like the story is of another sort, since it contains no content),
and in attributes or, where neither has any, in tree edit distance.

Source of the measure: S. Zheng, R. Song and J.-R. Wen, "Template-Independent News Extraction Based on Visual
Consistency", AAAI 2007, "Experiment Setup": the pages of a site are divided at random into three groups, and each is
tested with a wrapper learned from the others.
"""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from importlib.metadata import version
from itertools import chain
from pathlib import Path
from urllib.parse import urlsplit

import numpy as np

from cutline.config import Settings, load_settings
from cutline.dom.ancestors import climb
from cutline.dom.document import Document
from cutline.dom.methods.template_wrapper import find_template_wrapper
from cutline.dom.scripts import cut_words
from cutline.dom.segments import TextSegment
from cutline.dom.templates.page_trees import (
    MAX_CELLS,
    TEXT_TAG,
    EditDistance,
    PageNode,
    build_page_tree,
    differ,
    read_tokens,
    walk,
)
from cutline.dom.templates.patterns import (
    ChildSlot,
    Label,
    PatternNode,
    TemplateWrapper,
    infer_expression,
    walk_pattern,
)
from cutline.errors import ModelError, TrainingError
from cutline.models.labelled_pages import (
    TITLE_SHARE,
    GoldText,
    LabelledPage,
    is_in_gold,
    mark_content,
    read_labelled_pages,
    title_f1,
)
from cutline.models.method_models import load_template_wrapper, save_template_wrapper
from cutline.models.train.body import read_segments
from cutline.models.train.training import Report, Score, print_progress, read_each

MAX_DIFFERENCE = 0.5  # share of classes, id and roles in which siblings of one template node may differ
MAX_DISTANCE = 0.5  # the same for siblings without any: tree edit distance divided by the nodes of both
CONSTANT_CHARACTERS = 200  # longest text that counts as the template's own if several pages have it
LABEL_SHARE = 0.8  # share of an element's characters with one label, from which new text in it gets that label
MAX_SORTS = 200  # sorts of children per template node; more are left out

Labelled = tuple[PageNode, Sequence[Label]]  # the tree of a page, and the labels of its segments

MIN_PAGES = 2  # of a site; also the pages that must share a text or attribute of the template
GROUPS = 3


@dataclass(slots=True)
class _Sort:
    """Corresponding children of the nodes of one template node; `text` is set for a constant text."""

    text: str | None
    members: list[PageNode] = field(default_factory=list)


@dataclass(frozen=True, slots=True, eq=False)
class TemplatePage:
    """A labelled page.

    Attributes:
        document: the page.
        segments: its segments.
        labels: the label of each segment, as an annotator would assign it.
        is_gold: whether each segment is in the labelled text, regardless of its surroundings; None if it has no words.
    """

    document: Document
    segments: Sequence[TextSegment]
    labels: Sequence[Label]
    is_gold: Sequence[bool | None]


def name_site(page: LabelledPage) -> str:
    """Return the labelled site of a page, else the host of its address."""
    return page.site or (urlsplit(page.url or "").hostname or "").removeprefix("www.")


def label_page(page: LabelledPage, document: Document, segments: Sequence[TextSegment]) -> TemplatePage:
    """Return the page with the label of each segment."""
    texts, gold = [segment.text for segment in segments], GoldText(page.text or "")
    is_gold = [is_in_gold(text, gold) if cut_words(text) else None for text in texts]
    is_content = mark_content(texts, list(map(bool, is_gold)))
    labels: list[Label] = ["content" if is_marked else "other" for is_marked in is_content]
    title = find_title(segments, page.title)
    if title is not None:
        labels[title] = "title"
    return TemplatePage(document, segments, labels, is_gold)


def find_title(segments: Sequence[TextSegment], title: str | None) -> int | None:
    """Return the index of the segment with the words of the title: the first one in an `h1`, else the first one."""
    found = [place for place, segment in enumerate(segments) if title_f1(segment.text, title) >= TITLE_SHARE]
    in_heading = (place for place in found if any(each.tag == "h1" for each in climb(segments[place].block)))
    return next(in_heading, found[0] if found else None)


def learn_template(site: str, pages: Sequence[TemplatePage]) -> TemplateWrapper:
    """Learn the wrapper of a site from its pages."""
    tokens = Counter(
        token
        for page in pages
        for token in {token for node in page.document.body.iter() for token in read_tokens(node)}
    )
    vocabulary = frozenset(token for token, count in tokens.items() if count >= MIN_PAGES)
    trees = [(build_page_tree(page.document.body, page.segments, vocabulary), page.labels) for page in pages]
    merger = _Merger(_count_characters(trees), _find_constants(trees))
    root = merger.merge(_Sort(None, [tree for tree, _ in trees]))
    used = frozenset(token for node in walk_pattern(root) for token in node.variants)
    return TemplateWrapper(site, len(pages), vocabulary & used, root)


class _Merger:
    def __init__(self, characters: dict[PageNode, Counter[Label]], constants: frozenset[str]) -> None:
        self._characters = characters
        self._constants = constants
        self._distance = EditDistance(MAX_CELLS)

    def merge(self, sort: _Sort) -> PatternNode:
        """Return the template node for the nodes of a sort."""
        words, sorts = self._sort_children(sort.members)
        slots = tuple(
            ChildSlot(quantifier, tuple(self.merge(sorts[symbol]) for symbol in symbols))
            for quantifier, symbols in infer_expression(words)
        )
        tokens = [node.tokens for node in sort.members]
        return PatternNode(
            tag=sort.members[0].tag,
            tokens=frozenset.intersection(*tokens),
            variants=frozenset.union(*tokens),
            text=sort.text,
            label=self._choose_label(sort.members),
            count=len(sort.members),
            slots=slots,
        )

    def _sort_children(self, nodes: Sequence[PageNode]) -> tuple[list[list[int]], list[_Sort]]:
        """Return the children of each node as a sequence of sort numbers, and the sorts."""
        sorts: list[_Sort] = []
        by_key: defaultdict[object, list[int]] = defaultdict(list)
        words: list[list[int]] = []
        for node in nodes:
            words.append([])
            for child in node.children:
                label = next((label for label in ("content", "title") if label in self._characters[child]), "other")
                text = child.text if child.text in self._constants and label == "other" else None
                key = child.tag, label, text
                symbol = next((one for one in by_key[key] if self._are_alike(sorts[one].members[0], child)), None)
                if symbol is None:
                    if len(sorts) == MAX_SORTS:
                        continue
                    symbol = len(sorts)
                    sorts.append(_Sort(text))
                    by_key[key].append(symbol)
                sorts[symbol].members.append(child)
                words[-1].append(symbol)
        return words, sorts

    def _are_alike(self, one: PageNode, other: PageNode) -> bool:
        if one.tokens or other.tokens:
            return differ(one.tokens, other.tokens) <= MAX_DIFFERENCE
        return self._distance.is_within(one, other, MAX_DISTANCE)

    def _choose_label(self, nodes: Sequence[PageNode]) -> Label | None:
        """Return the label of nearly all text in the nodes; None if there is none."""
        characters = sum((self._characters[node] for node in nodes), Counter[Label]())
        label, most = max(characters.items(), key=lambda item: item[1], default=(None, 0))
        return label if most >= LABEL_SHARE * characters.total() else None


def _count_characters(trees: Sequence[Labelled]) -> dict[PageNode, Counter[Label]]:
    """Return, for each node, the characters of its text by label."""
    counts: dict[PageNode, Counter[Label]] = {}
    for root, labels in trees:
        for node in reversed(list(walk(root))):
            if node.tag == TEXT_TAG:
                counts[node] = Counter({labels[node.segment]: len(node.text)})
            else:
                counts[node] = sum((counts[child] for child in node.children), Counter[Label]())
    return counts


def _find_constants(trees: Sequence[Labelled]) -> frozenset[str]:
    """Return the texts, neither title nor content, that several pages share."""
    seen = Counter[str]()
    for root, labels in trees:
        seen.update({node.text for node in walk(root) if node.tag == TEXT_TAG and labels[node.segment] == "other"})
    return frozenset(text for text, count in seen.items() if count >= MIN_PAGES and len(text) <= CONSTANT_CHARACTERS)


@dataclass(frozen=True, slots=True)
class TrainedTemplateWrapper:
    """A wrapper, its file, and its cross-validation results; None for fewer than three pages."""

    file: Path
    wrapper: TemplateWrapper
    figures: Score | None


def train_template_wrapper(
    data: Sequence[Path], out: Path, seed: int = 0, report: Report = print_progress, site: str | None = None
) -> TrainedTemplateWrapper:
    """Learn the wrapper of one site from all its pages with labelled text.

    Args:
        data: corpora of labelled pages.
        out: the output file; a wrapper there is replaced.
        seed: for dividing the pages into groups; the wrapper does not depend on it.
        report: called with progress lines.
        site: the site, if the corpora hold several.

    Raises:
        SourceError: a corpus cannot be read.
        TrainingError: there are too few pages, several sites to choose from, no labelled text in the pages, or `out` is
            another file.
    """
    settings = load_settings()
    _check_out(out)
    chosen, labelled = select_site(chain.from_iterable(read_labelled_pages(path) for path in data), site)
    read = read_each(labelled, lambda page: label_page(page, *read_segments(page, settings)), report)
    pages = [page for _, page in read]
    if len(pages) < MIN_PAGES:
        raise TrainingError(f"There are {len(pages)} pages of {chosen} that can be used; a wrapper needs {MIN_PAGES}.")
    wrapper = learn_template(chosen, pages)
    nodes = list(walk_pattern(wrapper.root))
    if not any(node.label == "content" for node in nodes):
        raise TrainingError(
            f"The labelled text of {chosen} does not occur in its pages; is it the text of these pages?"
        )
    report(f"{len(pages)} pages of {chosen}, {len(nodes):,} nodes in the template")
    figures = cross_validate(chosen, pages, seed, settings)
    if figures is None:
        report(f"not measured: that needs {GROUPS} pages")
    else:
        report(
            f"{GROUPS} groups of pages, each tested with a wrapper of the others: precision {figures.precision:.3f}  "
            f"recall {figures.recall:.3f}  F1 {figures.f1:.3f}"
        )
    _save(out, wrapper)
    return TrainedTemplateWrapper(out, wrapper, figures)


def select_site(pages: Iterable[LabelledPage], site: str | None) -> tuple[str, list[LabelledPage]]:
    """Return the name of a site and its pages with labelled text.

    Raises:
        TrainingError: the site does not exist, or none was given and there are several.
    """
    with_text = [page for page in pages if page.text]
    counts = Counter(map(name_site, with_text))
    known = ", ".join(f"{name} ({count})" for name, count in counts.most_common(5))
    if site is None and len(counts) > 1:
        raise TrainingError(f"The data holds pages of {len(counts)} sites, such as {known}; choose one with --site.")
    chosen = next(iter(counts), "any site") if site is None else site
    if not counts[chosen]:
        raise TrainingError(f"The data holds no page of {chosen} with a labelled text; it has {known or 'no site'}.")
    return chosen, [page for page in with_text if name_site(page) == chosen]


def cross_validate(site: str, pages: Sequence[TemplatePage], seed: int, settings: Settings) -> Score | None:
    """Return the quality of the wrapper on pages it was not learned from; None for fewer pages than groups."""
    if len(pages) < GROUPS:
        return None
    shuffled = random.Random(seed).sample(pages, len(pages))
    groups = [shuffled[group::GROUPS] for group in range(GROUPS)]
    scores = []
    for group in range(GROUPS):
        others = [page for other in range(GROUPS) if other != group for page in groups[other]]
        wrapper = learn_template(site, others)
        scores += [score_page(page, wrapper, settings) for page in groups[group]]
    return Score.mean(scores)


def score_page(page: TemplatePage, wrapper: TemplateWrapper, settings: Settings) -> Score:
    """Return the score of the segments with words that the wrapper keeps in a page."""
    body = find_template_wrapper(page.document, page.segments, settings, wrapper)
    rows = [
        (found.kept, is_gold)
        for found, is_gold in zip(body.decisions, page.is_gold, strict=True)
        if is_gold is not None
    ]
    kept, gold = np.array(rows, bool).reshape(-1, 2).T
    return Score.of(kept, gold)


def _check_out(out: Path) -> None:
    if out.is_dir():
        raise TrainingError(f"{out} is a folder; a wrapper is a file, such as {out / 'wrapper.json'}.")
    if out.exists():
        try:
            load_template_wrapper(str(out))
        except ModelError as error:
            raise TrainingError(f"{out} exists and is not a wrapper; name another file.") from error


def _save(out: Path, wrapper: TemplateWrapper) -> None:
    try:
        out.parent.mkdir(parents=True, exist_ok=True)
        save_template_wrapper(out, wrapper, {"cutline": version("cutline")})
    except OSError as error:
        raise TrainingError(f"The wrapper {out} cannot be written: {error.strerror or error}.") from error
