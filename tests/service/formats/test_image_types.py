import struct
from collections.abc import Callable

import pytest

from cutline.service.formats.article_images import ImageType, read_image_type

FRAME = struct.pack(">BBHBHH", 0xFF, 0xC2, 17, 8, 200, 300) + b"\x03"
TABLE = b"\xff\xdb" + struct.pack(">H", 4) + b"\xff\xc0"  # a table whose content looks like a frame
ISPE = struct.pack(">I4sIII", 20, b"ispe", 0, 64, 48)
LARGE_ISPE = struct.pack(">I4sIII", 20, b"ispe", 0, 640, 480)

IMAGES = {
    "jpeg": (b"\xff\xd8\xff\xe0\x00\x04ab" + TABLE + b"\xff" + FRAME, ImageType("image/jpeg", 60_000)),
    "gif": (b"GIF89a" + struct.pack("<HH", 30, 20), ImageType("image/gif", 600)),
    "webp": (
        b"RIFF\0\0\0\0WEBPVP8 \0\0\0\0\0\0\0\x9d\x01\x2a" + struct.pack("<HH", 30, 20) + b"\0",
        ImageType("image/webp", 600),
    ),
    "webp, lossless": (
        b"RIFF\0\0\0\0WEBPVP8L\0\0\0\0\x2f" + struct.pack("<I", 29 | 19 << 14) + b"\0" * 9,
        ImageType("image/webp", 600),
    ),
    "webp, extended": (b"RIFF\0\0\0\0WEBPVP8X" + b"\0" * 8 + b"\x1d\0\0\x13\0\0", ImageType("image/webp", 600)),
    "avif of tiles": (b"\0\0\0\x1cftypavif" + ISPE + LARGE_ISPE, ImageType("image/avif", 307_200)),
    "svg": (b'<svg xmlns="http://www.w3.org/2000/svg"/>', ImageType("image/svg+xml", None)),
    "svg with a prologue": (
        b'\xef\xbb\xbf<?xml version="1.0"?>\n<!-- a --><!DOCTYPE svg PUBLIC "x" "y">\n<svg>',
        ImageType("image/svg+xml", None),
    ),
}


@pytest.mark.parametrize("name", IMAGES)
def test_an_image_has_the_type_and_the_size_of_its_first_bytes(name: str) -> None:
    data, expected = IMAGES[name]
    assert read_image_type(data) == expected


def test_a_png_has_its_header_s_size(make_png: Callable[..., bytes]) -> None:
    assert read_image_type(make_png(30_000, 20_000)) == ImageType("image/png", 600_000_000)


@pytest.mark.parametrize("name", IMAGES)
def test_an_image_cut_anywhere_is_read_or_refused(name: str) -> None:
    data, _ = IMAGES[name]
    for length in range(len(data)):
        read_image_type(data[:length])
    assert read_image_type(data[:3]) is None


@pytest.mark.parametrize(
    "data", [b"", b"<!DOCTYPE html><svg>", b"<html>no access</html>", b"%PDF-1.4", b"MZ", b"BM" + b"\0" * 60, b"<svgx>"]
)
def test_anything_else_is_no_image(data: bytes) -> None:
    assert read_image_type(data) is None


@pytest.mark.parametrize("data", [b"<!---->" * 500, b"<?xml" * 800, b" " * 4000, b"\xff\xd8" + b"\xff" * 100_000])
def test_bytes_made_to_be_slow_are_refused(data: bytes) -> None:
    assert read_image_type(data) is None
