from __future__ import annotations

import time

from cutline.nlp.background import cut_run

ZIPFS = {"北京": 5.5, "北京市": 4.0, "市长": 5.0, "市": 5.0, "长": 5.0, "是": 7.0, "的": 7.5, "タワー": 4.0}


def cut(run: str) -> list[str]:
    return cut_run(run, run, ZIPFS, {"是", "的"})


def test_the_likeliest_split_is_taken() -> None:
    assert cut("北京市长") == ["北京", "市长"]


def test_characters_left_over_beside_each_other_are_one_word() -> None:
    assert cut("北京王小明") == ["北京", "王小明"]


def test_a_stopword_is_not_joined_to_them() -> None:
    assert cut("王小明的北京") == ["王小明", "的", "北京"]


def test_hiragana_is_not_joined_to_them() -> None:
    assert cut("王は明") == ["王", "は", "明"]


def test_an_unknown_word_in_katakana_stays_whole() -> None:
    assert cut("北京タワーズ") == ["北京", "タワーズ"]


def test_all_characters_are_kept_in_their_order() -> None:
    run = "王是北京市长的タワー小明" * 20
    assert "".join(cut(run)) == run


def test_time_grows_with_the_length() -> None:
    start = time.process_time()
    cut("北京市长是王小明" * 12_500)
    assert time.process_time() - start < 5
