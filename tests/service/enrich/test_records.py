"""What a source of records may be: any iterable, or a file of JSON lines."""

from __future__ import annotations

import gzip
import io
import sys
from pathlib import Path
from typing import Any

import pytest

from cutline.errors import SourceError
from cutline.service.enrich.records import Record, read_records


class TestRecords:
    @pytest.mark.parametrize(
        ("record", "reason"),
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
    def test_that_cannot_be_used_become_errors(self, record: Any, reason: str) -> None:
        good, bad, other = read_records([{"html": "a"}, record, {"html": "b"}], 1000)
        assert isinstance(good, Record) and isinstance(other, Record)
        assert (bad.id, bad.line, bad.error.code) == (None, 2, "bad-source")
        assert reason in bad.error.message

    def test_keep_their_id_when_the_rest_is_bad(self) -> None:
        (bad,) = read_records([{"id": "a", "html": 3}], 1000)
        assert (bad.id, bad.line) == ("a", 1)

    def test_may_have_html_as_bytes_and_more_keys(self) -> None:
        record = {"id": 7, "html": b"<p>", "url": "https://example.org/", "crawled": "2024"}
        assert list(read_records([record], 1000)) == [Record(7, b"<p>", "https://example.org/", line=1)]

    def test_without_id_are_told_from_those_with_a_number_for_an_id(self) -> None:
        records = [{"id": 2, "html": ""}, {"html": ""}, {"id": None, "url": "https://example.org/"}, {"id": "2"}]
        read = [(record.id, record.line) for record in read_records(records, 1000)]
        assert read == [(2, 1), (None, 2), (None, 3), ("2", 4)]

    def test_with_half_characters_are_mended(self) -> None:
        (record,) = read_records([{"id": "\ud83d", "html": "a\udc00b \ud83d\ude00"}], 1000)
        assert record == Record("\ufffd", "a\ufffdb 😀", None, line=1)

    @pytest.mark.parametrize("source", [{"html": "<p>"}, b"<p>", 5])
    def test_must_be_several(self, source: Any) -> None:
        with pytest.raises(SourceError, match="a single record into a list"):
            read_records(source, 1000)


class TestLines:
    LINES = b"\n".join(
        [
            b'\xef\xbb\xbf{"id": "a", "html": "<p>\xc3\xa4</p>"}',
            b"",
            b'{"html": "<p>',
            b'"<p>"',
            b'{"html": "\xff"}',
            b"[" * 900,
            b'{"id": "long", "html": "' + b"x" * 5000 + b'"}',
            b'{"id": "z", "html": "\\ud83d", "other": NaN}\r',
        ]
    )

    @pytest.mark.parametrize("ending", ["", ".gz"])
    def test_of_a_file_are_records_or_errors_and_none_is_lost(self, tmp_path: Path, ending: str) -> None:
        file = tmp_path / f"pages.jsonl{ending}"
        file.write_bytes(gzip.compress(self.LINES) if ending else self.LINES)
        first, *bad, last = read_records(file, 1000)
        assert first == Record("a", "<p>ä</p>", None, line=1)
        assert last == Record("z", "\ufffd", None, line=8)
        assert [(result.id, result.line) for result in bad] == [(None, line) for line in (3, 4, 5, 6, 7)]
        assert [result.error.code for result in bad] == ["bad-source"] * 5
        assert [result.error.message[:10] for result in bad if "Line" in result.error.message] == [
            "Line 3 is ",
            "Line 5 is ",
            "Line 6 is ",
            "Line 7 has",
        ]

    def test_nested_too_deeply_are_errors(self, tmp_path: Path) -> None:
        file = tmp_path / "deep.jsonl"
        file.write_bytes(b"[" * 200_000)
        (bad,) = read_records(file, 1_000_000)
        assert "nested too deeply" in bad.error.message

    def test_too_long_are_never_in_memory(self, tmp_path: Path) -> None:
        longest = 0

        class Watched(io.BytesIO):
            def readline(self, size: int | None = -1) -> bytes:
                nonlocal longest
                line = super().readline(size)
                longest = max(longest, len(line))
                return line

        with pytest.MonkeyPatch.context() as patch:
            stdin = io.TextIOWrapper(Watched(b"x" * 100_000 + b'\n{"html": "a"}\n'))
            patch.setattr(sys, "stdin", stdin)
            bad, good = read_records("-", 1000)
        assert (bad.error.code, good.html) == ("bad-source", "a")
        assert longest <= 1001

    def test_of_a_broken_file_end_in_an_error_after_those_before(self, tmp_path: Path) -> None:
        file = tmp_path / "pages.jsonl.gz"
        file.write_bytes(gzip.compress(b'{"html": "a"}\n' * 5)[:-9])
        records = read_records(str(file), 1000)
        assert [next(records).line for _ in range(5)] == [1, 2, 3, 4, 5]
        with pytest.raises(SourceError, match="beyond line 5"):
            next(records)

    @pytest.mark.parametrize("name", ["missing.jsonl", "."])
    def test_of_no_file_are_an_error_at_once(self, tmp_path: Path, name: str) -> None:
        with pytest.raises(SourceError):
            read_records(tmp_path / name, 1000)
