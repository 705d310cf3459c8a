from collections.abc import Collection

import pytest

from cutline.nlp.capitals import find_pairs, join_names
from cutline.nlp.words import Words


def join(text: str, article: str, names: Collection[str] = ()) -> set[str]:
    """Return the names of a text, given the folded words that its article shares; all of the text's by default."""
    words = Words(text)
    shared = dict.fromkeys(names or [name for _, name, _ in words.capitalised], 1)
    runs = join_names(words, shared, find_pairs([Words(article)]))
    return {form.format(*run) for run, form in runs.items()}


@pytest.mark.parametrize(
    ("text", "article", "names"),
    [
        ("mit Irene Lingg", "sagte Irene Lingg.", {"irene lingg"}),
        ("bei der Bank of England", "von der Bank of England", {"bank of england"}),
        ("mit Ann Maria Holm", "sagte Ann Maria Holm.", {"ann maria holm"}),
        ("mit Ann Holm und Rita Berg", "Ann Holm und Rita Berg", {"ann holm", "rita berg"}),
        ("mit Ann Holm und Holm", "sagte Ann Holm.", {"ann holm"}),
    ],
)
def test_words_that_stand_together_in_both_texts_are_one_name(text: str, article: str, names: set[str]) -> None:
    assert join(text, article) == names


@pytest.mark.parametrize(
    ("text", "article"),
    [
        ("mit Ann Holm", "Ann Berg und Rita Holm"),
        ("mit Ann, Holm", "sagte Ann Holm."),
        ("mit Ann. Holm", "sagte Ann Holm."),
        ("mit Ann und Holm", "sagte Ann Holm."),
    ],
)
def test_others_are_several(text: str, article: str) -> None:
    assert join(text, article) == {"ann", "holm"}


def test_a_word_that_is_not_shared_is_in_no_name() -> None:
    assert join("mit Präsidentin Ann Holm", "Präsidentin Ann Holm", ("ann", "holm")) == {"ann holm"}
    assert join("mit Ann Holm", "sagte Ann Holm.", ("holm",)) == {"holm"}
