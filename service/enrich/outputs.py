"""Output formats of a run: JSON lines and Parquet."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from functools import partial
from itertools import islice
from pathlib import Path
from types import ModuleType, NoneType, UnionType
from typing import Annotated, Any, Literal, TypeAlias, Union, get_args, get_origin

import zstandard
from pydantic import BaseModel

from cutline.errors import OptionError
from cutline.service.enrich.inputs.files import decompress, import_extra
from cutline.service.enrich.journal import Named, RecordPlace, Repeats
from cutline.service.pages.extraction import Enriched, to_line
from cutline.types import Article

PLACE = {"id": str, "source": str, "line": int}  # where an article's record came from; a numeric `id` becomes text
Compress = Callable[[bytes], bytes]
# What makes bytes that can be appended to others, by the ending of a file; gzip without a timestamp, so that equal
# articles give equal files.
COMPRESSIONS: dict[str, Compress] = {
    ".gz": partial(gzip.compress, compresslevel=6, mtime=0),
    ".zst": partial(zstandard.compress, level=6),
}
ROW_GROUP_BYTES = 64_000_000  # size in memory of a Parquet row group, the unit that readers load or skip
COMPRESSION = "zstd"
LINES_AT_ONCE = 100  # that are read and written together when duplicates are marked
JSON = json.JSONDecoder()


@dataclass(frozen=True, slots=True)
class Packed:
    """What one batch adds to the files of a run.

    Attributes:
        articles: bytes to append to the article file.
        failures: lines to append to the dead-letter file.
        named: the articles, if duplicates are looked for.
    """

    articles: bytes
    failures: bytes
    named: tuple[Named, ...] = ()


def import_arrow() -> ModuleType:
    """Import pyarrow.

    Raises:
        OptionError: it is not installed.
    """
    return import_extra("pyarrow", "parquet", "Parquet files")


def make_schema() -> Any:
    """Return the Arrow schema: where the record came from, then the article's fields, nested as they are."""
    arrow = import_arrow()
    named = {**PLACE, **{name: field.annotation for name, field in Article.model_fields.items()}}
    return arrow.schema([arrow.field(name, _find_type(arrow, annotation)) for name, annotation in named.items()])


def _find_type(arrow: ModuleType, annotation: Any) -> Any:
    """Return the Arrow type of a field's values, all of them nullable."""
    simple = {str: arrow.string(), int: arrow.int64(), float: arrow.float64(), bool: arrow.bool_()}
    if annotation in simple:
        return simple[annotation]
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        fields = annotation.model_fields.items()
        return arrow.struct([arrow.field(name, _find_type(arrow, field.annotation)) for name, field in fields])
    of = partial(_find_type, arrow)
    by_origin: dict[Any, Callable[..., Any]] = {
        Literal: lambda *_: arrow.string(),
        Annotated: lambda kind, *_: of(kind),
        tuple: lambda kind, *_: arrow.list_(of(kind)),
        dict: lambda *kinds: arrow.map_(*map(of, kinds)),
        **dict.fromkeys((Union, UnionType), lambda *kinds: of(next(kind for kind in kinds if kind is not NoneType))),
    }
    return by_origin[get_origin(annotation)](*get_args(annotation))


@dataclass(frozen=True, slots=True)
class JsonLinesFormat:
    """One line per article: where its record came from, then the article's fields.

    Attributes:
        compress: compresses lines to bytes that can be appended to others.
        suffix: of the names of files that are compressed so.
    """

    compress: Compress
    suffix: str

    def pack(self, results: Sequence[Enriched]) -> Packed:
        """Return the lines of some results."""
        lines = "".join(to_line(result) for result in results if result.error is None).encode()
        return Packed(self.compress(lines) if lines else b"", to_dead_letters(results))

    def finish(self, working: Path, repeats: Repeats | None = None) -> Path:
        """Return the working file, which is the finished one, or one beside it with duplicates marked or dropped."""
        if repeats is None:
            return working
        finished = working.with_name("finished.jsonl")
        with working.open("rb") as raw, decompress(raw, self.suffix) as lines, finished.open("wb") as file:
            while some := list(islice(lines, LINES_AT_ONCE)):
                pairs = zip(some, repeats.take(len(some)), strict=True)
                kept = [_mark(line, first) for line, first in pairs if first is None or not repeats.is_dropped]
                file.write(self.compress(b"".join(kept)) if kept else b"")
        return finished


