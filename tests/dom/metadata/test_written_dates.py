"""Dates as people write them."""

from __future__ import annotations

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
