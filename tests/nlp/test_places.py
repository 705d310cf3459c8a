"""Names and words are found where they were counted."""

from cutline.models.word_frequencies import load_background
from cutline.nlp.comparison import PlaceFinder
from cutline.nlp.pipeline import Mention


def find(text: str, *names: tuple[str, str]) -> list[str]:
    finder = PlaceFinder([Mention(*name) for name in names], load_background("en"))
    return [text[place.start : place.end] for place in finder.find_names(text)]


def test_the_longest_name_counts_where_two_overlap() -> None:
    assert find("In New York City, not York", ("New York City", "LOC"), ("York", "LOC")) == ["New York City", "York"]


def test_a_surname_is_a_place_of_the_whole_name() -> None:
    assert find("Obama's aides met Obama", ("Barack Obama", "PERSON")) == ["Obama's", "Obama"]


def test_words_are_found_by_stem_and_stopwords_are_none() -> None:
    finder = PlaceFinder([], load_background("en"))
    text = "the council’s councillors"
    assert [(text[place.start : place.end], place.key) for place in finder.find_words(text)] == [
        ("council’s", "counci"),
        ("councillors", "counci"),
    ]
