"""Dates as people write them."""

from __future__ import annotations

from tests.dom.metadata.conftest import read_page


def test_a_date_with_a_short_year_is_taken_where_no_other_is_seen() -> None:
    body = "<h1>Storm</h1><p>10/19/03</p><p>October 23, 2003</p>"
    assert read_page(body=body, json_ld={"headline": "Storm"}).published == "2003-10-23"
    body = "<h1>Storm</h1><p>Last updated October 14, 2003</p><p>10/19/03</p>"
    assert read_page(body=body, json_ld={"headline": "Storm"}).published == "2003-10-14"
