"""The method first-subtree: the first subtree with more than 500 characters of paragraph text.

Source: P. M. Joshi and S. Liu, "Web Document Text and Images Extraction using DOM Analysis and Natural Language
Processing", DocEng 2009, sections 4.1 and 4.2. There are two variants. In both, the text of a paragraph includes its
style elements but not nested blocks.

The default (`find_shown_subtree`), where the paper is silent:

- "At the same level" is as a reader sees it: an element that wraps a single paragraph and nothing else stands for that
  paragraph, so separately wrapped paragraphs are siblings.
- Lists of links (4.1) are removed before text is summed up, because a menu above the article would otherwise be the
  first large subtree.
- If no subtree is large enough, the largest is used. Scripts without spaces need fewer characters.

To the letter (`find_strict_subtree`, setting `first_subtree.strict`): a paragraph belongs to its parent in the DOM, all
paragraphs are summed up and lists of links are then removed from the chosen subtree, in the order of section 4.1, every
script needs more than 500 characters, and a page without such a subtree has no article.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence

from lxml.html import HtmlElement

from cutline.config.settings import FirstSubtreeSettings, Settings
from cutline.dom.body import Body, Decision
from cutline.dom.document import Document
from cutline.dom.scripts import is_dense
from cutline.dom.segments import TextSegment
from cutline.dom.tree import BlockFinder
from cutline.types import PageWarning

PARAGRAPH_TAGS = frozenset(("div", "p"))
LIST_TAGS = frozenset(("ul", "ol"))
MIN_CHARACTERS_DENSE = (
    200  # of paragraph text, in scripts without spaces between words, where texts have fewer characters
)

FindParent = Callable[[HtmlElement, int, Counter[HtmlElement]], HtmlElement]
Subtree = tuple[HtmlElement | None, tuple[PageWarning, ...]]  # its root and warnings


def find_first_subtree(
    document: Document, segments: Sequence[TextSegment], settings: Settings, model: object = None
) -> Body:
    """Return the first article subtree over the threshold, without its lists of links.

    If there is none, the subtree with the most paragraph text is returned with the warning `short_article`; with
    `first_subtree.strict` there is no body. A page without paragraphs has no body either.
    """
    constants = settings.first_subtree
    find_subtree = find_strict_subtree if constants.strict else find_shown_subtree
    links = find_link_lists(document, segments, constants.link_list_share)
    root, warnings = find_subtree(document, segments, links, constants)
    inside = set() if root is None else set(root.iter())
    return Body(root, tuple(_decide(segment, inside, links) for segment in segments), warnings)


def find_shown_subtree(
    document: Document,
    segments: Sequence[TextSegment],
    links: frozenset[TextSegment],
    constants: FirstSubtreeSettings,
) -> Subtree:
    """Return the first large subtree of paragraphs that a reader sees at the same level."""
    paragraphs = [segment for segment in segments if segment not in links]
    sizes = measure_subtrees(document, paragraphs, constants, _find_parent_outside)
    found = find_first(document, sizes, find_threshold(segments, constants))
    if found is not None:
        return found, ()
    largest = max(sizes, key=lambda element: sizes[element], default=None)
    return largest, ("no_article",) if largest is None else ("short_article",)


def find_strict_subtree(
    document: Document,
    segments: Sequence[TextSegment],
    links: frozenset[TextSegment],
    constants: FirstSubtreeSettings,
) -> Subtree:
    """Return the first large subtree of paragraphs with the same parent in the DOM."""
    sizes = measure_subtrees(document, segments, constants, _find_own_parent)
    found = find_first(document, sizes, constants.min_characters)
    return found, ("no_article",) if found is None else ()


def find_link_lists(document: Document, segments: Iterable[TextSegment], share: float) -> frozenset[TextSegment]:
    """Return the segments in lists of links: at least `share` of their characters, or their list's, are in links."""
    lists = BlockFinder(LIST_TAGS, document.body)
    containers = {segment: lists.first_block(segment.block) for segment in segments}
    sizes, linked = Counter[HtmlElement](), Counter[HtmlElement]()
    for segment, container in containers.items():
        sizes[container] += len(segment.text)
        linked[container] += segment.link_characters
    return frozenset(
        segment
        for segment, container in containers.items()
        if segment.link_share >= share
        or (container is not document.body and linked[container] >= share * sizes[container])
    )


def measure_subtrees(
    document: Document, paragraphs: Iterable[TextSegment], constants: FirstSubtreeSettings, find_parent: FindParent
) -> Counter[HtmlElement]:
    """Return the number of characters in the paragraphs of each parent element (figure 3).

    There are three kinds: for `<div>text` and `<p>text` the parent is the subtree's root, `text<br>text` is its own.
    `find_parent` gets a paragraph, its number of characters, and the number in each element's whole subtree.
    """
    blocks = BlockFinder(constants.block_tags, document.body)
    broken = {blocks.first_block(br) for br in document.body.iter("br")}
    own, rows = Counter[HtmlElement](), Counter[HtmlElement]()
    for segment in paragraphs:
        block = blocks.first_block(segment.block)
        own[block] += len(segment.text)
        rows[block] += 1
    totals = _sum_descendants(document.body, own)
    subtrees = Counter[HtmlElement]()
    for block, size in own.items():
        if rows[block] > 1 and block in broken:
            subtrees[block] += size
        if block.tag in PARAGRAPH_TAGS:
            subtrees[find_parent(block, size, totals)] += size
    return subtrees


def find_first(document: Document, sizes: Counter[HtmlElement], threshold: int) -> HtmlElement | None:
    """Return the first subtree in document order with more characters than the threshold."""
    return next((element for element in document.body.iter() if sizes.get(element, 0) > threshold), None)


def find_threshold(segments: Sequence[TextSegment], constants: FirstSubtreeSettings) -> int:
    """Return the number of characters that an article subtree must exceed, by the script of the page."""
    dense = is_dense("".join(segment.text for segment in segments))
    return MIN_CHARACTERS_DENSE if dense else constants.min_characters


def _sum_descendants(body: HtmlElement, own: Counter[HtmlElement]) -> Counter[HtmlElement]:
    totals = Counter(own)
    for element in reversed(list(body.iter())):
        if element is not body and (size := totals.get(element)):
            totals[element.getparent()] += size
    return totals


def _find_own_parent(block: HtmlElement, size: int, totals: Counter[HtmlElement]) -> HtmlElement:
    return block.getparent()


def _find_parent_outside(block: HtmlElement, size: int, totals: Counter[HtmlElement]) -> HtmlElement:
    """Return the parent of the block's outermost wrapper: an ancestor below the body with the same amount of text."""
    while (parent := block.getparent()).tag != "body" and totals[parent] == size:
        block = parent
    return block.getparent()


def _decide(segment: TextSegment, inside: set[HtmlElement], links: frozenset[TextSegment]) -> Decision:
    if segment.runs[0].parent not in inside:
        return Decision(False, "outside_subtree")
    if segment in links:
        return Decision(False, "link_list")
    return Decision(True, "in_subtree")
