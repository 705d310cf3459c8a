"""Every reason and every warning is told in a sentence."""

from typing import get_args

from cutline.reasons import REASONS, WARNINGS
from cutline.types import PageWarning, Reason


def test_every_reason_and_every_warning_has_a_sentence() -> None:
    assert REASONS.keys() == set(get_args(Reason))
    assert WARNINGS.keys() == set(get_args(PageWarning))


def test_each_is_a_sentence_of_its_own() -> None:
    for sentence in (*REASONS.values(), *WARNINGS.values()):
        assert sentence.endswith(".") and sentence[0].isupper()


def test_no_reason_has_the_marks_of_a_markup() -> None:
    assert [sentence for sentence in REASONS.values() if set("`*_<") & set(sentence)] == []
