"""The scorer of all systems: its measures on small pages, and that `cutline evaluate` computes the same."""

from pathlib import Path
from typing import Any

import pytest
import score
from score import score_page, totals, word_f1

from cutline import extract
from cutline.models.evaluation import score_page as score_article
from cutline.models.labelled_pages import LabelledPage

BASE = "https://courier.example/ferry"
LABELLED = {
    "url": BASE,
    "images": [
        {"src": "/a.jpg", "gold_urls": ["/a-300.jpg"], "caption": "The ferry at dawn"},
        {"src": "/b.jpg", "caption": "The quay"},
    ],
    "other_images": ["/logo.png"],
    "ambiguous_images": ["/map.png"],
}
PAGE = """<html lang=en><title>Ferry returns</title><article><h1>Ferry returns</h1>
<p>The ferry sailed again on Monday after three years in the yard, and the whole town stood on the quay.</p>
<figure><img src="/a.jpg" width=900 height=600 alt=""><figcaption>The ferry at dawn</figcaption></figure>
<p>Its new engines are quieter than the old ones, said the captain, who had waited long for this day.</p>
</article></html>"""


def find_images(*images: dict[str, Any]) -> tuple[int, int, int]:
    ((right, predicted, labelled),) = score_page(LABELLED, {"images": images})["image"]
    return int(right), int(predicted), int(labelled)


@pytest.mark.parametrize(
    ("predicted", "labelled", "f1"),
    [("a b", "A, b!", 1), ("a", "a b c", 0.5), ("", "a", 0), ("a", "", 0), (None, "", 1), ("a a a", "a b", 0.4)],
)
def test_word_f1_compares_bags_of_words(predicted: str | None, labelled: str, f1: float) -> None:
    assert word_f1(predicted, labelled) == pytest.approx(f1)


def test_shingles_are_runs_of_four_words_or_a_shorter_text_as_a_whole() -> None:
    scores = [
        score_page({"text": "a b c d e"}, {"text": "a b c d x"}),
        score_page({"text": "a b"}, {"text": "a b"}),
        score_page({"text": "a b"}, {}),
    ]
    figures = totals(scores)
    assert (figures["shingle_p"], figures["shingle_r"]) == (pytest.approx(1.5 / 2), pytest.approx(1.5 / 3))


def test_snippets_are_found_as_runs_of_characters() -> None:
    page = {"with": ["rry sailed", "yacht"], "without": ["Subscribe", "sailed"]}
    scores = score_page(page, {"text": "The ferry, sailed."})
    assert (scores["with"], scores["without"]) == ([(1, 2)], [(1, 2)])


def test_titles_are_compared_without_case_and_punctuation() -> None:
    assert score_page({"title": "Ferry: back!"}, {"title": "ferry back"})["title"] == [(True, 1)]
    assert score_page({"title": "Ferry"}, {})["title"] == [(False, 1)]


@pytest.mark.parametrize(
    ("images", "counts"),
    [
        ([{"url": "https://courier.example/a-300.jpg?w=1"}], (1, 1, 2)),
        ([{"url": "/a.jpg"}, {"url": "/a-300.jpg"}], (1, 2, 2)),
        ([{"url": "/logo.png", "sources": ["/a.jpg"]}], (0, 1, 2)),
        ([{"url": "/new.jpg", "sources": [{"url": "/a.jpg"}]}], (1, 1, 2)),
        ([{"url": "/new.jpg", "sources": ["/a.jpg", "/b.jpg"]}], (0, 1, 2)),
        ([{"url": "/map.png"}], (0, 0, 2)),
        ([{"url": "data:image/png;base64,AAAA"}, {"url": "http://[broken"}], (0, 2, 2)),
    ],
    ids=["variant", "twice", "other", "by source", "sources of two", "ambiguous", "no address"],
)
def test_images_are_matched_by_address_and_else_by_their_sources(
    images: list[dict[str, Any]], counts: tuple[int, int, int]
) -> None:
    assert find_images(*images) == counts


def test_queries_count_where_two_images_share_a_path() -> None:
    page = {"images": [{"src": "https://e.org/i?id=1"}, {"src": "https://e.org/i?id=2"}]}
    scores = score_page(page, {"images": [{"url": "https://e.org/i?id=2"}, {"url": "https://e.org/i?id=3"}]})
    assert (scores["image"], scores["page_exact"]) == ([(1, 2, 2)], [(False, 1)])


def test_captions_of_missed_images_count_nothing_over_all() -> None:
    scores = score_page(LABELLED, {"images": [{"url": "/a.jpg", "caption": "The ferry at noon"}]})
    assert (scores["caption_f1"], scores["caption_all"]) == ([(0.75, 1)], [(0.75, 1), (0.0, 1)])


def test_cutline_evaluate_computes_the_same() -> None:
    article = extract(PAGE, url=BASE, render="never")
    labels = {**LABELLED, "id": "1", "title": "Ferry returns", "text": "The ferry sailed again", "with": ["quay"]}
    prediction = {"title": article.title, "text": article.text, "images": article.to_dict()["images"]}
    figures = totals([score_page(labels, prediction)])
    own = {name: share.value for name, share in score_article(LabelledPage.model_validate(labels), article).items()}
    assert own == {name: pytest.approx(figures[name]) for name in own}
    assert {"word_f1", "shingle_p", "with", "title", "image_p", "page_exact", "caption_all"} <= own.keys()


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
