"""Images made by hand, and articles of pages around what a test is about."""

import struct
import zlib
from collections.abc import Callable

import pytest

from cutline import Article, Extractor

MakePng = Callable[..., bytes]
PAGE = """<title>Ferry</title><article><h1>Ferry</h1><p>The ferry left the harbour of Port Ellery at dawn with forty
people and their bicycles on board, and it reached the island of Holm before noon. It is the first crossing since the
quay was moved.</p>{}<p>Captain Haldane, who sails it, says that the quay at Holm is deeper now, so that the ferry can
land at any tide and in most winds. The harbour office counts on twice as many people as in the years before.</p>
</article>"""


@pytest.fixture(scope="session")
def real_extractor() -> Extractor:
    return Extractor()


@pytest.fixture
def extract(real_extractor: Extractor) -> Callable[..., Article]:
    """Return the article of a page with something between its two paragraphs: `extract("<pre>...")`."""

    def run(*parts: str) -> Article:
        page = PAGE.replace("{}", "".join(parts))
        return real_extractor.extract(page, url="https://courier.example/ferry", include=["html"])

    return run


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
