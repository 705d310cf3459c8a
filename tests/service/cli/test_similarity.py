"""The command that compares texts."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

from cutline.types import ComparedVector, Term, TextVector, Vectors

Run = Callable[..., Result]


def test_prints_the_verdict_its_score_beside_the_limit_the_words_and_the_cosine(
    run: Run, extractor: Any, build: Any
) -> None:
    related = build.compared(0.91, found=("Aruna", "ferry"))
    others = (
        build.compared(0.04, missing=("mattress",)),
        build.compared(0.3, relevance="unknown"),
        build.compared(None),
    )
    extractor.similarity = lambda *_texts, language: [related, *others]
    rows = [line.split() for line in run("similarity", "A", "b", "c", "d", "e").stdout.splitlines()]
    for shown in (
        "related 0.91 ≥ 0.50 b Aruna, ferry – 0.91 by names: Aruna 1/3",
        "unrelated 0.04 < 0.15 c – mattress 0.04 by names: Aruna 1/3",
        "unknown 0.30 ≥ 0.15 d – – 0.30 by names: Aruna 1/3",
        "unknown nothing to compare e – – –",
    ):
        assert shown.split() in rows


def test_captions_are_read_from_the_lines_of_a_file(run: Run, extractor: Any, tmp_path: Path) -> None:
    (tmp_path / "captions.txt").write_text("Aruna\n\n  a caption of several words \n", encoding="utf-8")
    run("similarity", "A", "first", "--captions", tmp_path / "captions.txt", "--language", "de", "--json")
    assert extractor.calls == [
        {"text": "A", "others": ("first", "Aruna", "a caption of several words"), "language": "de"}
    ]


@pytest.mark.parametrize("more", [(), ("--captions", "-")])
def test_at_least_one_text_to_compare_is_needed(run: Run, more: tuple[str, ...]) -> None:
    result = run("similarity", "A", *more, input="")
    assert result.exit_code == 2
    assert "Name at least one text B" in result.stderr


def test_vectors_are_shown_if_asked_for(run: Run, extractor: Any, build: Any) -> None:
    term = Term(name="Aruna", label="PERSON", count=2, weight=0.8)
    vectors = Vectors(
        text=(TextVector(kind="entities", terms=(term,) * 21),),
        others=(ComparedVector(kind="entities", terms=(term,), cosine=0.8),),
    )
    extractor.similarity_with_vectors = lambda *_texts, language: ([build.compared()], vectors)
    output = run("similarity", "Aruna met Bela.", "Aruna spoke", "--vectors").stdout
    assert "Aruna 0.80" in output and "and 1 more" in output
    loaded = json.loads(run("similarity", "Aruna met Bela.", "Aruna spoke", "--vectors", "--json").stdout)
    assert loaded["vectors"]["others"][0]["cosine"] == 0.8


def test_json_has_one_verdict_for_each_other_text(run: Run) -> None:
    loaded = json.loads(run("similarity", "A", "Aruna", "B", "--json").stdout)
    assert [one["relevance_score"] for one in loaded["similarities"]] == [0.5, None]


def test_text_files_and_the_articles_of_pages_are_compared(run: Run, extractor: Any, folder: Path) -> None:
    page = folder / "b.html"
    run("similarity", page, folder / "notes.txt", "-", "--url", "https://e.org/b", "--json", input="typed")
    extracted, compared = extractor.calls
    assert "dropped" in extracted["include"]
    assert (compared["text"].text, compared["text"].url) == ("Page b", "https://e.org/b")
    assert compared["others"] == ("No page", "typed")
    run("similarity", folder / "notes.txt", page, "--json")
    assert extractor.calls[-1]["others"][0].text == "Page b"


def test_an_address_goes_with_one_stored_page(run: Run, folder: Path) -> None:
    result = run("similarity", folder / "notes.txt", "Aruna", "--url", "https://e.org/b")
    assert (result.exit_code, "--url needs exactly one stored page." in result.stderr) == (2, True)


def test_a_missing_file_is_no_text(run: Run) -> None:
    result = run("similarity", "gone.txt", "Aruna")
    assert (result.exit_code, result.stderr) == (1, "cutline: gone.txt: There is no such file.\n")


def test_a_binary_file_is_no_text(run: Run, tmp_path: Path) -> None:
    (tmp_path / "a.bin").write_bytes(b"\xff\xfe\x00\xd8")
    result = run("similarity", tmp_path / "a.bin", "Aruna")
    assert result.exit_code == 1
    assert "is not UTF-8 text" in result.stderr
