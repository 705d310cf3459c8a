"""Galleries: elements that hold pictures, each with its caption at most, and hardly anything else."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import islice

from lxml.html import HtmlElement

from cutline.dom.tags import HEADING_TAGS

MAX_LEVELS = 6  # elements between a picture and its gallery
MAX_LINKED = 0.5  # share of the text beside a picture that is links; that of a teaser is all of it, its headline
MAX_CHARACTERS = 400  # of text beside a picture
MAX_OWN = 200  # of a gallery's own, such as a caption of all
MAX_TEXTS = 40  # texts beside a picture, and of a gallery's own
MAX_OTHERS = 3  # elements of a gallery that hold no picture


def find_galleries(pictures: Sequence[HtmlElement]) -> list[list[int]]:
    """Return the indices of the pictures in each gallery of two and more; `pictures` are in document order.

    Each picture stands in an element of its own, like the others in tag and class.
    """
    held: defaultdict[HtmlElement, list[int]] = defaultdict(list)
    for number, picture in enumerate(pictures):
        for element in (picture, *islice(picture.iterancestors(), MAX_LEVELS)):
            held[element].append(number)
    units: defaultdict[HtmlElement, dict[HtmlElement, int]] = defaultdict(dict)
    for unit, numbers in held.items():
        around = unit.getparent()
        if len(numbers) == 1 and around is not None and len(held.get(around, ())) > 1:
            units[around][unit] = numbers[0]
    return [list(own.values()) for around, own in units.items() if len(own) > 1 and _is_gallery(around, own)]


def _is_gallery(around: HtmlElement, units: Iterable[HtmlElement]) -> bool:
    own = frozenset(units)
    if len({(unit.tag, unit.get("class")) for unit in own}) > 1:
        return False
    others = list(islice((each for each in around if each not in own), MAX_OTHERS + 1))
    texts = [around.text or "", *(each.tail or "" for each in around)]
    texts += [text for each in others for text in islice(each.itertext(), MAX_TEXTS)]
    return len(others) <= MAX_OTHERS and _measure(texts) <= MAX_OWN and all(map(_holds_caption, own))


def _holds_caption(unit: HtmlElement) -> bool:
    """Return whether the text beside a picture may be a caption: it is short, no heading, and has few links."""
    if next(unit.iter(*HEADING_TAGS), None) is not None:
        return False
    texts = list(islice(unit.itertext(), MAX_TEXTS + 1))
    size = _measure(texts)
    linked = _measure(text for link in islice(unit.iter("a"), MAX_TEXTS) for text in link.itertext())
    return len(texts) <= MAX_TEXTS and size <= MAX_CHARACTERS and linked <= MAX_LINKED * size


def _measure(texts: Iterable[str]) -> int:
    return sum(len("".join(text.split())) for text in texts)
