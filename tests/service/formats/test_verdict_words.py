"""Verdicts in words that fit into a line."""

from typing import Any

import pytest

from cutline import extract
from cutline.service.formats.sentences import describe_names, describe_relevance, describe_words, name_text
from cutline.types import Verdict


def judge(**fields: Any) -> Verdict:
    return Verdict(**{"kept": True, "reason": "article_image"} | fields)


def test_an_image_has_its_place_before_its_caption() -> None:
    verdict = judge(place_score=0.931, relevance="unrelated", relevance_score=0.04)
    assert describe_relevance(verdict, "caption") == "place 0.93 · caption 0.04 unrelated"


def test_a_block_has_its_relevance_alone() -> None:
    verdict = judge(relevance="related", relevance_score=0.875)
    assert describe_relevance(verdict, "relevance") == "relevance 0.88 related"


def test_a_text_without_a_word_that_carries_meaning_is_unknown_and_has_no_score() -> None:
    assert describe_relevance(judge(place_score=0.5, relevance="unknown"), "caption") == "place 0.50 · caption unknown"


def test_an_image_without_any_text_has_its_place_alone() -> None:
    assert describe_relevance(judge(place_score=0.5, relevance="unknown"), "") == "place 0.50"


def test_what_was_neither_placed_nor_compared_has_no_words() -> None:
    assert describe_relevance(judge(), "caption") == ""


def test_missing_words_are_listed_up_to_a_number() -> None:
    verdict = judge(relevance="unrelated", missing=("Orrell", "hives", "mites", "orchard", "half", "killed"))
    assert describe_words(verdict) == "not in the article: Orrell, hives, mites, orchard, half"


def test_shared_words_are_listed_of_what_is_related() -> None:
    verdict = judge(relevance="related", found=("Aurelia", "ferry"), missing=("Orrell",))
    assert describe_words(verdict) == "also in the article: Aurelia, ferry"


@pytest.mark.parametrize("relevance", ["unknown", None])
def test_words_are_listed_only_where_they_decide(relevance: Any) -> None:
    assert describe_words(judge(relevance=relevance, found=("Aurelia",), missing=("Orrell",))) == ""


def test_a_caption_is_told_before_an_alternative_text(build: Any) -> None:
    address = "https://e.org/a.jpg"
    assert name_text(build.image(address, caption="A ferry", alt="Ship")) == "caption"
    assert name_text(build.image(address, alt="Ship")) == "alternative text"
    assert name_text(build.image(address)) == ""


@pytest.mark.parametrize(
    ("language", "nlp", "found_by"),
    [("hr", True, "xx_cutline_names-0.1.0"), ("sk", True, "capitalised words"), ("hr", False, "")],
)
def test_what_found_the_names_is_said_wherever_texts_were_compared(language: str, nlp: bool, found_by: str) -> None:
    text = "Predsjednik Andrej Plenković rekao je u Zagrebu da će se most u Zadru obnoviti do kraja godine. " * 5
    page = f'<html lang="{language}"><article><h1>Most u Zadru</h1><p>{text}</p><p>{text[::-1]}</p></article></html>'
    assert describe_names(extract(page, nlp=nlp, include=["evidence"])) == found_by
