"""How to decode the bytes of a web page."""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from cutline.dom.words import read_table
from cutline.errors import EmptyPage, NotHtml, PageTooLarge
from cutline.types import PageWarning

# Encodings that browsers use in place of the declared one (WHATWG Encoding Standard, section 4.2).
SUPERSETS = read_table("files", "encodings")
BYTE_ORDER_MARKS = {  # the longer ones first, since one begins with another
    codecs.BOM_UTF32_LE: "utf-32-le",
    codecs.BOM_UTF32_BE: "utf-32-be",
    codecs.BOM_UTF8: "utf-8",
    codecs.BOM_UTF16_LE: "utf-16-le",
    codecs.BOM_UTF16_BE: "utf-16-be",
}
MAGIC_NUMBERS = {first.encode("latin-1"): name for first, name in read_table("files", "magic_numbers").items()}
JSON = re.compile(rb'\s*+(?:\{\s*+"[^"\n]{0,200}"\s*+:|\[\s*+\{\s*+")')  # an object, or a list of objects
LINE_OF_HTML = re.compile(rb"\n\s*+<[!a-z]", re.IGNORECASE)  # no line of JSON begins with a tag
CONTROL_CHARACTERS = re.compile(r"[\x00-\x08\x0b\x0e-\x1f\x7f\ufffe\uffff\ud800-\udfff]")
# Character references to these and to form feeds: the parser would put them in the tree, which then rejects changes.
CONTROL_REFERENCE = re.compile(
    rb"&#(?:0*+(?:[1-8]|1[124-9]|2\d|3[01]|6553[45])(?!\d)|x0*+(?:[1-8bcef]|1[\da-f]|fff[ef])(?![\da-f]));?",
    re.IGNORECASE,
)
CONTROL_BYTES = bytes(code for code in range(128) if chr(code) == "\f" or CONTROL_CHARACTERS.match(chr(code)))
DECLARATION = re.compile(
    rb"<(?:meta|\?xml)\b[^<>]*?\b(?:charset|encoding)\s*+=\s*+[\"']?\s*+([\w.:-]{2,40})", re.IGNORECASE
)
UNSAFE_CODECS = frozenset(
    ("utf-7", "unicode-escape", "raw-unicode-escape", "idna", "punycode")
)  # no browser reads them
# Encodings that detection confuses with cp1252, since they share its most common letters.
LATIN_CODECS = frozenset(
    "cp1250 cp1254 cp1257 cp1258 iso8859-2 iso8859-3 iso8859-4 iso8859-10 iso8859-13 iso8859-14 iso8859-15 "
    "iso8859-16".split()
)
SYMBOL_IN_WORD = re.compile("[a-z][¡¢£¥¦§©¬®¯°±³¶¹¼½¾¿][a-z]")  # Polish letters, for example, decoded as cp1252
BROKEN_SHARE = 0.01  # share of undecodable characters up to which a declared encoding is accepted
BINARY_SHARE = 0.1  # share of control characters above which data is binary
SNIFFED_BYTES = 100_000  # bytes that detection reads
SHOWN_BYTES = 1_000  # bytes that show that a page is of another format


@dataclass(frozen=True, slots=True)
class Decoded:
    """A decoded page.

    Attributes:
        text: without control characters.
        encoding: the encoding of its bytes; None if the page was given as `str`.
        warnings: problems with its bytes.
        utf8: the text in UTF-8 for the parser; None if it is not available.
    """

    text: str
    encoding: str | None
    warnings: tuple[PageWarning, ...] = ()
    utf8: bytes | None = field(default=None, compare=False, repr=False)


def decode(page: str | bytes, max_bytes: int, charset: str | None = None) -> Decoded:
    """Return a page's text, without control characters.

    The encoding is that of the byte order mark, else UTF-8 if the bytes are valid UTF-8 and not just ASCII, else
    `charset` (from the HTTP header), else the one the page declares, else the one Beautiful Soup detects. A declared
    encoding with up to 1 % broken characters is kept with the warning `broken_encoding`; so is UTF-8 with a few broken
    bytes.

    Raises:
        PageTooLarge: the page has more than `max_bytes` bytes (characters if it is a `str`).
        EmptyPage: the page is empty or white space.
        NotHtml: the page is a PDF, an image, JSON or other data.
    """
    if len(page) > max_bytes:
        raise PageTooLarge(
            f"The page has {len(page):,} bytes; the limit is {max_bytes:,}. Raise page.max_bytes to read it."
        )
    start = page[:SHOWN_BYTES]
    _refuse_other_formats(start.encode("latin-1", "ignore") if isinstance(start, str) else start)
    decoded = Decoded(page.removeprefix("\ufeff"), None) if isinstance(page, str) else _decode_bytes(page, charset)
    if not decoded.text.strip():
        raise EmptyPage("The page is empty.")
    return _drop_control_characters(decoded)


