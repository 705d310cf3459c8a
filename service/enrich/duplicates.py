"""Which articles of a run an earlier one has as well, or nearly: their fingerprints differ in few bits.

Source: Manku, Jain & Das Sarma, Detecting near-duplicates for web crawling, WWW 2007, section 3: fingerprints that
differ in at most three bits share at least one of their four blocks of 16 bits.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from cutline.service.enrich.journal import Entry, Named

SHIFTS = (0, 16, 32, 48)  # of the blocks of a fingerprint
BLOCK = 0xFFFF
MOST_COMPARED = 1_000  # fingerprints with the same block, the latest ones; of ten million articles, 150 share a block
NONE = 0


@dataclass(frozen=True, slots=True)
class RecordPlace:
    """Where the record of an article stands in the input."""

    id: str | int | None
    source: str | None
    line: int | None


class FirstFingerprints:
    """The fingerprints that repeat none before, numbered from 1: 24 bytes for each, and a megabyte."""

    def __init__(self, distance: int) -> None:
        """Take the number of bits, from 0 to 3, in which fingerprints of one article may differ."""
        self._distance = distance
        self._fingerprints = array("Q", [NONE])
        # For each block, the latest fingerprint with each of its values; and for each fingerprint, the one before it.
        self._latest = [array("I", bytes(4 * (BLOCK + 1))) for _ in SHIFTS]
        self._before = [array("I", [NONE]) for _ in SHIFTS]

    def find_or_add(self, fingerprint: int) -> int | None:
        """Return the number of the first that this one repeats; None if there is none: then it is one itself."""
        if found := min(self._list_near(fingerprint), default=None):
            return found
        for shift, latest, before in zip(SHIFTS, self._latest, self._before, strict=True):
            before.append(latest[fingerprint >> shift & BLOCK])
            latest[fingerprint >> shift & BLOCK] = len(self._fingerprints)
        self._fingerprints.append(fingerprint)
        return None

    def _list_near(self, fingerprint: int) -> Iterator[int]:
        for shift, latest, before in zip(SHIFTS, self._latest, self._before, strict=True):
            number = latest[fingerprint >> shift & BLOCK]
            for _ in range(MOST_COMPARED):
                if number == NONE:
                    break
                if (self._fingerprints[number] ^ fingerprint).bit_count() <= self._distance:
                    yield number
                number = before[number]


class Repeats:
    """Says of each article of a finished run, in the order of the file, which earlier one it repeats.

    Of the earlier ones only where the journal names them is in memory: 12 bytes.

    Attributes:
        is_dropped: whether articles that repeat another are dropped, not marked.
        count: how many there were.
    """

    def __init__(self, journal: Path, sources: Sequence[str | None], distance: int, *, is_dropped: bool) -> None:
        """Take the journal of the run, the names of its inputs, and the bits in which fingerprints may differ."""
        self.is_dropped = is_dropped
        self.count = 0
        self._journal, self._sources = journal, sources
        self._firsts = FirstFingerprints(distance)
        self._offsets, self._positions = array("Q", [0]), array("I", [0])  # of the firsts, in the journal and its lines
        self._coming = self._read()

    def take(self, count: int) -> list[RecordPlace | None]:
        """Return for each of the next articles the first record that has it; None for one that repeats none."""
        return list(islice(self._coming, count))

    def _read(self) -> Iterator[RecordPlace | None]:
        with self._journal.open("rb") as lines, self._journal.open("rb") as again:
            offset = 0
            for line in lines:
                for position, named in enumerate(Entry.model_validate_json(line).named):
                    number = self._find_first(named, offset, position)
                    if number is not None:
                        self.count += 1
                        again.seek(self._offsets[number])
                        yield self._place(again.readline(), self._positions[number])
                    else:
                        yield None
                offset += len(line)

    def _find_first(self, named: Named, offset: int, position: int) -> int | None:
        if named.fingerprint is None:
            return None
        number = self._firsts.find_or_add(int(named.fingerprint, 16))
        if number is None:
            self._offsets.append(offset)
            self._positions.append(position)
        return number

    def _place(self, line: bytes, position: int) -> RecordPlace:
        entry = Entry.model_validate_json(line)
        named = entry.named[position]
        return RecordPlace(named.id, self._sources[entry.span.source], named.line)
