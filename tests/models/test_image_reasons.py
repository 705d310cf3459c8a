"""Why a classifier drops an image: what weighs most of what is true."""

from typing import get_args

import numpy as np
import pytest

from cutline.dom.features.image_places import BEYOND, FAR, PLACE_COLUMNS
from cutline.dom.features.images import IMAGE_COLUMNS
from cutline.models.image_reasons import HOLDS, find_reason, name_reason
from cutline.types import Reason

# A photograph with a caption between the paragraphs.
PLAIN = {
    **{name: 0.0 for name in IMAGE_COLUMNS},
    **{name: BEYOND for name in IMAGE_COLUMNS if name.startswith("up_to_")},
    **{"in_root": 1.0, "copies": 1.0, "largest": 640.0, "caption": 3.0},
    **{"segments_to_previous": 1.0, "segments_to_next": 1.0},
}
OUTSIDE = {"segments_to_next": FAR, "in_root": 0.0}


def find(facts: dict[str, float], weights: dict[str, float], is_close: bool = False) -> Reason:
    values = PLAIN | facts
    contributions = np.array([weights.get(name, 0.0) for name in IMAGE_COLUMNS])
    return find_reason([values[name] for name in IMAGE_COLUMNS], contributions, is_close)


@pytest.mark.parametrize(
    ("column", "reason"),
    [
        ("link", "teaser"),
        ("near_related", "teaser"),
        ("in_nav", "outside_article"),
        ("up_to_nav", "navigation"),
        ("around_footer", "navigation"),
        ("address_advertisement", "advertisement"),
        ("near_subscription", "notice"),
        ("below_root_author", "portrait"),
        ("width", "icon"),
        ("alt_logo", "icon"),
        ("extension", "odd_source"),
        ("caption", "no_caption"),
        ("hidden", "hidden"),
        ("article_before_share", "outside_article"),
        ("near_body", "outside_article"),
    ],
)
def test_reason_of_a_column(column: str, reason: str) -> None:
    assert column in IMAGE_COLUMNS
    assert name_reason(column) == reason


def test_every_reason_of_a_column_has_facts_to_be_checked_by() -> None:
    reasons = {name_reason(column) for column in IMAGE_COLUMNS}
    assert reasons | {"inset"} == HOLDS.keys()
    assert reasons <= set(get_args(Reason))


def test_places_speak_of_where_an_image_stands() -> None:
    reasons = [name_reason(column) for column in PLACE_COLUMNS]
    assert max(set(reasons), key=reasons.count) == "outside_article"


@pytest.mark.parametrize(
    ("facts", "column", "reason"),
    [
        ({"link": 3}, "link", "teaser"),
        ({"in_nav": 1}, "near_navigation", "navigation"),
        ({"in_header": 1, "in_root": 0}, "up_to_header", "navigation"),
        ({"address_advertisement": 1}, "address_advertisement", "advertisement"),
        ({"near_subscription": 1}, "near_subscription", "notice"),
        ({"near_author": 1}, "near_author", "portrait"),
        ({"largest": 48}, "largest", "icon"),
        ({"extension": 5, "largest": 0}, "width", "icon"),
        ({"address_logo": 1, "largest": 200}, "width", "icon"),
        ({"address_logo": 1, "largest": 201}, "width", "uncertain"),
        ({"hidden": 1}, "hidden", "hidden"),
        ({"caption": 0}, "caption", "no_caption"),
        ({"copies": 2}, "copies", "odd_source"),
        ({"up_to_aside": 3}, "near_body", "inset"),
        (OUTSIDE, "segments_to_next", "outside_article"),
    ],
)
def test_a_fact_that_weighs_against_an_image_is_its_reason(facts: dict[str, float], column: str, reason: str) -> None:
    assert find(facts, {column: -1.0}) == reason


@pytest.mark.parametrize(
    "column", ["link", "near_navigation", "address_advertisement", "near_author", "largest", "caption", "near_body"]
)
def test_what_is_not_true_is_no_reason_however_much_it_weighs(column: str) -> None:
    assert find({}, {column: -3.0}) == "uncertain"


def test_a_fact_that_speaks_for_an_image_is_no_reason() -> None:
    assert find({"link": 3}, {"link": 1.0, "near_body": -1.0}) == "uncertain"


def test_a_small_photograph_under_a_headline_of_another_page_is_no_icon() -> None:
    facts = {"largest": 96, "link": 3, "caption": 40, "extension": 0}
    weights = {"largest": -2.0, "link": -1.0}
    assert find(facts, weights) == "teaser"
    assert find(facts | {"caption": 0}, weights) == "icon"


def test_of_several_facts_the_weightiest_is_the_reason() -> None:
    facts = {"link": 3, "near_author": 1}
    assert find(facts, {"link": -1.0, "near_author": -0.9}) == "teaser"
    assert find(facts, {"link": -0.9, "near_author": -1.0}) == "portrait"


def test_what_speaks_for_an_image_is_weighed_against_what_speaks_against_it() -> None:
    facts = {"link": 3, "near_author": 1}
    assert find(facts, {"link": -1.0, "alike_link": 0.8, "near_author": -0.5}) == "portrait"


def test_the_place_is_the_reason_only_where_nothing_else_counts() -> None:
    facts = OUTSIDE | {"link": 3}
    assert find(facts, {"segments_to_next": -3.0, "link": -0.2}) == "teaser"
    assert find(facts, {"segments_to_next": -3.0, "link": -0.1}) == "outside_article"


def test_the_lack_of_a_caption_is_the_reason_only_if_nothing_weighs_more() -> None:
    assert find({"caption": 0}, {"caption": -1.0, "near_body": -2.0}) == "uncertain"
    assert find({"caption": 0}, {"caption": -1.0, "near_body": -0.9}) == "no_caption"


@pytest.mark.parametrize("facts", [OUTSIDE, {"caption": 0}, {"copies": 2}, {"up_to_aside": 3}])
def test_what_images_of_articles_share_decides_nothing_near_the_threshold(facts: dict[str, float]) -> None:
    weights = {"near_body": -1.0, "caption": -1.0, "copies": -1.0}
    assert find(facts, weights, is_close=True) == "uncertain"
    assert find(facts, weights) != "uncertain"


def test_a_definite_fact_decides_near_the_threshold_too() -> None:
    assert find({"largest": 48}, {"largest": -1.0}, is_close=True) == "icon"


def test_a_place_is_never_off_topic() -> None:
    """What a caption tells is held against its place by itself; the classifier of places does not read it."""
    assert "off_topic" not in {name_reason(column) for column in IMAGE_COLUMNS}
