"""A page divided by VIPS as a list of its blocks.

>>> documents = DocumentSource(settings)
>>> document = documents.open(documents.bring_page(html, url, None), "auto", uses_layout=True, is_live=False)
>>> for part in divide_page(document, settings).parts:
...     print("  " * part.depth, part.coherence, part.tag, part.box, part.text)
"""

from __future__ import annotations

from collections.abc import Iterator

from cutline.config.settings import Settings
from cutline.dom.document import Document
from cutline.dom.line_breaks import line_breaker
from cutline.dom.paths import Paths
from cutline.dom.render.layout import Box
from cutline.dom.segments import collapse_space, split_segments
from cutline.dom.vips import VisionBlock, segment_page
from cutline.types import PageDivided, Rectangle, VisualPart


def divide_page(document: Document, settings: Settings) -> PageDivided:
    """Return the visual blocks of a page, each before those it was divided into.

    Args:
        document: the page; one that was not rendered is laid out by its tags, with the warning `no_layout`.
        settings: `vips` says how far it is divided.
    """
    blocks = list(_walk(segment_page(document, settings.vips)))
    texts = _read_texts(document, [block for block, _ in blocks], settings)
    characters: dict[VisionBlock, int] = {}
    for block, _ in reversed(blocks):
        characters[block] = len(texts[block]) + sum(characters[child] for child in block.children)
    paths = Paths()
    return PageDivided(
        url=document.url,
        rendered=document.layout is not None,
        permitted_coherence=settings.vips.permitted_coherence,
        parts=tuple(_describe(block, depth, texts[block], characters[block], paths) for block, depth in blocks),
        warnings=document.warnings if document.layout else (*document.warnings, "no_layout"),
    )


def _walk(page: VisionBlock) -> Iterator[tuple[VisionBlock, int]]:
    """Yield each block with its depth, without recursion, as pages can be nested deeply."""
    waiting = [(page, 0)]
    while waiting:
        block, depth = waiting.pop()
        yield block, depth
        waiting.extend((child, depth + 1) for child in reversed(block.children))


def _read_texts(document: Document, blocks: list[VisionBlock], settings: Settings) -> dict[VisionBlock, str]:
    """Return the text of each block that was not divided; texts that a line break parts do not run together."""
    segments = split_segments(document, line_breaker(document, settings.max_subsequence.displays))
    lines = {(run.node, run.is_tail): segment.index for segment in segments for run in segment.runs}
    texts = {}
    for block in blocks:
        pieces, last = [], None
        for node, is_tail in block.texts:
            line = lines.get((node, is_tail))
            pieces += [" " if line != last else "", (node.tail if is_tail else node.text) or ""]
            last = line
        texts[block] = collapse_space("".join(pieces))
    return texts


def _describe(block: VisionBlock, depth: int, text: str, characters: int, paths: Paths) -> VisualPart:
    return VisualPart(
        depth=depth,
        is_leaf=not block.children,
        coherence=block.coherence,
        box=_to_rectangle(block.box) if block.box else None,
        tag=str(block.element.tag) if block.element is not None else None,
        xpath=paths.path(block.element) if block.element is not None else None,
        characters=characters,
        text=text,
    )


def _to_rectangle(box: Box) -> Rectangle:
    return Rectangle(left=box.left, top=box.top, width=box.width, height=box.height)
