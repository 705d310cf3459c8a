"""Articles as JSON lines, plain or compressed."""

from __future__ import annotations

import gzip
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import zstandard

from cutline.service.enrich.outputs.packed import Packed
from cutline.service.enrich.results import Enriched, to_line

GZIP_LEVEL = 6
ZSTD_LEVEL = 6

Compress = Callable[[bytes], bytes]


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
