"""The visual blocks of a page, as a tree for a terminal."""

from __future__ import annotations

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from cutline.config import Settings
from cutline.documents import DocumentSource
from cutline.page_divided import divide_page
from cutline.service.cli.sources import Source
from cutline.service.formats.flow import plain
from cutline.types import Options, PageDivided, Rectangle

INDENT = "· "
MAX_INDENTS = 20  # levels; deeper ones would leave no room for the text
GROUP = "(group)"  # of several elements


def divide_source(source: Source, options: Options, settings: Settings) -> PageDivided:
    """Return the visual blocks of the page that a SOURCE names.

    Raises:
        CutlineError: the page cannot be read; or not be rendered, and `render` is `always`.
    """
    documents = DocumentSource(settings)
    try:
        if source.is_address:
            page = documents.bring_page(None, source.name, None)
        else:
            page = documents.bring_page(source.read(settings.page.max_bytes), options.url, None)
        document = documents.open(page, options.render, uses_layout=True, is_live=source.is_address)
    finally:
        documents.close()
    return divide_page(document, settings)


def print_parts(console: Console, divided: PageDivided, source: str) -> None:
    """Print a row for each block, indented below the block that it is part of."""
    leaves = sum(part.is_leaf for part in divided.parts)
    limit = f"{divided.permitted_coherence} (setting vips.permitted_coherence)"
    console.print(Text(plain(source), style="bold"))
    console.print(Text(f"{leaves} blocks, divided until their DoC is greater than {limit}", style="dim"))
    for warning in divided.warnings:
        console.print(Text(f"warning: {plain(warning)}", style="yellow"))
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, expand=True)
    table.add_column("DoC", justify="right", no_wrap=True)
    table.add_column("left, top", justify="right", no_wrap=True)
    table.add_column("size", justify="right", no_wrap=True)
    table.add_column("characters", justify="right", no_wrap=True)
    table.add_column("block", ratio=1, no_wrap=True, overflow="ellipsis")
    for part in divided.parts:
        name = Text.assemble((INDENT * min(part.depth, MAX_INDENTS), "dim"), (part.tag or GROUP, "cyan"))
        if part.text:
            name.append(f" {plain(part.text)}")
        table.add_row(str(part.coherence), *_describe_box(part.box), f"{part.characters:,}", name)
    console.print(table)


def _describe_box(rectangle: Rectangle | None) -> tuple[str, str]:
    if rectangle is None:
        return "–", "–"
    return f"{rectangle.left:.0f}, {rectangle.top:.0f}", f"{rectangle.width:.0f} × {rectangle.height:.0f}"
