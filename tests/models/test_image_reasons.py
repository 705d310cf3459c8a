"""Why a classifier drops an image."""

import numpy as np
import pytest

from cutline.dom.features.image_places import PLACE_COLUMNS
from cutline.models.image_model import FULL_COLUMNS
from cutline.models.image_reasons import find_reason, name_reason

REASONS = {
    "teaser",
    "navigation",
    "advertisement",
    "portrait",
    "icon",
    "odd_source",
    "no_caption",
    "dissimilar",
    "outside_article",
}


def test_every_column_speaks_for_a_reason() -> None:
    assert {name_reason(column) for column in FULL_COLUMNS} == REASONS


@pytest.mark.parametrize(
    ("column", "reason"),
    [
        ("link", "teaser"),
        ("near_related", "teaser"),
        ("in_nav", "outside_article"),
        ("up_to_nav", "navigation"),
        ("around_footer", "navigation"),
        ("address_advertisement", "advertisement"),
        ("below_root_author", "portrait"),
        ("width", "icon"),
        ("alt_logo", "icon"),
        ("extension", "odd_source"),
        ("caption", "no_caption"),
        ("told_in_article", "dissimilar"),
        ("similarity", "dissimilar"),
        ("article_before_share", "outside_article"),
        ("near_body", "outside_article"),
    ],
)
def test_reason_of_a_column(column: str, reason: str) -> None:
    assert column in FULL_COLUMNS
    assert name_reason(column) == reason


def test_the_weightiest_kind_of_features_decides() -> None:
    weights = np.array([-0.6, -0.6, -1.0, 3.0])
    assert find_reason(("link", "near_related", "width", "in_root"), weights) == "teaser"


def test_what_speaks_for_an_image_is_weighed_against_what_speaks_against_it() -> None:
    assert find_reason(("link", "near_related", "width"), np.array([-1.0, 0.8, -0.5])) == "icon"


def test_of_equal_reasons_the_first_feature_decides() -> None:
    assert find_reason(("width", "link"), np.array([-0.5, -0.5])) == "icon"


def test_places_speak_of_where_an_image_stands() -> None:
    reasons = [name_reason(column) for column in PLACE_COLUMNS]
    assert max(set(reasons), key=reasons.count) == "outside_article"
