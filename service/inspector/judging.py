"""What a verdict would be at another threshold; `static/inspector.js` applies the same rule in the browser."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from cutline.dom.image_addresses import picture_key
from cutline.types import Image, Verdict


def is_judged(verdict: Verdict) -> bool:
    """Return whether a verdict was made by holding a score against a threshold; rules decide whatever it is."""
    return verdict.score is not None and verdict.threshold is not None


def is_kept_at(score: float, threshold: float) -> bool:
    """Return whether what has a score is kept, unless a rule decides."""
    return score >= threshold


def find_copies(images: Sequence[Image]) -> frozenset[int]:
    """Return the places of the images that a likelier one of the same picture stands for, whatever the threshold is.

    Of equally likely ones the first counts, as where the images were judged.
    """
    judged = [number for number, image in enumerate(images) if is_judged(image.verdict)]
    by_picture = sorted(judged, key=lambda number: _rank(images[number]))
    groups = groupby(by_picture, key=lambda number: picture_key(images[number].url))
    return frozenset(number for _, group in groups for number in list(group)[1:])


def _rank(image: Image) -> tuple[str, float, bool]:
    return picture_key(image.url), -(image.verdict.score or 0), not image.verdict.kept
