import time

import pytest

from cutline.nlp.background import cut_run

ZIPFS = {"北京": 5.5, "北京市": 4.0, "市长": 5.0, "市": 5.0, "长": 5.0, "是": 7.0, "的": 7.5, "タワー": 4.0}


def cut(run: str) -> list[str]:
    return cut_run(run, run, ZIPFS, {"是", "的"})


@pytest.mark.parametrize(
    ("text", "words"),
    [
        # the likeliest split is taken
        ("北京市长", ["北京", "市长"]),
        # characters left over beside each other are one word
        ("北京王小明", ["北京", "王小明"]),
        # a stopword is not joined to them
        ("王小明的北京", ["王小明", "的", "北京"]),
        # hiragana is not joined to them
        ("王は明", ["王", "は", "明"]),
        # an unknown word in katakana stays whole
        ("北京タワーズ", ["北京", "タワーズ"]),
    ],
)
def test_a_text_is_cut_into_words(text: str, words: list[str]) -> None:
    assert cut(text) == words


def test_all_characters_are_kept_in_their_order() -> None:
    run = "王是北京市长的タワー小明" * 20
    assert "".join(cut(run)) == run


def test_time_grows_with_the_length() -> None:
    start = time.process_time()
    cut("北京市长是王小明" * 12_500)
    assert time.process_time() - start < 5
