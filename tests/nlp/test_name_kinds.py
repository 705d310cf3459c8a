import pytest

from cutline.nlp.terms import find_label


@pytest.mark.parametrize(
    ("name", "label"),
    [
        ("goldman sachs", "ORG"),
        ("exxon mobil", "ORG"),
        ("chevron", "ORG"),
        ("holm ferries plc", "ORG"),
        ("holm gmbh", "ORG"),
        ("university of holm", "ORG"),
        ("caracas", "LOC"),
        ("sweden", "LOC"),
        ("west bank", "LOC"),
        ("orca basin", "LOC"),
        ("lake holm", "LOC"),
        ("bank street", "LOC"),
        ("ann holm", None),
        ("group", None),
        ("", None),
    ],
)
def test_the_words_of_a_name_say_what_it_is(name: str, label: str | None) -> None:
    assert find_label(name.split()) == label
