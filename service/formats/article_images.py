"""Fetches the images of an article, checks their types, and embeds them in a document or saves them as files."""

from __future__ import annotations

import re
from base64 import b64decode, b64encode
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from urllib.parse import unquote, unquote_to_bytes, urlsplit

from cutline.config import choose_settings, recall_settings
from cutline.config.settings import FetchSettings, PrintSettings, Settings
from cutline.errors import CutlineError, OptionError, ResponseTooLarge
from cutline.service.fetch import HttpPageFetcher
from cutline.service.fetch.exchange import Deadline
from cutline.types import Article, Image, SavedImages

ACCEPT = "image/avif,image/webp,image/png,image/jpeg,image/gif,image/svg+xml;q=0.9,*/*;q=0.5"
IMAGE_SECONDS = 10.0  # to fetch one image
IMAGE_WIDTH = 1300  # pixels from which the smallest of several widths is fetched: 200 dots an inch across the text
NOT_FETCHED = "images were not to be fetched"
UNSAFE = re.compile(r"[^A-Za-z0-9_]+")  # in the name of a file
NAME_LENGTH = 60  # characters of an address in the name of a file
ENDINGS = {
    **{"image/jpeg": ".jpg", "image/png": ".png", "image/gif": ".gif"},
    **{"image/webp": ".webp", "image/avif": ".avif", "image/svg+xml": ".svg"},
}

FetchImage = Callable[[str, FetchSettings], bytes]


@dataclass(frozen=True, slots=True)
class ImageFile:
    """An image: its bytes, and the media type that they have, such as `image/png`."""

    data: bytes
    media_type: str


@dataclass(frozen=True, slots=True)
class EmbeddedImages:
    """What became of the images.

    Attributes:
        addresses: the data: address of each image that was embedded, by the image's own address.
        missing: why the others were not, in a sentence, likewise.
    """

    addresses: Mapping[str, str]
    missing: Mapping[str, str]


class _Refusal(Exception):
    """Why an image is not used."""


def fetch_image(fetcher: HttpPageFetcher, url: str, limits: FetchSettings) -> bytes:
    """Return the image at an address, fetched by the rules for pages: robots.txt, cache, address checks.

    Raises:
        FetchError: as `HttpPageFetcher.fetch_resource`.
    """
    return fetcher.fetch_resource(url, limits, ACCEPT).body


def embed_images(images: Iterable[Image], settings: Settings, fetch: FetchImage | None) -> EmbeddedImages:
    """Return the images as data: addresses, as far as the settings `print` allow; fetches one after the other.

    Args:
        images: the images, those that matter most first.
        settings: the limits.
        fetch: returns the image at an address, within the settings given, or raises a `CutlineError`; None: nothing
            is fetched, and only images in data: addresses are embedded.
    """
    addresses: dict[str, str] = {}
    missing: dict[str, str] = {}
    for url, brought in _bring_images(images, settings, fetch, lambda image: _choose_address(image, IMAGE_WIDTH)):
        if isinstance(brought, str):
            missing[url] = brought
        else:
            addresses[url] = f"data:{brought.media_type};base64,{b64encode(brought.data).decode()}"
    return EmbeddedImages(addresses, missing)


def save_images(article: Article, folder: Path | str, config: Settings | Path | str | None = None) -> SavedImages:
    """Fetch the images of an article, write them into a folder, and return where they are; see `Article.save_images`.

    Raises:
        ConfigError: the settings file cannot be used.
        OptionError: the folder or a file cannot be written.
    """
    settings = choose_settings(recall_settings(article.model.config_hash) if config is None else config)
    with closing(HttpPageFetcher(settings)) as fetcher:
        try:
            return write_images(article.images, Path(folder), settings, partial(fetch_image, fetcher))
        except (OSError, ValueError) as error:
            raise OptionError(f"The images cannot be written into the folder {str(folder)!r}: {error}.") from error


