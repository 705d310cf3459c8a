"""The method template-wrapper: the text at the content places of a site's template, the baseline of V-Wrapper.

Source: S. Zheng, R. Song and J.-R. Wen, "Template-Independent News Extraction Based on Visual Consistency", AAAI 2007,
"Experiments" (T-Wrapper), which names "Tree Edit Distance, Regular Expression Inference and Sequence Alignment" and two
works it adopts, but gives no procedure: D. C. Reis et al., "Automatic Web News Extraction Using Tree Edit Distance",
WWW 2004 (restricted top-down mapping), and S.-L. Chuang and J. Y.-j. Hsu, "Tree-Structured Template Generation for Web
Pages", WI 2004 (level by level). Ours is in `cutline.dom.templates`. What else the paper leaves open:

- A text that is not in the template gets the label of its element, if that element's texts had one label in training.
- A segment is kept if most of its characters are in texts labelled content. The title is the first segment that is not
  kept and whose most common label, except content, is title.
- A page that shares too little with the template, or none of its content, uses another template: it has no body, and
  the warning `wrapper_mismatch` is given.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from cutline.config.settings import Settings
from cutline.dom.body import Body, Decision
from cutline.dom.document import Document
from cutline.dom.methods.first_subtree import find_first_subtree
from cutline.dom.segments import TextSegment
from cutline.dom.templates.page_trees import build_page_tree
from cutline.dom.templates.patterns import Aligner, Alignment, Label, TemplateWrapper
from cutline.dom.tree import common_ancestor
from cutline.types import PageWarning, Reason

CONTENT_SHARE = 0.5  # share of a segment's characters mapped to content, above which it is kept
# Share of a page's texts that the template has, below which the page uses another template. Pages of other publishers
# share almost none.
MIN_MAPPED_SHARE = 0.15

Votes = Counter[Label | None]
REASONS: dict[Label | None, Reason] = {
    "content": "content_node",
    "title": "title_node",
    "other": "other_node",
    None: "unknown_node",
}


def find_template_wrapper(
    document: Document, segments: Sequence[TextSegment], settings: Settings, model: object = None
) -> Body:
    """Return the segments at the content places of the template.

    Args:
        document: the page.
        segments: its segments.
        settings: used by `first-subtree` if there is no model.
        model: a `TemplateWrapper`; without one, `first-subtree` is used, with the warning `no_model`.
    """
    if not isinstance(model, TemplateWrapper):
        body = find_first_subtree(document, segments, settings)
        return replace(body, warnings=("no_model", *body.warnings))
    page = build_page_tree(document.body, segments, model.vocabulary)
    mapping = Aligner().align(model.root, page)
    votes = count_votes(segments, mapping)
    body = _make_body(segments, votes)
    warnings: tuple[PageWarning, ...] = () if mapping.is_complete else ("wrapper_limit",)
    if body.root is None or mapping.share < MIN_MAPPED_SHARE:
        decisions = tuple(Decision(False, "unknown_node") for _ in segments)
        return Body(None, decisions, ("wrapper_mismatch", *warnings))
    return replace(body, warnings=warnings)


def count_votes(segments: Sequence[TextSegment], mapping: Alignment) -> list[Votes]:
    """Return the number of characters with each label, for each segment."""
    votes = [Votes() for _ in segments]
    for text in mapping.texts:
        votes[text.node.segment][text.label] += len(text.node.text)
    return votes


def _make_body(segments: Sequence[TextSegment], votes: Sequence[Votes]) -> Body:
    decisions = tuple(_decide(counts) for counts in votes)
    kept = [segment.block for segment, decision in zip(segments, decisions, strict=True) if decision.kept]
    title = next(
        (
            segment.text
            for segment, decision in zip(segments, decisions, strict=True)
            if decision.reason == REASONS["title"]
        ),
        None,
    )
    return Body(common_ancestor(kept), decisions, title=title)


def _decide(votes: Votes) -> Decision:
    if votes["content"] > CONTENT_SHARE * votes.total():
        return Decision(True, REASONS["content"])
    winner = max((label for label in votes if label != "content"), key=lambda label: votes[label], default=None)
    return Decision(False, REASONS[winner])
