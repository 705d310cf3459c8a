"""Labels that a corpus's convention decided."""

from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any

import numpy as np

from cutline.models.labelled_pages import LabelledPage
from cutline.models.train.body import BodyExamples, drop_conventions


def make_page(segments: Sequence[tuple[str, bool, int]], **labels: Any) -> BodyExamples:
    """A page of segments, each given by its kind, its label and its words."""
    kinds, is_text, words = zip(*segments, strict=True)
    features: Any = SimpleNamespace(words=np.array(words, np.float64))
    page = LabelledPage(id="a", **{"text": "The ferry sails.", **labels})
    texts = ("",) * len(segments)
    return BodyExamples(
        "own", "a", page, texts, features, np.array(kinds), np.array(is_text, bool), np.ones(len(segments))
    )


TEXT, OUT, IN = ("", True, 50), ("table", False, 9), ("table", True, 5)


def weigh(*pages: BodyExamples) -> list[list[float]]:
    return [page.weights.tolist() for page in drop_conventions(pages)]


def test_where_most_tables_between_paragraphs_are_left_out_nothing_is_known_of_those() -> None:
    assert weigh(make_page([TEXT, OUT, IN, TEXT])) == [[1, 0, 1, 1]]


def test_where_most_are_taken_in_those_left_out_count() -> None:
    assert weigh(make_page([TEXT, OUT, IN, IN, TEXT])) == [[1, 1, 1, 1, 1]]


def test_the_pages_of_a_corpus_are_counted_together() -> None:
    assert weigh(make_page([TEXT, IN, IN, TEXT]), make_page([TEXT, OUT, TEXT])) == [[1, 1, 1, 1], [1, 1, 1]]


def test_tables_before_and_behind_the_text_and_other_segments_count() -> None:
    assert weigh(make_page([OUT, TEXT, ("", False, 9), TEXT, OUT])) == [[1, 1, 1, 1, 1]]


def test_pages_that_are_no_articles_or_labelled_by_snippets_say_nothing() -> None:
    other, snippets = {"page_type": "forum"}, {"text": "", "with": ["The ferry"]}
    for labels in (other, snippets):
        assert weigh(make_page([TEXT, OUT, TEXT], **labels)) == [[1, 1, 1]]


def test_the_words_of_the_page_given_stay_as_they_were() -> None:
    page = make_page([TEXT, OUT, TEXT])
    drop_conventions([page])
    assert page.weights.tolist() == [1, 1, 1]
