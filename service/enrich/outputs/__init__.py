"""What a batch writes its results as, one module for each kind; files are known by their names.

Import from here: `Format`, `Packed`, `choose_format`, `pack_lines`.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

from cutline.config.service_settings import EnrichSettings
from cutline.errors import OptionError
from cutline.service.enrich.outputs.arrow_schema import make_schema
from cutline.service.enrich.outputs.json_lines import (
    JsonLines,
    compress_gzip,
    compress_zstd,
    leave_plain,
    pack_lines,
)
from cutline.service.enrich.outputs.packed import Packed
from cutline.service.enrich.outputs.parquet import Parquet
from cutline.service.enrich.results import Enriched

__all__ = ["Format", "Packed", "choose_format", "pack_lines"]


class Format(Protocol):
    """How a file holds articles; travels to the workers, which pack their results themselves."""

    def pack(self, results: Sequence[Enriched]) -> Packed:
        """Return the results of a segment as pieces of files, each of which may follow any other."""

    def finish(self, working: Path) -> Path:
        """Return the finished file that the pieces of articles in a file make; itself, or one made beside it."""


def choose_format(name: str, settings: EnrichSettings) -> Format:
    """Return the format that a file's name asks for: Parquet, or JSON lines, compressed if it ends in .gz or .zst.

    Raises:
        OptionError: the package that writes it is missing, or the name asks for something else.
    """
    ending = name.lower()
    if ending.endswith(".parquet"):
        make_schema()
        return Parquet(settings.row_group_bytes)
    if ending.endswith((".csv", ".tsv", ".xml", ".html", ".txt", ".warc", ".warc.gz")):
        raise OptionError(f"{name} cannot be written: give a name in .jsonl, .jsonl.gz, .jsonl.zst or .parquet.")
    compress = {".gz": compress_gzip, ".zst": compress_zstd}.get(Path(ending).suffix, leave_plain)
    return JsonLines(compress)
