"""What a run writes its results as: JSON lines or Parquet; files are known by their names."""

from __future__ import annotations

import gzip
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType, UnionType
from typing import Annotated, Any, Literal, Protocol, Union, get_args, get_origin

import zstandard
from pydantic import BaseModel

from cutline.errors import OptionError
from cutline.service.enrich.extras import import_extra
from cutline.service.pages.results import Enriched, to_line
from cutline.types import Article

PLACE = {"id": str, "source": str, "line": int}  # where an article's record came from; an `id` that is a number is text
GZIP_LEVEL = 6
ZSTD_LEVEL = 6
Compress = Callable[[bytes], bytes]
ROW_GROUP_BYTES = 64_000_000  # in memory, of a row group of a Parquet file; readers skip and load whole ones
COMPRESSION = "zstd"


@dataclass(frozen=True, slots=True)
class Packed:
    """What is to be added to the files of a run for one batch.

    Attributes:
        articles: a piece of the file of articles.
        failures: lines of the file of dead letters.
    """

    articles: bytes
    failures: bytes


def import_arrow() -> ModuleType:
    """Return pyarrow.

    Raises:
        OptionError: it is not installed.
    """
    return import_extra("pyarrow", "parquet", "Parquet files")


def make_schema() -> Any:
    """Return the schema: the place of the record, then the fields of the article, nested as they are."""
    arrow = import_arrow()
    named = {**PLACE, **{name: field.annotation for name, field in Article.model_fields.items()}}
    return arrow.schema([arrow.field(name, _find_type(arrow, annotation)) for name, annotation in named.items()])


def _find_type(arrow: ModuleType, annotation: Any) -> Any:
    """Return the Arrow type of a field's values, each of which may be null."""
    simple = {str: arrow.string(), int: arrow.int64(), float: arrow.float64(), bool: arrow.bool_()}
    if annotation in simple:
        return simple[annotation]
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        fields = annotation.model_fields.items()
        return arrow.struct([arrow.field(name, _find_type(arrow, field.annotation)) for name, field in fields])
    arguments = get_args(annotation)
    origin = get_origin(annotation)
    if origin is Literal:
        return arrow.string()
    if origin is Annotated:
        return _find_type(arrow, arguments[0])
    if origin in (Union, UnionType):
        (only,) = (argument for argument in arguments if argument is not type(None))
        return _find_type(arrow, only)
    if origin is tuple:
        return arrow.list_(_find_type(arrow, arguments[0]))
    if origin is dict:
        return arrow.map_(*(_find_type(arrow, argument) for argument in arguments))
    raise TypeError(f"There is no Arrow type for {annotation}.")


@dataclass(frozen=True, slots=True)
class JsonLines:
    """One line for each article: where its record came from, then the fields of the article.

    Attributes:
        compress: makes of some lines a piece of the file that may follow any other.
    """

    compress: Compress

    def pack(self, results: Sequence[Enriched]) -> Packed:
        """Return the lines of some results; those of articles as a piece of the file."""
        lines = "".join(to_line(result) for result in results if result.error is None).encode()
        return Packed(self.compress(lines) if lines else b"", to_dead_letters(results))

    def finish(self, working: Path) -> Path:
        """Return the finished file: the pieces are it."""
        return working


def pack_lines(results: Sequence[Enriched]) -> bytes:
    """Return the lines of results, articles and failures together, for a stream that nothing lies beside."""
    return "".join(map(to_line, results)).encode()


def to_dead_letters(results: Sequence[Enriched]) -> bytes:
    """Return a line for each failure: where its record came from, its address, and the error."""
    return "".join(to_line(result) for result in results if result.error is not None).encode()


def leave_plain(lines: bytes) -> bytes:
    """Return the lines as they are."""
    return lines


def compress_gzip(lines: bytes) -> bytes:
    """Return a member of a gzip file; without the time, so that equal articles give equal files."""
    return gzip.compress(lines, GZIP_LEVEL, mtime=0)


def compress_zstd(lines: bytes) -> bytes:
    """Return a frame of a zstd file."""
    return zstandard.ZstdCompressor(ZSTD_LEVEL).compress(lines)


@dataclass(frozen=True, slots=True)
class Parquet:
    """One row for each article: where its record came from, then the fields of the article.

    Until the run ends the rows are Arrow streams, one after the other, to which any further one can be added. Then
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


class OutputFormat(Protocol):
    """How a file holds articles; travels to the workers, which pack their results themselves."""

    def pack(self, results: Sequence[Enriched]) -> Packed:
        """Return the results of a batch as pieces of files, each of which may follow any other."""

    def finish(self, working: Path) -> Path:
        """Return the finished file that the pieces of articles in a file make; itself, or one made beside it."""


def choose_format(name: str) -> OutputFormat:
    """Return the format that a file's name asks for: Parquet, or JSON lines, compressed if it ends in .gz or .zst.

    Raises:
        OptionError: the package that writes it is missing, or the name asks for something else.
    """
    ending = name.lower()
    if ending.endswith(".parquet"):
        make_schema()
        return Parquet(ROW_GROUP_BYTES)
    if ending.endswith((".csv", ".tsv", ".xml", ".html", ".txt", ".warc", ".warc.gz")):
        raise OptionError(f"{name} cannot be written: give a name in .jsonl, .jsonl.gz, .jsonl.zst or .parquet.")
    compress = {".gz": compress_gzip, ".zst": compress_zstd}.get(Path(ending).suffix, leave_plain)
    return JsonLines(compress)
