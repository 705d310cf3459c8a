"""Visual block extraction: which nodes of a subtree become blocks in one round.

Source: Cai et al., MSR-TR-2003-79, section 4.1: the thirteen dividing rules, and the table of the rules for each kind
of node, in order. Where the paper is silent:

- A node that rule 1 cuts is a block if it is an image; other nodes without content are not blocks.
- The degree of coherence (DoC) "based on the tag and the size" starts at the upper end of a rule's range. It is reduced
  by one for each of the `COHERENCE_SHARES` of the page that the node exceeds, and by one more for a container tag.
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
    """The blocks of one subtree, each with its DoC, and the rectangles of the `hr` elements between them."""

    blocks: Sequence[tuple[VisualNode, int]]
    lines: Sequence[Box]


@dataclass(frozen=True, slots=True)
class Answer:
    """A rule's answer: make the node a block with this DoC, or divide it if None."""

    coherence: int | None


DIVIDE = Answer(None)
# The paper mentions these thresholds but gives no numbers. Shares of the page's area:
SMALL_NODE = 0.1  # a smaller node with its own text is not divided (rule 9)
SMALL_CHILD = 0.1  # a node whose largest child is smaller is not divided (rule 10)
COHERENCE_SHARES = (0.01, 0.05)  # each reduces the DoC of a larger block by 1 (rules 8 to 13)


@dataclass(slots=True)
class Round:
    """The state of one round, which the rules use in addition to the node.

    Attributes:
        root: the node whose subtree is divided.
        page_area: square pixels of the page.
        undivided: the nodes so far that were not divided.
        held: nodes that must not be divided in this round, with their DoC (rule 8).
    """

    root: VisualNode
    page_area: float
    undivided: set[VisualNode] = field(default_factory=set)
    held: dict[VisualNode, int] = field(default_factory=dict)

    def relative_size(self, node: VisualNode) -> float:
        """Return the node's share of the page's area (0..1, more if it overflows)."""
        return node.box.area / self.page_area

    def coherence(self, node: VisualNode, least: int, greatest: int) -> int:
        """Return the DoC of a node by its tag and size, between `least` and `greatest`."""
        size = self.relative_size(node)
        steps = sum(size > share for share in COHERENCE_SHARES)
        return max(least, greatest - steps - (node.element.tag in HOLDERS))


Rule = Callable[[VisualNode, VisualNode | None, Round], Answer | None]


def extract_blocks(root: VisualNode, page_area: float) -> Pool:
    """Return the blocks of a subtree in document order; the root itself is divided if possible."""
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
    """A node with text and virtual text nodes alone is a block; in a single font, its DoC is 10."""
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
    """A node that is smaller than the sum of its children is divided."""
    return DIVIDE if sum(child.box.area for child in node.valid_children) > node.box.area else None


def rule_8(node: VisualNode, previous: VisualNode | None, state: Round) -> Answer | None:
    """A node with a child of another background is divided; that child is not divided in this round."""
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