def _mark(line: bytes, first: RecordPlace | None) -> bytes:
    """Return a line with `duplicate_of` behind its id."""
    if first is None:
        return line
    text = line.decode()
    _, end = JSON.raw_decode(text, len('{"id":'))
    named = {name: value for name, value in asdict(first).items() if value is not None}
    return f'{text[:end]},"duplicate_of":{json.dumps(named, ensure_ascii=False)}{text[end:]}'.encode()


def pack_named(pack: Callable[[Sequence[Enriched]], Packed], results: Sequence[Enriched]) -> Packed:
    """Return what `pack` makes of results, with the articles named for the search for duplicates."""
    named = (
        Named(each.line, each.id, each.article.fingerprint) for each in results if each.error is None and each.article
    )
    return replace(pack(results), named=tuple(named))


def pack_lines(results: Sequence[Enriched]) -> bytes:
    """Return the lines of results, articles and failures together, for a single stream."""
    return "".join(map(to_line, results)).encode()


def to_dead_letters(results: Sequence[Enriched]) -> bytes:
    """Return a line for each failure: where its record came from, its address, and the error."""
    return "".join(to_line(result) for result in results if result.error is not None).encode()


@dataclass(frozen=True, slots=True)
class ParquetFormat:
    """One row per article: where its record came from, then the article's fields.

    During the run the file consists of Arrow streams, which can be appended to. At the end they are converted to a
    Parquet file, which cannot.

    Attributes:
        group_bytes: approximate size of a row group in memory.
    """

    group_bytes: int

    def pack(self, results: Sequence[Enriched]) -> Packed:
        """Return the articles of some results as an Arrow stream, and the failures."""
        rows = [_to_row(result) for result in results if result.error is None]
        return Packed(_to_stream(rows) if rows else b"", to_dead_letters(results))

    def finish(self, working: Path, repeats: Repeats | None = None) -> Path:
        """Write the Parquet file next to the streams, with one row group in memory at a time, and return it."""
        finished = working.with_name("finished.parquet")
        arrow, parquet = import_arrow(), import_extra("pyarrow.parquet", "parquet", "Parquet files")
        schema = make_schema() if repeats is None or repeats.is_dropped else make_schema().append(_make_mark_field())
        with (
            arrow.OSFile(str(working)) as file,
            parquet.ParquetWriter(finished, schema, compression=COMPRESSION) as writer,
        ):
            read = _read_batches(file)
            chosen = read if repeats is None else (_mark_rows(batch, repeats, schema) for batch in read)
            for batches in _group(chosen, self.group_bytes):
                writer.write_table(arrow.Table.from_batches(batches))
        return finished


def _make_mark_field() -> Any:
    """Return the column `duplicate_of`: the place of the first record that has the article; null if it is this one."""
    arrow = import_arrow()
    return arrow.field(
        "duplicate_of", arrow.struct([arrow.field(name, _find_type(arrow, kind)) for name, kind in PLACE.items()])
    )


def _mark_rows(batch: Any, repeats: Repeats, schema: Any) -> Any:
    arrow, firsts = import_arrow(), repeats.take(batch.num_rows)
    if repeats.is_dropped:
        return batch.filter(arrow.array([first is None for first in firsts]))
    named = [first and {**asdict(first), "id": _write_id(first.id)} for first in firsts]
    column = arrow.array(named, schema.field("duplicate_of").type)
    return arrow.RecordBatch.from_arrays([*batch.columns, column], schema=schema)


def _write_id(record_id: str | int | None) -> str | None:
    return None if record_id is None else str(record_id)


def _to_row(result: Enriched) -> dict[str, object]:
    assert result.article is not None
    return {"id": _write_id(result.id), "source": result.source, "line": result.line, **result.article.model_dump()}


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
    """Yield lists of batches of about `group_bytes` each."""
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


# Sent to the workers, where `pack` makes bytes of the results of a batch that can be appended to the files of a run; of
# these, `finish` makes the finished file: the working file itself, or one written next to it.
OutputFormat: TypeAlias = JsonLinesFormat | ParquetFormat


def choose_format(name: str) -> OutputFormat:
    """Return the format for a file name: Parquet, or JSON lines, compressed if the name ends in .gz or .zst.

    Raises:
        OptionError: the package that writes it is missing, or the format is not supported.
    """
    ending = name.lower()
    if ending.endswith(".parquet"):
        make_schema()
        return ParquetFormat(ROW_GROUP_BYTES)
    if ending.endswith((".csv", ".tsv", ".xml", ".html", ".txt", ".warc", ".warc.gz")):
        raise OptionError(f"{name} cannot be written: give a name in .jsonl, .jsonl.gz, .jsonl.zst or .parquet.")
    suffix = Path(ending).suffix
    return JsonLinesFormat(COMPRESSIONS.get(suffix, bytes), suffix)
