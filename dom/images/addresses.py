"""What an image's address says: which image it is, how wide, and whether it is a placeholder."""

from __future__ import annotations

import re
from functools import lru_cache
from urllib.parse import parse_qsl, unquote

from cutline.dom.web_addresses import absolute_url, split_address
from cutline.dom.words import list_words

IMAGE_ADDRESS = re.compile(r"(?=[^\s{}\"'<>]++\Z).+?\.(?:jpe?g|png|webp|avif|gif)(?:[?#]|\Z)", re.I)
# A file with one of these words in its name is a placeholder ...
PLACEHOLDER = re.compile(
    r"^data:|^about:|(?:^|[/_.-])(?:placeholders?|spacer|lazyload|default-image|no-?image|no-?photo|image-not-found)"
    r"(?:[_.-][^/]{0,40})?\.(?:gif|png|svg|jpe?g|webp)(?:[?#]|$)",
    re.I,
)
# ... and so is one with these words if it is a GIF or all other words of the name are generic: there are photographs
# of empty shelves, clear skies and grey cars.
EMPTY_WORDS, PLAIN_WORDS = (frozenset(list_words("pictures", name)) for name in ("empty", "plain"))
IMAGE_NAME = re.compile(r"([^/?#]{1,60})\.(gif|png|svg|jpe?g|webp)(?:[?#]|$)")
NAME_PARTS = re.compile(r"[-_. ]+")
PLAIN_NUMBER = re.compile(r"\d{1,5}(?:x\d{1,5})?(?:px)?")
PLACEHOLDER_SCHEMES = ("data:", "about:")
# Every other placeholder's address contains one of these; a quick check before the expressions.
PLACEHOLDER_HINTS = list_words("pictures", "placeholder_hints")
# Names and server parameters of the blurred copies that are shown until the image has loaded.
PREVIEW = re.compile(
    r"[/_.,;:?&-](?:blurred|blur(?=[.(]|[=:-][1-9])|bl-[1-9]|lqip|low-?(?:res|quality)|tiny(?=\.))(?![a-z])", re.I
)
PREVIEW_HINTS = ("blur", "bl-", "lqip", "low", "tiny")
SIZE_IN_ADDRESS = re.compile(
    r"(?:[?&;](?:w|width|imwidth)=|[/,_:-]w(?:idth)?[_=:-]?)(\d{2,4})(?!\d)|(\d{2,4})x\d{2,4}(?!\d)"
)
# Every size in an address contains one of these, at most BEFORE_MARK characters after its start. They are found faster
# than the expression, which then searches only from there.
WIDTH_MARK, SIZE_MARK = re.compile(r"w(?:idth)?[_=:-]?\d\d"), re.compile(r"x\d\d")
BEFORE_MARK = 4
SIZE_IN_NAME = re.compile(
    r"[-_@.]?(?:\d{2,4}x\d{2,4}|\d{2,4}w|[1-4]x|scaled)(?=[-_.]|$)|(?:[-_@.]|(?<=/)|^)[wh]_?\d{2,4}(?=[-_.]|$)"
    r"|(?<=[^-_.])[-_](?:desktop|mobile|tablet|phone)(?=[-_.]|$)|(?<=[\da-f]{20})-s\d{3,4}(?:-c\d{1,3})?$",
    re.I,
)
NAME_SIZE_MARK = re.compile(
    r"\d[xw]|[wh]_?\d\d|-s\d\d|scaled|desktop|mobile|tablet|phone", re.I
)  # every name with a size matches; a quick check
SIZE_PARAMETERS = frozenset(list_words("pictures", "size_parameters"))
DISTINCT_NAME = 12  # characters of a file name long enough to be unique
# Numbers of articles or images rather than sizes, and the month in which a file was stored.
NUMBER = re.compile(
    r"(?<=/)[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}(?=/|$)|\d{6,}|(?<=/)(?:19|20)\d\d/\d\d(?=/|$)", re.I
)
# The address of the image that a server resizes, at the end of its own: dev.to, Cloudflare, Cloudinary.
RESIZED = re.compile(r"/https?://?[\w.-]+/.*\w", re.I)
# Adobe Experience Manager keeps the sizes of an image in folders below it, under the same names for all images.
RENDITION = re.compile(r"(?P<image>.+\.(?:jpe?g|png|webp|avif|gif))/_?jcr[_:]content/renditions/.*", re.I)
# Parameters that say which image a script with a name such as `image.jpg` sends.
NAMING_PARAMETERS = frozenset(list_words("pictures", "naming_parameters"))
IS_FETCHED = re.compile(r"https?:|data:|(?![a-z][a-z\d+.-]*:)", re.I)  # http(s), an inline image, or relative
# Left over from scripts: a variable without a value, a template, a statement.
VALUELESS = frozenset(("undefined", "null", "NaN", "false", "none"))
SCRIPT = re.compile(r"\bif\s*\(|\bthis\.|\bfunction\b|\[object|\$\{|\{\{|<%|[<>\"]", re.I)
# A size that a script fills in, as in "ferry_{width}x.jpg"; in a query, servers ignore it.
TEMPLATE = re.compile(r"(?:\{|%7B)\w+(?:\}|%7D)", re.I)
SCRIPT_HINTS = ("(", "{", "[", "<", ">", '"')  # every script contains one of these, few addresses do
NO_HOST = re.compile(r"https?://(?::|/|$)", re.I)
MAX_ADDRESS = 4096  # characters of an address
KNOWN_ADDRESSES = 1_000  # addresses cached; several stages use those of one page
MAX_INLINE = 64  # characters kept of an inline image: its media type


