"""Why an image was kept or dropped, in one sentence made of the facts of its verdict."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Literal

from cutline.models.image_reasons import name_reason
from cutline.reasons import REASONS
from cutline.service.formats.flow import cut, plain
from cutline.types import Factor, Image, Reason, SharedName, Verdict

NAMES = ("entities", "names")  # kinds of evidence whose terms are names
SHOWN_TERMS = 2  # names or words in a sentence; the evidence lists them all
SHOWN_LETTERS = 40  # of each of them
ONCE = {1: "once", 2: "twice"}
WORDS = tomllib.loads(Path(__file__).with_name("reason_words.toml").read_text(encoding="utf-8"))
RULES = {
    "host": "its address or its link is on a host of advertisements, {}",
    "size": "it has the size of an advertisement, {}",
    "filter": "a list of advertisements names its address, {}",
}
VERBS = frozenset("is has links comes stands tells declares leaves says".split())
SUBJECTS = frozenset("its images the most few".split())
PLACE = " in the element "  # behind what is counted there, as in "links in the element 3 levels above it"
BASES = ("others", "base")  # factors that stand for no fact of their own
UNSAID = (" no ", "nothing")  # in what says only that something is not there
PLACED = "it stands like the article's images"
WITHOUT_FACT: tuple[Reason, ...] = ("outside_article", "no_caption")  # which say all there is to say


def explain_image(image: Image) -> str:
    """Return why an image was kept or dropped, as `Kept: its caption names Holm, which the article names 3 times.`"""
    return f"{'Kept' if image.verdict.kept else 'Dropped'}: {find_ground(image)}."


def tell_reason(reason: Reason, how: Literal["image", "images", "name"]) -> str:
    """Return what `reason_words.toml` says of a reason in one of its ways; empty if that is nothing."""
    said: str = WORDS.get(reason, {}).get(how, "")
    return said


def name_text(image: Image) -> str:
    """Return which text of an image is compared with the article; empty if it has none."""
    if image.caption:
        return "caption"
    return "alternative text" if image.alt else ""


def find_ground(image: Image) -> str:
    """Return the reason as a clause, without capital letter or full stop."""
    return f"{_find_ground(image)}{_tell_turn(image.verdict)}"


def _find_ground(image: Image) -> str:
    verdict = image.verdict
    if verdict.kept:
        return _explain_kept(image)
    if (explain := SPECIAL.get(verdict.reason)) is not None:
        return explain(image)
    if said := tell_reason(verdict.reason, "image"):
        return "; ".join(filter(None, (said, _find_fact(image))))
    return _quote_reason(image)


def _tell_turn(verdict: Verdict) -> str:
    """Return what the place alone would have decided, if the text turned it; empty otherwise."""
    place, threshold = verdict.place_score, verdict.threshold
    if place is None or threshold is None or (place >= threshold) == verdict.kept or verdict.reason == "duplicate":
        return ""
    return f"; its place alone would {'not ' if verdict.kept else ''}have kept it ({place:.2f})"


def _explain_kept(image: Image) -> str:
    verdict = image.verdict
    told = name_text(image)
    if verdict.relevance == "unrelated":
        return f"{PLACED}, though its {told or 'text'} seems to be about something else"
    if shared := _tell_shared(told, verdict):
        is_placed = verdict.place_score is not None and verdict.place_score >= (verdict.threshold or 0)
        return f"{PLACED}, and {shared}" if is_placed else shared
    fact = next((factor for factor in verdict.factors if factor.weight > 0 and _is_telling(factor)), None)
    return _say(fact) if fact else _quote_reason(image)


def _tell_shared(told: str, verdict: Verdict) -> str:
    """Return what a related text has in common with the article; empty if nothing can be told."""
    if told and (names := _list_names(verdict)):
        return f"its {told} names {_tell_names(names)}"
    if told and verdict.relevance == "related" and verdict.found:
        return f"its {told} and the article share {_quote(verdict.found)}"
    return ""


def _list_names(verdict: Verdict) -> tuple[SharedName, ...]:
    """Return the first names that a text shares with the article; none of a text too short to tell anything."""
    evidence = verdict.similarity.evidence if verdict.similarity else None
    if evidence is None or evidence.kind not in NAMES or verdict.relevance == "unknown":
        return ()
    return evidence.shared[:SHOWN_TERMS]


def _tell_names(shared: tuple[SharedName, ...]) -> str:
    if len(shared) > 1:
        return f"{' and '.join(_cut(name.name) for name in shared)}, as the article does"
    (name,) = shared
    times = ONCE.get(name.in_text, f"{name.in_text} times")
    return f"{_cut(name.name)}, {'whom' if name.label == 'PERSON' else 'which'} the article names {times}"


def _explain_rule(image: Image) -> str:
    kind, _, what = (image.verdict.rule or "").partition(" ")
    return RULES[kind].format(_cut(what)) if kind in RULES else _quote_reason(image)


def _explain_strange(image: Image) -> str:
    told, missing = name_text(image) or "text", image.verdict.missing
    if not missing:
        return f"its {told} is about something else"
    return f"its {told} is about something else: the article does not mention {_quote(missing)}"


def _explain_teaser(image: Image) -> str:
    link = next((factor for factor in image.verdict.factors if factor.name == "link"), None)
    return _say(link) if link else "it links to another page, or stands in a list of such links"


def _quote_reason(image: Image) -> str:
    """Return the sentence of the reason as a clause."""
    sentence = REASONS[image.verdict.reason].rstrip(".")
    return sentence[:1].lower() + sentence[1:]


SPECIAL: dict[Reason, Callable[[Image], str]] = {
    "ad_rule": _explain_rule,
    "duplicate": lambda image: "the page shows the same picture elsewhere, and that one was kept",
    "off_topic": _explain_strange,
    "teaser": _explain_teaser,
}


def _find_fact(image: Image) -> str:
    """Return what weighs most for the reason of a drop; empty if that is not among the factors shown."""
    reason = image.verdict.reason
    if reason in WITHOUT_FACT:
        return ""
    against = [factor for factor in image.verdict.factors if factor.weight < 0 and _is_telling(factor)]
    fact = next((factor for factor in against if reason in ("uncertain", name_reason(factor.name))), None)
    said = _say(fact) if fact else ""
    return "" if said == tell_reason(reason, "image") else said


def _is_telling(factor: Factor) -> bool:
    return factor.name not in BASES and not any(mark in factor.says for mark in UNSAID)


def _say(factor: Factor) -> str:
    """Return a factor as a clause; if it begins with a verb, its subject is the image."""
    says = factor.says
    first = says.partition(" ")[0]
    if first in VERBS and PLACE not in says:
        return f"it {says}"
    if first in SUBJECTS or " is named after " in says:
        return says
    return f"it has {'a ' if first == 'paragraph' else ''}{says}"


def _quote(words: Iterable[str]) -> str:
    return " and ".join(f"“{_cut(word)}”" for word in tuple(words)[:SHOWN_TERMS])


def _cut(text: str) -> str:
    return cut(plain(text), SHOWN_LETTERS)
