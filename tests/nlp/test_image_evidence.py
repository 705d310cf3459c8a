"""What is told of an image that the article tells too."""

from __future__ import annotations

import pytest

from cutline.nlp.image_evidence import EVIDENCE_COLUMNS, NONE, ImageEvidence
from cutline.nlp.similarity import NO_EVIDENCE
from cutline.types import Evidence, SharedName, Similarity

BLOCKS = [
    "The Aurelia left Port Ellery at noon.",
    "Mayor Clara Benning waved to the Aurelia.",
    "She said it was a good day for the town.",
    "The ferry will sail twice a day from May on.",
]


def compare(told: str = "", similarity: Similarity = NO_EVIDENCE) -> dict[str, float]:
    row = ImageEvidence(BLOCKS, "The Aurelia sails again").measure(told, similarity)
    return dict(zip(EVIDENCE_COLUMNS, row, strict=True))


def test_share_of_the_words_that_stand_in_the_article() -> None:
    assert compare("Clara Benning smiles sadly")["told_in_article"] == 0.5


def test_short_words_are_not_counted() -> None:
    assert compare("it is at noon")["told_in_article"] == 1.0


def test_short_words_of_other_scripts_are_counted() -> None:
    assert compare("渡船")["told_in_article"] == 0.0


def test_share_of_the_rare_words_that_stand_in_the_article() -> None:
    """More than two blocks have "the": it tells nothing, and neither of the other words is known."""
    row = compare("the unknown person")
    assert row["told_in_article"] == pytest.approx(1 / 3)
    assert row["told_rare_in_article"] == 0.0


def test_share_of_the_capitalised_words_that_stand_in_the_article() -> None:
    assert compare("Clara Benning and Otto Zander")["told_capitals_in_article"] == 0.5


def test_share_of_the_words_that_stand_in_the_title() -> None:
    assert compare("Aurelia sails north")["told_in_title"] == pytest.approx(2 / 3)


def test_nothing_to_compare_is_told_apart_from_nothing_shared() -> None:
    row = compare()
    assert row["told_in_article"] == row["told_rare_in_article"] == row["similarity"] == NONE
    assert row["shared_names"] == 0


def test_the_similarity_is_part_of_the_evidence() -> None:
    shared = (SharedName(name="Aurelia", label=None, here=1, in_text=2),)
    found = Similarity(
        score=0.75, measure="cosine", cosine=0.75, match_share=0.5, evidence=Evidence(kind="names", shared=shared)
    )
    row = compare("Aurelia", found)
    assert (row["similarity"], row["shared_names"]) == (0.75, 1)


def test_an_empty_article_shares_nothing() -> None:
    row = ImageEvidence([], None).measure("Clara Benning", NO_EVIDENCE)
    assert dict(zip(EVIDENCE_COLUMNS, row, strict=True))["told_in_article"] == 0.0
