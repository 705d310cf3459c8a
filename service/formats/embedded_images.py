"""The images of an article fetched, checked by their first bytes, and embedded in the page that is printed."""

from __future__ import annotations

import re
from base64 import b64decode, b64encode
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from urllib.parse import unquote_to_bytes

from cutline.config.settings import FetchSettings, PrintSettings, Settings
from cutline.errors import CutlineError, ResponseTooLarge
from cutline.service.fetch import HttpPageFetcher
from cutline.service.fetch.exchange import Deadline
from cutline.types import Image

HEAD_BYTES = 4096  # where the root of an SVG stands; comments and a document type may come before it
# `ispe`, an item's width and height, of which an image made of tiles has several (ISO/IEC 23008-12, 6.5.3).
AVIF_SIZE = re.compile(rb"ispe\0{4}(.{4})(.{4})", re.DOTALL)
AVIF_BRANDS = (b"ftypavif", b"ftypavis")
# Possessive: comments could be told apart in exponentially many ways.
SVG_ROOT = re.compile(rb"\s*+(?>(?:<\?xml[^>]*+>|<!--.*?-->|<!DOCTYPE svg[^>]*+>)\s*+)*+<svg[\s>]", re.DOTALL)
# Markers of JPEG that begin a frame, whose header has the size; four of the range are something else (ITU T.81, B.1).
JPEG_FRAMES = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
JPEG_ALONE = frozenset((0x01, *range(0xD0, 0xD9)))  # markers without a length


@dataclass(frozen=True, slots=True)
class ImageType:
    """An image's type, such as `image/png`, and its size in pixels, which an SVG has not."""

    media_type: str
    pixels: int | None


def read_image_type(data: bytes) -> ImageType | None:
    """Return what image the bytes are: JPEG, PNG, GIF, WebP, AVIF or SVG; None for anything else, and if damaged."""
    for media_type, is_type, read_size in READERS:
        if is_type(data):
            size = read_size(data)
            return None if size is None else ImageType(media_type, size[0] * size[1])
    is_svg = SVG_ROOT.match(data.removeprefix(b"\xef\xbb\xbf")[:HEAD_BYTES])
    return ImageType("image/svg+xml", None) if is_svg else None


Size = tuple[int, int]


def _read_png(data: bytes) -> Size | None:
    return (_big(data[16:20]), _big(data[20:24])) if data[12:16] == b"IHDR" and len(data) >= 24 else None


def _read_gif(data: bytes) -> Size | None:
    return (_little(data[6:8]), _little(data[8:10])) if len(data) >= 10 else None


