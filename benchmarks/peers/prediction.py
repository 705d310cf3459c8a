"""A peer's answer for one page, in the form that score.py reads.

Imported in the peers' environments: standard library only.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass, field


@dataclass(frozen=True, slots=True)
class Image:
    """An image of the article: its best address, all its addresses, and its caption if the peer gives one."""

    url: str
    sources: tuple[str, ...]
    caption: str | None = None


@dataclass(frozen=True, slots=True)
class Prediction:
    """The article of one page."""

    title: str | None = None
    text: str = ""
    images: tuple[Image, ...] = field(default=())

    def as_record(self, page_id: str) -> dict[str, object]:
        return {"id": page_id, **asdict(self)}


def images_at(addresses: Iterable[str | None]) -> tuple[Image, ...]:
    """Return an image for each distinct address."""
    return tuple(Image(url, (url,)) for url in dict.fromkeys(addresses) if url)
