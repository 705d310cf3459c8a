"""Splits of sites: pages of one site share a template, and are never both trained and tested on."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence

from cutline.errors import TrainingError

Split = tuple[list[int], list[int]]


def find_fold(site: str, folds: int) -> int:
    """Return the part (0 to folds - 1) that a site belongs to, whatever other sites there are."""
    return int.from_bytes(hashlib.sha256(site.encode()).digest()[:8]) % folds


def split_sites(sites: Sequence[str], folds: int) -> Iterator[Split]:
    """Yield which pages are trained on and which are held out, given by the site of each; no part is empty.

    Raises:
        TrainingError: all sites are in one part, so that none is left to train on.
    """
    parts = [find_fold(site, folds) for site in sites]
    if len(set(parts)) < 2:
        raise TrainingError("The data holds pages of too few sites to hold some of them out.")
    for part in sorted(set(parts)):
        test = [index for index, own in enumerate(parts) if own == part]
        yield [index for index, own in enumerate(parts) if own != part], test