def _refuse_other_formats(start: bytes) -> None:
    for magic, name in MAGIC_NUMBERS.items():
        if start.startswith(magic):
            raise NotHtml(f"The page is {name}, not HTML.")
    if JSON.match(start) and not LINE_OF_HTML.search(start):
        raise NotHtml("The page is JSON, not HTML. `cutline enrich` reads files of JSON lines.")


def _decode_bytes(data: bytes, charset: str | None) -> Decoded:
    mark = next(filter(data.startswith, BYTE_ORDER_MARKS), b"")
    stripped = data.removeprefix(mark)
    marked = BYTE_ORDER_MARKS.get(mark) or _encoding_of_wide_tag(stripped)
    declared = [*_known_codecs(marked, charset, _declared_encoding(stripped))]
    # A stored page is often rewritten in UTF-8 but still declares its old encoding; only real UTF-8 is valid UTF-8.
    for codec in [*declared, "utf-8"] if marked or stripped.isascii() else ["utf-8", *declared]:
        try:
            return Decoded(stripped.decode(codec), codec, utf8=stripped if codec == "utf-8" else None)
        except UnicodeError:
            continue
    for codec in declared:
        text = stripped.decode(codec, errors="replace")
        if text.count("\ufffd") <= BROKEN_SHARE * len(text):
            return Decoded(text, codec, ("broken_encoding",))
    return _detect(stripped)


def _encoding_of_wide_tag(data: bytes) -> str | None:
    """Return the UTF-16 variant in which the data starts with `<`; None if it does not."""
    if data.startswith(b"<\x00"):
        return "utf-16-le"
    return "utf-16-be" if data.startswith(b"\x00<") else None


def _declared_encoding(data: bytes) -> str | None:
    match = DECLARATION.search(data[:SNIFFED_BYTES])
    if match is None:
        return None
    declared = match[1].decode("ascii", errors="replace").lower()
    # A declaration found by searching single bytes cannot be in UTF-16, whatever it says.
    return "utf-8" if declared.startswith("utf-16") else declared


def _known_codecs(*labels: str | None) -> Iterator[str]:
    for label in filter(None, labels):
        try:
            name = codecs.lookup(label.strip()).name
            bytes(4).decode(name)  # fails for codecs that do not decode to text, such as zlib
        except (LookupError, ValueError):
            continue
        if name not in UNSAFE_CODECS:
            yield SUPERSETS.get(name, name)


def _detect(data: bytes) -> Decoded:
    """Return the text decoded as UTF-8 if only a few bytes are broken, else in the most likely other encoding."""
    from bs4.dammit import EncodingDetector  # takes a tenth of a cold start, and few pages need it

    text = data.decode("utf-8", errors="replace")
    broken = text.count("\ufffd")
    beyond_ascii = len(text) - len(text.encode("ascii", errors="ignore"))
    if broken < beyond_ascii / 3:
        return Decoded(text, "utf-8", ("broken_encoding",))
    western = data.decode("cp1252", errors="replace")
    for codec in _known_codecs(*EncodingDetector(data[:SNIFFED_BYTES], is_html=True).encodings):
        if codec == "utf-8":
            continue
        if codec in LATIN_CODECS and not SYMBOL_IN_WORD.search(western):
            break
        text = data.decode(codec, errors="replace")
        if text.count("\ufffd") <= BROKEN_SHARE * len(text):
            return _warn_if_broken(text, codec)
    return _warn_if_broken(western, "cp1252")


def _warn_if_broken(text: str, codec: str) -> Decoded:
    return Decoded(text, codec, ("broken_encoding",) if "\ufffd" in text else ())


def _drop_control_characters(decoded: Decoded) -> Decoded:
    """Return the page without control characters and with spaces for form feeds, as browsers read it."""
    data = decoded.utf8 or _encode(decoded.text)
    if data is not None and not _has_control_characters(decoded.text, data):
        return replace(decoded, utf8=data)
    text, dropped = CONTROL_CHARACTERS.subn("", decoded.text.replace("\f", " "))
    if dropped > BINARY_SHARE * len(decoded.text):
        raise NotHtml("The page is binary data, not HTML.")
    # Replaced, not deleted: deleting could join both sides to a new reference.
    data, referred = CONTROL_REFERENCE.subn("\ufffd".encode(), text.encode())
    warnings = (*decoded.warnings, "control_characters") if dropped or referred else decoded.warnings
    return Decoded(data.decode(), decoded.encoding, warnings, data)


def _encode(text: str) -> bytes | None:
    try:
        return text.encode()
    except UnicodeEncodeError:  # half a surrogate pair
        return None


def _has_control_characters(text: str, data: bytes) -> bool:
    """Return whether a text has control characters; searching its bytes is far faster than its characters."""
    has_any = len(data.translate(None, CONTROL_BYTES)) < len(data) or "\ufffe" in text or "\uffff" in text
    return has_any or CONTROL_REFERENCE.search(data) is not None
