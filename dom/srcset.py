"""The addresses in a `srcset` attribute."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

SPACE = " \t\n\r\f"
ADDRESS = re.compile(rf"[{SPACE},]*+([^{SPACE}]++)")
PLAIN_DESCRIPTOR = re.compile(r"[^,(]*+(?=,|\Z)")


class SrcsetEntry(NamedTuple):
    """One address of a srcset with its descriptor as written (`640w`, `2x`), empty where there is none."""

    url: str
    descriptor: str

    @property
    def width(self) -> int | None:
        """Width in pixels of a `w` descriptor, else None."""
        if not self.descriptor.endswith("w"):
            return None
        number = self.descriptor[:-1]
        is_width = number.isascii() and number.isdigit() and len(number) < 7
        return (int(number) or None) if is_width else None


def parse_srcset(srcset: str) -> Iterator[SrcsetEntry]:
    """Yield the entries in their order; commas inside an address or in parentheses part nothing.

    Source: HTML Standard, 4.8.4.2.2 (parsing a srcset attribute).
    """
    position = 0
    while address := ADDRESS.match(srcset, position):
        url, position = address[1], address.end()
        if url.endswith(","):
            yield SrcsetEntry(url.rstrip(","), "")
            continue
        plain = PLAIN_DESCRIPTOR.match(srcset, position)
        descriptor, position = (plain[0], plain.end()) if plain else _read_descriptor(srcset, position)
        yield SrcsetEntry(url, descriptor.strip(SPACE))


def _read_descriptor(srcset: str, position: int) -> tuple[str, int]:
    """Return a descriptor with parentheses, and where it ends."""
    start, depth = position, 0
    while position < len(srcset) and (depth or srcset[position] != ","):
        depth += (srcset[position] == "(") - (srcset[position] == ")" and depth > 0)
        position += 1
    return srcset[start:position], position
