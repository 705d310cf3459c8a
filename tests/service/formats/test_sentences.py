"""Each sentence is made of what decided, and of nothing else."""

from collections.abc import Callable
from typing import Any

import pytest

from cutline.service.formats.sentences import explain_image, find_ground
from cutline.types import Evidence, Factor, Reason, SharedName, Similarity, Verdict

THRESHOLD = 0.5

Build = Callable[..., Any]
PERSON = SharedName(name="Joren Haldane", label="PERSON", here=1, in_text=2)
PLACE = SharedName(name="Holm", label="LOC", here=1, in_text=3)


@pytest.fixture
def explain(build: Any) -> Callable[..., str]:
    """Return the ground of an image: `explain(0.1, "teaser", factors=...)`; what is no part of a verdict is its own."""

    def find(score: float | None, reason: Reason, **more: Any) -> str:
        own = {name: more.pop(name) for name in ("caption", "alt") if name in more}
        kept = score is not None and score >= THRESHOLD
        verdict = Verdict(kept=kept, reason=reason, score=score, threshold=THRESHOLD, **more)
        return find_ground(build.image("https://ferry.example/ferry.jpg", verdict, **own))

    return find


def test_a_sentence_says_what_became_of_the_image(build: Any) -> None:
    hidden = build.image("https://ferry.example/a.jpg", Verdict(kept=False, reason="hidden"))
    assert explain_image(hidden) == "Dropped: it is in a part of the page that is not shown."


def compare(*shared: SharedName) -> Similarity:
    evidence = Evidence(kind="entities", shared=shared)
    return Similarity(score=0.5, measure="match_share", cosine=0.2, match_share=0.5, evidence=evidence)


def weigh(name: str, says: str, weight: float) -> Factor:
    return Factor(name=name, says=says, weight=weight)


def test_a_kept_image_names_whom_the_article_names(explain: Any) -> None:
    more = {"caption": "Joren Haldane", "relevance": "related", "similarity": compare(PERSON)}
    assert explain(0.9, "article_image", **more) == "its caption names Joren Haldane, whom the article names twice"


def test_a_place_is_named_as_a_thing_and_of_many_names_two_are_told(explain: Any) -> None:
    more = {"alt": "Holm", "relevance": "related"}
    one, two = compare(PLACE), compare(PLACE, PERSON, PERSON)
    assert explain(0.9, "article_image", **more, similarity=one).endswith("names Holm, which the article names 3 times")
    assert explain(0.9, "article_image", **more, similarity=two) == (
        "its alternative text names Holm and Joren Haldane, as the article does"
    )


def test_an_unrelated_caption_of_a_kept_image_is_told(explain: Any) -> None:
    told = explain(0.9, "article_image", caption="Bees", relevance="unrelated", similarity=compare(PERSON))
    assert told == "it is placed like the article's images, though its caption seems to be about something else"


def test_a_place_that_decides_is_told_before_the_names_that_agree(explain: Any) -> None:
    more = {"caption": "Joren Haldane", "relevance": "related", "similarity": compare(PERSON), "place_score": 0.9}
    assert explain(0.94, "article_image", **more) == (
        "it is placed like the article's images, and its caption names Joren Haldane, whom the article names twice"
    )


@pytest.mark.parametrize(
    ("place", "score", "reason", "told"),
    [
        (0.42, 0.58, "article_image", "; its place alone would not have kept it (0.42)"),
        (0.93, 0.31, "off_topic", "; its place alone would have kept it (0.93)"),
    ],
)
def test_a_text_that_turns_the_verdict_is_told_with_what_the_place_says(
    explain: Any, place: float, score: float, reason: Reason, told: str
) -> None:
    assert explain(score, reason, caption="Joren Haldane", place_score=place).endswith(told)


@pytest.mark.parametrize(("place", "score", "reason"), [(0.5, 0.6, "article_image"), (0.9, 0.9, "duplicate")])
def test_a_verdict_that_the_text_did_not_turn_says_nothing_of_the_place_alone(
    explain: Any, place: float, score: float, reason: Reason
) -> None:
    assert "alone" not in explain(score, reason, caption="Joren Haldane", place_score=place)


def test_without_words_the_weightiest_factor_for_it_is_told(explain: Any) -> None:
    factors = (
        weigh("extension", "its address names no kind of picture", 0.9),
        weigh("largest", "is at most 20 pixels wide", -0.8),
        weigh("segments_to_next", "paragraph of the article right after it", 0.6),
        weigh("base", "holds for every image", 2.0),
    )
    assert explain(0.9, "article_image", factors=factors) == "it has a paragraph of the article right after it"


@pytest.mark.parametrize(
    ("reason", "factor", "told"),
    [
        ("teaser", ("link", "links to another site"), "it links to another site"),
        (
            "icon",
            ("largest", "is at most 48 pixels wide"),
            "it looks like an icon or a logo; it is at most 48 pixels wide",
        ),
        ("icon", ("link", "links to another page"), "it looks like an icon or a logo"),
        ("outside_article", ("link", "has no link"), "it is not between the article's paragraphs"),
        ("uncertain", ("credit", "has a credit"), "no single fact decides; it has a credit"),
    ],
)
def test_a_drop_tells_its_reason_and_the_fact_that_speaks_for_it(
    explain: Any, reason: Reason, factor: tuple[str, str], told: str
) -> None:
    assert explain(0.1, reason, factors=(weigh(*factor, -0.5),)) == told


def test_a_fact_that_speaks_against_the_drop_is_not_told(explain: Any) -> None:
    factors = (weigh("largest", "is at most 48 pixels wide", 0.5),)
    assert explain(0.1, "icon", factors=factors) == "it looks like an icon or a logo"


@pytest.mark.parametrize(
    ("rule", "told"),
    [
        ("size 300x250", "it has the size of an advertisement, 300x250"),
        ("host ads.*", "its address or its link is on a host of advertisements, ads.*"),
    ],
)
def test_a_rule_is_told_with_what_it_found(explain: Any, rule: str, told: str) -> None:
    assert explain(None, "ad_rule", rule=rule) == told


def test_what_is_off_topic_is_told_by_its_words(explain: Any) -> None:
    assert explain(0.3, "off_topic", caption="Orrell’s hives", missing=("Orrell", "hives", "mites")) == (
        "its caption is about something else: the article does not mention “Orrell” and “hives”"
    )


def test_any_other_reason_is_told_by_its_own_sentence(explain: Any) -> None:
    assert explain(None, "in_subtree") == "it is inside the article subtree, and nothing speaks against it"


def test_links_around_an_image_are_not_its_own(explain: Any) -> None:
    fact = weigh("level3_links", "links in the element 3 levels above it", -1.0)
    assert explain(0.4, "uncertain", factors=(fact,)) == (
        "no single fact decides; it has links in the element 3 levels above it"
    )
