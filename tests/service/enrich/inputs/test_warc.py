"""WARC files, whole and damaged."""

import gzip
import io
import tempfile
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from warcio.statusandheaders import StatusAndHeaders
from warcio.warcwriter import WARCWriter

from cutline.config import load_settings
from cutline.page_given import PageGiven
from cutline.service.enrich.batches import Record, Skipped
from cutline.service.enrich.inputs import open_inputs
from cutline.service.enrich.inputs.warc import CHUNK_BYTES, find_next_start

HTML = "text/html; charset=iso-8859-2"

pytestmark = pytest.mark.filterwarnings("ignore:.*SpooledTemporaryFile")  # which warcio leaves open


class Warc:
    """Writes a WARC file; knows where each record starts."""

    def __init__(self, compressed: bool) -> None:
        self._out = io.BytesIO()
        self._writer = WARCWriter(self._out, gzip=compressed)
        self.starts: list[int] = []

    def add(self, url: str, body: bytes, status: str = "200 OK", kind: str = "response", **headers: str) -> None:
        fields = [(name.replace("_", "-"), value) for name, value in {"Content_Type": HTML, **headers}.items()]
        http = StatusAndHeaders(status, fields, protocol="HTTP/1.1") if kind != "metadata" else None
        record = self._writer.create_warc_record(url, kind, payload=io.BytesIO(body), http_headers=http)
        self.starts.append(self._out.tell())
        self._writer.write_record(record)

    @property
    def data(self) -> bytes:
        return self._out.getvalue()


def five_pages(compressed: bool) -> Warc:
    warc = Warc(compressed)
    for number in range(5):
        warc.add(f"https://example.org/{number}", f"<p>page {number} {'x' * 500}".encode())
    return warc


@pytest.fixture(params=[True, False], ids=["gz", "plain"])
def write(request: pytest.FixtureRequest, tmp_path: Path) -> Callable[[Callable[[Warc], bytes]], Path]:
    """Write five pages, changed by a function, to a file; compressed and not."""

    def run(change: Callable[[Warc], bytes]) -> Path:
        file = tmp_path / ("pages.warc.gz" if request.param else "pages.warc")
        file.write_bytes(change(five_pages(request.param)))
        return file

    return run


def pages_of(found: list[tuple[int, Record | Skipped]]) -> list[str]:
    """Return the address of each page that was read, and `damaged` for each failure."""
    return [record.page.url[-1] if record.error is None else "damaged" for _, record in found]


class TestWholeFile:
    def test_gives_pages_and_counts_everything_else(self, read: Any, tmp_path: Path) -> None:
        warc = Warc(True)
        warc.add("https://example.org/a", b"<p>\xb1</p>")
        warc.add("https://example.org/a", b"GET /", kind="request")
        warc.add("https://example.org/a", b"fetch-time: 3", kind="metadata")
        warc.add("https://example.org/b", b"{}", Content_Type="application/json")
        warc.add("https://example.org/c", b"gone", status="404 Not Found")
        warc.add("https://example.org/d", b"", status="301 Moved")
        warc.add("https://example.org/e", b"<html/>", Content_Type="application/xhtml+xml")
        file = tmp_path / "crawl.warc.gz"
        file.write_bytes(warc.data)
        found = read(file)
        records = [(number, each) for number, each in found if isinstance(each, Record)]
        skipped = Counter(each.why for _, each in found if isinstance(each, Skipped))
        assert [number for number, _ in records] == [1, 7]
        first = records[0][1]
        assert first.page == PageGiven(b"<p>\xb1</p>", "https://example.org/a", "iso-8859-2")
        assert str(first.id).startswith("urn:uuid:")
        assert skipped == {
            "request record": 1, "metadata record": 1, "not HTML": 1, "status 404": 1, "status 301": 1
        }  # fmt: skip

    def test_gives_pages_unpacked_as_they_were_sent(self, read: Any, tmp_path: Path) -> None:
        warc = Warc(True)
        warc.add("https://example.org/a", b"5\r\n<p>ab\r\n0\r\n\r\n", Transfer_Encoding="chunked")
        warc.add("https://example.org/b", gzip.compress(b"<p>packed"), Content_Encoding="gzip")
        (tmp_path / "crawl.warc.gz").write_bytes(warc.data)
        assert [record.page.html for _, record in read(tmp_path / "crawl.warc.gz")] == [b"<p>ab", b"<p>packed"]

    def test_reads_pages_that_are_stored_unpacked_whatever_their_header_says(self, read: Any, write: Any) -> None:
        def add_two(warc: Warc) -> bytes:
            warc.add("https://example.org/plain", b"<p>plain", Content_Encoding="gzip")
            warc.add("https://example.org/damaged", b"\x1f\x8b" + b"\xff" * 50, Content_Encoding="gzip")
            warc.add("https://example.org/after", b"<p>after")
            return warc.data

        *_, plain, damaged, after = [record for _, record in read(write(add_two))]
        assert (plain.page.url, plain.page.html) == ("https://example.org/plain", b"<p>plain")
        assert damaged.error.code == "bad-source"
        assert after.page.html == b"<p>after"

    @pytest.mark.parametrize("media_type", ["TEXT/HTML", "Text/Html; Charset=UTF-8", "application/XHTML+xml"])
    def test_reads_media_types_in_any_case(self, read: Any, tmp_path: Path, media_type: str) -> None:
        warc = Warc(compressed=True)
        warc.add("https://example.org/a", b"<p>page", Content_Type=media_type)
        (tmp_path / "a.warc.gz").write_bytes(warc.data)
        ((_, record),) = read(tmp_path / "a.warc.gz")
        assert record.page.html == b"<p>page"

    def test_gives_no_page_that_is_too_large(self, read: Any, tmp_path: Path) -> None:
        warc = Warc(True)
        warc.add("https://example.org/a", gzip.compress(b"x" * 100_000), Content_Encoding="gzip")
        warc.add("https://example.org/b", b"<p>")
        (tmp_path / "crawl.warc.gz").write_bytes(warc.data)
        (_, large), (_, good) = read(tmp_path / "crawl.warc.gz", max_bytes=1000)
        assert (large.page.url, large.error.code) == ("https://example.org/a", "page-too-large")
        assert good.page.html == b"<p>"

    def test_may_be_empty(self, read: Any, write: Any) -> None:
        assert read(write(lambda warc: b"")) == []


