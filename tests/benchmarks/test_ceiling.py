"""The best that could be had with cutline's segments and images."""

import json
from collections.abc import Callable
from pathlib import Path

from comparison.ceiling import Ceiling
from comparison.scoring import read_corpus

STORY = """<title>News</title><h1>Ferry returns to the island</h1><p>Menu of today and tomorrow</p>
<figure><img src="/boat.jpg" width="600"></figure>
<p>The ferry returned to the island on Monday after a week of storms.</p>
<figure><img src="/boat.jpg" width="600"><figcaption>The ferry in the harbour</figcaption></figure>
<img src="/advertisement.jpg" width="600">"""
PAGE = {
    "id": "1",
    "url": "https://news.example/ferry",
    "html": STORY,
    "title": "Ferry returns to the island",
    "text": "The ferry returned to the island on Monday after a week of storms.",
    "images": [{"src": "https://news.example/boat.jpg", "gold_urls": [], "caption": "The ferry in the harbour"}],
    "other_images": [{"src": "https://news.example/advertisement.jpg"}],
}


def predict(write_corpus: Callable[..., Path], tmp_path: Path, page: dict[str, object]) -> dict[str, object]:
    predictions = Ceiling().predict(read_corpus(write_corpus(page)), tmp_path)
    return json.loads(predictions.read_text(encoding="utf-8"))


def test_the_labelled_segments_images_and_title_are_kept_and_nothing_else(
    write_corpus: Callable[..., Path], tmp_path: Path
) -> None:
    best = predict(write_corpus, tmp_path, PAGE)
    assert best["text"] == PAGE["text"] and best["title"] == PAGE["title"]
    assert best["images"] == [{"url": "https://news.example/boat.jpg", "caption": "The ferry in the harbour"}]


def test_of_a_page_labelled_by_snippets_only_what_must_not_be_kept_is_left_out(
    write_corpus: Callable[..., Path], tmp_path: Path
) -> None:
    page = {"id": "1", "html": STORY, "with": ["returned to the island"], "without": ["Menu of today"]}
    text = predict(write_corpus, tmp_path, page)["text"]
    assert isinstance(text, str) and "after a week of storms" in text and "Menu" not in text


def test_a_page_that_cannot_be_read_is_an_error(write_corpus: Callable[..., Path], tmp_path: Path) -> None:
    assert "error" in predict(write_corpus, tmp_path, {"id": "1", "html": "\x00\x01\x02\x03", "text": "A"})
