"""Parquet files of records."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from cutline.config import load_settings
from cutline.errors import OptionError, SourceError
from cutline.service.enrich.inputs import open_sources
from cutline.service.enrich.records import Record


def write(path: Path, row_group_size: int = 3, **columns: Any) -> Path:
    pq.write_table(pa.table(columns), path, row_group_size=row_group_size)
    return path


def test_each_row_is_a_record(read: Any, tmp_path: Path) -> None:
    file = write(
        tmp_path / "pages.parquet",
        html=["a", None, None],
        url=["https://example.org/1", "https://example.org/2", None],
        id=["x", None, "z"],
        crawled=[1, 2, 3],
    )
    first, second, (number, bad) = read(file)
    assert first == (1, Record("x", "a", "https://example.org/1"))
    assert second == (2, Record(None, None, "https://example.org/2"))
    assert (number, bad.id, bad.error.code) == (3, "z", "bad-source")


@pytest.mark.parametrize("kind", [pa.string(), pa.large_string(), pa.binary(), pa.string_view()])
def test_pages_may_have_any_type_of_text(read: Any, tmp_path: Path, kind: Any) -> None:
    file = write(tmp_path / "pages.parquet", html=pa.array([b"a"] * 10, pa.binary()).cast(kind), id=list(range(10)))
    records = [record for _, record in read(file)]
    assert [record.id for record in records] == list(range(10))
    assert {record.html for record in records} <= {"a", b"a"}


def test_a_file_without_pages_or_none_at_all_is_an_error_at_once(tmp_path: Path) -> None:
    other = write(tmp_path / "other.parquet", text=["a"])
    with pytest.raises(SourceError, match="no column html or url; its columns are text"):
        open_sources(other, load_settings())
    (tmp_path / "no.parquet").write_text("no")
    with pytest.raises(SourceError, match="is not a Parquet file"):
        open_sources(tmp_path / "no.parquet", load_settings())


def test_a_damaged_row_group_is_one_error_after_the_rows_before(read: Any, tmp_path: Path) -> None:
    file = write(tmp_path / "pages.parquet", row_group_size=16, html=[f"page {n} " * 50 for n in range(64)])
    start = pq.ParquetFile(file).metadata.row_group(2).column(0).data_page_offset
    data = bytearray(file.read_bytes())
    data[start : start + 40] = b"\xff" * 40
    file.write_bytes(data)
    *good, (number, broken) = read(file)
    assert [record.html.split()[1] for _, record in good] == [str(n) for n in range(32)]
    assert (number, "beyond row 32" in broken.error.message) == (33, True)


def test_a_missing_package_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = write(tmp_path / "pages.parquet", html=["a"])
    monkeypatch.setitem(sys.modules, "pyarrow.parquet", None)
    with pytest.raises(OptionError, match=r"pip install 'cutline\[parquet\]'"):
        open_sources(file, load_settings())
