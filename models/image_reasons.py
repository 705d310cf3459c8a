"""Why a classifier drops an image: of the facts of the page that spoke against it, the weightiest."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from cutline.dom.features.image_places import BEYOND, FAR
from cutline.dom.features.image_sources import EXTENSIONS, TO_SITE
from cutline.dom.features.images import IMAGE_COLUMNS
from cutline.types import Reason

MARK_PARTS = ("near_", "below_root_", "around_", "class_", "address_", "alt_", "frame_", "link_")
# The reason that a feature whose name ends in one of these speaks for, where it tells of names in the page.
BY_MARK: dict[str, Reason] = {
    **dict.fromkeys(("related", "list", "tag", "title", "lead"), "teaser"),
    **dict.fromkeys(("navigation", "footer", "side", "share", "network", "contents"), "navigation"),
    **dict.fromkeys(("advertisement", "offer"), "advertisement"),
    **dict.fromkeys(("subscription", "consent", "service"), "notice"),
    **dict.fromkeys(("author", "person", "comment", "in_authors"), "portrait"),
    **dict.fromkeys(("logo", "icon", "small", "large"), "icon"),
}
BY_NAME: dict[str, Reason] = {
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
    **dict.fromkeys(("alt_characters", "no_alt", "alt_words"), "no_caption"),
    "file_in_authors": "portrait",
    **dict.fromkeys((f"up_to_{tag}" for tag in ("nav", "header", "footer", "aside", "form", "button")), "navigation"),
    "hidden": "hidden",
}
ELSEWHERE: Reason = "outside_article"  # where an image stands is what all other features tell
VAGUE = frozenset(("outside_article", "inset", "odd_source", "no_caption"))  # which hold for images of articles too
ALONE: Reason = "no_caption"  # which is told only if nothing weighs more, true or not
COUNTS = 0.2  # log odds that a reason takes at least, to be given rather than the place, of which most features tell
SMALL = 100.0  # pixels up to which a picture is as small as icons are
LARGE = 200.0  # pixels up to which one that is drawn (SVG), or named after icons or logos, may be one
PLAIN_KINDS = tuple(EXTENSIONS.index(kind) for kind in (".jpg", ".jpeg", ".png", ".webp", ".avif"))  # of photographs
DRAWN = EXTENSIONS.index(".svg")

Row: TypeAlias = Mapping[str, float]  # the features of an image by their names

HOLDS: dict[Reason, Callable[[Row], bool]] = {
    "teaser": lambda row: row["link"] >= TO_SITE and not _is_in_menu(row) and not _is_drawn_small(row),
    "navigation": lambda row: (
        _is_in_menu(row)
        or _has(row, "near_navigation", "near_footer", "near_share")
        or _is_near(row, "nav", "footer", "button")
    ),
    "advertisement": lambda row: _has(row, *_name_words("advertisement"), *_name_words("offer"), "near_advertisement"),
    "notice": lambda row: _has(row, *_name_words("service"), "near_subscription", "near_consent"),
    "portrait": lambda row: _has(
        row, *_name_words("person"), "near_author", "near_comment", "alt_in_authors", "file_in_authors"
    ),
    "icon": lambda row: (
        _is_drawn_small(row) or (row["largest"] <= LARGE and _has(row, *_name_words("icon"), *_name_words("logo")))
    ),
    "odd_source": lambda row: row["copies"] > 1 or row["extension"] not in PLAIN_KINDS,
    "no_caption": lambda row: row["caption"] <= 0,
    "hidden": lambda row: row["hidden"] > 0,
    "outside_article": lambda row: not _is_between(row),
    "inset": lambda row: _is_between(row) and (_has(row, "near_side", "near_embed") or _is_near(row, "aside")),
}


def find_reason(values: Sequence[float], contributions: NDArray[np.float64], is_close: bool) -> Reason:
    """Return what the page says against an image and the classifier heeded most; `uncertain` if it says nothing.

    Args:
        values: the `IMAGE_COLUMNS` of the image.
        contributions: what each adds to its log odds.
        is_close: whether its score is near the threshold, so that what holds for many images of articles says nothing.
    """
    row = dict(zip(IMAGE_COLUMNS, values, strict=True))
    weights = _weigh(contributions)
    weights["inset"] = weights[ELSEWHERE]
    held = {reason: weight for reason, weight in weights.items() if weight < 0 and HOLDS[reason](row)}
    if held.get(ALONE, 0.0) > min(weights.values()):
        held.pop(ALONE, None)
    told = [reason for reason, weight in held.items() if reason not in VAGUE and weight <= -COUNTS]
    candidates = told or ([] if is_close else list(held))
    return min(candidates, key=lambda reason: held[reason], default="uncertain")


@cache
def name_reason(column: str) -> Reason:
    """Return the reason for a drop that a feature speaks for."""
    if column in BY_NAME:
        return BY_NAME[column]
    part = next((part for part in MARK_PARTS if column.startswith(part)), None)
    return BY_MARK.get(column.removeprefix(part), ELSEWHERE) if part else ELSEWHERE


def _weigh(contributions: NDArray[np.float64]) -> dict[Reason, float]:
    """Return what the features of each reason add to the log odds."""
    reasons, places = _number_reasons()
    sums = np.bincount(places, contributions, len(reasons)).tolist()
    return dict(zip(reasons, sums, strict=True))


@cache
def _number_reasons() -> tuple[tuple[Reason, ...], NDArray[np.intp]]:
    """Return the reasons, and for each feature the place of its reason among them."""
    named = [name_reason(column) for column in IMAGE_COLUMNS]
    reasons = tuple(dict.fromkeys(named))
    return reasons, np.array([reasons.index(reason) for reason in named], np.intp)


def _name_words(group: str) -> tuple[str, ...]:
    return tuple(f"{part}_{group}" for part in ("address", "alt", "class", "frame", "link"))


def _has(row: Row, *columns: str) -> bool:
    return any(row[column] > 0 for column in columns)


def _is_near(row: Row, *tags: str) -> bool:
    return any(row[f"up_to_{tag}"] < BEYOND for tag in tags)


def _is_in_menu(row: Row) -> bool:
    """Whether an image stands in a menu, or in the head or foot of the page; an article has a head of its own."""
    return _has(row, "in_nav", "in_footer") or (row["in_header"] > 0 and row["in_root"] <= 0)


def _is_drawn_small(row: Row) -> bool:
    return 0 < row["largest"] <= SMALL or (row["extension"] == DRAWN and row["largest"] <= LARGE)


def _is_between(row: Row) -> bool:
    """Whether there is text of the article before and behind an image."""
    return row["segments_to_previous"] < FAR and row["segments_to_next"] < FAR
