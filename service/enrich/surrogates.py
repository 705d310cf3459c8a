"""Text from anywhere as text that UTF-8 can hold."""

from __future__ import annotations


def replace_surrogates(text: str) -> str:
    """Return a text with U+FFFD for each half of a character that JSON escapes or file names left alone."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return str(text)
