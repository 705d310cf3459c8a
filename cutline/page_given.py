"""A page as somebody gives it, before anything is read."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from cutline.errors import OptionError

LONGEST_NAME = 2_000  # characters of a text that may be an address or the name of a file
LONGEST_WORD = 255  # characters of one that looks like neither, but has no white space either
ADDRESS = re.compile(r"https?://\S+", re.IGNORECASE)
WORD = re.compile(rf"[^\s<]{{1,{LONGEST_WORD}}}")
FILE_NAME = re.compile(r"[^\s<>]+\.x?html?", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class PageGiven:
    """A page to work on.

    Attributes:
        html: the page, as text or as bytes in any encoding; None: it is fetched from `url`.
        url: its address.
        charset: the encoding that the HTTP header named, if the bytes came with one.
        is_live: whether it was fetched just now; its scripts may run, and what it asks for is fetched too.
    """

    html: str | bytes | None
    url: str | None = None
    charset: str | None = None
    is_live: bool = False

    @property
    def is_from_web(self) -> bool:
        """Whether it is fetched, just now or when it is read."""
        return self.is_live or self.html is None


def read_given(html: str | bytes | Path | None) -> str | bytes | None:
    """Return the page that was given, read from its file if it is a path.

    Raises:
        OptionError: the file cannot be read, or the text is an address or the name of a file instead of a page.
    """
    if isinstance(html, Path):
        try:
            return html.read_bytes()
        except OSError as error:
            raise OptionError(f"The page {html} cannot be read: {error.strerror}.") from error
    if isinstance(html, str | bytes) and len(html) <= LONGEST_NAME:
        _refuse_name(html if isinstance(html, str) else html.decode(errors="surrogateescape"))
    return html


def _refuse_name(given: str) -> None:
    text = given.strip()
    if not text.isprintable():  # bytes of an image, say
        return
    if ADDRESS.fullmatch(text):
        raise OptionError(f"{text} is an address, not a page. Did you mean url={text!r}?")
    if FILE_NAME.fullmatch(text):
        raise OptionError(f"{text} is the name of a file, not a page. Did you mean pathlib.Path({text!r})?")
    if WORD.fullmatch(text):
        address = f"https://{text}"
        raise OptionError(f"{text} is not a page. Did you mean url={address!r} or pathlib.Path({text!r})?")
