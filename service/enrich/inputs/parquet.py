"""Input Parquet files: one record per row, in the columns `html`, `url` and `id`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count
from types import ModuleType
from typing import Any

from cutline.errors import SourceError
from cutline.service.enrich.batches import Item, Record, make_record
from cutline.service.enrich.inputs.files import InputFile, describe_break, import_extra

COLUMNS = ("html", "url", "id")
ROWS = 16  # decoded at once
BUFFER_BYTES = 1 << 20  # read per column at once; without it pyarrow reads a whole row group


@dataclass(frozen=True, slots=True)
class ParquetRows(InputFile):
    """A Parquet file, read in small batches of rows, whatever the size of its row groups.

    Attributes:
        path: of the file.
    """

    def items(self) -> Iterator[Item]:
        """Yield the rows, numbered from 1."""
        first = 1
        with _import_parquet().ParquetFile(self.path, buffer_size=BUFFER_BYTES, pre_buffer=False) as file:
            for group in range(file.metadata.num_row_groups):
                yield from self._read_group(file, group, first)
                first += file.metadata.row_group(group).num_rows

    def _read_group(self, file: Any, group: int, first: int) -> Iterator[Item]:
        """Yield the rows of a row group; if it is damaged, its remaining rows are one failure."""
        numbers = count(first)
        number = first - 1
        columns = [name for name in COLUMNS if name in file.schema_arrow.names]
        try:
            for batch in file.iter_batches(ROWS, row_groups=[group], columns=columns):
                for row in batch.to_pylist():
                    number = next(numbers)
                    yield Item(number, make_record(row), number / file.metadata.num_rows)
        except (OSError, ValueError) as error:
            broken = describe_break(self.path, f"row {number}", error)
            share = (number + 1) / file.metadata.num_rows
            yield Item(number + 1, Record().without_page(broken), share)


def open_parquet(path: str) -> ParquetRows:
    """Return the records of a file.

    Raises:
        SourceError: the file is not a Parquet file, or has neither a column `html` nor `url`.
        OptionError: pyarrow is missing.
    """
    parquet = _import_parquet()
    try:
        names = parquet.read_schema(path).names
    except (OSError, ValueError) as error:  # pyarrow's own errors are ValueErrors
        raise SourceError(f"{path} is not a Parquet file: {str(error).rstrip('.')}.") from error
    if "html" not in names and "url" not in names:
        raise SourceError(f"{path} has no column html or url; its columns are {', '.join(names)}.")
    return ParquetRows(path)


def _import_parquet() -> ModuleType:
    return import_extra("pyarrow.parquet", "parquet", "Parquet files")
