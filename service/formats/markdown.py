"""An article as CommonMark, with its images and captions where they stand."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import groupby
from urllib.parse import quote

from cutline.service.formats.flow import byline, in_reading_order, is_safe, plain
from cutline.types import Article, Block, Image

# Characters that mean something anywhere in a line; an underscore inside a word does not, a last # ends a heading.
INLINE = re.compile(r"[\\`*\[\]<]|(?<![^\W_])_|_(?![^\W_])|&(?=#?\w+;)|~(?=~)|(?<=~)~|(?<=\s)#(?=#*$)")
# What makes a heading, quote, list, rule, fence or underline of the line it begins.
LINE_START = re.compile(r"^(?:(#{1,6})(?=\s|$)|([>+=|~-])|(\d{1,9})([.)])(?=\s|$))")
URL_SAFE = "%/:?#@!$&'*+,;=~[]-._"


def render(article: Article) -> str:
    """Return the whole article as a Markdown document."""
    head = (f"# {escape(article.title)}" if plain(article.title) else "", escape(byline(article)))
    return "".join(f"{part}\n" for part in ["\n\n".join(filter(None, [*head, *_body(article)]))] if part)


def render_part(article: Article, source: str) -> str:
    """Return the article as one of several: its source in a comment before it, a rule after it."""
    return f"<!-- {plain(source).replace('--', '- -')} -->\n\n{render(article)}\n---\n\n"


def escape(text: str | None) -> str:
    """Return a text as one line that Markdown shows as it is."""
    return LINE_START.sub(_escape_start, INLINE.sub(r"\\\g<0>", plain(text)))


def _escape_start(found: re.Match[str]) -> str:
    hashes, mark, number, period = found.groups()
    return f"{number}\\{period}" if number else f"\\{hashes or mark}"


def _body(article: Article) -> Iterator[str]:
    for is_list, parts in groupby(in_reading_order(article), key=_is_list_item):
        if is_list:
            yield "\n".join(f"- {escape(part.text)}" for part in parts if isinstance(part, Block))
        else:
            yield from (_figure(part) if isinstance(part, Image) else _block(part) for part in parts)


def _is_list_item(part: Block | Image) -> bool:
    return isinstance(part, Block) and part.kind == "list_item"


def _block(block: Block) -> str:
    if block.kind == "heading":
        return f"{'#' * max(block.level or 2, 2)} {escape(block.text)}"
    if block.kind == "quote":
        return f"> {escape(block.text)}"
    if block.kind == "code":
        return _fenced(block.text)
    return escape(block.text)


def _fenced(code: str) -> str:
    longest = max(map(len, re.findall("`+", code)), default=0)
    fence = "`" * max(3, longest + 1)
    return f"{fence}\n{code}\n{fence}"


def _figure(image: Image) -> str:
    caption = " ".join(part for part in (_emphasised(image.caption), escape(image.credit)) if part)
    picture = f"![{escape(image.alt)}](<{quote(image.url, safe=URL_SAFE)}>)" if is_safe(image.url) else ""
    return "\n\n".join(filter(None, (picture, caption)))


def _emphasised(caption: str | None) -> str:
    return f"*{escape(caption)}*" if plain(caption) else ""