class TestDamagedFile:
    def test_that_is_cut_short_gives_all_pages_before(self, read: Any, write: Any) -> None:
        found = read(write(lambda warc: warc.data[:-120]))
        assert pages_of(found) == ["0", "1", "2", "3", "damaged"]

    def test_gives_the_pages_on_both_sides_of_damage(self, read: Any, write: Any) -> None:
        def break_third(warc: Warc) -> bytes:
            start = warc.starts[2]
            return warc.data[:start] + b"\0" * 30 + warc.data[start + 30 :]

        assert pages_of(read(write(break_third))) == ["0", "1", "damaged", "3", "4"]

    def test_gives_the_pages_on_both_sides_of_garbage(self, read: Any, write: Any) -> None:
        def insert(warc: Warc) -> bytes:
            start = warc.starts[2]
            return warc.data[:start] + b"no record\n" * 50 + warc.data[start:]

        assert pages_of(read(write(insert))) == ["0", "1", "damaged", "2", "3", "4"]

    def test_counts_damage_at_two_places_twice(self, read: Any, write: Any) -> None:
        def break_two(warc: Warc) -> bytes:
            data = bytearray(warc.data)
            for start in warc.starts[1], warc.starts[3]:
                data[start : start + 30] = b"\0" * 30
            return bytes(data)

        assert pages_of(read(write(break_two))) == ["0", "damaged", "2", "damaged", "4"]

    def test_that_is_none_is_one_failure(self, read: Any, write: Any) -> None:
        assert pages_of(read(write(lambda warc: b"<html>no archive</html>" * 100))) == ["damaged"]

    @settings(deadline=None)
    @given(st.binary(min_size=1, max_size=60), st.integers(0, 5000), st.booleans())
    def test_never_raises_and_is_read_the_same_twice(self, noise: bytes, place: int, compressed: bool) -> None:
        data = bytearray(five_pages(compressed).data)
        data[place % len(data) : place % len(data) + len(noise)] = noise
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder, "pages.warc.gz")
            file.write_bytes(data)
            (source,) = open_inputs(file, load_settings())
            first = list(source.items())
            assert list(source.items()) == first
        assert [item.number for item in first] == list(range(1, len(first) + 1))


class TestNextStart:
    @pytest.mark.parametrize("distance", [0, CHUNK_BYTES - 3, CHUNK_BYTES, 2 * CHUNK_BYTES + 1])
    def test_is_found_wherever_it_lies(self, distance: int) -> None:
        begin = b"x" * 10
        plain = io.BytesIO(begin + b"y" * distance + b"\nWARC/1.1\r\n")
        assert find_next_start(plain, 10) == 10 + distance + 1
        member = gzip.compress(b"WARC/1.0\r\n")
        packed = io.BytesIO(gzip.compress(b"first")[:10] + b"\x1f\x8b\x08" + b"y" * distance + member)
        assert find_next_start(packed, 10) == 13 + distance

    def test_is_none_where_no_record_follows(self) -> None:
        assert find_next_start(io.BytesIO(b"WARC/1.0\r\n\nWARC "), 1) is None
