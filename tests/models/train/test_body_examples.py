"""Which segments of labelled pages stand in their labelled text."""

import pytest

from cutline.models.labelled_pages import LabelledPage
from cutline.models.train.body import (
    OTHER_PAGES,
    OTHER_SHARE,
    PAGE_WEIGHT,
    SNIPPET_WEIGHT,
    BodyExamples,
    collect_body_examples,
    label_segments,
)
from tests.conftest import SETTINGS

STORY = "The old ferry sails again in May."
HTML = f"<nav><a href=/x>All the news of Holm</a></nav><p>{STORY}</p><p>{STORY} Twice a day.</p>"


def count(name: str, words: int) -> str:
    return " ".join(f"{name}{number}" for number in range(words))


def collect(*pages: LabelledPage) -> tuple[list[BodyExamples], list[str]]:
    lines: list[str] = []
    return list(collect_body_examples("made", pages, SETTINGS, lines.append)), lines


def test_segments_of_the_labelled_text_are_the_article() -> None:
    (found,), _ = collect(LabelledPage(id="a", html=HTML, text=f"{STORY} {STORY} Twice a day."))
    assert found.labels.tolist() == [False, True, True]
    assert found.join(found.labels) == f"{STORY}\n\n{STORY} Twice a day."
    assert found.page.html == ""
    assert found.site == "a"  # the page stands for its site where that is unknown


def test_the_text_of_every_page_counts_the_same() -> None:
    texts = [count("one", 400), count("two", 200)]
    labels, weights = label_segments(LabelledPage(id="a", text=" ".join(texts)), texts)
    assert labels.all()
    assert weights.sum() == pytest.approx(PAGE_WEIGHT)
    assert weights[0] == pytest.approx(302 / 202 * weights[1])  # words of a segment that count have a limit


def test_text_outside_weighs_down_the_rest_of_its_page() -> None:
    texts = [count("one", 400), count("other", 200)]
    labels, weights = label_segments(LabelledPage(id="a", text=texts[0]), texts)
    assert labels.tolist() == [True, False]
    assert weights[0] == pytest.approx(PAGE_WEIGHT * 302 / (302 + OTHER_SHARE * 202))


def test_of_pages_with_snippets_only_named_segments_count() -> None:
    page = LabelledPage.model_validate({"id": "a", "with": ["Ferry sails"], "without": ["buy now"]})
    labels, weights = label_segments(page, ["The ferry  sails!", "Buy now", "Other", "The ferry sailsman"])
    assert labels.tolist() == [True, False, False, False]
    assert weights.tolist() == [SNIPPET_WEIGHT, SNIPPET_WEIGHT, 0, 0]


@pytest.mark.parametrize("snippet", ["", "  ", "!?"])
def test_snippets_without_words_name_no_segment(snippet: str) -> None:
    page = LabelledPage.model_validate({"id": "a", "with": [snippet], "without": ["x"]})
    labels, weights = label_segments(page, ["The ferry", "Menu"])
    assert not labels.any() and not weights.any()


def test_pages_of_other_types_count_less() -> None:
    page = LabelledPage(id="a", text="One two three four.", page_type="product")
    _, weights = label_segments(page, ["One two three four."])
    article = page.model_copy(update={"page_type": "article"})
    assert weights == pytest.approx(OTHER_PAGES * label_segments(article, ["One two three four."])[1])


def test_a_few_words_are_of_the_text_only_near_the_rest_of_it() -> None:
    texts = ["News", *["Menu"] * 9, "The old ferry", "The old ferry sails again.", "News", *["Menu"] * 9, "News"]
    labels, _ = label_segments(LabelledPage(id="a", text="The old ferry sails again. News"), texts)
    assert [number for number, label in enumerate(labels) if label] == [10, 11, 12]


def test_where_all_of_a_text_is_a_few_words_they_are_of_it() -> None:
    labels, _ = label_segments(LabelledPage(id="a", text="Out soon"), ["Menu", "Out soon"])
    assert labels.tolist() == [False, True]


def test_pages_without_labels_or_text_are_left_out() -> None:
    pages = [LabelledPage(id="a", html=HTML), LabelledPage(id="c", html="<img src=a.jpg>", text=STORY)]
    assert collect(*pages) == ([], [])


def test_a_page_that_cannot_be_read_is_reported() -> None:
    found, lines = collect(LabelledPage(id="a", html="%PDF-1.7", text=STORY))
    assert found == []
    assert lines[0].startswith("a is left out: ")
