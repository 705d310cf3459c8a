"""Which heading of a page is its headline, and what it says the title is."""

from __future__ import annotations

from cutline.dom.metadata.headings import Heading
from cutline.dom.metadata.plain_text import fold
from cutline.dom.metadata.title_claims import Claim

EXACT = 1.0  # likeness of a heading that stands in a declared title
MIN_SHARE = 0.4  # of a declared title that a heading must make up to stand in it
MIN_LIKENESS = 0.3  # below it, one of several headings is no more than a guess
MIN_LIKENESS_AFTER_KICKER = 0.6
SMALL_HEADING = 0.1  # by how much a heading of level 2 or 3 must be more alike than one of level 1

# How much a heading counts: as a whole; as a guess; as a whole if its first part is a kicker, which leaves 1 for the
# rest; without its first or last parts, if the page declares what is left.
WHOLE, GUESS, WITH_KICKER, RUN = 1.0, 0.5, 0.3, 0.95
NO_KICKER = (":", ".", "!", "?", ",")  # what a first part does not end with if it is one


def read_headline(headings: list[Heading], claims: list[Claim]) -> list[Claim]:
    """Return what the headline says the title is; nothing if no heading can be the headline.

    Args:
        headings: those of level 1 first.
        claims: the titles that the page declares.
    """
    heading = _pick_heading(headings, claims)
    if heading is None:
        return []
    is_guess = _measure_likeness(heading, claims) < MIN_LIKENESS and sum(other.level == 1 for other in headings) > 1
    said = [(GUESS if is_guess else WHOLE, heading.text)]
    if not is_guess and _has_kicker(heading, claims):
        said = [(WHOLE, " ".join(heading.parts[1:])), (WITH_KICKER, _punctuate(heading.text, claims))]
    said += [(RUN, run) for run in _list_runs(heading) if _is_declared(run, claims)]
    found: dict[str, Claim] = {}
    for weight, text in said:
        if key := fold(text):
            found.setdefault(key, Claim(weight, text, key))
    return list(found.values())


def _punctuate(text: str, claims: list[Claim]) -> str:
    """Return the text as it is declared, with a colon after the kicker, if it is."""
    key = fold(text)
    return next((claim.text for claim in claims if claim.key == key), text)


def _pick_heading(headings: list[Heading], claims: list[Claim]) -> Heading | None:
    """Return the heading that is most like what the page declares as its title; a small one must stand in it."""
    best, highest = None, -1.0
    for heading in headings:
        likeness = _measure_likeness(heading, claims)
        if heading.level > 1:
            likeness = likeness - SMALL_HEADING if likeness == EXACT else -1.0
        if likeness > highest:
            best, highest = heading, likeness
    return best.below if best and best.below and _is_headline_below(best.below, claims) else best


def _is_headline_below(below: Heading, claims: list[Claim]) -> bool:
    """Return whether a heading below the breadcrumb trail stands in a title that the page declares for machines."""
    told = [claim for claim in claims if not claim.is_seen]
    return any(_is_declared(text, told) for text in (below.text, *_list_runs(below)))


def _measure_likeness(heading: Heading, claims: list[Claim]) -> float:
    if any(_is_declared(text, claims) for text in (heading.text, *_list_runs(heading))):
        return EXACT
    return 0.0 if heading.level > 1 else _compare(heading.text, claims)


def _is_declared(text: str, claims: list[Claim]) -> bool:
    """Return whether the text is a good part of a declared title, between dividers."""
    key = fold(text)
    return any(key in claim.runs and len(key) >= MIN_SHARE * len(claim.key) for claim in claims)


def _compare(text: str, claims: list[Claim]) -> float:
    """Return the greatest Dice coefficient of the text's trigrams and those of a declared title."""
    ours, best = _cut_trigrams(fold(text)), 0.0
    for key in {claim.key for claim in claims} if ours else ():
        theirs = _cut_trigrams(key)
        best = max(best, 2 * len(ours & theirs) / (len(ours) + len(theirs)))
    return best


def _cut_trigrams(key: str) -> set[str]:
    return {key[start : start + 3] for start in range(len(key) - 2)}


def _list_runs(heading: Heading) -> list[str]:
    """Return what remains of the heading without its first or last parts, the longest first."""
    cuts = range(1, len(heading.parts))
    ends = [" ".join(heading.parts[cut:]) for cut in cuts]
    return ends + [" ".join(heading.parts[:cut]) for cut in reversed(cuts)]


def _has_kicker(heading: Heading, claims: list[Claim]) -> bool:
    """Return whether the first part stands on a line of its own before what the page declares as its title.

    It does not if it ends like a sentence or with a colon, nor if a declared title runs both parts on: then they are
    two lines of one headline.
    """
    if len(heading.parts) < 2 or heading.parts[0].endswith(NO_KICKER) or heading.parts[1].startswith(":"):
        return False
    kicker, rest = heading.parts[0], " ".join(heading.parts[1:])
    joined = f"{kicker} {heading.parts[1]}".casefold()
    return (
        len(kicker) < len(rest)
        and not any(joined in claim.text.casefold() for claim in claims)
        and _compare(rest, claims) >= MIN_LIKENESS_AFTER_KICKER
    )
