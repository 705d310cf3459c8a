"""Visual block extraction: which nodes of a subtree are its blocks in this round.

Source: Cai et al., MSR-TR-2003-79, section 4.1: the thirteen dividing rules, and the table of which kind of node is
asked which of them, in that order. Where the paper is silent:

- A node that rule 1 cuts is a block if it is a picture; anything else without content is none.
- The degree of coherence (DoC) "based on the tag and the size" falls from the upper end of a rule's range by one for
  each of the `COHERENCE_SHARES` of the page that the node is larger than, and by one more for a tag that is made
  to hold several things.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from cutline.dom.render.layout import Box
from cutline.dom.vips.nodes import VisualNode

GREATEST_COHERENCE = 10
HOLDERS = frozenset("body div section main article aside header footer nav form table tbody tr ul ol dl menu".split())


@dataclass(frozen=True, slots=True)
class Pool:
    """The blocks that one subtree was divided into, with the DoC of each, and the horizontal lines between them."""

    blocks: Sequence[tuple[VisualNode, int]]
    lines: Sequence[Box]


@dataclass(frozen=True, slots=True)
class Answer:
    """What a rule says of a node: divide it, or take it as a block with this DoC."""

    coherence: int | None


DIVIDE = Answer(None)
# The paper names these thresholds, but gives no numbers. Shares of the page's area:
SMALL_NODE = 0.1  # a smaller node with text of its own is not divided (rule 9)
SMALL_CHILD = 0.1  # a node whose largest child is smaller is not divided (rule 10)
COHERENCE_SHARES = (0.01, 0.05)  # each takes 1 from the DoC of a larger block (rules 8 to 13)


@dataclass(slots=True)
class Round:
    """What the rules look at beside the node itself.

    Attributes:
        root: the node whose subtree is divided.
        page_area: square pixels of the page.
        undivided: the siblings before the current node that were not divided.
        held: nodes that are not divided in this round, with their DoC (rule 8).
    """

    root: VisualNode
    page_area: float
    undivided: set[VisualNode] = field(default_factory=set)
    held: dict[VisualNode, int] = field(default_factory=dict)

    def relative_size(self, node: VisualNode) -> float:
        """Return the node's share of the page (0..1, more where it overflows)."""
        return node.box.area / self.page_area

    def coherence(self, node: VisualNode, least: int, greatest: int) -> int:
        """Return the DoC of a node by its tag and size, between two bounds."""
        size = self.relative_size(node)
        steps = sum(size > share for share in COHERENCE_SHARES)
        return max(least, greatest - steps - (node.element.tag in HOLDERS))


Rule = Callable[[VisualNode, VisualNode | None, Round], Answer | None]


def extract_blocks(root: VisualNode, page_area: float) -> Pool:
    """Return the blocks of a subtree, whose root itself is divided if it can be, in document order."""
    state = Round(root, page_area)
    blocks: list[tuple[VisualNode, int]] = []
    lines: list[Box] = []
    waiting: list[tuple[VisualNode, VisualNode | None]] = [(root, None)]
    while waiting:
        node, previous = waiting.pop()
        if node.is_mark:
            lines.extend([node.box] if node.element.tag == "hr" else [])
            continue
        coherence = state.held[node] if node in state.held else _divide(node, previous, state)
        if coherence is None:
            siblings = node.valid_children
            before = dict(zip(siblings[1:], siblings, strict=False))
            waiting.extend((child, before.get(child)) for child in reversed(node.children))
        else:
            state.undivided.add(node)
            blocks.append((node, coherence))
    return Pool(blocks, lines)


def _divide(node: VisualNode, previous: VisualNode | None, state: Round) -> int | None:
    """Return the DoC of a node that is not divided, or None if it is."""
    if node.is_text:
        return GREATEST_COHERENCE
    for rule in INLINE_RULES if node.is_inline else RULES.get(str(node.element.tag), OTHER_RULES):
        if answer := rule(node, previous, state):
            return answer.coherence
    raise AssertionError("the last rule of each kind always answers")


