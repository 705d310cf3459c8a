"""What is shown of a page beside its article: its screenshot, its visual blocks, and what several methods keep."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import reduce
from itertools import combinations

from cutline.config.settings import Settings
from cutline.dom.document import Document
from cutline.dom.images.candidates import find_images
from cutline.dom.methods import METHODS, Body
from cutline.dom.render.layout import Box, Layout, unite
from cutline.dom.render.tab import Screenshot
from cutline.dom.segments import TextSegment, collapse_space
from cutline.dom.tree import Paths
from cutline.dom.vips import VisionBlock, build_block_tree
from cutline.errors import OptionError
from cutline.extraction.documents import read_segments
from cutline.page_views import Agreement, ComparedBlock, MethodsCompared, PageDivided, PageShown, Rectangle, VisualPart
from cutline.types import Article, Method

MEDIA_TYPE = "image/webp"


def place_in_picture(picture: Screenshot, document: Document, article: Article, settings: Settings) -> PageShown | None:
    """Return a screenshot with the boxes of an article's blocks and images; None if the page has no layout.

    Args:
        picture: the screenshot.
        document: the rendered page.
        article: the result; what it dropped gets boxes too if `article.dropped` is set.
        settings: the settings with which the page was split.
    """
    layout = document.layout
    if layout is None:
        return None
    segments = read_segments(document, settings)
    dropped = article.dropped
    indexes = {block.index for block in (*article.blocks, *(dropped.blocks if dropped else ()))}
    boxes = {segment.index: _find_text_box(segment, layout) for segment in segments if segment.index in indexes}
    paths = Paths()
    pictures = {paths.path(image.element): layout.box(image.element) for image in find_images(document)}
    wanted = {image.xpath for image in (*article.images, *(dropped.images if dropped else ()))}
    return PageShown(
        picture=picture.data,
        media_type=MEDIA_TYPE,
        width=picture.width,
        height=picture.height,
        blocks={index: _to_rectangle(box) for index, box in boxes.items() if box and _is_shown(box, picture)},
        images={
            path: _to_rectangle(box)
            for path, box in pictures.items()
            if path in wanted and box and _is_shown(box, picture)
        },
    )


def _find_text_box(segment: TextSegment, layout: Layout) -> Box | None:
    boxes = [box for run in segment.runs if (box := layout.text_box(run.node, run.is_tail))]
    return reduce(unite, boxes) if boxes else None


def _is_shown(box: Box, picture: Screenshot) -> bool:
    is_inside = box.left < picture.width and box.top < picture.height and box.right > 0 and box.bottom > 0
    return is_inside and box.area > 0


def _to_rectangle(box: Box) -> Rectangle:
    return Rectangle(left=box.left, top=box.top, width=box.width, height=box.height)


def divide_page(document: Document, settings: Settings) -> PageDivided:
    """Return the visual blocks of a page, each before its children.

    >>> documents = DocumentSource(settings)
    >>> document = documents.open(documents.bring_page(html, url, None), "auto", uses_layout=True, is_live=False)
    >>> for part in divide_page(document, settings).parts:
    ...     print("  " * part.depth, part.coherence, part.tag, part.box, part.text)

    Args:
        document: the page; without layout, tags stand in for it, with the warning `no_layout`.
        settings: `vips` says how far to divide.

    Raises:
        PageTooLarge: the page has too many pieces of text.
    """
    segments = read_segments(document, settings)
    blocks = list(_walk(build_block_tree(document, settings.vips)))
    texts = _read_texts(segments, [block for block, _ in blocks])
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
    """Yield each block with its depth; not recursive, because pages can be nested deeply."""
    waiting = [(page, 0)]
    while waiting:
        block, depth = waiting.pop()
        yield block, depth
        waiting.extend((child, depth + 1) for child in reversed(block.children))


def _read_texts(segments: list[TextSegment], blocks: list[VisionBlock]) -> dict[VisionBlock, str]:
    """Return the text of each leaf block; texts on different lines are separated by a space."""
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


def check_methods(methods: Sequence[str]) -> None:
    """Check a list of methods.

    Raises:
        OptionError: it is not a list, is empty, or names an unknown method.
    """
    names = ", ".join(METHODS)
    if isinstance(methods, str) or not isinstance(methods, Sequence) or not methods:
        raise OptionError(f"The option 'methods' cannot be {methods!r:.80}: give a list of some of {names}.")
    unknown = next((one for one in methods if not isinstance(one, str) or one not in METHODS), None)
    if unknown is not None:
        raise OptionError(f"There is no method {unknown!r:.80}; the methods are {names}.")


def compare_bodies(
    document: Document,
    segments: Sequence[TextSegment],
    bodies: Mapping[Method, Body],
    left_out: Sequence[Method],
    title: str | None,
) -> MethodsCompared:
    """Return which methods keep each segment, and how well each pair of methods agrees.

    Args:
        document: the page.
        segments: its text segments, the same for all methods.
        bodies: what each method found.
        left_out: the methods that need a wrapper and have none.
        title: the page's title.
    """
    paths = Paths()
    keepers = [
        tuple(method for method, body in bodies.items() if body.decisions[index].kept) for index in range(len(segments))
    ]
    return MethodsCompared(
        url=document.url,
        title=title,
        rendered=document.layout is not None,
        methods=tuple(bodies),
        blocks=tuple(
            ComparedBlock(text=segment.text, xpath=paths.path(segment.block), kept_by=kept_by)
            for segment, kept_by in zip(segments, keepers, strict=True)
        ),
        agreements=tuple(
            Agreement(methods=(first, second), f1=_agree(segments, bodies[first], bodies[second]))
            for first, second in combinations(bodies, 2)
        ),
        warnings={method: body.warnings for method, body in bodies.items() if body.warnings}
        | dict.fromkeys(left_out, ("no_wrapper",)),
    )


def _agree(segments: Sequence[TextSegment], first: Body, second: Body) -> float:
    """Return the F1 (0..1) of the characters that two methods keep; 1 if both keep nothing."""
    shared = total = 0
    for segment, here, there in zip(segments, first.decisions, second.decisions, strict=True):
        size = len(segment.text)
        shared += size * (here.kept and there.kept)
        total += size * here.kept + size * there.kept
    return round(2 * shared / total, 4) if total else 1.0
