"""What a score adds up from."""

from __future__ import annotations

import pytest
from lxml import html

from cutline.service.inspector.templating import SHOWN_FACTORS, list_factors, open_templates
from cutline.types import Factor, Verdict


def draw(*factors: Factor) -> list[tuple[str, ...]]:
    """Return what is said of each bar: its side, where it begins, its length, and its weight."""
    verdict = Verdict(kept=True, reason="article_image", factors=factors)
    list_ = html.fromstring(str(open_templates().get_template("parts.html").module.factors(verdict)))  # type: ignore[attr-defined]
    bars = zip(list_.iter("rect"), list_.iterfind(".//span[@class='number']"), strict=True)
    return [(bar.get("class"), bar.get("x"), bar.get("width"), number.text) for bar, number in bars]


def test_bars_go_to_both_sides_as_far_as_their_weights() -> None:
    credit, link = Factor(name="credit", says="has a credit", weight=2.0), Factor(name="link", says="", weight=-1.0)
    assert draw(credit, link) == [
        ("for", "0.0", "50.0", "+2.00"),
        ("against", "-25.0", "25.0", "-1.00"),
        ("against", "0.0", "0.0", "+0.00"),
    ]


def test_the_sum_of_all_bars_is_the_place_s_log_odds() -> None:
    factors = [Factor(name=str(number), says="", weight=number / 8) for number in range(12, 0, -1)]
    bars = list_factors(factors)
    assert len(bars) == SHOWN_FACTORS + 1
    assert bars[-1][0] == "all else"
    assert sum(weight for _, weight in bars) == pytest.approx(sum(factor.weight for factor in factors))


def test_a_score_of_nothing_has_bars_of_no_length() -> None:
    assert {bar[2] for bar in draw(Factor(name="base", says="", weight=0.0))} == {"0.0"}
