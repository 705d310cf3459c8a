"""Two checkouts that take turns on pages."""

import sys
from pathlib import Path

import pytest
import two_checkouts
from timing.contenders import Here, There, TimedPage
from two_checkouts import TIMER, render_round, time_round

PAGES = [TimedPage(f"<p>{number}</p>", None) for number in range(3)]


def test_who_is_first_changes_from_page_to_page() -> None:
    order: list[str] = []
    contenders = [Here(name, lambda page, name=name: order.append(name)) for name in ("base", "other")]
    assert len(time_round(*contenders, PAGES)) == 3
    assert order == ["base", "other", "other", "base", "base", "other"]


def test_a_row_holds_the_means_and_both_ratios() -> None:
    assert render_round("news, 1", [(10, 20), (10, 11), (40, 41)]) == "| news, 1 | 20.0 | 24.0 | 1.200 | 1.100 |"


@pytest.mark.processes
def test_a_checkout_reads_pages_in_its_own_process() -> None:
    with There("base", Path(sys.executable), TIMER) as checkout:
        assert [checkout.time(page) > 0 for page in (*PAGES, TimedPage("", "no address"))] == [True] * 4


def test_the_base_has_to_be_named(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys, "argv", ["two_checkouts.py", __file__])
    with pytest.raises(SystemExit):
        two_checkouts.main()
    assert "--base" in capsys.readouterr().err
