"""Parquet files of records."""

from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from cutline.config import load_settings
from cutline.errors import SourceError
from cutline.page_given import PageGiven
from cutline.service.enrich.batches import Record
from cutline.service.enrich.inputs import open_inputs


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
    assert first == (1, Record("x", PageGiven("a", "https://example.org/1")))
    assert second == (2, Record(None, PageGiven(None, "https://example.org/2")))
    assert (number, bad.id, bad.error.code) == (3, "z", "bad-source")


@pytest.mark.parametrize("kind", [pa.string(), pa.large_string(), pa.binary(), pa.string_view()])
def test_pages_may_have_any_type_of_text(read: Any, tmp_path: Path, kind: Any) -> None:
    file = write(tmp_path / "pages.parquet", html=pa.array([b"a"] * 10, pa.binary()).cast(kind), id=list(range(10)))
    records = [record for _, record in read(file)]
    assert [record.id for record in records] == list(range(10))
    assert {record.page.html for record in records} <= {"a", b"a"}


def test_a_file_without_pages_or_none_at_all_is_an_error_at_once(tmp_path: Path) -> None:
    other = write(tmp_path / "other.parquet", text=["a"])
    with pytest.raises(SourceError, match="no column html or url; its columns are text"):
        open_inputs(other, load_settings())
    (tmp_path / "no.parquet").write_text("no")
    with pytest.raises(SourceError, match="is not a Parquet file"):
        open_inputs(tmp_path / "no.parquet", load_settings())


def test_rows_of_sound_row_groups_are_read_beside_a_damaged_one(read: Any, tmp_path: Path) -> None:
    path = tmp_path / "pages.parquet"
    table = pa.table({"id": [str(n) for n in range(12)], "html": [f"<p>Page {n} {'x' * 500}" for n in range(12)]})
    pq.write_table(table, path, row_group_size=4, compression="none", use_dictionary=False)
    column = pq.ParquetFile(path).metadata.row_group(1).column(1)
    data = bytearray(path.read_bytes())
    start = column.data_page_offset
    data[start : start + column.total_compressed_size] = bytes(column.total_compressed_size)
    path.write_bytes(data)
    records = dict(read(path))
    assert [number for number, record in records.items() if record.error is None] == [1, 2, 3, 4, 9, 10, 11, 12]
    assert [(number, record.error.code) for number, record in records.items() if record.error] == [(5, "bad-source")]
