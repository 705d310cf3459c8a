import gzip
from pathlib import Path

import pytest

from cutline.errors import ModelError
from cutline.models.word_frequencies import SHIPPED_WORDS, load_background, read_table, write_pairs, write_table


def test_a_table_is_read_as_it_was_written(tmp_path: Path) -> None:
    write_table(tmp_path / "en.txt.gz", {4.0: ["ferry"], 7.7: ["the", "a"]})
    assert read_table(tmp_path / "en.txt.gz") == {"a": 7.7, "the": 7.7, "ferry": 4.0}


def test_equal_words_give_equal_bytes(tmp_path: Path) -> None:
    write_table(tmp_path / "a", {4.0: ["ferry", "dock"], 5.0: ["boat"]})
    write_table(tmp_path / "b", {5.0: ["boat"], 4.0: ["dock", "ferry"]})
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()


@pytest.mark.parametrize("damage", [b"", b"no gzip", gzip.compress(b"high\tthe"), gzip.compress(b"\xff")])
def test_a_damaged_table_is_a_model_error(tmp_path: Path, damage: bytes) -> None:
    (tmp_path / "en.txt.gz").write_bytes(damage)
    with pytest.raises(ModelError, match="install cutline again"):
        load_background("en", tmp_path)


@pytest.mark.parametrize("file", sorted(SHIPPED_WORDS.glob("??.txt.gz")), ids=lambda file: file.name[:2])
def test_each_shipped_table_holds_some_thousand_words_of_falling_frequency(file: Path) -> None:
    table = read_table(file)
    assert len(table) > 10_000
    assert list(table.values()) == sorted(table.values(), reverse=True)


@pytest.mark.parametrize(
    ("language", "other"), [("no", "nb"), ("nn", "nb"), ("hr", "sh"), ("tl", "fil"), ("en-GB", "en")]
)
def test_languages_share_tables(language: str, other: str) -> None:
    assert load_background(language).zipfs == load_background(other).zipfs != {}


def test_where_no_list_of_stopwords_is_the_most_frequent_words_are_taken(tmp_path: Path) -> None:
    write_table(tmp_path / "xx.txt.gz", {7.0: [f"w{number}" for number in range(100)], 4.0: ["ferry"]})
    background = load_background("xx", tmp_path)
    assert background.is_stopword("w99") and not background.is_stopword("ferry")


@pytest.mark.parametrize("language", [None, "xx", "ka"])
def test_a_language_without_a_table_has_an_empty_one(language: str | None) -> None:
    assert load_background(language).zipfs == {}


def test_traditional_characters_are_looked_up_as_simplified_ones(tmp_path: Path) -> None:
    write_table(tmp_path / "zh.txt.gz", {4.0: ["记者"], 3.0: ["北京"]})
    write_pairs(tmp_path / "zh-simplified.txt.gz", {"記": "记"})
    assert load_background("zh", tmp_path).zipf("記者") == 4.0
