"""Why a classifier drops an image: the kind of its features that spoke most against it."""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import NDArray

from cutline.nlp.image_evidence import EVIDENCE_COLUMNS

MARK_PARTS = ("near_", "below_root_", "around_", "class_", "address_", "alt_")
# The reason that a feature whose name ends in one of these speaks for, where it tells of names in the page.
BY_MARK = {
    **dict.fromkeys(("related", "list", "tag", "title", "lead"), "teaser"),
    **dict.fromkeys(("navigation", "footer", "side", "share", "network", "contents", "unseen"), "navigation"),
    **dict.fromkeys(("advertisement", "subscription", "consent", "service"), "advertisement"),
    **dict.fromkeys(("author", "person", "meta", "comment"), "portrait"),
    **dict.fromkeys(("logo", "icon", "small", "large"), "icon"),
}
BY_NAME = {
    **dict.fromkeys(EVIDENCE_COLUMNS, "dissimilar"),
    **dict.fromkeys(
        ("link", "link_characters", "alike_link", "link-1", "link+1", "caption_links", "up_to_a", "in_a"), "teaser"
    ),
    **dict.fromkeys(
        ("width", "height", "aspect", "widest_source", "width_in_address", "largest", "largest-1", "largest+1"), "icon"
    ),
    **dict.fromkeys(
        ("sources", "extension", "placeholder", "same_host", "same_domain", "copies", "lazy", "eager"), "odd_source"
    ),
    **dict.fromkeys(
        ("caption_source", "caption", "credit", "caption_ends_sentence", "caption-1", "caption+1", "alike_caption"),
        "no_caption",
    ),
    **dict.fromkeys(("alt_characters", "no_alt"), "no_caption"),
    **dict.fromkeys((f"up_to_{tag}" for tag in ("nav", "header", "footer", "aside", "form", "button")), "navigation"),
}
ELSEWHERE = "outside_article"  # where an image stands is what all other features tell


def find_reason(columns: tuple[str, ...], contributions: NDArray[np.float64]) -> str:
    """Return the reason that speaks most against an image.

    Args:
        columns: the features.
        contributions: what each adds to its log odds.
    """
    reasons, places = _number_reasons(columns)
    return reasons[int(np.bincount(places, contributions, len(reasons)).argmin())]


@cache
def name_reason(column: str) -> str:
    """Return the reason for a drop that a feature speaks for."""
    if column in BY_NAME:
        return BY_NAME[column]
    part = next((part for part in MARK_PARTS if column.startswith(part)), None)
    return BY_MARK.get(column.removeprefix(part), ELSEWHERE) if part else ELSEWHERE


@cache
def _number_reasons(columns: tuple[str, ...]) -> tuple[tuple[str, ...], NDArray[np.intp]]:
    """Return the reasons, and for each feature the place of its reason among them."""
    named = [name_reason(column) for column in columns]
    reasons = tuple(dict.fromkeys(named))
    return reasons, np.array([reasons.index(reason) for reason in named], np.intp)