def _read_webp(data: bytes) -> Size | None:
    if len(data) < 30:
        return None
    match data[12:16]:
        case b"VP8 ":
            return _little(data[26:28]) & 0x3FFF, _little(data[28:30]) & 0x3FFF
        case b"VP8L":
            bits = _little(data[21:25])
            return (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
        case b"VP8X":
            return _little(data[24:27]) + 1, _little(data[27:30]) + 1
        case _:
            return None


def _read_avif(data: bytes) -> Size | None:
    sizes = [(_big(width), _big(height)) for width, height in AVIF_SIZE.findall(data)]
    return max(sizes, key=lambda size: size[0] * size[1], default=None)


def _read_jpeg(data: bytes) -> Size | None:
    position = 2
    while position + 9 <= len(data) and data[position] == 0xFF:
        marker = data[position + 1]
        if marker in JPEG_FRAMES:
            return _big(data[position + 7 : position + 9]), _big(data[position + 5 : position + 7])
        if marker == 0xFF:  # fill
            position += 1
        elif marker in JPEG_ALONE:
            position += 2
        else:
            position += 2 + _big(data[position + 2 : position + 4])
    return None


def _big(data: bytes) -> int:
    return int.from_bytes(data, "big")


def _little(data: bytes) -> int:
    return int.from_bytes(data, "little")


READERS: tuple[tuple[str, Callable[[bytes], bool], Callable[[bytes], Size | None]], ...] = (
    ("image/jpeg", lambda data: data.startswith(b"\xff\xd8\xff"), _read_jpeg),
    ("image/png", lambda data: data.startswith(b"\x89PNG\r\n\x1a\n"), _read_png),
    ("image/gif", lambda data: data.startswith((b"GIF87a", b"GIF89a")), _read_gif),
    ("image/webp", lambda data: data.startswith(b"RIFF") and data[8:12] == b"WEBP", _read_webp),
    ("image/avif", lambda data: data[4:12] in AVIF_BRANDS, _read_avif),
)


ACCEPT = "image/avif,image/webp,image/png,image/jpeg,image/gif,image/svg+xml;q=0.9,*/*;q=0.5"
IMAGE_SECONDS = 10.0  # to fetch one image
IMAGE_WIDTH = 1300  # pixels from which the smallest of several widths is fetched: 200 dots an inch across the text
NOT_FETCHED = "images were not to be fetched"

FetchImage = Callable[[str, FetchSettings], bytes]


@dataclass(frozen=True, slots=True)
class EmbeddedImages:
    """What became of the images.

    Attributes:
        addresses: the data: address of each image that could be had, by the image's own address.
        missing: why the others could not, in a sentence, likewise.
    """

    addresses: Mapping[str, str]
    missing: Mapping[str, str]


class _Refusal(Exception):
    """Why an image is not embedded."""


def fetch_image(fetcher: HttpPageFetcher, url: str, limits: FetchSettings) -> bytes:
    """Return what is at an address, asked for as an image by the rules that hold for pages: robots.txt, cache, guard.

    Raises:
        FetchError: as `HttpPageFetcher.fetch_resource`.
    """
    return fetcher.fetch_resource(url, limits, ACCEPT).body


def embed_images(images: Iterable[Image], settings: Settings, fetch: FetchImage | None) -> EmbeddedImages:
    """Return the images embedded, one fetched after the other, as far as the settings `print` allow.

    Args:
        images: the images, those that matter most first.
        settings: the limits.
        fetch: brings an image from its address within the settings given, or raises a `CutlineError`; None: images
            are not fetched, and only those that stand in the page itself are embedded.
    """
    budget = _Budget(settings, fetch)
    addresses: dict[str, str] = {}
    missing: dict[str, str] = {}
    for image in images:
        if image.url in addresses or image.url in missing:
            continue
        try:
            addresses[image.url] = budget.embed(image)
        except (_Refusal, CutlineError) as error:
            missing[image.url] = str(error).rstrip(".")
    return EmbeddedImages(addresses, missing)


class _Budget:
    """What is left of the images, bytes and seconds that one article may cost."""

    def __init__(self, settings: Settings, fetch: FetchImage | None) -> None:
        self._limits: PrintSettings = settings.print
        self._fetch_settings = settings.fetch
        self._fetch = fetch
        self._images = self._limits.max_images
        self._bytes = self._limits.max_total_bytes
        self._deadline = Deadline(self._limits.total_seconds)

    def embed(self, image: Image) -> str:
        """Return the data: address of an image.

        Raises:
            _Refusal: it may not be embedded.
            CutlineError: it could not be fetched.
        """
        if not self._images:
            raise _Refusal(f"the article has more than {self._limits.max_images} images (setting print.max_images)")
        address = _choose_address(image, IMAGE_WIDTH)
        is_in_page = address[:5].lower() == "data:"
        data = _decode(address) if is_in_page else self._bring(address)
        media_type = self._check(data)
        self._images -= 1
        self._bytes -= len(data)
        return f"data:{media_type};base64,{b64encode(data).decode()}"

    def _bring(self, address: str) -> bytes:
        if self._fetch is None:
            raise _Refusal(NOT_FETCHED)
        try:
            seconds = self._deadline.left(IMAGE_SECONDS)
        except TimeoutError:
            raise _Refusal("the time for images was up (setting print.total_seconds)") from None
        total = min(seconds, self._fetch_settings.total_seconds)
        limits = {"total_seconds": total, "max_bytes": max(1, min(self._limits.max_image_bytes, self._bytes))}
        try:
            return self._fetch(address, self._fetch_settings.model_copy(update=limits))
        except ResponseTooLarge:
            raise self._make_size_refusal() from None

    def _check(self, data: bytes) -> str:
        """Return the media type of an image that may be embedded."""
        if len(data) > min(self._limits.max_image_bytes, self._bytes):
            raise self._make_size_refusal()
        image_type = read_image_type(data)
        if image_type is None:
            raise _Refusal("it is no image that can be printed (JPEG, PNG, GIF, WebP, AVIF or SVG)")
        if image_type.pixels is not None and image_type.pixels > self._limits.max_pixels:
            raise _Refusal(f"it has {image_type.pixels:,} pixels (setting print.max_pixels)")
        return image_type.media_type

    def _make_size_refusal(self) -> _Refusal:
        if self._bytes < self._limits.max_image_bytes:
            return _Refusal("the images are too large together (setting print.max_total_bytes)")
        return _Refusal(f"it has more than {self._limits.max_image_bytes:,} bytes (setting print.max_image_bytes)")


def _choose_address(image: Image, width: int) -> str:
    """Return the address of the smallest version that is wide enough, if the page names widths, else the best one."""
    wide_enough = (
        source
        for source in image.sources
        if source.width is not None and source.width >= width and source.descriptor == f"{source.width}w"
    )
    smallest = min(wide_enough, key=lambda source: source.width or 0, default=None)
    return image.url if smallest is None else smallest.url


def _decode(address: str) -> bytes:
    """Return what stands in a data: address."""
    header, _, content = address.partition(",")
    data = unquote_to_bytes(content)
    if not header.lower().endswith(";base64"):
        return data
    try:
        return b64decode(data)
    except ValueError:
        raise _Refusal("its data: address is damaged") from None
