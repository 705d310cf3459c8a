from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from reading_less import Saving, choose_sentences, has_candidate, has_more_than_beginning

TEXTS = st.lists(st.sampled_from(["The", "rain", "fell.", "Rome?”", "it", "3", "!"]), max_size=20)


def read(text: str, choose: object) -> list[str]:
    pieces = text.split(" ")
    return [" ".join(pieces[place]) for place in choose(text, pieces)]  # type: ignore[operator]


@given(TEXTS)
def test_sentences_that_are_all_read_are_the_text(pieces: list[str]) -> None:
    passages = choose_sentences(lambda sentence: True)(" ".join(pieces), pieces)
    assert [piece for passage in passages for piece in pieces[passage]] == pieces


@given(TEXTS)
def test_no_sentence_with_a_candidate_is_lost(pieces: list[str]) -> None:
    passages = choose_sentences(has_candidate)(" ".join(pieces), pieces)
    kept = {place for passage in passages for place in range(len(pieces))[passage]}
    assert all(place in kept for place, piece in enumerate(pieces) if piece in ("The", "Rome?”", "3"))


def test_sentences_that_follow_one_another_are_one_passage() -> None:
    text = "It fell. We sang in Rome. it rained. In 3 days."
    assert read(text, choose_sentences(has_candidate)) == ["It fell. We sang in Rome.", "In 3 days."]


def test_a_common_first_word_alone_is_no_candidate() -> None:
    text = "The rain fell. The rain in Rome fell. Draghi sang."
    assert read(text, choose_sentences(has_more_than_beginning)) == ["The rain in Rome fell. Draghi sang."]


def test_a_text_is_read_up_to_a_number_of_characters() -> None:
    assert Saving("", characters=5).cut(["abc", "defg", "h"], ["ij"]) == (["abc", "de", ""], ["ij"])


def test_a_page_without_captions_is_not_read() -> None:
    saving = Saving("", needs_captions=True)
    assert saving.cut(["abc"], []) == ([""], [])
    assert saving.cut(["abc"], ["d"]) == (["abc"], ["d"])
