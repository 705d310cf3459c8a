import gzip
import zlib

import pytest

from cutline.errors import FetchError
from cutline.service.fetch.exchange import decompress

PAGE = b"<p>Text</p>" * 100


def raw_deflate(data: bytes) -> bytes:
    deflater = zlib.compressobj(wbits=-zlib.MAX_WBITS)
    return deflater.compress(data) + deflater.flush()


@pytest.mark.parametrize(
    ("coding", "body"),
    [
        ("", PAGE),
        ("identity", PAGE),
        ("UTF-8", PAGE),
        ("gzip", gzip.compress(PAGE)),
        ("X-GZip ", gzip.compress(PAGE)),
        ("gzip", gzip.compress(PAGE) + b"padding after the end"),
        ("deflate", zlib.compress(PAGE)),
        ("deflate", raw_deflate(PAGE)),
    ],
)
def test_each_known_coding_is_undone(coding: str, body: bytes) -> None:
    assert decompress(body, coding, len(PAGE)) == PAGE


def test_an_empty_body_stays_empty() -> None:
    assert decompress(b"", "gzip", 10) == b""


@pytest.mark.parametrize(
    ("coding", "body"),
    [("br", PAGE), ("gzip, gzip", PAGE), ("gzip", PAGE), ("gzip", gzip.compress(PAGE)[:-20]), ("deflate", b"\xff" * 9)],
)
def test_a_damaged_or_unknown_coding_fails(coding: str, body: bytes) -> None:
    with pytest.raises(FetchError):
        decompress(body, coding, len(PAGE))
