"""Files of JSON lines."""

import gzip
import io
import json
import sys
import tempfile
from pathlib import Path
from typing import Any

import pytest
import zstandard
from hypothesis import given
from hypothesis import strategies as st

from cutline.config import load_settings
from cutline.page_given import PageGiven
from cutline.service.enrich.batches import Record
from cutline.service.enrich.inputs import open_inputs
from cutline.service.enrich.inputs.files import JsonLine

COMPRESS = {"": bytes, ".gz": gzip.compress, ".zst": zstandard.compress}
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
TEXTS = st.text(st.characters(exclude_categories=["Cs"]))
RECORDS = st.fixed_dictionaries({"html": TEXTS, "id": st.none() | TEXTS | st.integers(-(2**60), 2**60)})


@pytest.mark.parametrize("ending", COMPRESS)
def test_each_line_is_a_record_or_an_error_and_none_is_lost(read: Any, tmp_path: Path, ending: str) -> None:
    file = tmp_path / f"pages.jsonl{ending}"
    file.write_bytes(COMPRESS[ending](LINES))
    first, *bad, last = read(file, max_line_bytes=1000)
    assert first == (1, Record("a", PageGiven("<p>ä</p>")))
    assert last == (8, Record("z", PageGiven("\ufffd")))
    assert [number for number, _ in bad] == [3, 4, 5, 6, 7]
    starts = [
        "Line 3 is not JSON",
        "A record must be an",
        "Line 5 is not UTF-8",
        "Line 6 is not JSON",
        "Line 7 has more",
    ]
    for (_, record), start in zip(bad, starts, strict=True):
        assert record.error.code == "bad-source"
        assert record.error.message.startswith(start)


@given(st.lists(RECORDS), st.sampled_from(sorted(COMPRESS)), st.integers(1, 4))
def test_what_was_written_is_read(records: list[dict[str, Any]], ending: str, parts: int) -> None:
    lines = [json.dumps(record).encode() + b"\n" for record in records]
    members = [COMPRESS[ending](b"".join(lines[part::parts])) for part in range(parts)]
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, f"pages.ndjson{ending}")
        file.write_bytes(b"".join(members))
        (source,) = open_inputs(file, load_settings())
        found = [item.content.read() for item in source.items()]
    expected = [record for part in range(parts) for record in records[part::parts]]
    assert found == [Record(record["id"], PageGiven(record["html"])) for record in expected]


@given(st.binary(max_size=200))
def test_any_bytes_are_records_or_errors(line: bytes) -> None:
    record = JsonLine(line, 3).read()
    assert record.error is not None or record.page.html is not None or record.page.url is not None


@pytest.mark.parametrize("ending", [".gz", ".zst"])
@pytest.mark.parametrize("damage", [slice(None, -9), slice(None, 2)])
def test_what_lies_beyond_a_damaged_place_is_one_error(read: Any, tmp_path: Path, ending: str, damage: slice) -> None:
    file = tmp_path / f"pages.jsonl{ending}"
    file.write_bytes(COMPRESS[ending](b'{"html": "a"}\n' * 5)[damage])
    *good, (number, broken) = read(file)
    assert [record.page.html for _, record in good] == ["a"] * len(good)
    assert number == len(good) + 1
    assert f"cannot be read beyond line {len(good)}" in broken.error.message


def test_a_line_nested_too_deeply_is_an_error(read: Any, tmp_path: Path) -> None:
    file = tmp_path / "deep.jsonl"
    file.write_bytes(b"[" * 200_000)
    ((_, bad),) = read(file)
    assert "nested too deeply" in bad.error.message


def test_a_line_too_long_is_never_in_memory(read: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    longest = 0

    class Watched(io.BytesIO):
        def readline(self, size: int | None = -1) -> bytes:
            nonlocal longest
            line = super().readline(size)
            longest = max(longest, len(line))
            return line

    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(Watched(b"x" * 100_000 + b'\n{"html": "a"}\n')))
    (_, bad), (_, good) = read("-", max_line_bytes=1000)
    assert (bad.error.code, good.page.html) == ("bad-source", "a")
    assert longest <= 1001


def test_lines_with_a_page_are_left_to_the_worker_and_others_are_read_at_once(tmp_path: Path) -> None:
    file = tmp_path / "pages"
    file.write_text('{"html" : "a"}\n{"html": null, "url": "https://example.org/"}\n{"url": "https://example.org/"}\n')
    (source,) = open_inputs(file, load_settings())
    kinds = [type(item.content) for item in source.items()]
    assert kinds == [JsonLine, Record, Record]
