"""Verdicts in words."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import chain

from cutline.service.formats.flow import plain
from cutline.service.formats.sentences import tell_reason
from cutline.types import Article, Factor, Reason, Similarity, Verdict

EVIDENCE = {"entities": "names", "names": "names", "words": "words"}
SHOWN_CHARACTERS = 300  # of a caption or an address
SHOWN_WORDS = 5  # in a line, that the article has or has not
SHOWN_NAMES = 6  # shared names in a line; the others are counted


def name_reason(reason: Reason) -> str:
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
    """Return both measures of a similarity that has a score, the one that decided first."""
    both = f"match share {similarity.match_share:.2f}", f"cosine {similarity.cosine:.2f}"
    first, second = both if similarity.measure == "match_share" else both[::-1]
    return f"{first} decides, {second}"


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