def write_images(images: Iterable[Image], folder: Path, settings: Settings, fetch: FetchImage) -> SavedImages:
    """Write images into a folder, each in its best version, as far as the settings `print` allow.

    Args:
        images, settings, fetch: as for `embed_images`; all images together may be as large as each of them may be.
        folder: is made if it is missing. Files of the same names are replaced.

    Raises:
        OSError: the folder or a file cannot be written.
    """
    limits = settings.print
    files = limits.model_copy(update={"max_total_bytes": limits.max_images * limits.max_image_bytes})
    folder.mkdir(parents=True, exist_ok=True)
    paths: dict[str, Path] = {}
    missing: dict[str, str] = {}
    alone = settings.model_copy(update={"print": files})
    for url, brought in _bring_images(images, alone, fetch, lambda image: image.url):
        if isinstance(brought, str):
            missing[url] = brought
            continue
        paths[url] = folder / _name_file(url, len(paths) + 1, brought.media_type)
        paths[url].write_bytes(brought.data)
    return SavedImages(paths=paths, missing=missing)


def _name_file(url: str, number: int, media_type: str) -> str:
    """Return a file name that is safe on every system, such as `01-ferry.jpg`; the ending follows from the type."""
    name = "" if url[:5].lower() == "data:" else unquote(urlsplit(url).path).rpartition("/")[2].rpartition(".")[0]
    words = UNSAFE.sub("-", name)[:NAME_LENGTH].strip("-")
    return f"{number:02}{f'-{words}' if words else ''}{ENDINGS[media_type]}"


def _bring_images(
    images: Iterable[Image], settings: Settings, fetch: FetchImage | None, choose_address: Callable[[Image], str]
) -> Iterator[tuple[str, ImageFile | str]]:
    """Yield the address of each image with its file, or with the reason why there is none."""
    budget = _Budget(settings, fetch)
    seen: set[str] = set()
    for image in images:
        if image.url in seen or image.kind == "drawing":
            continue
        seen.add(image.url)
        try:
            yield image.url, budget.bring(choose_address(image))
        except (_Refusal, CutlineError) as error:
            yield image.url, str(error).rstrip(".")


class _Budget:
    """Counts down the images, bytes and seconds that one article may use."""

    def __init__(self, settings: Settings, fetch: FetchImage | None) -> None:
        self._limits: PrintSettings = settings.print
        self._fetch_settings = settings.fetch
        self._fetch = fetch
        self._images = self._limits.max_images
        self._bytes = self._limits.max_total_bytes
        self._deadline = Deadline(self._limits.total_seconds)

    def bring(self, address: str) -> ImageFile:
        """Return the image at an address.

        Raises:
            _Refusal: it may not be used.
            CutlineError: it could not be fetched.
        """
        if not self._images:
            raise _Refusal(f"the article has more than {self._limits.max_images} images (setting print.max_images)")
        is_in_page = address[:5].lower() == "data:"
        data = _decode(address) if is_in_page else self._fetch_within_limits(address)
        media_type = self._check(data)
        self._images -= 1
        self._bytes -= len(data)
        return ImageFile(data, media_type)

    def _fetch_within_limits(self, address: str) -> bytes:
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
        """Return the media type of an image that may be used."""
        if len(data) > min(self._limits.max_image_bytes, self._bytes):
            raise self._make_size_refusal()
        image_type = read_image_type(data)
        if image_type is None:
            raise _Refusal("it is not an image of a known type (JPEG, PNG, GIF, WebP, AVIF or SVG)")
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
    """Return the content of a data: address."""
    header, _, content = address.partition(",")
    data = unquote_to_bytes(content)
    if not header.lower().endswith(";base64"):
        return data
    try:
        return b64decode(data)
    except ValueError:
        raise _Refusal("its data: address is damaged") from None


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
    """An image's media type, such as `image/png`, and its number of pixels; None for SVG."""

    media_type: str
    pixels: int | None


def read_image_type(data: bytes) -> ImageType | None:
    """Return the type of a JPEG, PNG, GIF, WebP, AVIF or SVG; None for anything else, or if it is damaged."""
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
