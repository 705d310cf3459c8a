"""Verdicts in words: why an image was kept or dropped, the evidence in lines, and where a dropped block's words are."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import chain, zip_longest
from typing import Literal, get_args

from cutline.models.image_reasons import name_reason
from cutline.nlp.words import read_words
from cutline.reasons import REASONS, tell_reason
from cutline.service.formats.flow import cut, plain
from cutline.types import Article, Block, Factor, Image, Reason, SharedName, Similarity, Verdict

NAMES = ("entities", "names")  # kinds of evidence whose terms are names
SHOWN_TERMS = 2  # names or words in a sentence; the evidence lists them all
SHOWN_LETTERS = 40  # of each of them
ONCE = {1: "once", 2: "twice"}
RULES = {
    "host": "its address or its link is on a host of advertisements, {}",
    "size": "it has the size of an advertisement, {}",
    "filter": "a list of advertisements names its address, {}",
}
VERBS = frozenset("is has links comes tells declares leaves says".split())
SUBJECTS = frozenset("its images the most few several".split())
PLACE = " in the element "  # behind what is counted there, as in "links in the element 3 levels above it"
BASES = ("others", "base")  # factors that stand for no fact of their own
UNSAID = (" no ", "nothing")  # in what says only that something is not there
PLACED = "it is placed like the article's images"
WITHOUT_FACT: tuple[Reason, ...] = ("outside_article", "no_caption")  # which say all there is to say


def explain_image(image: Image) -> str:
    """Return why an image was kept or dropped, as `Kept: its caption names Holm, which the article names 3 times.`"""
    return f"{'Kept' if image.verdict.kept else 'Dropped'}: {find_ground(image)}."


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
    return _say(link) if link else "it links to another page, or is in a list of such links"


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


EVIDENCE = {"entities": "names", "names": "names", "words": "words"}
SHOWN_CHARACTERS = 300  # of a caption or an address
SHOWN_WORDS = 5  # in a line, that the article has or has not
SHOWN_NAMES = 6  # shared names in a line; the others are counted


def write_reason(reason: Reason) -> str:
    """Return a reason in words, as `outside the article` for `outside_article`."""
    return tell_reason(reason, "name") or reason.replace("_", " ")


def describe_names(article: Article) -> str:
    """Return what found an article's names, a pipeline or `capitalised words`; empty if no texts were compared."""
    if article.model.ner:
        return plain(article.model.ner)
    verdicts = chain((block.verdict for block in article.blocks), (image.verdict for image in article.images))
    return "capitalised words" if any(verdict.similarity for verdict in verdicts) else ""


def describe_shared(similarity: Similarity) -> str:
    """Return the names two texts share, as `Obama 1/12`: mentions here before those in the article."""
    shared = similarity.evidence.shared
    names = [f"{plain(name.name)} {name.here}/{name.in_text}" for name in shared[:SHOWN_NAMES]]
    more = len(shared) - len(names)
    return (", ".join(names) or "none shared") + (f" and {more} more" if more else "")


def describe_relevance(verdict: Verdict, text_name: str) -> str:
    """Return both numbers of a verdict in a line, as `place 0.93 · caption 0.04 unrelated`.

    Empty where neither was found: the method compares no texts, or a rule decided before.

    Args:
        verdict: on a block or an image.
        text_name: what was held against the article, such as `caption`; empty if an image has no text at all.
    """
    parts = [] if verdict.place_score is None else [f"place {verdict.place_score:.2f}"]
    if text_name and verdict.relevance is not None:
        score = "" if verdict.relevance_score is None else f" {verdict.relevance_score:.2f}"
        parts.append(f"{text_name}{score} {verdict.relevance}")
    return " · ".join(parts)


def describe_words(verdict: Verdict) -> str:
    """Return the rarest words that speak for a verdict, as `also in the article: Aurelia` of what is related.

    Of what is unrelated they are those that it does not share: `not in the article: Kestrel, ridge`. Empty for any
    other verdict, and where there are none.
    """
    where = {"related": ("also", verdict.found), "unrelated": ("not", verdict.missing)}
    how, words = where.get(verdict.relevance or "", ("", ()))
    return f"{how} in the article: {', '.join(map(plain, words[:SHOWN_WORDS]))}" if words else ""


