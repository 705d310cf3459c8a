"""What a score adds up from."""

from __future__ import annotations

from cutline.service.inspector.templating import SHOWN_FACTORS, draw_factors
from cutline.types import Factor


def test_bars_go_to_both_sides_as_far_as_their_weights() -> None:
    bars = draw_factors(
        [Factor(name="credit", says="has a credit", weight=2.0), Factor(name="link", says="has a link", weight=-1.0)]
    )
    assert [(bar.name, bar.side, bar.start, bar.length, bar.weight) for bar in bars[:2]] == [
        ("has a credit", "for", "0.0", "50.0", "+2.00"),
        ("has a link", "against", "-25.0", "25.0", "-1.00"),
    ]


def test_the_sum_of_all_bars_is_the_place_s_log_odds() -> None:
    factors = [Factor(name=str(number), says="", weight=number / 8) for number in range(12, 0, -1)]
    bars = draw_factors(factors)
    assert len(bars) == SHOWN_FACTORS + 1
    assert bars[-1].name == "all else"
    assert sum(float(bar.weight) for bar in bars) == round(sum(factor.weight for factor in factors), 2)


def test_a_score_of_nothing_has_bars_of_no_length() -> None:
    assert {bar.length for bar in draw_factors([Factor(name="base", says="", weight=0.0)])} == {"0.0"}
