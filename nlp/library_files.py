"""Files of libraries, read without importing them: spaCy takes seconds to import, one of its files a millisecond."""

from __future__ import annotations

import re
import struct
from collections.abc import Callable, Mapping
from importlib.util import find_spec
from pathlib import Path
from runpy import run_path
from typing import Any

import numpy as np

PLAIN = re.compile(r"\w+(?:\.pyx?|\.pxd)?")  # names of languages come from pages


def find_file(library: str, *parts: str) -> Path | None:
    """Return a file inside of a library; None if there is none, or a part is no plain name."""
    spec = find_spec(library)
    if spec is None or spec.origin is None or not all(map(PLAIN.fullmatch, parts)):
        return None
    file = Path(spec.origin).parent.joinpath(*parts)
    return file if file.is_file() else None


def read_names(library: str, *parts: str) -> Mapping[str, Any]:
    """Return what a module of a library that imports nothing defines; nothing if there is none."""
    file = find_file(library, *parts)
    return run_path(str(file)) if file else {}


CONSTANTS = {0xC0: None, 0xC2: False, 0xC3: True}
NUMBERS = {0xCA: ">f", 0xCB: ">d", 0xCC: ">B", 0xCD: ">H", 0xCE: ">I", 0xCF: ">Q"}
NUMBERS |= {0xD0: ">b", 0xD1: ">h", 0xD2: ">i", 0xD3: ">q"}
SIZES = {0xC4: ">B", 0xC5: ">H", 0xC6: ">I", 0xD9: ">B", 0xDA: ">H", 0xDB: ">I"}
SIZES |= {0xDC: ">H", 0xDD: ">I", 0xDE: ">H", 0xDF: ">I"}


def read_msgpack(data: bytes) -> Any:
    """Return the value that is stored in the data; arrays are views of them.

    Raises:
        ValueError: the data hold something else.
    """
    try:
        return _Reader(data).read()
    except (struct.error, KeyError, IndexError, TypeError, RecursionError) as error:
        raise ValueError(f"no MessagePack: {error!r}") from error


class _Reader:
    def __init__(self, data: bytes) -> None:
        self._data = memoryview(data)
        self._place = 0

    def read(self) -> Any:
        code = self._data[self._place]
        self._place += 1
        if code < 0x80:
            return code
        if code >= 0xE0:
            return code - 0x100
        if code < 0xC0:
            mask, read = self._find_short(code)
            return read(code & mask)
        if code in CONSTANTS:
            return CONSTANTS[code]
        if code in NUMBERS:
            return self._unpack(NUMBERS[code])
        return self._find_long(code)(self._unpack(SIZES[code]))

    def _find_short(self, code: int) -> tuple[int, Callable[[int], Any]]:
        """Return the bits that say how much is to be read, and what reads it."""
        if code >= 0xA0:
            return 0x1F, self._read_text
        return 0x0F, self._read_list if code >= 0x90 else self._read_map

    def _find_long(self, code: int) -> Callable[[int], Any]:
        if code <= 0xC6:
            return self._read_bytes
        if code <= 0xDB:
            return self._read_text
        return self._read_list if code <= 0xDD else self._read_map

    def _unpack(self, form: str) -> Any:
        (value,) = struct.unpack_from(form, self._data, self._place)
        self._place += struct.calcsize(form)
        return value

    def _read_bytes(self, size: int) -> memoryview:
        if self._place + size > len(self._data):
            raise IndexError(self._place + size)
        self._place += size
        return self._data[self._place - size : self._place]

    def _read_text(self, size: int) -> str:
        return str(self._read_bytes(size), "utf-8")

    def _read_list(self, size: int) -> list[Any]:
        return [self.read() for _ in range(size)]

    def _read_map(self, size: int) -> Any:
        pairs = {_freeze(self.read()): self.read() for _ in range(size)}
        if b"nd" not in pairs:
            return pairs
        return np.frombuffer(pairs[b"data"], pairs[b"type"]).reshape(pairs[b"shape"])


def _freeze(key: Any) -> Any:
    return bytes(key) if isinstance(key, memoryview) else key
