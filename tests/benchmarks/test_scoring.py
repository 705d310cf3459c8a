"""A system's scores on a corpus."""

from collections.abc import Callable
from pathlib import Path

import pytest
from comparison.scoring import divide, read_corpus, score_predictions

Write = Callable[..., Path]
PAGES = (
    {"id": "1", "site": "a", "html": "<p>x", "text": "one two", "images": [{"src": "i"}, {"src": "j"}]},
    {"id": "2", "site": "a", "html": "<p>x", "text": "three", "images": []},
    {"id": "3", "site": "b", "html": "<p>x", "text": "four", "images": None},
)
RECORDS = (
    {"id": "1", "text": "one two three four", "images": [{"url": "i"}]},
    {"id": "2", "text": "three", "images": [{"url": "k"}]},
    {"id": "3", "text": "", "images": []},
)


def test_word_precision_and_recall_are_means_over_pages(write_corpus: Write, write_predictions: Write) -> None:
    corpus = read_corpus(write_corpus(*PAGES))
    scores = score_predictions(write_predictions(*RECORDS), corpus)
    assert scores.figures["word_p"] == pytest.approx((0.5 + 1 + 0) / 3)
    assert scores.figures["word_r"] == pytest.approx((1 + 1 + 0) / 3)
    assert scores.figures["word_f1"] == pytest.approx((2 / 3 + 1 + 0) / 3)


def test_rows_for_the_bootstrap_hold_only_labelled_pages(write_corpus: Write, write_predictions: Write) -> None:
    corpus = read_corpus(write_corpus(*PAGES))
    scores = score_predictions(write_predictions(*RECORDS), corpus)
    assert scores.text.tolist() == [[pytest.approx(2 / 3), 1], [1, 1], [0, 1]]
    assert scores.images.tolist() == [[1, 1, 2], [0, 1, 0]]


def test_rows_of_one_site_are_summed_where_sites_are_drawn(write_corpus: Write, write_predictions: Write) -> None:
    corpus = read_corpus(write_corpus(*PAGES))
    scores = score_predictions(write_predictions(*RECORDS), corpus, "sites")
    assert scores.text.tolist() == [[pytest.approx(5 / 3), 2], [0, 1]]
    assert scores.images.tolist() == [[1, 2, 2]]


def test_missing_and_failed_pages_score_nothing_and_are_counted(write_corpus: Write, write_predictions: Write) -> None:
    corpus = read_corpus(write_corpus(*PAGES))
    predictions = write_predictions(RECORDS[0], {"id": "2", "error": "no answer", "text": "three"})
    scores = score_predictions(predictions, corpus)
    assert (scores.errors, scores.pages) == (2, 3)
    assert scores.figures["word_f1"] == pytest.approx(2 / 9)


def test_the_articles_of_a_mixed_corpus_are_also_measured_alone(write_corpus: Write) -> None:
    typed = [{"id": "1", "html": "", "page_type": "article"}, {"id": "2", "html": "", "page_type": "forum"}]
    whole, articles = divide(read_corpus(write_corpus(*typed, name="mixed")))
    assert (whole.name, len(whole.labels)) == ("mixed", 2)
    assert (articles.name, articles.labels) == ("mixed, articles", ({"id": "1", "page_type": "article"},))


def test_a_corpus_of_one_kind_is_measured_once(write_corpus: Write) -> None:
    corpus = read_corpus(write_corpus(*PAGES))
    assert divide(corpus) == [corpus]
