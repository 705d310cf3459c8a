from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from cutline.service.formats.sentences import explain_image
from cutline.types import Evidence, Factor, SharedName, Similarity, Verdict

CAPTION = {"caption": "Joren Haldane in the wheelhouse"}
ALT = {"alt": "A ferry"}


def share(kind: Any, *names: str) -> Similarity:
    shared = tuple(SharedName(name=name, label=None, here=1, in_text=1) for name in names)
    evidence = Evidence(kind=kind, shared=shared)
    return Similarity(score=0.5, measure="cosine", cosine=0.5, match_share=0.5, evidence=evidence)


@pytest.mark.parametrize(
    ("told", "verdict", "sentence"),
    [
        (
            CAPTION,
            {"similarity": share("entities", "Joren Haldane"), "relevance": "related"},
            "Kept: its caption names Joren Haldane, as the article does.",
        ),
        (
            ALT,
            {"similarity": share("names", "A", "B", "C", "D")},
            "Kept: its alternative text names A, B and C, as the article does.",
        ),
        (
            CAPTION,
            {"similarity": share("words", "ferry"), "relevance": "related", "found": ("ferry", "boat")},
            "Kept: its caption is about the story: both mention ferry and boat.",
        ),
        ({}, {"relevance": "unknown"}, "Kept: it is where the article's images are; it has no caption to compare."),
        (
            CAPTION,
            {"relevance": "unknown"},
            "Kept: it is where the article's images are; its caption has too little to compare.",
        ),
        (
            CAPTION,
            {"relevance": "unrelated", "similarity": share("names", "A")},
            "Kept: it is where the article's images are, although its caption mentions other things.",
        ),
        (
            CAPTION,
            {"kept": False, "reason": "off_topic", "missing": ("Kestrel", "ridge")},
            "Dropped: its caption is about something else: the article does not mention Kestrel and ridge.",
        ),
        (
            {},
            {"kept": False, "reason": "uncertain", "factors": (Factor(name="link", says="has no link", weight=1),)},
            "Dropped: many small facts add up, above all: has no link.",
        ),
        ({}, {"kept": False, "reason": "hidden"}, "Dropped: it is in a part of the page that is not shown."),
    ],
)
def test_an_image_is_explained_in_a_sentence(
    told: dict[str, str], verdict: dict[str, Any], sentence: str, build: SimpleNamespace
) -> None:
    made = Verdict(**{"kept": True, "reason": "article_image"} | verdict)
    assert explain_image(build.image("https://e.org/a.jpg", verdict=made, **told)) == sentence