def find_url(address: str, base_url: str | None) -> str | None:
    """Return the absolute address of an image; None if it is not one that a browser would fetch."""
    if address.startswith("data:"):
        address = address.partition(";")[0].partition(",")[0][:MAX_INLINE]
    url = absolute_url(address, base_url) if address.strip(" \t\n/")[:1] not in ("", "#") else None
    if not url or len(url) > MAX_ADDRESS or NO_HOST.match(url) or _is_scripted(url):
        return None
    return url if url.startswith("https://") or IS_FETCHED.match(url) else None


@lru_cache(KNOWN_ADDRESSES)
def is_placeholder(url: str) -> bool:
    """Return whether an address is that of an empty image that a script replaces later."""
    lower = url.lower()
    if (
        url.isascii()
        and not lower.startswith(PLACEHOLDER_SCHEMES)
        and not any(map(lower.__contains__, PLACEHOLDER_HINTS))
    ):
        return False
    if PLACEHOLDER.search(url):
        return True
    name = IMAGE_NAME.search(lower)
    words = NAME_PARTS.split(name[1]) if name else ()
    return name is not None and not EMPTY_WORDS.isdisjoint(words) and (name[2] == "gif" or all(map(_is_plain, words)))


@lru_cache(KNOWN_ADDRESSES)
def is_preview(url: str) -> bool:
    """Return whether an address is that of a blurred copy, shown until the image has loaded."""
    lower = url.lower()
    return any(map(lower.__contains__, PREVIEW_HINTS)) and PREVIEW.search(lower) is not None


@lru_cache(KNOWN_ADDRESSES)
def find_width_in_address(url: str) -> int | None:
    """Return the width in pixels that an address states; None if it states none."""
    marks = [mark.start() for mark in (WIDTH_MARK.search(url), SIZE_MARK.search(url)) if mark is not None]
    hint = SIZE_IN_ADDRESS.search(url, max(0, min(marks) - BEFORE_MARK)) if marks else None
    return int(hint[1] or hint[2]) if hint else None


@lru_cache(KNOWN_ADDRESSES)
def picture_key(url: str) -> str:
    """Return a key that is equal for the size and device variants of one image."""
    parts = split_address(url)
    path = unquote(parts.path).rstrip("/")
    if (start := path.rfind("/http")) >= 0 and RESIZED.match(path, start):
        return picture_key(f"{path[start + 1 :]}?{parts.query}")
    rendition = RENDITION.fullmatch(path) if "jcr" in path else None
    folder, _, name = (rendition["image"] if rendition else path).rpartition("/")
    stem, dot, extension = name.rpartition(".")
    if dot and IMAGE_ADDRESS.match(f"a.{extension}"):
        stem = _cut_size(stem)
        # A long name identifies an image, together with article numbers in its folders; other folders often are sizes.
        numbers = "/".join(NUMBER.findall(folder))
        if len(stem) >= DISTINCT_NAME:
            return f"{numbers}/{stem}"
        named = sorted(pair for pair in parse_qsl(parts.query) if pair[0].lower() in NAMING_PARAMETERS)
        return f"{_cut_size(folder)}/{stem}?{named}" if named else f"{_cut_size(folder)}/{stem}"
    if (file := find_named_file(url)) is not None:
        return picture_key(file)
    kept = sorted(pair for pair in parse_qsl(parts.query) if pair[0].lower() not in SIZE_PARAMETERS)
    return f"{parts.netloc}{path}?{kept}"


@lru_cache(KNOWN_ADDRESSES)
def find_named_file(url: str) -> str | None:
    """Return the address of the image that a server resizes, as in `/image?url=%2Fferry.jpg`; None if there is none."""
    parts = split_address(url)
    if not parts.query or IMAGE_ADDRESS.match(parts.path):
        return None
    files = (value for name, value in parse_qsl(parts.query) if name.lower() in NAMING_PARAMETERS)
    return next((file for file in files if IMAGE_ADDRESS.match(split_address(file).path)), None)


def _is_scripted(url: str) -> bool:
    path = url.partition("?")[0]
    if path.rpartition("/")[2] in VALUELESS or (("{" in path or "%7" in path) and TEMPLATE.search(path) is not None):
        return True
    return any(map(url.__contains__, SCRIPT_HINTS)) and SCRIPT.search(url) is not None


def _cut_size(name: str) -> str:
    return name if NAME_SIZE_MARK.search(name) is None else SIZE_IN_NAME.sub("", name)


def _is_plain(word: str) -> bool:
    return word in EMPTY_WORDS or word in PLAIN_WORDS or PLAIN_NUMBER.fullmatch(word) is not None
