"""Input files: optional packages that read them, decompression, changes, and errors for damaged files."""

from __future__ import annotations

import gzip
import io
import os
import sys
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import IO, BinaryIO

import zstandard

from cutline.errors import OptionError, SourceError, name_extra


def import_extra(module: str, extra: str, purpose: str) -> ModuleType:
    """Import a module of an optional package.

    Args:
        module: full name of the module.
        extra: the extra of cutline that installs it.
        purpose: what needs it, for the message: "Parquet files".

    Raises:
        OptionError: it is not installed.
    """
    try:
        return import_module(module)
    except ImportError as error:
        package = module.partition(".")[0]
        raise OptionError(f"For {purpose} the package {package} is needed: {name_extra(extra)}.") from error


STDIN = "-"
CHUNK_BYTES = 1 << 17  # read from a file at once
SUFFIXES = (".gz", ".zst")  # of compressed files
DAMAGE = (OSError, EOFError, zlib.error, zstandard.ZstdError)  # exceptions that reading a damaged file may raise


@dataclass(frozen=True, slots=True)
class OpenFile:
    """A file that is being read.

    Attributes:
        stream: its decompressed bytes.
        find_share: returns the share of the file that has been read (0..1); None if its size is unknown.
    """

    stream: IO[bytes]
    find_share: Callable[[], float | None]


@contextmanager
def open_file(path: str | Path) -> Iterator[OpenFile]:
    """Yield a file, decompressed if its name ends in .gz or .zst; `-` is standard input."""
    if path == STDIN:
        yield OpenFile(sys.stdin.buffer, lambda: None)
        return
    with open(path, "rb", buffering=CHUNK_BYTES) as raw, decompress(raw, str(path)) as stream:
        size = raw.seek(0, io.SEEK_END) if raw.seekable() else 0
        if raw.seekable():
            raw.seek(0)
        yield OpenFile(stream, lambda: min(1.0, raw.tell() / size) if size else None)


def strip_compression(name: str) -> str:
    """Return a file name in lower case, without a compression suffix."""
    name = name.lower()
    return next((name.removesuffix(suffix) for suffix in SUFFIXES if name.endswith(suffix)), name)


def decompress(raw: BinaryIO, name: str) -> IO[bytes]:
    """Return what an open file holds, decompressed if its name ends in .gz or .zst."""
    if name.lower().endswith(".gz"):
        return io.BufferedReader(gzip.GzipFile(fileobj=raw), CHUNK_BYTES)
    if name.lower().endswith(".zst"):
        return io.BufferedReader(ZstdFile(raw), CHUNK_BYTES)
    return raw


class ZstdFile(io.RawIOBase):
    """Reads the frames of a zstd file; unlike zstandard's own reader, it notices a truncated file."""

    def __init__(self, raw: BinaryIO) -> None:
        """Take the compressed file."""
        self._raw = raw
        self._frame = zstandard.ZstdDecompressor().decompressobj()
        self._is_inside = False
        self._rest = b""  # compressed
        self._ready = memoryview(b"")  # decompressed

    def readable(self) -> bool:
        """Return True."""
        return True

    def readinto(self, buffer: bytearray | memoryview) -> int:  # type: ignore[override]
        """Fill a buffer with the next bytes, and return how many; 0 at the end.

        Raises:
            EOFError: the file ends within a frame.
            zstandard.ZstdError: it is damaged.
        """
        while not self._ready:
            chunk = self._rest or self._raw.read(CHUNK_BYTES)
            if not chunk:
                if self._is_inside:
                    raise EOFError("the file ends in the middle of a frame")
                return 0
            self._ready = memoryview(self._decompress(chunk))
        count = min(len(buffer), len(self._ready))
        buffer[:count] = self._ready[:count]
        self._ready = self._ready[count:]
        return count

    def _decompress(self, chunk: bytes) -> bytes:
        self._is_inside = True
        data = self._frame.decompress(chunk)
        self._rest = b""
        if self._frame.eof:
            self._rest = self._frame.unused_data
            self._frame = zstandard.ZstdDecompressor().decompressobj()
            self._is_inside = False
        return data


def describe_break(path: str, place: str, error: BaseException) -> SourceError:
    """Return the error for everything in a file after a place, such as `line 5`."""
    return SourceError(f"{path} cannot be read beyond {place}: {give_reason(error)}.")


def give_reason(error: BaseException) -> str:
    """Return why a file cannot be read, without a full stop."""
    reason: str = getattr(error, "strerror", None) or str(error) or type(error).__name__
    return reason.rstrip(".")


@dataclass(frozen=True, slots=True)
class InputFile:
    """A file or folder that records are read from, or standard input.

    Attributes:
        path: its path, or `-`.
    """

    path: str

    @property
    def name(self) -> str | None:
        """The file; None for standard input."""
        return None if self.path == STDIN else self.path

    def describe(self) -> str:
        """Return a fingerprint that changes when the file does; empty for standard input."""
        return "" if self.path == STDIN else describe_file(self.path)


def describe_file(path: str | os.PathLike[str]) -> str:
    """Return the size of a file and its modification time."""
    state = os.stat(path)
    return f"{state.st_size} bytes of {state.st_mtime_ns}"
