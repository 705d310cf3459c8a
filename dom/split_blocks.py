"""Blocks in pieces: around the images in the middle of them, and behind the label that they begin with."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from copy import deepcopy
from html import escape
from typing import NamedTuple

from lxml.etree import iterwalk, tostring
from lxml.html import HtmlElement, fragment_fromstring

from cutline.dom.segments import INVISIBLE
from cutline.types import Block, Image

NOTE, REFERENCE = "fn", "fnref"  # what the ids of notes and of references to them begin with
WHOLE = frozenset(("heading", "code"))  # kinds of blocks that are never split
MAX_CUTS = 50  # in one block, each of which copies the rest of it; no paragraph written by people has as many images


class _Cut(NamedTuple):
    """A place in the text of an element: the numbers of the children that lead to a node, and where in its text."""

    path: tuple[int, ...]
    is_tail: bool
    place: int


def split_block(block: Block, images: Sequence[Image]) -> Iterator[Block | Image]:
    """Yield a block and the images in the middle of it, by their offsets.

    The pieces of the block have its properties. A heading or a listing stays whole, with the images behind it.
    """
    rest, begin = block, 0  # what is not yielded yet, and where its text begins in the whole
    waiting = [*images]
    for image in images[:MAX_CUTS] if block.kind not in WHOLE else ():
        offset = (image.offset or 0) - begin
        if _has_words(rest.text[: max(offset, 0)]):
            pieces = cut_block(rest, offset)
            if pieces is None:
                break
            yield pieces[0]
            rest, begin = pieces[1], len(block.text) - len(pieces[1].text)
        yield waiting.pop(0)
    yield rest
    yield from waiting


def _has_words(text: str) -> bool:
    return any(map(str.isalnum, text))


def cut_block(block: Block, offset: int) -> tuple[Block, Block] | None:
    """Return a block in two pieces; None if the second would have no words, or the markup has another text.

    Args:
        block: the block.
        offset: how many characters of its text the first piece has; at least one of them is a letter or a digit.
    """
    before, after = block.text[:offset].strip(), block.text[offset:].strip()
    if not _has_words(after):
        return None
    if block.html is None:
        return block.model_copy(update={"text": before}), block.model_copy(update={"text": after})
    root = fragment_fromstring(block.html, create_parent=True)
    cut = _find_cut(root, len(before))
    if cut is None:
        return None
    head, rest = _keep_before(deepcopy(root), cut), _keep_behind(root, cut)
    return (
        block.model_copy(update={"text": before, "html": _write_inside(head)}),
        block.model_copy(update={"text": after, "html": _write_inside(rest)}),
    )


def _find_cut(root: HtmlElement, count: int) -> _Cut | None:
    """Return the place before the first letter behind `count` characters, white space collapsed, without references."""
    shown, has_space = 0, False
    for path, is_tail, text in _list_texts(root):
        for place, letter in enumerate(text):
            if letter.isspace():
                has_space = shown > 0
            elif not INVISIBLE.match(letter):
                if shown >= count:
                    return _Cut(path, is_tail, place)
                shown += 2 if has_space else 1
                has_space = False
    return None


def _list_texts(root: HtmlElement) -> Iterator[tuple[tuple[int, ...], bool, str]]:
    """Yield each text in an element: the path of its node, whether it is the tail of that, and the text."""
    path: list[int] = []
    walker = iterwalk(root, events=("start", "end"))
    count = 0  # children of the open element that were passed
    for event, element in walker:
        if element is root:
            if event == "start":
                yield (), False, element.text or ""
        elif event == "start":
            path.append(count)
            count = 0
            if read_reference(element) is not None:
                walker.skip_subtree()
            else:
                yield tuple(path), False, element.text or ""
        else:
            yield tuple(path), True, element.tail or ""
            count = path.pop() + 1


def _keep_before(root: HtmlElement, cut: _Cut) -> HtmlElement:
    """Return an element without what is behind a place in it; the element is changed."""
    node, tail = root, ""
    for number in cut.path:
        del node[number + 1 :]
        node = node[number]
        tail, node.tail = node.tail or "", None
    if cut.is_tail:
        node.tail = tail[: cut.place].rstrip()
    else:
        node.text = (node.text or "")[: cut.place].rstrip()
        del node[:]
    return root


def _keep_behind(root: HtmlElement, cut: _Cut) -> HtmlElement:
    """Return an element without what is before a place in it; the element is changed."""
    node = root
    for number in cut.path:
        node.text = None
        del node[:number]
        node = node[0]
    if cut.is_tail:
        around = node.getparent()
        around.text = (node.tail or "")[cut.place :]
        around.remove(node)
    else:
        node.text = (node.text or "")[cut.place :]
    return root


def _write_inside(root: HtmlElement) -> str:
    inside = "".join(tostring(child, encoding="unicode", method="html") for child in root)
    return f"{escape(root.text or '', quote=False)}{inside}".strip()


def read_reference(element: HtmlElement) -> str | None:
    """Return the name of the note that a `<sup>` in the HTML of a block refers to; None for any other element."""
    link = element[0] if element.tag == "sup" and len(element) == 1 else None
    if link is None or not link.get("id", "").startswith(REFERENCE):
        return None
    return (link.get("href") or "").removeprefix(f"#{NOTE}")
