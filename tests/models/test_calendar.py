import pytest

from cutline.models.word_frequencies import load_calendar


@pytest.mark.parametrize(
    ("language", "word"),
    [
        ("en", "monday"),
        ("en", "may"),
        ("de", "märz"),
        ("de", "marz"),  # as the keys of names are, without accents
        ("de", "jahren"),
        ("fr", "août"),
        ("ja", "月"),
        ("zh", "年"),
        ("nb", "mandag"),
        ("de", "euro"),
    ],
)
def test_days_months_spans_of_time_and_units_are_known_in_their_language(language: str, word: str) -> None:
    assert word in load_calendar(language)


@pytest.mark.parametrize("name", ["jan", "sun", "mo", "berlin"])
def test_names_are_not(name: str) -> None:
    assert name not in load_calendar("de") | load_calendar("en")


@pytest.mark.parametrize("language", ["", "xx", "../en"])
def test_of_another_language_units_alone_are_known(language: str) -> None:
    assert "euro" in load_calendar(language)
    assert "monday" not in load_calendar(language)
