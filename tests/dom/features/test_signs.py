"""Signs counted over all texts at once."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from cutline.dom.features.characters import SIGNS, count_signs

CHARACTERS = "aÉЖ٣7_ .!?…।؟。！？\"'”»’)(,;:「」„-\u2028\u00a0\U0001f600\U0001d7d8"
TEXTS = st.lists(st.text(st.sampled_from(CHARACTERS), min_size=1) | st.text(st.characters(codec="utf-8"), min_size=1))


def test_signs_of_a_sentence_are_counted():
    assert count_signs(['Anna said: "Go to 12 Elm St.now!"', "没有。"]).tolist() == [
        [1, 5, 2, 4, 2, 0],
        [1, 1, 0, 0, 0, 2],
    ]


@given(TEXTS)
def test_counts_are_those_of_each_expression_in_each_text(texts: list[str]) -> None:
    assert count_signs(texts).tolist() == [[len(sign.findall(text)) for sign in SIGNS] for text in texts]
