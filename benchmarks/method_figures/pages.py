"""Labelled pages, opened and divided into the one segmentation that all methods are measured by."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from cutline.config import Settings
from cutline.documents import DocumentSource
from cutline.dom.document import Document
from cutline.dom.line_breaks import line_breaker
from cutline.dom.scripts import cut_words
from cutline.dom.segments import TextSegment, split_segments
from cutline.errors import CutlineError
from cutline.models.labelled_pages import LabelledPage, read_labelled_pages
from cutline.models.segment_labels import GoldText, is_in_gold
from cutline.types import RenderMode
from method_figures.scores import Gold


@dataclass(frozen=True, slots=True, eq=False)
class OpenPage:
    """A labelled page, its document, its segments between all line-breaking displays, and their labels."""

    page: LabelledPage
    document: Document
    segments: list[TextSegment]
    gold: Gold

    @property
    def site(self) -> str:
        """What is never both trained and tested on."""
        return self.page.site or self.page.id


def read_pages(corpora: Iterable[Path], page_type: str | None) -> Iterator[LabelledPage]:
    """Yield the pages with a labelled text; the HTML of a page may stand beside its corpus, in ID.html."""
    for corpus in corpora:
        for page in read_labelled_pages(corpus):
            if page.text and page_type in (None, page.page_type):
                yield page if page.html else page.model_copy(update={"html": _read_html(corpus, page.id)})


def open_pages(
    pages: Iterable[LabelledPage], settings: Settings, render: RenderMode, *, uses_layout: bool = True
) -> Iterator[OpenPage]:
    """Yield each page, opened; one that cannot be opened is named and left out. The browser ends with the last one."""
    source = DocumentSource(settings)
    try:
        for page in pages:
            try:
                given = source.bring_page(page.html, page.url, None)
                document = source.open(given, render, uses_layout=uses_layout, is_live=False)
            except CutlineError as error:
                print(f"{page.id}: {error}")
                continue
            yield label_page(page, document, settings)
    finally:
        source.close()


def label_page(page: LabelledPage, document: Document, settings: Settings) -> OpenPage:
    """Return the page with the labels of its segments."""
    segments = split_segments(document, line_breaker(document, settings.max_subsequence.displays))
    text = GoldText(page.text or "")
    gold = Gold(
        tuple(tuple(cut_words(segment.text)) for segment in segments),
        tuple(is_in_gold(segment.text, text) for segment in segments),
        tuple(cut_words(page.text or "")),
        page.title,
    )
    return OpenPage(page, document, segments, gold)


def _read_html(corpus: Path, name: str) -> str:
    return corpus.with_name(f"{name}.html").read_text(encoding="utf-8")
