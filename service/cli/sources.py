"""What a SOURCE on the command line stands for: an address, a file, the pages of a folder, or stdin."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from cutline.errors import PageTooLarge, SourceError

STDIN = "-"
PAGE_SUFFIXES = (".html", ".htm", ".xhtml")


@dataclass(frozen=True, slots=True)
class Source:
    """One page to be extracted.

    Attributes:
        name: what it is called in output and complaints: the address, the path, or `-`.
        path: of a stored page; None for an address or stdin.
    """

    name: str
    path: Path | None = None

    @property
    def is_address(self) -> bool:
        """Whether the page is to be fetched."""
        return self.path is None and self.name != STDIN

    def read(self, max_bytes: int) -> bytes:
        """Return the stored page; of a pipe or a device no more than `max_bytes` + 1 bytes, as it may have no end.

        Raises:
            SourceError: there is no such file, or it cannot be read.
            PageTooLarge: the file has more than `max_bytes` bytes.
        """
        if self.path is None:
            if sys.stdin is None:
                raise SourceError("Standard input is closed.")
            return sys.stdin.buffer.read(max_bytes + 1)
        return read_file(self.path, max_bytes)


def read_file(path: Path, max_bytes: int) -> bytes:
    """Return a file, cut after `max_bytes` + 1 bytes if nobody knows how long it is.

    Raises:
        SourceError: there is no such file, or it cannot be read.
        PageTooLarge: it has more than `max_bytes` bytes.
    """
    try:
        with path.open("rb") as stream:
            size = os.fstat(stream.fileno()).st_size
            if size > max_bytes:
                raise PageTooLarge(
                    f"The file has {size:,} bytes; the limit is {max_bytes:,}. Raise page.max_bytes to read it."
                )
            return stream.read(max_bytes + 1)
    except FileNotFoundError as error:
        raise SourceError("There is no such file or folder; an address begins with http:// or https://.") from error
    except IsADirectoryError as error:
        raise SourceError(f"The folder holds no page: no file in it ends in {' or '.join(PAGE_SUFFIXES)}.") from error
    except (OSError, ValueError) as error:
        raise SourceError(f"The file cannot be read: {getattr(error, 'strerror', None) or error}.") from error


def find_sources(names: Iterable[str]) -> Iterator[Source]:
    """Yield the pages that the names stand for, those of a folder sorted by path, at any depth."""
    for name in names:
        if name == STDIN or "://" in name:
            yield Source(name)
        elif os.path.isdir(name):  # Path.is_dir raises for a name that is too long
            yield from _find_pages(Path(name)) or [Source(name, Path(name))]
        else:
            yield Source(name, Path(name))


def _find_pages(folder: Path) -> list[Source]:
    pages = sorted(path for path in folder.rglob("*") if path.suffix.lower() in PAGE_SUFFIXES and path.is_file())
    return [Source(str(path), path) for path in pages]
