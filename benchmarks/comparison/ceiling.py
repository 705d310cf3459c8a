"""The best possible result with these labels and cutline's division of pages into segments and images."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from comparison.scoring import Corpus
from cutline.config import Settings, load_settings
from cutline.dom.body import Body, Decision
from cutline.dom.document import Document
from cutline.dom.images.pictures import PagePictures, Picture
from cutline.dom.scripts import cut_words
from cutline.dom.segments import TextSegment
from cutline.errors import CutlineError
from cutline.models.evaluation import word_f1
from cutline.models.labelled_pages import LabelledPage, match_candidates, read_labelled_pages
from cutline.models.train.body import label_segments, read_segments


@dataclass(frozen=True, slots=True)
class Ceiling:
    """Keeps what is labelled: whole segments, and images that cutline finds, with the captions that it finds for them.

    For a page labelled only by snippets, all segments are kept except those with text that must not be kept. The title
    is the labelled one if a segment of the page equals it.
    """

    name: str = "ceiling"

    def predict(self, corpus: Corpus, folder: Path) -> Path:
        """Return a file in `folder` with a prediction for each page of the corpus."""
        out, settings = folder / f"{self.name}.jsonl", load_settings()
        with out.open("w", encoding="utf-8") as lines:
            for page in read_labelled_pages(corpus.path):
                try:
                    record = predict_page(page, settings)
                except CutlineError as error:
                    record = {"id": page.id, "error": str(error)}
                lines.write(json.dumps(record) + "\n")
        return out


def predict_page(page: LabelledPage, settings: Settings) -> dict[str, Any]:
    """Return the prediction for a page according to its labels, as the scorer reads it.

    Raises:
        PageError: the page cannot be read.
    """
    document, segments = read_segments(page, settings)
    texts = [segment.text for segment in segments]
    labels, weights = label_segments(page, texts)
    kept = labels if page.text else labels | (weights == 0)
    is_shown = page.title is not None and cut_words(page.title) in map(cut_words, texts)
    return {
        "id": page.id,
        "title": page.title if is_shown else document.metadata.title,
        "text": "\n\n".join(text for text, is_kept in zip(texts, kept, strict=True) if is_kept),
        "images": _list_images(page, document, segments, kept.tolist(), settings),
    }


def _list_images(
    page: LabelledPage, document: Document, segments: Sequence[TextSegment], kept: list[bool], settings: Settings
) -> list[dict[str, str | None]]:
    """Return one image of the page for each labelled one; of several, the one with the labelled caption."""
    if not page.images:
        return []
    body = Body(document.body, tuple(Decision(is_kept, "") for is_kept in kept))
    pictures, _ = PagePictures(document, segments, body, settings).find()
    found: dict[int, list[Picture]] = {}
    for picture, labels in zip(pictures, match_candidates(page, [each.image for each in pictures])[0], strict=True):
        for label in labels:
            found.setdefault(label, []).append(picture)
    return [_describe(choices, page.images[label].caption) for label, choices in found.items()]


def _describe(pictures: Sequence[Picture], caption: str | None) -> dict[str, str | None]:
    """Return the picture whose caption has the highest word F1 with the labelled one."""
    best = max(pictures, key=lambda picture: word_f1(_read_caption(picture), caption or ""))
    return {"url": best.image.url, "caption": _read_caption(best)}


def _read_caption(picture: Picture) -> str:
    return (picture.caption and picture.caption.text) or ""
