"""Input WARC files, as Common Crawl and other crawlers write them."""

from __future__ import annotations

import os
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, replace
from types import ModuleType
from typing import Any, BinaryIO

from cutline.errors import PageTooLarge, SourceError
from cutline.page_given import PageGiven
from cutline.service.enrich.batches import Item, Record, Skipped
from cutline.service.enrich.inputs.files import InputFile, import_extra
from cutline.service.pages.extraction import replace_surrogates

VERSION = b"WARC/"  # start of each record
GZIP_MAGIC = b"\x1f\x8b\x08"  # start of each compressed record
CHUNK_BYTES = 1 << 20
PROBED_BYTES = 1024  # of a compressed record: enough to decompress its first bytes
HTML_TYPES = {"text/html", "application/xhtml+xml"}
PAYLOAD_TYPE = "WARC-Identified-Payload-Type"  # media type detected by the crawler
ENCODINGS = ("Content-Encoding", "Transfer-Encoding")  # with them, the length of a page differs from that of its record
DAMAGED = "The record is damaged or cut short; reading continues at the next record."


def find_next_start(file: BinaryIO, begin: int) -> int | None:
    """Return the first offset from `begin` on at which a record seems to start, compressed or not; None without one."""
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
        kept = len(mark) - 1  # the mark may span two chunks
        place, data = place + len(data) - kept, data[-kept:]


def _starts_record(file: BinaryIO, place: int) -> bool:
    file.seek(place)
    try:
        return zlib.decompressobj(wbits=zlib.MAX_WBITS | 16).decompress(file.read(PROBED_BYTES)).startswith(VERSION)
    except zlib.error:
        return False


@dataclass(frozen=True, slots=True)
class WarcFile(InputFile):
    """A .warc or .warc.gz file; its records are the HTML pages with a status of 200-299.

    The `id` of a record is its WARC-Record-ID, its `url` the WARC-Target-URI; the charset of its HTTP header is passed
    on. Everything else is counted as skipped, by kind. Damaged records fail, and reading continues at the next record
    found.

    Attributes:
        path: of the file.
        max_bytes: size limit of a page.
    """

    max_bytes: int

    def items(self) -> Iterator[Item]:
        """Yield the entries of the file, numbered from 1."""
        size = max(1, os.stat(self.path).st_size)
        with open(self.path, "rb") as file:
            for number, (start, content) in enumerate(self._read(file), start=1):
                yield Item(number, content, min(1.0, start / size))

    def _read(self, file: BinaryIO) -> Iterator[tuple[int, Record | Skipped]]:
        """Yield the offset and content of each entry; after damage, reading starts over at the next record."""
        begin: int | None = 0
        is_reported = False  # whether the last damage was reported
        while begin is not None:
            start, is_open = begin, False  # whether a record's header was read, so that only its body is in doubt
            try:
                for start, record in _list_records(file, begin):
                    is_reported, is_open = False, True
                    content = self._read_content(record)
                    is_open = False
                    yield start, content
            except OSError:
                unpacked = self._read_unpacked(file, start) if is_open else None
                if unpacked is not None:
                    yield start, unpacked
                elif not is_reported:
                    yield start, Record().without_page(SourceError(DAMAGED))
                is_reported = unpacked is None
                begin = find_next_start(file, start + 1)
            else:
                begin = None

    def _read_unpacked(self, file: BinaryIO, start: int) -> Record | None:
        """Return a page that is stored uncompressed although its header says otherwise; None if it is not."""
        try:
            content = self._read_content(next(_list_records(file, start))[1], decoded="transfer")
        except (OSError, StopIteration):
            return None
        page = content.page.html if isinstance(content, Record) else None
        is_markup = isinstance(page, bytes) and page.lstrip().startswith(b"<")
        return content if isinstance(content, Record) and is_markup else None

    def _read_content(self, record: Any, decoded: str = "all") -> Record | Skipped:
        if record.record_type != _import_fastwarc().WarcRecordType.response:
            return Skipped(f"{record.record_type} record")
        found = Record(_read_header(record, "WARC-Record-ID"), PageGiven(None, _read_header(record, "WARC-Target-URI")))
        if not record.is_http and not (found.page.url or "").startswith("http"):
            return Skipped("not HTTP")
        record.parse_http(auto_decode=decoded)
        if record.http_headers is None or record.http_headers.status_code is None:
            return found.without_page(SourceError(DAMAGED))
        if not 200 <= record.http_headers.status_code < 300:
            return Skipped(f"status {record.http_headers.status_code}")
        types = {(name or "").lower() for name in (record.http_content_type, record.headers.get(PAYLOAD_TYPE))}
        if HTML_TYPES.isdisjoint(types):
            return Skipped("not HTML")
        return self._read_page(record, found)

    def _read_page(self, record: Any, found: Record) -> Record:
        page = record.reader.read(self.max_bytes + 1)
        if len(page) > self.max_bytes:
            sentence = f"The page has more than {self.max_bytes:,} bytes. Raise page.max_bytes to read it."
            return found.without_page(PageTooLarge(sentence))
        if len(page) < record.content_length and not any(record.http_headers.get(name) for name in ENCODINGS):
            return found.without_page(SourceError(DAMAGED))
        return replace(found, page=replace(found.page, html=page, charset=record.http_charset))


def open_warc(path: str, max_bytes: int) -> WarcFile:
    """Return the records of a file.

    Raises:
        OptionError: fastwarc is missing.
    """
    _import_fastwarc()
    return WarcFile(path, max_bytes)


def _list_records(file: BinaryIO, begin: int) -> Iterator[tuple[int, Any]]:
    """Yield the offset of each record and the record, from an offset on; raise OSError if one is damaged."""
    file.seek(begin)
    for record in _import_fastwarc().ArchiveIterator(file, parse_http=False):
        yield record.stream_pos, record


def _read_header(record: Any, name: str) -> str | None:
    value = record.headers.get(name)
    return replace_surrogates(value).strip("<>") or None if value else None


def _import_fastwarc() -> ModuleType:
    return import_extra("fastwarc.warc", "warc", "WARC files")
