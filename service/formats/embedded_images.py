"""The images of an article as data: addresses, so that a document shows them without a network."""

from __future__ import annotations

from base64 import b64decode, b64encode
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from urllib.parse import unquote_to_bytes

from cutline.config.settings import FetchSettings, PrintSettings, Settings
from cutline.errors import CutlineError, ResponseTooLarge
from cutline.service.fetch import PageFetcher
from cutline.service.fetch.deadline import Deadline
from cutline.service.formats.image_types import read_image_type
from cutline.types import Image

ACCEPT = "image/avif,image/webp,image/png,image/jpeg,image/gif,image/svg+xml;q=0.9,*/*;q=0.5"
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


def fetch_image(fetcher: PageFetcher, url: str, limits: FetchSettings) -> bytes:
    """Return what is at an address, asked for as an image by the rules that hold for pages: robots.txt, cache, guard.

    Raises:
        FetchError: as `PageFetcher.fetch_resource`.
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
        address = _choose_address(image, self._limits.image_width)
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
            seconds = self._deadline.left(self._limits.image_seconds)
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
