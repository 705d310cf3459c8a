"""Which images of a page belong to its article, by a classifier made here."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np
import pytest

from cutline.config import Settings, load_settings
from cutline.dom.document import Document
from cutline.dom.features.images import IMAGE_COLUMNS
from cutline.dom.methods.auto import decide_by_scores
from cutline.dom.page_pictures import PagePictures
from cutline.dom.pictures import Picture
from cutline.dom.reading import Reading, read_blocks
from cutline.dom.segments import split_segments
from cutline.dom.tags import breaks_line
from cutline.image_verdicts import BASE, OTHERS, SHOWN_FACTORS, judge_by_captions, judge_by_model
from cutline.models.gradient_trees import GradientTrees
from cutline.models.image_model import FULL_COLUMNS, SHIPPED_IMAGES, ImageModel, load_image_model
from cutline.models.word_frequencies import load_background
from cutline.nlp.comparison import compare_texts
from cutline.nlp.similarity import NO_EVIDENCE
from cutline.types import Similarity, Verdict

EVERY = (True, False)
LIMITS = load_settings().auto
Read = Callable[[str], tuple[Reading, list[Picture]]]
STORY = "The story of the old ferry that sails again. " * 9


@pytest.fixture
def read(document: Callable[..., Document], settings: Settings) -> Read:
    """Return the reading and pictures of HTML given as text; what says "story" is the article."""

    def build(html: str) -> tuple[Reading, list[Picture]]:
        page = document(html, "https://e.example/story")
        segments = split_segments(page, breaks_line)
        scores = np.array([0.9 if "story" in segment.text else 0.1 for segment in segments], np.float64)
        body = decide_by_scores(page, segments, scores, settings)
        finder = PagePictures(page, segments, body, settings.captions)
        return read_blocks(page, segments, body, finder), finder.find()[0]

    return build


def ask(columns: Sequence[str], names: Sequence[str], thresholds: Sequence[float]) -> GradientTrees:
    """One question a tree: log odds of 1 if a column is above a threshold, of -1 if not."""
    asked = [[columns.index(name), -1, -1] for name in names]
    return GradientTrees(
        np.array(asked, np.int16),
        np.array([[threshold, 0, 0] for threshold in thresholds], np.float32),
        np.array([[1, 0, 0]] * len(names), np.int16),
        np.array([[0.25, -1, 1]] * len(names), np.float32),
        np.array([2.0, 0.5]),
    )


def ask_widths() -> ImageModel:
    """A classifier that takes wide images for the article's; with evidence, those whose caption is known too."""
    structure = ask(IMAGE_COLUMNS, ["width", "width"], [100, 300])
    return ImageModel(ask(FULL_COLUMNS, ["width", "told_in_article"], [100, 0.5]), structure)


def judge(
    read: Read, html: str, similarities: Callable[[int], list[Similarity] | None] = lambda count: None
) -> list[Verdict]:
    reading, pictures = read(f"<p>{STORY}</p>{html}")
    asked = sum(picture.dropped is None for picture in pictures)
    judged = judge_by_model(reading, pictures, similarities(asked), ask_widths(), LIMITS, EVERY)
    assert [picture for picture, _ in judged] == pictures
    return [verdict for _, verdict in judged]


def sum_up(verdict: Verdict) -> float:
    return 1 / (1 + math.exp(-sum(factor.weight for factor in verdict.factors)))


def test_images_are_kept_by_their_score(read: Read) -> None:
    wide, small = judge(read, "<p><img src=a.jpg width=640></p><p><img src=b.jpg width=60></p>")
    assert (wide.kept, wide.reason, wide.score) == (True, "article_image", 0.989)  # log odds of 2 * 2 + 0.5
    assert (small.kept, small.reason, small.score) == (False, "icon", 0.0293)
    assert (wide.threshold, wide.margin) == (0.5, 0.489)


def test_without_comparison_the_verdict_has_no_similarity(read: Read) -> None:
    (verdict,) = judge(read, "<p><img src=a.jpg width=640></p>")
    assert verdict.similarity is None


def test_with_comparison_captions_speak_too(read: Read) -> None:
    html = "<figure><img src={0}.jpg width=640><figcaption>{1}</figcaption></figure>"
    known, unknown = judge(
        read,
        html.format("a", "The old ferry") + html.format("b", "Completely unknown words"),
        lambda count: [NO_EVIDENCE] * count,
    )
    assert known.kept and known.similarity == NO_EVIDENCE
    assert (unknown.score, {factor.name for factor in unknown.factors}) == (
        0.6225,  # log odds of 0.5
        {"width", "told_in_article", OTHERS, BASE},
    )


def test_factors_add_up_to_the_score(read: Read) -> None:
    for verdict in judge(read, "<p><img src=a.jpg width=640></p><p><img src=b.jpg width=200></p>"):
        assert [factor.name for factor in verdict.factors] == ["width", OTHERS, BASE]
        assert sum_up(verdict) == pytest.approx(verdict.score, abs=1e-3)


