"""What Joshi & Liu report, measured of one system."""

from pathlib import Path

import pytest
from comparison.scoring import Corpus, read_answers
from paper_evaluation import Evaluation, evaluate, list_all, render

LABELS = (
    {"id": "1", "text": "one", "images": [{"src": "a", "caption": "The mayor"}, {"src": "b", "caption": "A ferry"}]},
    {"id": "2", "text": "two", "images": [{"src": "c", "caption": None}]},
)
CORPUS = Corpus("pages", Path("pages"), LABELS)
FIRST = {
    "id": "1",
    "text": "one",
    "images": [{"url": "a", "caption": "Photo"}, {"url": "x"}],
    "dropped": {"images": [{"url": "b", "caption": "A ferry"}]},
    "timings": {"parse": 10.0, "nlp": 30.0},
}


@pytest.fixture
def evaluation() -> Evaluation:
    return evaluate(CORPUS, [FIRST, {"error": "missing"}])


def test_a_page_that_failed_has_no_right_text(evaluation: Evaluation) -> None:
    assert evaluation.texts == 0.5


def test_the_caption_of_a_dropped_image_counts(evaluation: Evaluation) -> None:
    assert evaluation.captions == 0.5


def test_images_are_right_when_they_are_labelled_and_kept(evaluation: Evaluation) -> None:
    assert (evaluation.images, evaluation.found, evaluation.kept_rightly) == (1 / 4, 1 / 3, 1 / 2)


def test_seconds_are_the_mean_of_all_stages(evaluation: Evaluation) -> None:
    assert evaluation.seconds == pytest.approx(0.02)


def test_kept_images_are_listed_before_dropped_ones() -> None:
    assert [image["url"] for image in list_all(FIRST)["images"]] == ["a", "x", "b"]


def test_answers_stand_in_the_order_of_the_corpus_without_what_failed(tmp_path: Path) -> None:
    file = tmp_path / "out.jsonl"
    file.write_text('{"id": "2", "text": "two"}\n{"id": "1", "error": {"type": "page"}}\n', encoding="utf-8")
    assert [answer.get("text") for answer in read_answers(file, CORPUS)] == [None, "two"]


def test_the_paper_stands_in_the_first_row(evaluation: Evaluation) -> None:
    rows = render({"auto": evaluation}).splitlines()
    assert rows[2].startswith("| the paper")
    assert rows[3] == "| auto | 50 % | 50 % | 25 % | 33 % | 50 % | 0.020 |"
