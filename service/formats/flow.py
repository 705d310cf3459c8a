"""What all formats share: the reading order of blocks and images, and safe text."""

from __future__ import annotations

import re
from collections import defaultdict, deque
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, groupby

from cutline.dom.split_blocks import split_block
from cutline.dom.structure import Bullets, Code, Part
from cutline.types import Article, Block, Comment, Image, Video

FORMULA = re.compile(r'<(?:math |span class="math )')
DAY = len("2026-05-04")
RULE = "---"
MAX_QUOTES = 8  # in each other; readers of Markdown show few more
NO_CAPTION = {"caption": None, "caption_html": None, "credit": None, "credit_html": None}
OTHER_SCHEMES = frozenset(("mailto", "tel", "sms", "ftp", "geo"))  # of addresses that a link may lead to
BOXES = {None: "", False: "[ ] ", True: "[x] "}  # of tasks, by whether they are done
# A page may hold characters that move the cursor of a terminal; line breaks inside a block are none of its content.
CONTROL = {number: None for number in (*range(32), *range(127, 160))} | dict.fromkeys(map(ord, "\t\n\r\f\v\x85"), " ")
KEEP_LINES = CONTROL | {ord("\r"): None, ord("\n"): "\n", ord("\t"): "\t"}  # of code


def read_code(code: Code) -> str:
    """Return the lines of a listing without control characters."""
    return "\n".join(block.text for block in code.blocks).translate(KEEP_LINES)


def mark_items(bullets: Bullets) -> Iterator[tuple[str, str, Sequence[Part]]]:
    """Yield the number or dash before each item of a list, the box of a task, and the parts of the item."""
    marks = [f"{number}." for number in bullets.numbers] or ["-"] * len(bullets.items)
    for mark, parts, is_done in zip(marks, bullets.items, bullets.states, strict=True):
        yield mark, BOXES[is_done], parts


def in_reading_order(article: Article) -> Iterator[Block | Image | Video]:
    """Yield the article's blocks, images and videos as they are read; a caption that a gallery shares comes once."""
    return _show_captions_once(_list_in_order(article))


def _list_in_order(article: Article) -> Iterator[Block | Image | Video]:
    """Yield the article's blocks, each followed by the images and the videos whose position it is.

    A block with images in the middle of it is yielded in pieces, with the images between them. Videos without a place
    are left out. So are a heading that repeats the title, and a block that repeats the caption of an image.
    """
    captions = {plain(image.caption) for image in article.images if image.caption}
    inside = defaultdict[int | None, list[Image]](list)
    for image in sorted((image for image in article.images if image.offset), key=lambda image: image.offset or 0):
        inside[image.position].append(image)
    behind = (image for image in article.images if not image.offset)
    placed: list[Image | Video] = [*behind, *(video for video in article.videos if not video.declared)]
    waiting = deque(sorted(placed, key=_find_place))
    for block in article.blocks:
        yield from _take_until(waiting, block.index)
        if not (_is_title(block, article.title) or (block.kind == "caption" and plain(block.text) in captions)):
            yield from split_block(block, inside[block.index]) if block.index in inside else (block,)
    yield from waiting


def _find_place(part: Image | Video) -> int:
    return -1 if part.position is None else part.position


def _take_until(waiting: deque[Image | Video], index: int) -> Iterator[Image | Video]:
    """Take away and yield the first parts that stand before a block."""
    while waiting and _find_place(waiting[0]) < index:
        yield waiting.popleft()


def _show_captions_once(flow: Iterable[Block | Image | Video]) -> Iterator[Block | Image | Video]:
    """Yield the parts; of images that stand together, only the last has the caption that they share."""
    for _, group in groupby(flow, key=lambda part: isinstance(part, Image)):
        members = list(group)
        last = {part.caption: number for number, part in enumerate(members) if isinstance(part, Image)}
        for number, part in enumerate(members):
            is_repeated = isinstance(part, Image) and last[part.caption] != number
            yield part.model_copy(update=NO_CAPTION) if is_repeated else part


def has_formulas(article: Article) -> bool:
    """Return whether the text, a note or a caption of an article has formulas."""
    written = [block.html for block in chain(article.blocks, *(note.blocks for note in article.notes))]
    written += [image.caption_html for image in article.images]
    return any(html is not None and FORMULA.search(html) is not None for html in written)


def byline(article: Article) -> str:
    """Return authors, day and site in one line; empty if none is known."""
    authors = ", ".join(article.authors)
    parts = (authors, (article.published or "")[:DAY], article.site_name)
    return plain(" · ".join(part for part in parts if part))


def sign(comment: Comment) -> str:
    """Return who wrote a comment, and the day; empty if neither is known."""
    return " · ".join(filter(None, (plain(comment.author), plain(comment.published)[:DAY])))


def find_address(article: Article) -> str | None:
    """Return the web address of the article: the one that the page names, else the one that was given."""
    address = plain(article.canonical_url or article.url)
    return address if address.startswith(("http://", "https://")) else None


def plain(text: str | None) -> str:
    """Return a text as one line without control characters."""
    return " ".join((text or "").translate(CONTROL).split())


def cut(line: str, characters: int) -> str:
    """Return a line of at most so many characters, and a sign behind them if there are more."""
    return line if len(line) <= characters else f"{line[:characters].rstrip()}…"


def is_safe(address: str) -> bool:
    """Return whether an address of an image is relative, http(s), or a data: address of an image, and not empty."""
    scheme, colon, _ = address.partition(":")
    if not colon or any(mark in scheme for mark in "/?#"):
        return bool(address)
    return scheme.lower() in ("http", "https") or address.lower().startswith("data:image/")


def may_lead(address: str) -> bool:
    """Return whether a link may lead to an address: it is safe, or one of `OTHER_SCHEMES`."""
    return is_safe(address) or address.partition(":")[0].lower() in OTHER_SCHEMES


def _is_title(block: Block, title: str | None) -> bool:
    return block.kind == "heading" and plain(block.text).casefold() == plain(title).casefold()