def test_factors_of_the_shipped_classifier_add_up_to_the_score(read: Read, settings: Settings) -> None:
    figure = "<figure><img src=ferry-in-port.jpg width=640><figcaption>The old ferry</figcaption></figure>"
    cards = "".join(f"<li class=related><a href=/{n}><img src=/teaser-{n}.jpg alt=Other></a></li>" for n in range(5))
    reading, pictures = read(f"<h1>Ferry</h1><p>{STORY}</p>{figure}<p>{STORY}</p><aside><ul>{cards}</ul></aside>")
    model = load_image_model(SHIPPED_IMAGES)
    compared = compare_texts(
        reading.texts, [picture.compared for picture in pictures], None, settings, load_background("en")
    ).captions
    for similarities in (compared, None):
        verdicts = [verdict for _, verdict in judge_by_model(reading, pictures, similarities, model, LIMITS, EVERY)]
        assert len(verdicts) == 6
        for verdict in verdicts:
            assert len(verdict.factors) <= SHOWN_FACTORS + 2
            assert sum_up(verdict) == pytest.approx(verdict.score, abs=1e-3)
            assert verdict.kept == (verdict.score is not None and verdict.score >= 0.4)


def test_shown_factors_are_the_weightiest(read: Read) -> None:
    reading, pictures = read(f"<p>{STORY}</p><p><img src=a.jpg width=640></p>")
    ((_, verdict),) = judge_by_model(reading, pictures, None, load_image_model(SHIPPED_IMAGES), LIMITS, EVERY)
    weights = [abs(factor.weight) for factor in verdict.factors[:-2]]
    assert weights == sorted(weights, reverse=True)
    assert [factor.name for factor in verdict.factors[-2:]] == [OTHERS, BASE]


def test_of_copies_the_likeliest_is_kept(read: Read) -> None:
    name = "the-old-ferry-in-port.jpg"
    html = f"<p><img src=/{name} width=200></p><p><img src=/other.jpg width=640></p><p><img src=/{name} width=640></p>"
    first, other, last = judge(read, html)
    assert (first.kept, first.reason, first.score) == (False, "duplicate", 0.6225)
    assert other.kept and last.kept


def test_of_equal_copies_the_first_is_kept(read: Read) -> None:
    image = "<p><img src=/the-old-ferry-in-port.jpg width=640></p>"
    first, between, last = judge(read, f"{image}<p><img src=/b.jpg width=640></p>{image}")
    assert [first.kept, between.kept, last.kept] == [True, True, False]
    assert last.reason == "duplicate"


def test_a_copy_that_would_be_dropped_anyway_keeps_its_reason(read: Read) -> None:
    image = "<p><img src=/the-old-ferry-in-port.jpg width={}></p>"
    verdicts = judge(read, image.format(640) + "<p><img src=/b.jpg width=640></p>" + image.format(60))
    assert [verdict.reason for verdict in verdicts] == ["article_image", "article_image", "icon"]


def test_placeholders_are_not_asked_about(read: Read) -> None:
    verdicts = judge(read, "<p><img src=blank.gif width=640></p><p><img src=a.jpg width=640></p>", lambda count: None)
    assert verdicts[0] == Verdict(kept=False, reason="placeholder")
    assert verdicts[1].kept


def test_the_rule_of_an_advertisement_is_told(read: Read, settings: Settings) -> None:
    reading, found = read(f"<p>{STORY}</p><p><img src=a.jpg></p>")
    pictures = [replace(found[0], dropped="ad_rule", rule="host ads.*")]
    expected = Verdict(kept=False, reason="ad_rule", rule="host ads.*")
    assert judge_by_model(reading, pictures, [], ask_widths(), LIMITS, EVERY) == [(pictures[0], expected)]
    assert judge_by_captions(pictures, [], settings.similarity, EVERY) == [(pictures[0], expected)]


def test_similarities_go_to_the_images_that_are_asked_about(read: Read) -> None:
    found = Similarity(score=0.5, measure="cosine", cosine=0.5, match_share=0.2, evidence=NO_EVIDENCE.evidence)
    html = "<p><img src=blank.gif width=640></p><p><img src=a.jpg width=640></p>"
    assert [verdict.similarity for verdict in judge(read, html, lambda count: [found] * count)] == [None, found]


@pytest.mark.parametrize("html", ["", "<p><img src=blank.gif></p>"])
def test_pages_without_images_to_ask_about(read: Read, html: str) -> None:
    assert all(verdict.reason == "placeholder" for verdict in judge(read, html, lambda count: []))


def test_the_paper_s_rule_judges_by_captions_alone(read: Read, settings: Settings) -> None:
    _, pictures = read(f"<p>{STORY}</p><p><img src=blank.gif></p><p><img src=a.jpg></p>")
    (_, placeholder), (_, image) = judge_by_captions(pictures, [NO_EVIDENCE], settings.similarity, EVERY)
    assert (placeholder.reason, image.reason) == ("placeholder", "no_evidence")
    assert judge_by_captions(pictures, None, settings.similarity, EVERY)[1][1].reason == "captioned"


@pytest.mark.parametrize("kept", [True, False])
def test_verdicts_that_are_shown_are_those_of_all(read: Read, settings: Settings, kept: bool) -> None:
    image = "<p><img src=/the-old-ferry-in-port.jpg width={}></p>"
    html = f"<p><img src=blank.gif></p>{image.format(640)}<p><img src=b.jpg width=60></p>"
    reading, pictures = read(f"<p>{STORY}</p>{html}{image.format(640)}")
    judges = (
        lambda shown: judge_by_model(reading, pictures, None, ask_widths(), LIMITS, shown),
        lambda shown: judge_by_captions(pictures, None, settings.similarity, shown),
    )
    for judge_shown in judges:
        every = judge_shown(EVERY)
        assert [picture for picture, _ in every] == pictures
        assert judge_shown((kept,)) == [(picture, verdict) for picture, verdict in every if verdict.kept == kept]
