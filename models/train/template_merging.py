"""Labelled pages of one site merged into the template that they share, level by level from the root down.

Source: S.-L. Chuang and J. Y.-j. Hsu, "Tree-Structured Template Generation for Web Pages", WI 2004: at each level the
children of all nodes that stand for one node of the template are aligned. Which of them are of one sort is told by
their tag, by their labels (a column of links that looks like the story is another sort, since it holds none), by their
attributes and, where neither has any, by the tree edit distance.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field

from cutline.config.settings import TemplateWrapperSettings
from cutline.dom.templates.edit_distance import EditDistance, differ
from cutline.dom.templates.expressions import infer_expression
from cutline.dom.templates.page_trees import TEXT_TAG, PageNode, build_page_tree, read_tokens, walk
from cutline.dom.templates.patterns import Factor, Label, PatternNode, TemplateWrapper, walk_pattern
from cutline.models.train.template_examples import TemplatePage

MIN_PAGES = 2  # pages that have a text or an attribute of the template

Labelled = tuple[PageNode, Sequence[Label]]  # the tree of a page, and the label of each of its segments


@dataclass(slots=True)
class _Sort:
    """Nodes of one sort below the nodes that stand for one node of the template; `text` is a constant one."""

    text: str | None
    members: list[PageNode] = field(default_factory=list)


def learn_template(site: str, pages: Sequence[TemplatePage], settings: TemplateWrapperSettings) -> TemplateWrapper:
    """Return the wrapper of a site, learned from its pages."""
    tokens = Counter(
        token
        for page in pages
        for token in {token for node in page.document.body.iter() for token in read_tokens(node)}
    )
    vocabulary = frozenset(token for token, count in tokens.items() if count >= MIN_PAGES)
    trees = [
        (build_page_tree(page.document.body, page.segments, settings.max_depth, vocabulary), page.labels)
        for page in pages
    ]
    root = merge_trees(trees, settings)
    used = frozenset(token for node in walk_pattern(root) for token in node.variants)
    return TemplateWrapper(site, len(pages), vocabulary & used, root)


def merge_trees(trees: Sequence[Labelled], settings: TemplateWrapperSettings) -> PatternNode:
    """Return the template that the trees are instances of."""
    merger = _Merger(settings, _count_characters(trees), _find_constants(trees, settings.max_constant_characters))
    return merger.merge(_Sort(None, [root for root, _ in trees]))


class _Merger:
    def __init__(
        self,
        settings: TemplateWrapperSettings,
        characters: dict[PageNode, Counter[Label]],
        constants: frozenset[str],
    ) -> None:
        self._settings = settings
        self._characters = characters
        self._constants = constants
        self._distance = EditDistance(settings.max_cells)

    def merge(self, sort: _Sort) -> PatternNode:
        """Return the node of the template that the nodes of a sort stand for."""
        words, sorts = self._sort_children(sort.members)
        factors = tuple(
            Factor(quantifier, tuple(self.merge(sorts[symbol]) for symbol in symbols))
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
            factors=factors,
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
                    if len(sorts) == self._settings.max_sorts:
                        continue
                    symbol = len(sorts)
                    sorts.append(_Sort(text))
                    by_key[key].append(symbol)
                sorts[symbol].members.append(child)
                words[-1].append(symbol)
        return words, sorts

    def _are_alike(self, one: PageNode, other: PageNode) -> bool:
        if one.tokens or other.tokens:
            return differ(one.tokens, other.tokens) <= self._settings.max_difference
        return self._distance.is_within(one, other, self._settings.max_distance)

    def _choose_label(self, nodes: Sequence[PageNode]) -> Label | None:
        """Return the label of nearly all of the nodes' text."""
        characters = sum((self._characters[node] for node in nodes), Counter[Label]())
        label, most = max(characters.items(), key=lambda item: item[1], default=(None, 0))
        return label if most >= self._settings.label_share * characters.total() else None


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


def _find_constants(trees: Sequence[Labelled], max_characters: int) -> frozenset[str]:
    """Return the texts, neither title nor content, that several pages have."""
    seen = Counter[str]()
    for root, labels in trees:
        seen.update({node.text for node in walk(root) if node.tag == TEXT_TAG and labels[node.segment] == "other"})
    return frozenset(text for text, count in seen.items() if count >= MIN_PAGES and len(text) <= max_characters)
