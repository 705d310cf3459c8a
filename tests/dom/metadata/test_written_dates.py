"""Dates as people write them."""

import pytest

from tests.dom.metadata.conftest import read_page


def test_a_date_with_a_short_year_is_taken_where_no_other_is_seen() -> None:
    body = "<h1>Storm</h1><p>10/19/03</p><p>October 23, 2003</p>"
    assert read_page(body=body, json_ld={"headline": "Storm"}).published == "2003-10-23"
    body = "<h1>Storm</h1><p>Last updated October 14, 2003</p><p>10/{}/03</p>"
    assert read_page(body=body.format(12), json_ld={"headline": "Storm"}).published == "2003-10-12"
    assert read_page(body=body.format(19), json_ld={"headline": "Storm"}).published == "2003-10-14"  # of another story


@pytest.mark.parametrize("line", ["2024年5月3日", "2024 年 5 月 3 日", "2024년 5월 3일"])
def test_a_date_of_east_asia_is_read_where_a_theme_declares_english(line: str) -> None:
    page = read_page("", f"<h1>Storm</h1><p>{line}</p>", lang='lang="en"')
    assert page.published == "2024-05-03"


def test_the_class_of_a_date_in_hatom_is_no_change() -> None:
    body = "<h1>Storm</h1><a class='post-date updated'>2 February 2022</a>"
    assert read_page(body=body, json_ld={"headline": "Storm"}).published == "2022-02-02"


def test_the_date_of_a_recommended_article_is_none_of_the_page() -> None:
    line = "<div><span>最新推荐文章于 2024-11-21 08:30:00 发布</span><span>于 2023-05-06 10:00:00 发布</span></div>"
    assert read_page(body=f"<h1>风暴</h1>{line}", json_ld={"headline": "风暴"}).published == "2023-05-06"


@pytest.mark.parametrize("line", ["3. Mai 2024", "3 мая 2024", "3 maggio 2024", "3 mai 2024", "3 de mayo de 2024"])
def test_a_date_is_read_in_any_common_language_where_the_page_declares_none_or_english(line: str) -> None:
    assert read_page("", f"<h1>Storm</h1><p>{line}</p>").published == "2024-05-03"
    assert read_page("", f"<h1>Storm</h1><p>{line}</p>", lang='lang="en"').published == "2024-05-03"
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


def test_a_date_of_change_is_that_of_publication_only_where_no_other_is_seen() -> None:
    for note in ("Updated 4 May 2024", "Last updated <time datetime='2024-05-04'>4 May</time>", "编辑于 2024-05-04"):
        page = read_page(body=f"<h1>Storm</h1><p>{note}</p>", json_ld={"headline": "Storm"})
        assert (page.published, page.modified) == ("2024-05-04", "2024-05-04")
    body = "<h1>Storm</h1><p>Updated 4 May 2024</p><p>First published 3 March 2021</p>"
    page = read_page(body=body, json_ld={"headline": "Storm"})
    assert (page.published, page.modified) == ("2021-03-03", "2024-05-04")
    long = f"<p>{'The water came at night. ' * 20}</p>" * 9
    body = f"<h1>Storm</h1><p>Updated 4 May 2024</p>{long}<p>The flood of <time datetime='2001-04-15'>April</time>"
    assert read_page(body=body, json_ld={"headline": "Storm"}).published == "2024-05-04"
    body = "<h1>Storm</h1><p>Updated 4 May 2003</p><p>&copy; 1998-2003 Lake Notes</p>"
    assert read_page(body=body, json_ld={"headline": "Storm"}).published == "2003-05-04"
