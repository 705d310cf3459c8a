"""Reasons for dropped images: the strongest fact of the page against each; and plain words for all their features."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np

from cutline.dom.features.arrays import Floats, Numbers
from cutline.dom.features.elements import AROUND_TAGS
from cutline.dom.features.image_places import BEYOND, FAR, FAR_CHARACTERS, LEVELS, NEAREST_TAGS
from cutline.dom.features.image_sources import EXTENSIONS, TO_SITE
from cutline.dom.features.images import IMAGE_COLUMNS
from cutline.types import Reason

MARK_PARTS = ("near_", "below_root_", "around_", "class_", "address_", "alt_", "frame_", "link_")
WORDS: Mapping[str, Any] = tomllib.loads(Path(__file__).with_name("image_words.toml").read_text(encoding="utf-8"))


def _read_reasons(table: str) -> Mapping[str, Reason]:
    return {name: reason for reason, names in WORDS[table].items() for name in names.split()}


BY_MARK, BY_NAME = _read_reasons("mark_reasons"), _read_reasons("reasons")
ELSEWHERE: Reason = "outside_article"  # all other features describe the place of an image
VAGUE = frozenset(("outside_article", "inset", "odd_source", "no_caption"))  # they hold for images of articles too
ALONE: Reason = "no_caption"  # given only if no other reason, true or not, has more weight
COUNTS = 0.2  # log odds that a reason must subtract to be preferred to the place, which most features describe
TINY = 64.0  # pixels; up to this size, a picture counts as an icon
SMALL = 100.0  # pixels; up to this size too, unless it is a photograph in a list of stories
LARGE = 200.0  # pixels; up to this size, an SVG or an image named like an icon or logo may be one
PLAIN_KINDS = tuple(map(EXTENSIONS.index, (".jpg", ".jpeg", ".png", ".webp", ".avif")))  # of photographs
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


def find_reason(values: Sequence[float], contributions: Floats, is_close: bool) -> Reason:
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


def _weigh(contributions: Floats) -> dict[Reason, float]:
    """Return the sum that the features of each reason add to the log odds."""
    reasons, places = _number_reasons()
    sums = np.bincount(places, contributions, len(reasons)).tolist()
    return dict(zip(reasons, sums, strict=True))


@cache
def _number_reasons() -> tuple[tuple[Reason, ...], Numbers]:
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
    # A photograph with a text of its own that leads to another page is small in lists of stories.
    is_listed = row["link"] >= TO_SITE and row["caption"] > 0 and row["extension"] in PLAIN_KINDS
    is_small = 0 < row["largest"] <= (TINY if is_listed else SMALL)
    return is_small or (row["extension"] == DRAWN and row["largest"] <= LARGE)


def _is_between(row: Row) -> bool:
    """Whether there is article text before and after an image."""
    return row["segments_to_previous"] < FAR and row["segments_to_next"] < FAR


Say = Callable[[float], str]  # converts the value of a feature to a phrase about the image

CLOSE = 3.0  # segments, levels, or log of characters: up to this, something is close
AFTER_TEXT = 0.99  # share of the text before an image, from which it counts as after the text


def describe_feature(column: str, value: float) -> str:
    """Return what a feature says about an image, such as "links to another page".

    Args:
        column: one of `IMAGE_COLUMNS`.
        value: its value for the image.
    """
    return PHRASES[column](value)


def _say(yes: str, no: str, limit: float = 0.0, unknown: str | None = None) -> Say:
    """Say `yes` for values above a limit, with the value in it, else `no`; `unknown`, if there is such, below 0."""

    def say(value: float) -> str:
        if unknown is not None and value < 0:
            return unknown
        return yes.format(f"{value:.0f}") if value > limit else no

    return say


def _gap(what: str, where: str, nowhere: float) -> Say:
    """Say how far away something is, or that it is not there."""
    near, far = f"{what} right {where}", f"{what} some way {where}"
    return lambda value: (near if value <= CLOSE else far) if value < nowhere else f"no {what} {where}"


def _number(words: Sequence[str], unknown: str = "") -> Say:
    """Say the word with the number that the value is; `unknown` below 0."""
    return lambda value: words[int(value)] if value >= 0 else unknown


def _place(value: float) -> str:
    if value <= 0:
        return "comes before the text"
    return "comes after the text" if value >= AFTER_TEXT else "comes within the text"


def _around(say: Say, before: str = "", behind: str = "", unknown: str | None = None) -> Say:
    """Say a phrase with words before and behind it; `unknown`, if there is such, below 0."""
    return lambda value: unknown if unknown is not None and value < 0 else f"{before}{say(value)}{behind}"


BESIDE_TEXT = _gap("article text", "beside it", BEYOND)
LINK = _number(WORDS["numbered"]["link"])


def _read_phrases(table: str) -> dict[str, Say]:
    return {name: _say(*phrase) for name, phrase in WORDS[table].items()}


def _list_names() -> Iterator[tuple[str, Say]]:
    for mark, what in WORDS["marks"].items():
        for part, where in (("near", "near"), ("below_root", "within the text's part around"), ("around", "around")):
            said = f"element {where} it is named after {what}"
            yield f"{part}_{mark}", _say(f"an {said}", f"no {said}")
    for word, what in WORDS["words"].items():
        for part, name in WORDS["parts"].items():
            yield f"{part}_{word}", _say(f"its {name} has a word of {what}", f"its {name} has no word of {what}")
    for part, name in (("alt", "alternative text"), ("file", "file's name")):
        unknown = f"its {name} has no words"
        yield f"{part}_words", _say(f"its {name} has words", unknown)
        for place in ("text", "title"):
            most, few = (f"{share} words of its {name} are in the {place}" for share in ("most", "few"))
            yield f"{part}_in_{place}", _say(most, few, 0.5, unknown)
        yield f"{part}_in_authors", _say(f"its {name} names an author", f"its {name} names no author")


def _list_tags() -> Iterator[tuple[str, Say]]:
    for tag in AROUND_TAGS:
        yield f"in_{tag}", _say(f"is in a <{tag}>", f"is in no <{tag}>")
    for tag in NEAREST_TAGS:
        yield f"up_to_{tag}", _say(f"no <{tag}> near around it", f"a <{tag}> near around it", BEYOND - 1)


def _list_levels() -> Iterator[tuple[str, Say]]:
    for level in range(LEVELS):
        where = " in its own element" if level == 0 else f" in the element {level} levels above it"
        for name, say in _read_phrases("level").items():
            yield f"level{level}_{name}", _around(say, behind=where, unknown="its element is near the top of the page")


def _list_neighbours() -> Iterator[tuple[str, Say]]:
    near = {**_read_phrases("neighbour"), "link": LINK, "up_to_article_text": _around(BESIDE_TEXT, "has ")}
    for by, side in ((-1, "before"), (1, "after")):
        for name, say in near.items():
            yield f"{name}{by:+d}", _around(say, f"the image {side} it ", unknown=f"no image {side} it")
    alike = {
        **_read_phrases("alike"),
        "article_before_share": lambda value: _place(value).replace("comes", "come"),
        "up_to_article_text": _around(BESIDE_TEXT, "have "),
    }
    for name, say in alike.items():
        yield f"alike_{name}", _around(say, "images placed like it ")


PHRASES: dict[str, Say] = {
    **_read_phrases("columns"),
    "article_before_share": _place,
    "article": lambda _: "the length of the article",
    "segments_to_previous": _gap("paragraph of the article", "before it", FAR),
    "segments_to_next": _gap("paragraph of the article", "after it", FAR),
    "characters_to_previous": _gap("article text", "before it", FAR_CHARACTERS),
    "characters_to_next": _gap("article text", "after it", FAR_CHARACTERS),
    "up_to_article_text": BESIDE_TEXT,
    "up_to_text": _gap("text", "beside it", BEYOND),
    "extension": _number([f"is a {kind} file" for kind in EXTENSIONS], "its address names no kind of picture"),
    "link": LINK,
    "caption_source": _number(WORDS["numbered"]["caption_source"], "has no caption"),
    **dict((*_list_names(), *_list_tags(), *_list_levels(), *_list_neighbours())),
}
