"""The results of a segment as pieces of files."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Packed:
    """What is to be added to the files of a batch for one segment.

    Attributes:
        articles: a piece of the file of articles.
        failures: lines of the file of dead letters.
    """

    articles: bytes
    failures: bytes
