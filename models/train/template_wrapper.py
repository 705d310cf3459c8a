"""Training of a template wrapper: labelled pages of one site merged into the template that they share.

Source: S.-L. Chuang and J. Y.-j. Hsu, "Tree-Structured Template Generation for Web Pages", WI 2004: at each level, from
the root down, the children of all nodes that stand for one node of the template are aligned. Which of them are of one
sort is told by their tag, by their labels (a column of links that looks like the story is another sort, since it holds
none), by their attributes and, where neither has any, by the tree edit distance.

Source of the measure: S. Zheng, R. Song and J.-R. Wen, "Template-Independent News Extraction Based on Visual
Consistency", AAAI 2007, "Experiment Setup": the pages of a site are divided at random into three groups, and each is
measured by what the others taught.
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
from cutline.dom.document import Document, parse, read_page
from cutline.dom.line_breaks import line_breaker, split_segments
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
from cutline.models.template_wrapper_files import load_template_wrapper, save_template_wrapper
from cutline.models.train.training import Report, Score, print_progress, read_each

MAX_DIFFERENCE = 0.5  # share of classes, id and roles in which two siblings may differ and be one node of the template
MAX_DISTANCE = 0.5  # the same for siblings without any: tree edit distance over the nodes of both
CONSTANT_CHARACTERS = 200  # of a text that, where several pages have it, is the template's own
LABEL_SHARE = 0.8  # of an element's characters with one label, from which text in it that is new gets this label
MAX_SORTS = 200  # sorts of siblings that one node of the template may have; further ones are left out

Labelled = tuple[PageNode, Sequence[Label]]  # the tree of a page, and the label of each of its segments

MIN_PAGES = 2  # of a site; and those that have a text or an attribute of the template
GROUPS = 3


@dataclass(slots=True)
class _Sort:
    """Nodes of one sort below the nodes that stand for one node of the template; `text` is a constant one."""

    text: str | None
    members: list[PageNode] = field(default_factory=list)


@dataclass(frozen=True, slots=True, eq=False)
class TemplatePage:
    """A labelled page.

    Attributes:
        document: the page.
        segments: its segments.
        labels: the label of each, as one who annotates the page would give it.
        is_gold: whether each stands in the labelled text, whatever stands around it; None of one without words.
    """

    document: Document
    segments: Sequence[TextSegment]
    labels: Sequence[Label]
    is_gold: Sequence[bool | None]


def name_site(page: LabelledPage) -> str:
    """Return the site of a page: as it is labelled, else the host of its address."""
    return page.site or (urlsplit(page.url or "").hostname or "").removeprefix("www.")


def label_page(page: LabelledPage, document: Document, settings: Settings) -> TemplatePage:
    """Return the page with the label of each segment."""
    segments = split_segments(document, line_breaker(document, settings.max_subsequence.displays))
    texts, gold = [segment.text for segment in segments], GoldText(page.text or "")
    is_gold = [is_in_gold(text, gold) if cut_words(text) else None for text in texts]
    is_content = mark_content(texts, list(map(bool, is_gold)))
    labels: list[Label] = ["content" if is_marked else "other" for is_marked in is_content]
    title = find_title(segments, page.title)
    if title is not None:
        labels[title] = "title"
    return TemplatePage(document, segments, labels, is_gold)


def find_title(segments: Sequence[TextSegment], title: str | None) -> int | None:
    """Return the place of the segment that has the words of the title: the first in an `h1`, else the first of all."""
    found = [place for place, segment in enumerate(segments) if title_f1(segment.text, title) >= TITLE_SHARE]
    return min(found, key=lambda place: (not _is_in_heading(segments[place]), place), default=None)


def learn_template(site: str, pages: Sequence[TemplatePage]) -> TemplateWrapper:
    """Return the wrapper of a site, learned from its pages."""
    tokens = Counter(
        token
        for page in pages
        for token in {token for node in page.document.body.iter() for token in read_tokens(node)}
    )
    vocabulary = frozenset(token for token, count in tokens.items() if count >= MIN_PAGES)
    trees = [(build_page_tree(page.document.body, page.segments, vocabulary), page.labels) for page in pages]
    root = merge_trees(trees)
    used = frozenset(token for node in walk_pattern(root) for token in node.variants)
    return TemplateWrapper(site, len(pages), vocabulary & used, root)


def merge_trees(trees: Sequence[Labelled]) -> PatternNode:
    """Return the template that the trees are instances of."""
    merger = _Merger(_count_characters(trees), _find_constants(trees))
    return merger.merge(_Sort(None, [root for root, _ in trees]))


class _Merger:
    def __init__(
        self,
        characters: dict[PageNode, Counter[Label]],
        constants: frozenset[str],
    ) -> None:
        self._characters = characters
        self._constants = constants
        self._distance = EditDistance(MAX_CELLS)

    def merge(self, sort: _Sort) -> PatternNode:
        """Return the node of the template that the nodes of a sort stand for."""
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
        """Return the children of each node as a word of sorts, and the sorts."""
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
        """Return the label of nearly all of the nodes' text."""
        characters = sum((self._characters[node] for node in nodes), Counter[Label]())
        label, most = max(characters.items(), key=lambda item: item[1], default=(None, 0))
        return label if most >= LABEL_SHARE * characters.total() else None


