"""Articles as Parquet, one a row."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cutline.service.enrich.extras import import_extra
from cutline.service.enrich.outputs.arrow_schema import import_arrow, make_schema
from cutline.service.enrich.outputs.json_lines import to_dead_letters
from cutline.service.enrich.outputs.packed import Packed
from cutline.service.enrich.results import Enriched

COMPRESSION = "zstd"


@dataclass(frozen=True, slots=True)
class Parquet:
    """One row for each article: where its record came from, then the fields of the article.

    Until the batch ends the rows are Arrow streams, one after the other, to which any further one can be added. Then
    the Parquet file is made of them, to which nothing can be.

    Attributes:
        group_bytes: about how many bytes of memory a row group of the file takes.
    """

    group_bytes: int

    def pack(self, results: Sequence[Enriched]) -> Packed:
        """Return some results; the articles as a stream."""
        rows = [_to_row(result) for result in results if result.error is None]
        return Packed(_to_stream(rows) if rows else b"", to_dead_letters(results))

    def finish(self, working: Path) -> Path:
        """Return the Parquet file, made beside the streams with one row group in memory at a time."""
        finished = working.with_name("finished.parquet")
        arrow, parquet = import_arrow(), import_extra("pyarrow.parquet", "parquet", "Parquet files")
        with (
            arrow.OSFile(str(working)) as file,
            parquet.ParquetWriter(finished, make_schema(), compression=COMPRESSION) as writer,
        ):
            for batches in _group(_read_batches(file), self.group_bytes):
                writer.write_table(arrow.Table.from_batches(batches))
        return finished


def _to_row(result: Enriched) -> dict[str, object]:
    assert result.article is not None
    record_id = None if result.id is None else str(result.id)
    return {"id": record_id, "source": result.source, "line": result.line, **result.article.model_dump()}


def _to_stream(rows: Sequence[dict[str, object]]) -> bytes:
    arrow = import_arrow()
    schema = make_schema()
    options = arrow.ipc.IpcWriteOptions(compression=COMPRESSION)
    with arrow.BufferOutputStream() as buffer:
        with arrow.ipc.new_stream(buffer, schema, options=options) as stream:
            stream.write_batch(arrow.RecordBatch.from_pylist(rows, schema=schema))
        return bytes(buffer.getvalue())


def _read_batches(file: Any) -> Iterator[Any]:
    size = file.size()
    while file.tell() < size:
        with import_arrow().ipc.open_stream(file) as stream:
            yield from stream


def _group(batches: Iterator[Any], group_bytes: int) -> Iterator[list[Any]]:
    """Yield batches in lists of about so many bytes."""
    group: list[Any] = []
    size = 0
    for batch in batches:
        group.append(batch)
        size += batch.nbytes
        if size >= group_bytes:
            yield group
            group, size = [], 0
    if group:
        yield group
