"""Where the next record of a damaged WARC file starts."""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from typing import BinaryIO

VERSION = b"WARC/"  # what each record starts with
GZIP_MAGIC = b"\x1f\x8b\x08"  # what each compressed one does
CHUNK_BYTES = 1 << 20
PROBED_BYTES = 1024  # of a compressed record: more than the tables that come before its first byte


def find_next_start(file: BinaryIO, begin: int) -> int | None:
    """Return the first place from `begin` on where a record seems to start, compressed or not; None: there is none."""
    file.seek(0)
    is_compressed = file.read(len(GZIP_MAGIC)) == GZIP_MAGIC
    if is_compressed:
        return next((place for place in _find_all(file, GZIP_MAGIC, begin) if _starts_record(file, place)), None)
    found = next(_find_all(file, b"\n" + VERSION, begin - 1), None)
    return None if found is None else found + 1


def _find_all(file: BinaryIO, mark: bytes, begin: int) -> Iterator[int]:
    place, data = begin, b""
    while True:
        file.seek(place + len(data))
        chunk = file.read(CHUNK_BYTES)
        if not chunk:
            return
        data += chunk
        found = data.find(mark)
        while found >= 0:
            yield place + found
            found = data.find(mark, found + 1)
        kept = len(mark) - 1  # the mark may lie across two chunks
        place, data = place + len(data) - kept, data[-kept:]


def _starts_record(file: BinaryIO, place: int) -> bool:
    file.seek(place)
    try:
        return zlib.decompressobj(wbits=zlib.MAX_WBITS | 16).decompress(file.read(PROBED_BYTES)).startswith(VERSION)
    except zlib.error:
        return False
