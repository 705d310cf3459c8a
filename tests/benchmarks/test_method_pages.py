"""Labelled pages, opened and labelled segment by segment."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from method_figures.pages import open_pages, read_pages

from cutline.config import Settings

STORY = "The ferry runs again from May on."


def test_pages_without_a_text_and_of_another_type_are_left_out(write_corpus: Callable[..., Path]) -> None:
    corpus = write_corpus(
        {"id": "a", "text": STORY, "page_type": "article", "html": "<p>"},
        {"id": "b", "text": STORY, "page_type": "forum", "html": "<p>"},
        {"id": "c", "page_type": "article", "html": "<p>"},
    )
    assert [page.id for page in read_pages([corpus], "article")] == ["a"]
    assert [page.id for page in read_pages([corpus, corpus], None)] == ["a", "b", "a", "b"]


def test_html_beside_the_corpus_is_read(tmp_path: Path) -> None:
    (tmp_path / "labels.jsonl").write_text(json.dumps({"id": "a", "text": STORY}), encoding="utf-8")
    (tmp_path / "a.html").write_text("<p>Beside", encoding="utf-8")
    assert [page.html for page in read_pages([tmp_path / "labels.jsonl"], None)] == ["<p>Beside"]


def test_segments_of_a_page_are_labelled(write_corpus: Callable[..., Path], settings: Settings) -> None:
    html = f"<h1>Ferry</h1><p>{STORY}</p><p>Most read</p>"
    corpus = write_corpus({"id": "a", "site": "s", "text": STORY, "title": "Ferry", "html": html})
    (page,) = open_pages(read_pages([corpus], None), settings, "never")
    assert page.site == "s"
    assert page.gold.is_text == (True, True, False)  # a word of the text, though in the heading, is in sequence
    assert page.gold.words[2] == ("most", "read")
    assert page.gold.title == "Ferry"


def test_page_that_cannot_be_opened_is_named(
    write_corpus: Callable[..., Path], settings: Settings, capsys: pytest.CaptureFixture[str]
) -> None:
    corpus = write_corpus({"id": "a", "text": STORY, "html": " "}, {"id": "b", "text": STORY, "html": "<p>x"})
    assert [page.page.id for page in open_pages(read_pages([corpus], None), settings, "never")] == ["b"]
    assert capsys.readouterr().out.startswith("a: ")