def describe_measures(similarity: Similarity) -> str:
    """Return both measures of a similarity that has a score, the one that is the score first."""
    both = f"match share {similarity.match_share:.2f}", f"cosine {similarity.cosine:.2f}"
    first, second = both if similarity.measure == "match_share" else both[::-1]
    return f"{first}, {second}"


def sum_factors(factors: Sequence[Factor], count: int) -> tuple[Sequence[Factor], float]:
    """Return the first factors of a place score, which are the weightiest, and the sum of the weights of all others."""
    return factors[:count], math.fsum(factor.weight for factor in factors[count:])


def compare_score(score: float | None, threshold: float | None) -> str:
    """Return a score beside the threshold that it was held against, as `0.91 ≥ 0.50`; a dash without a score."""
    if score is None:
        return "–"
    if threshold is None:
        return f"{score:.2f}"
    difference = score - threshold
    # As many digits as it takes to see that the two numbers differ.
    digits = next((digits for digits in (2, 3, 4) if abs(difference) >= 10**-digits), 2 if difference == 0 else 6)
    return f"{score:.{digits}f} {'≥' if difference >= 0 else '<'} {threshold:.{digits}f}"


def cut_line(line: str, limit: int) -> str:
    """Return a line of at most `limit` characters, cut behind a word unless none ends in its second half."""
    if len(line) <= limit:
        return line
    end = line.rfind(" ", limit // 2, limit + 1)
    return f"{line[: limit if end < 0 else end].rstrip(' ,;:')}…"


def shorten(text: str | None) -> str:
    """Return a text in one line, cut if it is long: a `data:` address is as long as its picture."""
    return cut_line(plain((text or "")[: 2 * SHOWN_CHARACTERS]), SHOWN_CHARACTERS)


Field = Literal["title", "byline", "caption", "notes", "comments"]
FIELDS: tuple[Field, ...] = get_args(Field)

FindField = Callable[[Block], Field | None]
State = Literal["kept", "delivered", "dropped"]
WordPair = tuple[str, str]


def find_fields(article: Article) -> FindField:
    """Return what says of a block as which other field of the article it is delivered; None if it is not.

    A caption is delivered if kept images have most pairs of its words, a comment if the comments have them, a byline if
    the article has authors or a date.
    """
    captions = _pair_all(chain.from_iterable((image.caption, image.credit) for image in article.images))
    comments = _pair_all(chain.from_iterable((one.author, one.published, one.text) for one in article.comments or ()))
    noted = {block.index for note in article.notes for block in note.blocks}
    delivered: Mapping[Reason, tuple[Field, Callable[[Block], object]]] = {
        "title": ("title", lambda block: article.title),
        "byline": ("byline", lambda block: article.authors or article.published),
        "caption": ("caption", lambda block: _is_in(captions, _pair_words(block.text))),
        "note": ("notes", lambda block: block.index in noted),
        "comments": ("comments", lambda block: _is_in(comments, _pair_words(block.text))),
    }

    def find(block: Block) -> Field | None:
        if block.verdict.kept or block.verdict.reason not in delivered:
            return None
        field, is_there = delivered[block.verdict.reason]
        return field if is_there(block) else None

    return find


def find_state(block: Block, field: Field | None) -> State:
    """Return whether a block is in the text, in another field, or in none."""
    if block.verdict.kept:
        return "kept"
    return "delivered" if field else "dropped"


def _is_in(told: set[WordPair], pairs: set[WordPair]) -> bool:
    return 2 * len(pairs & told) >= len(pairs) > 0


def _pair_all(texts: Iterable[str | None]) -> set[WordPair]:
    return set(chain.from_iterable(map(_pair_words, filter(None, texts))))


def _pair_words(text: str) -> set[WordPair]:
    """Return each two words that follow each other, and the last one alone."""
    return set(zip_longest(words := read_words(text).written, words[1:], fillvalue=""))