def rule_1(node: VisualNode, previous: VisualNode | None, state: Round) -> Answer | None:
    """A node without valid children cannot be divided."""
    return None if node.valid_children else Answer(GREATEST_COHERENCE)


def rule_2(node: VisualNode, previous: VisualNode | None, state: Round) -> Answer | None:
    """A node whose only valid child is not a text node is divided."""
    children = node.valid_children
    return DIVIDE if len(children) == 1 and not children[0].is_text else None


def rule_3(node: VisualNode, previous: VisualNode | None, state: Round) -> Answer | None:
    """The root of the block's subtree is divided."""
    return DIVIDE if node is state.root else None


def rule_4(node: VisualNode, previous: VisualNode | None, state: Round) -> Answer | None:
    """A node of nothing but text and virtual text nodes is a block; in one font a perfect one."""
    if not node.is_all_text:
        return None
    return Answer(GREATEST_COHERENCE if node.is_uniform else GREATEST_COHERENCE - 1)


def rule_5(node: VisualNode, previous: VisualNode | None, state: Round) -> Answer | None:
    """A node with a line-break node among its children is divided."""
    return DIVIDE if any(not child.is_inline for child in node.children) else None


def rule_6(node: VisualNode, previous: VisualNode | None, state: Round) -> Answer | None:
    """A node with an hr among its children is divided."""
    return DIVIDE if any(child.element.tag == "hr" for child in node.children) else None


def rule_7(node: VisualNode, previous: VisualNode | None, state: Round) -> Answer | None:
    """A node that is smaller than its children together is divided."""
    return DIVIDE if sum(child.box.area for child in node.valid_children) > node.box.area else None


def rule_8(node: VisualNode, previous: VisualNode | None, state: Round) -> Answer | None:
    """A node with a child of another background is divided, and that child is not, in this round."""
    others = [child for child in node.valid_children if child.background != node.background]
    state.held.update((child, state.coherence(child, 6, 8)) for child in others)
    return DIVIDE if others else None


def rule_9(node: VisualNode, previous: VisualNode | None, state: Round) -> Answer | None:
    """A small node with a text or virtual text node among its children is a block."""
    has_text = any(child.is_text or child.is_virtual_text for child in node.children)
    is_small = state.relative_size(node) < SMALL_NODE
    return Answer(state.coherence(node, 5, 8)) if has_text and is_small else None


def rule_10(node: VisualNode, previous: VisualNode | None, state: Round) -> Answer | None:
    """A node whose largest child is small is a block."""
    largest = max(state.relative_size(child) for child in node.valid_children)
    return Answer(state.coherence(node, 5, 8)) if largest < SMALL_CHILD else None


def rule_11(node: VisualNode, previous: VisualNode | None, state: Round) -> Answer | None:
    """A node after a sibling that was not divided is a block."""
    return Answer(state.coherence(node, 5, 8)) if previous in state.undivided else None


def rule_12(node: VisualNode, previous: VisualNode | None, state: Round) -> Answer | None:
    """The node is divided."""
    return DIVIDE


def rule_13(node: VisualNode, previous: VisualNode | None, state: Round) -> Answer | None:
    """The node is a block."""
    return Answer(state.coherence(node, 5, 8))


INLINE_RULES: Sequence[Rule] = (
    rule_1, rule_2, rule_3, rule_4, rule_5, rule_6, rule_7, rule_9, rule_10, rule_12,
)  # fmt: skip
OTHER_RULES: Sequence[Rule] = (rule_1, rule_2, rule_3, rule_4, rule_6, rule_7, rule_9, rule_10, rule_12)
RULES: Mapping[str, Sequence[Rule]] = {
    "table": (rule_1, rule_2, rule_3, rule_8, rule_10, rule_13),
    "tr": (rule_1, rule_2, rule_3, rule_7, rule_8, rule_10, rule_13),
    "td": (rule_1, rule_2, rule_3, rule_4, rule_9, rule_10, rule_11, rule_13),
    "p": INLINE_RULES,
}
