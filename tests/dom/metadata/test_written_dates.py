"""Dates as people write them."""

from __future__ import annotations

import pytest

from tests.dom.metadata.conftest import read_page


def test_a_date_with_a_short_year_is_taken_where_no_other_is_seen() -> None:
    body = "<h1>Storm</h1><p>10/19/03</p><p>October 23, 2003</p>"
    assert read_page(body=body, json_ld={"headline": "Storm"}).published == "2003-10-23"
    body = "<h1>Storm</h1><p>Last updated October 14, 2003</p><p>10/19/03</p>"
    assert read_page(body=body, json_ld={"headline": "Storm"}).published == "2003-10-14"


@pytest.mark.parametrize(
    ("line", "date"),
    [
        ("پنجشنبه / ۲۰ فروردین ۱۴۰۵ / ۰۹:۱۲", "2026-04-09"),
        ("۳۰ اسفند ۱۴۰۳", "2025-03-20"),  # of a leap year
        ("۱۱ دی ماه ۱۴۰۴", "2026-01-01"),
        ("1404/06/31", "2025-09-22"),
        ("۵ آوریل ۲۰۲۶", "2026-04-05"),
    ],
)
def test_dates_of_the_persian_calendar_are_read_on_pages_in_persian(line: str, date: str) -> None:
    body = f"<h1>بازگشت کشتی</h1><p>{line}</p>"
    assert read_page("<title>بازگشت کشتی</title>", body=body, lang="lang=fa").published == date


@pytest.mark.parametrize(
    ("title", "line", "date"),
    [
        ("渡轮恢复", "2026年4月12日 21:03", "2026-04-12"),
        ("여객선 재개", "2026년 4월 5일", "2026-04-05"),
        ("عودة العبارة", "7-4-2026 | 13:25", "2026-04-07"),
        ("Возвращение парома", "05/04/2026", "2026-04-05"),
        ("เรือข้ามฟากกลับมา", "8 เม.ย. 2569", "2026-04-08"),
        ("The ferry returns", "05/04/2026", "2026-05-04"),
    ],
)
def test_where_a_page_declares_no_language_its_script_says_how_a_date_is_read(title: str, line: str, date: str) -> None:
    assert read_page(f"<title>{title}</title>", body=f"<h1>{title}</h1><p>{line}</p>").published == date
