"""Builders for trees of pages and for patterns."""

from types import SimpleNamespace

from cutline.dom.line_breaks import split_segments
from cutline.dom.tags import breaks_line
from cutline.dom.templates.page_trees import TEXT_TAG, PageNode, build_page_tree
from cutline.dom.templates.patterns import ChildSlot, Label, PatternNode, Quantifier
from tests.conftest import make_document


def tree(html: str, vocabulary: frozenset[str] | None = None, max_depth: int = 80) -> PageNode:
    """Return the tree of a body given as HTML: `tree("<p>x", vocabulary=frozenset(), max_depth=9)`."""
    page = make_document(html)
    return build_page_tree(page.body, split_segments(page, breaks_line), vocabulary, max_depth)


def make_text(label: Label, words: str | None = None, count: int = 1) -> PatternNode:
    return PatternNode(TEXT_TAG, frozenset(), frozenset(), words, label, count)


def make_element(
    tag: str, *slots: tuple[Quantifier, PatternNode], tokens: str = "", label: Label | None = None, count: int = 1
) -> PatternNode:
    own = frozenset(tokens.split())
    made = tuple(ChildSlot(quantifier, (node,)) for quantifier, node in slots)
    return PatternNode(tag, own, own, None, label, count, made)


# Nodes of a pattern: `pattern.text("content")` is a variable one, `pattern.text("other", "Share this")` is not, and
# `pattern.element("div", ("+", paragraph), tokens=".story", label="content")` has one slot of one alternative.
pattern = SimpleNamespace(text=make_text, element=make_element)