def _count_characters(trees: Sequence[Labelled]) -> dict[PageNode, Counter[Label]]:
    """Return, for each node, the characters of its text by their label."""
    counts: dict[PageNode, Counter[Label]] = {}
    for root, labels in trees:
        for node in reversed(list(walk(root))):
            if node.tag == TEXT_TAG:
                counts[node] = Counter({labels[node.segment]: len(node.text)})
            else:
                counts[node] = sum((counts[child] for child in node.children), Counter[Label]())
    return counts


def _find_constants(trees: Sequence[Labelled]) -> frozenset[str]:
    """Return the texts, neither title nor content, that several pages have."""
    seen = Counter[str]()
    for root, labels in trees:
        seen.update({node.text for node in walk(root) if node.tag == TEXT_TAG and labels[node.segment] == "other"})
    return frozenset(text for text, count in seen.items() if count >= MIN_PAGES and len(text) <= CONSTANT_CHARACTERS)


def _is_in_heading(segment: TextSegment) -> bool:
    block = segment.block
    return block.tag == "h1" or any(ancestor.tag == "h1" for ancestor in block.iterancestors())


@dataclass(frozen=True, slots=True)
class TrainedTemplateWrapper:
    """A wrapper, the file it lies in, and what was measured of it; None of two pages."""

    file: Path
    wrapper: TemplateWrapper
    figures: Score | None


def train_template_wrapper(
    data: Sequence[Path], out: Path, seed: int = 0, report: Report = print_progress, site: str | None = None
) -> TrainedTemplateWrapper:
    """Return the wrapper of one site, learned from all its pages that have a labelled text.

    Args:
        data: corpora of labelled pages.
        out: the file to write; a wrapper that is there is replaced.
        seed: of the division into groups; the wrapper does not depend on it.
        report: called with each line of progress.
        site: the site, if the corpora hold several.

    Raises:
        SourceError: a corpus cannot be read.
        TrainingError: there are too few pages, several sites to choose from, no labelled text in the pages, or `out` is
            another file.
    """
    settings = load_settings()
    _check_out(out)
    chosen, labelled = select_site(chain.from_iterable(read_labelled_pages(path) for path in data), site)
    pages = read_template_pages(labelled, settings, report)
    if len(pages) < MIN_PAGES:
        raise TrainingError(f"There are {len(pages)} pages of {chosen} that can be used; a wrapper needs {MIN_PAGES}.")
    wrapper = learn_template(chosen, pages)
    nodes = list(walk_pattern(wrapper.root))
    if not any(node.label == "content" for node in nodes):
        raise TrainingError(
            f"The labelled text of {chosen} does not stand in its pages; is it the text of these pages?"
        )
    report(f"{len(pages)} pages of {chosen}, {len(nodes):,} nodes in the template")
    figures = cross_validate(chosen, pages, seed, settings)
    if figures is None:
        report(f"nothing was measured; that takes {GROUPS} pages")
    else:
        report(
            f"{GROUPS} groups of pages, each measured by what the others taught: precision {figures.precision:.3f}  "
            f"recall {figures.recall:.3f}  F1 {figures.f1:.3f}"
        )
    _save(out, wrapper)
    return TrainedTemplateWrapper(out, wrapper, figures)


def select_site(pages: Iterable[LabelledPage], site: str | None) -> tuple[str, list[LabelledPage]]:
    """Return the name of a site and its pages with a labelled text.

    Raises:
        TrainingError: there is no such site, or none was named and there is not just one.
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


def read_template_pages(pages: Iterable[LabelledPage], settings: Settings, report: Report) -> list[TemplatePage]:
    """Return the pages with the labels of their segments; one that cannot be read is reported and left out."""

    def read(page: LabelledPage) -> Document:
        return parse(read_page(page.html, settings.page.max_bytes, page.url), settings.page.max_elements)

    return [label_page(page, document, settings) for page, document in read_each(pages, read, report)]


def cross_validate(site: str, pages: Sequence[TemplatePage], seed: int, settings: Settings) -> Score | None:
    """Return how right the wrapper is on pages that it was not learned from; None of fewer pages than groups."""
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
    """Return how right the segments with words are that the wrapper keeps of a page."""
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
            raise TrainingError(f"{out} is there and no wrapper; name another file.") from error


def _save(out: Path, wrapper: TemplateWrapper) -> None:
    try:
        out.parent.mkdir(parents=True, exist_ok=True)
        save_template_wrapper(out, wrapper, {"cutline": version("cutline")})
    except OSError as error:
        raise TrainingError(f"The wrapper {out} cannot be written: {error.strerror or error}.") from error
