"""Labelled pages in the segmentation that all methods are measured by, and models not trained on their sites.

The models are in the folder that `train_held_out_methods.py` wrote.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from cutline.config import Settings
from cutline.dom.document import Document
from cutline.dom.line_breaks import line_breaker, split_segments
from cutline.dom.scripts import cut_words
from cutline.dom.segments import TextSegment
from cutline.errors import CutlineError
from cutline.extraction.documents import DocumentSource
from cutline.models.labelled_pages import GoldText, LabelledPage, is_in_gold, read_labelled_pages
from cutline.models.method_models import load_block_classifier, load_method_model, load_v_wrapper
from cutline.models.train.v_wrapper import FOLDS, fold_of
from cutline.page_given import PageGiven
from cutline.types import Method, RenderMode
from method_figures.scores import Gold


@dataclass(frozen=True, slots=True, eq=False)
class OpenPage:
    """A labelled page, its document, its segments (split at all line-breaking displays), and their labels."""

    page: LabelledPage
    document: Document
    segments: list[TextSegment]
    gold: Gold

    @property
    def site(self) -> str:
        """The site; pages of one site are never both trained and tested on."""
        return self.page.site or self.page.id


def read_pages(corpora: Iterable[Path], page_type: str | None) -> Iterator[LabelledPage]:
    """Yield the pages with labelled text; a page's HTML may be in a file ID.html next to its corpus."""
    for corpus in corpora:
        for page in read_labelled_pages(corpus):
            if page.text and page_type in (None, page.page_type):
                yield page if page.html else page.model_copy(update={"html": _read_html(corpus, page.id)})


def open_pages(
    pages: Iterable[LabelledPage], settings: Settings, render: RenderMode, *, uses_layout: bool = True
) -> Iterator[OpenPage]:
    """Yield each page, opened; one that fails is printed and left out. The browser is closed at the end."""
    source = DocumentSource(settings)
    try:
        for page in pages:
            try:
                given = source.bring_page(PageGiven(page.html, page.url))
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


class MethodModels:
    """The model of a method for each site; with a folder of held-out models, one that was not trained on the site."""

    def __init__(self, method: Method, settings: Settings, held_out: Path | None) -> None:
        """Load the models; without a folder or held-out models of the method, the shipped one reads all sites."""
        if held_out and method == "v-wrapper":
            self._models = [load_v_wrapper(name_model(held_out, fold, method)) for fold in range(FOLDS)]
        elif held_out and method in ("naive-bayes", "decision-tree"):
            self._models = [load_block_classifier(method, name_model(held_out, fold, method)) for fold in range(FOLDS)]
        else:
            self._models = [load_method_model(method, settings)] * FOLDS

    def of_site(self, site: str) -> object:
        return self._models[fold_of(site)]


def name_model(folder: Path, fold: int, method: str) -> Path:
    """Return the path of a method's model that was not trained on a group of sites."""
    return folder / str(fold) / method
