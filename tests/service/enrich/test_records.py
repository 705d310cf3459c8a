"""What a record may be."""

from __future__ import annotations

from typing import Any

import pytest

from cutline.page_given import PageGiven
from cutline.service.enrich.batches import Record, make_record


class TestRecord:
    @pytest.mark.parametrize(
        ("given", "reason"),
        [
            ({}, "html, url or both"),
            ({"html": None, "url": None}, "html, url or both"),
            ({"url": ""}, "html, url or both"),
            ({"html": 3}, "text or bytes, not int"),
            ({"html": float("nan")}, "text or bytes, not float"),
            ({"html": ["<p>"]}, "text or bytes, not list"),
            ({"html": "<p>", "url": 5}, "url of a record must be text, not int"),
            ({"html": "<p>", "id": [1]}, "id of a record must be text or a whole number, not list"),
            ({"html": "<p>", "id": True}, "id of a record"),
            (["<p>"], "must be an object with html or url, not list"),
            ("<p>", "must be an object with html or url, not str"),
            (None, "must be an object with html or url, not NoneType"),
        ],
    )
    def test_that_cannot_be_used_is_one_with_an_error(self, given: Any, reason: str) -> None:
        record = make_record(given)
        assert record.error is not None
        assert (record.page.html, record.error.code) == (None, "bad-source")
        assert reason in record.error.message

    def test_keeps_its_id_and_address_when_the_rest_is_bad(self) -> None:
        bad = make_record({"id": "a", "url": "https://example.org/", "html": 3})
        assert (bad.id, bad.page.url) == ("a", "https://example.org/")

    def test_may_have_html_as_bytes_and_more_keys(self) -> None:
        given = {"id": 7, "html": b"<p>", "url": "https://example.org/", "crawled": "2024"}
        assert make_record(given) == Record(7, PageGiven(b"<p>", "https://example.org/"))

    def test_with_half_characters_is_mended(self) -> None:
        record = make_record({"id": "\ud83d", "html": "a\udc00b \ud83d\ude00"})
        assert record == Record("\ufffd", PageGiven("a\ufffdb 😀"))


@pytest.mark.parametrize(("given", "record_id"), [(7.0, 7), (float("nan"), None)])
def test_ids_that_pandas_made_floats_are_whole_numbers_again(given: float, record_id: int | None) -> None:
    assert make_record({"html": "<p>", "id": given}).id == record_id


def test_other_floats_are_no_ids() -> None:
    record = make_record({"html": "<p>", "id": 7.5})
    assert record.error is not None and "whole number, not float" in record.error.message
