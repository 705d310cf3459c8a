"""Why an image was kept or dropped, in one sentence for people."""

from __future__ import annotations

from collections.abc import Sequence

from cutline.reasons import REASONS
from cutline.service.formats.flow import plain
from cutline.types import Image, Verdict

SHOWN_NAMES = 3
SHOWN_WORDS = 4
BY_NAMES = ("entities", "names")  # kinds of evidence
DECIDED_BY_TEXT = ("article_image", "similar")  # reasons whose sentence can name what the texts share


def explain_image(image: Image) -> str:
    """Return why an image was kept or dropped, as `Kept: its caption names Joren Haldane.`"""
    why = _explain(image)
    return f"{'Kept' if image.verdict.kept else 'Dropped'}: {why[0].lower()}{why[1:]}"


def _explain(image: Image) -> str:
    verdict = image.verdict
    words = "caption" if image.caption else "alternative text"
    if verdict.reason in DECIDED_BY_TEXT:
        return _explain_kept(verdict, words, has_words=bool(image.caption or image.alt))
    if verdict.reason == "off_topic" and verdict.missing:
        return f"Its {words} is about something else: the article does not mention {_list(verdict.missing)}."
    if verdict.reason == "uncertain" and verdict.factors:
        return f"Many small facts add up, above all: {verdict.factors[0].says}."
    return REASONS[verdict.reason]


def _explain_kept(verdict: Verdict, words: str, *, has_words: bool) -> str:
    names = _find_shared_names(verdict)
    if names:
        return f"Its {words} names {_list(names, SHOWN_NAMES)}, as the article does."
    if verdict.relevance == "related" and verdict.found:
        return f"Its {words} is about the story: both mention {_list(verdict.found)}."
    if verdict.relevance == "unrelated":
        return f"It is where the article's images are, although its {words} mentions other things."
    if not has_words:
        return "It is where the article's images are; it has no caption to compare."
    if verdict.relevance == "unknown":
        return f"It is where the article's images are; its {words} has too little to compare."
    return REASONS[verdict.reason]


def _find_shared_names(verdict: Verdict) -> tuple[str, ...]:
    if verdict.similarity is None or verdict.relevance == "unrelated":
        return ()
    evidence = verdict.similarity.evidence
    return tuple(shared.name for shared in evidence.shared) if evidence.kind in BY_NAMES else ()


def _list(words: Sequence[str], count: int = SHOWN_WORDS) -> str:
    """Return words as a list in a sentence: `Holm, Ellery and Varn`."""
    *first, last = (plain(word) for word in words[:count])
    return f"{', '.join(first)} and {last}" if first else last
