"""What a spaCy network sees of words: norms, prefixes, suffixes and shapes, hashed as spaCy and thinc hash them."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from itertools import groupby
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cutline.nlp.library_files import find_file, read_names

Numbers = NDArray[np.uint64]

BLOCK = 8  # bytes that MurmurHash64A takes at once
FACTOR, SHIFT = np.uint64(0xC6A4A7935BD1E995), np.uint64(47)  # its constants
SEED = 1  # of the numbers of strings
FIRST, SECOND = np.uint64(0x87C37B91114253D5), np.uint64(0x4CF5AD432745937F)  # constants of MurmurHash3, 128 bits
MIX = np.uint64(0xFF51AFD7ED558CCD), np.uint64(0xC4CEB9FE1A85EC53)
MIX_SHIFT, LOW_BITS = np.uint64(33), np.uint64(0xFFFFFFFF)
SUFFIX = 3  # characters
LONGEST_SHAPE, LONG = 100, "LONG"  # the shape of a word with at least so many characters
LONGEST_RUN = 4  # characters of one kind that a shape shows
NUMBERED_NAME = re.compile(r"^    (\w+)(?: = (\d+))? *(?:#.*)?$", re.MULTILINE)


def write_shape(text: str) -> str:
    """Return the kinds of a word's characters, "Xxxxx" for "Obama"; of a run of one kind it shows four."""
    if len(text) >= LONGEST_SHAPE:
        return LONG
    kinds = (("X" if char.isupper() else "x") if char.isalpha() else "d" if char.isdigit() else char for char in text)
    return "".join("".join(run)[:LONGEST_RUN] for _, run in groupby(kinds))


def find_norm(text: str) -> str:
    """Return a word in lower case, or the usual one of signs with the same meaning: "$" for "€"."""
    return _load_norms().get(text) or text.lower()


@cache
def _load_norms() -> Mapping[str, str]:
    norms: Mapping[str, str] = read_names("spacy", "lang", "norm_exceptions.py").get("BASE_NORMS", {})
    return norms


ATTRIBUTES: Mapping[str, Callable[[str], str]] = {
    "NORM": find_norm,
    "PREFIX": lambda text: text[0],
    "SUFFIX": lambda text: text[-SUFFIX:],
    "SHAPE": write_shape,
}


def number_strings(strings: Sequence[str]) -> Numbers:
    """Return spaCy's number of each string: its place among the names that spaCy knows, or its hash.

    Args:
        strings: none of them empty.
    """
    known = _load_symbols()
    numbers = np.empty(len(strings), np.uint64)
    places: dict[int, list[int]] = defaultdict(list)  # by length, as strings of one length are hashed together
    stored = [string.encode("utf-8", "surrogatepass") for string in strings]
    for place, data in enumerate(stored):
        places[len(data)].append(place)
    for size, chosen in places.items():
        numbers[chosen] = _hash_alike(b"".join(map(stored.__getitem__, chosen)), size)
    for place, string in enumerate(strings):
        if string in known:
            numbers[place] = known[string]
    return numbers


@cache
def _load_symbols() -> Mapping[str, int]:
    """Return spaCy's numbers of the names that it knows, such as those of dependencies: "obj" and "dep" are words."""
    file = find_file("spacy", "symbols.pxd")
    number, numbers = -1, {}
    for name, given in NUMBERED_NAME.findall(file.read_text(encoding="utf-8") if file else ""):
        number = int(given) if given else number + 1
        numbers[name] = number
    numbers.pop("NIL", None)  # the name of the empty string
    return numbers


def _hash_alike(data: bytes, size: int) -> Numbers:
    """Return MurmurHash64A of each string of so many bytes."""
    bytes_each = np.frombuffer(data, np.uint8).reshape(-1, size)
    padded = np.zeros((len(bytes_each), -(-size // BLOCK) * BLOCK), np.uint8)
    padded[:, :size] = bytes_each
    whole = size // BLOCK
    start = SEED ^ (size * int(FACTOR) & 0xFFFFFFFFFFFFFFFF)
    hashes = np.full(len(padded), start, np.uint64)
    for place, block in enumerate(padded.view(np.uint64).T):
        hashes ^= _scramble(block * FACTOR) * FACTOR if place < whole else block
        hashes *= FACTOR
    return _scramble(_scramble(hashes) * FACTOR)


def _scramble(numbers: Numbers) -> Numbers:
    return numbers ^ (numbers >> SHIFT)


class HashTable(NamedTuple):
    """The vectors of one attribute of words: each value is the sum of four rows, which its hashes choose."""

    rows: NDArray[Any]
    seed: int

    def find_vectors(self, numbers: Numbers) -> NDArray[np.float32]:
        """Return the vector of each value, by its number."""
        keys = hash_numbers(numbers, self.seed) % np.uint64(len(self.rows))
        vectors: NDArray[np.float32] = self.rows[keys[0]].astype(np.float32)
        for key in keys[1:]:
            vectors += self.rows[key]
        return vectors


def hash_numbers(numbers: Numbers, seed: int) -> Numbers:
    """Return four hashes of each number, of 32 bits: a row for each of the four."""
    start = np.uint64(seed ^ BLOCK)
    first = numbers * FIRST
    first = (first << np.uint64(31) | first >> np.uint64(33)) * SECOND ^ np.uint64(seed) ^ np.uint64(BLOCK)
    first += start
    second = _mix(start + first)
    first = _mix(first) + second
    second += first
    return np.stack([first & LOW_BITS, first >> np.uint64(32), second & LOW_BITS, second >> np.uint64(32)])


def _mix(numbers: Numbers) -> Numbers:
    for factor in MIX:
        numbers = (numbers ^ numbers >> MIX_SHIFT) * factor
    return numbers ^ numbers >> MIX_SHIFT


def find_values(attribute: str, words: Iterable[tuple[str, str | None]]) -> list[str]:
    """Return an attribute of each word, given as it is written and with its norm if it has its own."""
    find = ATTRIBUTES[attribute]
    if attribute == "NORM":
        return [norm or find(text) for text, norm in words]
    return [find(text) for text, _ in words]
