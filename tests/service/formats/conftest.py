"""Images made by hand."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Callable

import pytest

MakePng = Callable[..., bytes]


@pytest.fixture(scope="session")
def make_png() -> MakePng:
    """Return a black PNG: `make_png(3, 2)`; its header can tell of more pixels than there are."""

    def make(width: int = 1, height: int = 1, padding: int = 0) -> bytes:
        rows = zlib.compress(b"\0" * ((width + 1) * height) if width * height < 10_000 else b"")
        header = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
        chunks = [(b"IHDR", header), (b"tEXt", b"a\0" + b"x" * padding), (b"IDAT", rows), (b"IEND", b"")]
        return b"\x89PNG\r\n\x1a\n" + b"".join(_make_chunk(name, data) for name, data in chunks)

    return make


def _make_chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
