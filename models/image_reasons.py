"""Reasons for dropped images: the strongest fact of the page against an image."""

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
# Reasons by the ending of a feature's name, for features of names in the page.
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
ELSEWHERE: Reason = "outside_article"  # all other features describe the place of an image
VAGUE = frozenset(
    ("outside_article", "inset", "odd_source", "no_caption")
)  # reasons that hold for images of articles too
ALONE: Reason = "no_caption"  # given only if no other reason, true or not, has more weight
COUNTS = 0.2  # log odds that a reason must subtract to be preferred to the place, which most features describe
TINY = 64.0  # pixels; up to this size, a picture counts as an icon
SMALL = 100.0  # pixels; up to this size too, unless it is a photograph in a list of stories
LARGE = 200.0  # pixels; up to this size, an SVG or an image named like an icon or logo may be one
PLAIN_KINDS = tuple(
    EXTENSIONS.index(kind) for kind in (".jpg", ".jpeg", ".png", ".webp", ".avif")
)  # file types of photographs
DRAWN = EXTENSIONS.index(".svg")

Row: TypeAlias = Mapping[str, float]  # the features of an image by name

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
    """Return the true fact against an image that the classifier weighted most; `uncertain` if there is none.

    Args:
        values: the `IMAGE_COLUMNS` of the image.
        contributions: what each column adds to its log odds.
        is_close: whether its score is near the threshold; then vague reasons, which hold for many images of articles,
            are not given.
    """
    row = dict(zip(IMAGE_COLUMNS, values, strict=True))
    weights = _weigh(contributions)
    weights["inset"] = weights[ELSEWHERE]
    held = {reason: weight for reason, weight in weights.items() if weight < 0 and HOLDS[reason](row)}
    if held.get(ALONE, 0.0) > min(weights.values()):
        held.pop(ALONE, None)
    specific = [reason for reason, weight in held.items() if reason not in VAGUE and weight <= -COUNTS]
    candidates = specific or ([] if is_close else list(held))
    return min(candidates, key=lambda reason: held[reason], default="uncertain")


@cache
def name_reason(column: str) -> Reason:
    """Return the reason for a drop that a feature supports."""
    if column in BY_NAME:
        return BY_NAME[column]
    part = next((part for part in MARK_PARTS if column.startswith(part)), None)
    return BY_MARK.get(column.removeprefix(part), ELSEWHERE) if part else ELSEWHERE


def _weigh(contributions: NDArray[np.float64]) -> dict[Reason, float]:
    """Return the sum that the features of each reason add to the log odds."""
    reasons, places = _number_reasons()
    sums = np.bincount(places, contributions, len(reasons)).tolist()
    return dict(zip(reasons, sums, strict=True))


@cache
def _number_reasons() -> tuple[tuple[Reason, ...], NDArray[np.intp]]:
    """Return the reasons, and for each feature the index of its reason."""
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
    """Whether an image is in a menu, or in the header or footer of the page; an article may have its own header."""
    return _has(row, "in_nav", "in_footer") or (row["in_header"] > 0 and row["in_root"] <= 0)


def _is_drawn_small(row: Row) -> bool:
    is_small = 0 < row["largest"] <= (TINY if _is_captioned_link(row) else SMALL)
    return is_small or (row["extension"] == DRAWN and row["largest"] <= LARGE)


def _is_captioned_link(row: Row) -> bool:
    """Whether an image is a photograph with a text of its own that leads to another page, as in lists of stories."""
    return row["link"] >= TO_SITE and row["caption"] > 0 and row["extension"] in PLAIN_KINDS


def _is_between(row: Row) -> bool:
    """Whether there is article text before and after an image."""
    return row["segments_to_previous"] < FAR and row["segments_to_next"] < FAR
