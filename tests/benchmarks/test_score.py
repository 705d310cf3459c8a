"""The scorer of all systems: what a prediction may look like; `tests/models/test_evaluation.py` has the measures."""

from pathlib import Path
from typing import Any

import pytest
import score
from score import count_images, measure_captions, score_page

from cutline import extract
from cutline.models.evaluation import score_page as score_article
from cutline.models.labelled_pages import LabelledPage

BASE = "https://courier.example/ferry"
LABELLED = {
    "id": "1",
    "url": BASE,
    "title": "Ferry returns",
    "text": "The ferry sailed again",
    "with": ["quay"],
    "images": [{"src": "/a.jpg", "caption": "The ferry at dawn"}, {"src": "/b.jpg", "caption": "The quay"}],
}
PAGE = """<html lang=en><title>Ferry returns</title><article><h1>Ferry returns</h1>
<p>The ferry sailed again on Monday after three years in the yard, and the whole town stood on the quay.</p>
<figure><img src="/a.jpg" width=900 height=600 alt=""><figcaption>The ferry at dawn</figcaption></figure>
<p>Its new engines are quieter than the old ones, said the captain, who had waited long for this day.</p>
</article></html>"""


def test_a_prediction_scores_what_the_article_scores_that_it_is_written_from() -> None:
    article = extract(PAGE, url=BASE, render="never")
    own = score_article(LabelledPage.model_validate(LABELLED), article)
    assert score_page(LABELLED, article.to_dict()) == own
    assert own["image_p"].part == 1


@pytest.mark.parametrize("source", ["/a.jpg", {"url": "/a.jpg"}])
def test_a_source_is_an_address_or_has_one(source: object) -> None:
    assert count_images(score_page(LABELLED, {"images": [{"url": "/new.jpg", "sources": [source]}]})) == (1, 1, 2)


def test_what_a_prediction_does_not_say_counts_as_empty() -> None:
    scores = score_page(LABELLED, {"images": [{"url": None}]})
    assert [scores[name].part for name in ("word_f1", "title", "with")] == [0, 0, 0]
    assert count_images(scores) == (0, 1, 2)


def test_captions_of_missed_images_count_nothing() -> None:
    images = [{"url": "/a.jpg", "caption": "The ferry at noon"}]
    assert measure_captions(LABELLED, {"images": images}) == [0.75, 0.0]


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("a.jsonl", b"{bad"),
        ("a.jsonl.gz", b"{}"),
        ("a.jsonl", b"\xff"),
        ("a.jsonl", b"[1]"),
        ("a.jsonl", b'{"text": "no id"}'),
        ("a.jsonl", b'{"id": "1", "title": 5}'),
        ("a.jsonl", b'{"id": "1", "images": ["https://e.org/a.png"]}'),
    ],
)
def test_a_file_that_is_none_is_named_in_one_sentence(
    tmp_path: Path, name: str, content: bytes, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / name
    file.write_bytes(content)
    with pytest.raises(SystemExit, match="2"):
        list(score.read_lines(file))
    assert f"{name} is no file of JSON lines" in capsys.readouterr().err


def test_the_command_scores_missing_pages_as_empty(
    write_corpus: Any, write_predictions: Any, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    corpus: Path = write_corpus({"id": "1", "text": "a b"}, {"id": "2", "text": "c"})
    monkeypatch.setattr(
        "sys.argv", ["score", str(write_predictions({"id": "1", "text": "a b"})), str(corpus), "--worst", "1"]
    )
    score.main()
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "2 pages, 1 failed or missing"
    assert lines[-1] == "0.000 2"
    assert "word_f1      0.5000" in lines
