"""Which images of a page belong to its article, by a classifier made here."""

import math
from collections.abc import Callable, Container, Sequence
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cutline.config import Settings, load_settings
from cutline.dom.document import Document
from cutline.dom.features.images import IMAGE_COLUMNS
from cutline.dom.images.pictures import PagePictures, Picture
from cutline.dom.line_breaks import split_segments
from cutline.dom.methods.auto import decide_by_scores
from cutline.dom.reading import Reading, read_blocks
from cutline.dom.tags import breaks_line
from cutline.extraction.image_verdicts import (
    BASE,
    OTHERS,
    SHOWN_FACTORS,
    CaptionEvidence,
    Judged,
    choose_captions,
    judge_by_captions,
    judge_by_model,
    judge_places,
    weigh_caption,
    weigh_related,
)
from cutline.extraction.story import Relevance
from cutline.models.auto_models import SHIPPED_IMAGES, ImageModel, load_image_model
from cutline.models.trees import GradientTrees
from cutline.nlp.similarity import NO_EVIDENCE
from cutline.types import Similarity, Verdict

EVERY = (True, False)
SETTINGS = load_settings()
Read = Callable[[str], tuple[Reading, list[Picture]]]
STORY = "The story of the old ferry that sails again. " * 9
FIGURE = "<figure><img src={}.jpg width=640><figcaption>Told of the picture</figcaption></figure>"
UNIT = st.floats(0, 1)
ROUNDED = 1e-12  # what the last digit of a number may add

AUTHOR = "<meta name=author content='Jo Doe'>"
MORE = "<p>The story goes on with the captain, who has counted the barges of the harbour for many years.</p>"


@pytest.fixture
def read(document: Callable[..., Document], settings: Settings) -> Read:
    """Return the reading and pictures of HTML given as text; what says "story" is the article."""

    def build(html: str) -> tuple[Reading, list[Picture]]:
        page = document(html, "https://e.example/story")
        segments = split_segments(page, breaks_line)
        scores = np.array([0.9 if "story" in segment.text else 0.1 for segment in segments], np.float64)
        body = decide_by_scores(page, segments, scores, settings)
        finder = PagePictures(page, segments, body, settings)
        return read_blocks(page, segments, body, finder), finder.find()[0]

    return build


def ask_widths(intercept: float = 0.5) -> ImageModel:
    """A classifier that takes wide images for the article's.

    One question a tree: log odds of 1 if the width is above a threshold, of -1 if not.
    """
    asked = IMAGE_COLUMNS.index("width")
    trees = GradientTrees(
        np.array([[asked, -1, -1]] * 2, np.int16),
        np.array([[threshold, 0, 0] for threshold in (100, 300)], np.float32),
        np.array([[1, 0, 0]] * 2, np.int16),
        np.array([[0.25, -1, 1]] * 2, np.float32),
        np.array([2.0, intercept]),
    )
    return ImageModel(trees)


def tell(score: float | None, similarity: Similarity = NO_EVIDENCE) -> CaptionEvidence:
    """What is told of a picture, of that relevance."""
    is_unrelated = score is not None and score < SETTINGS.relevance.unrelated_caption_threshold
    return CaptionEvidence(Relevance("unrelated" if is_unrelated else "unknown", score), similarity)


def judge_pictures(
    reading: Reading,
    pictures: Sequence[Picture],
    evidence: Sequence[CaptionEvidence] | None,
    model: ImageModel,
    shown: Container[bool] = EVERY,
) -> list[Judged]:
    """Return the verdicts, given the evidence of each picture that is not dropped yet."""
    placed = judge_places(reading, pictures, model)
    told = None if evidence is None else dict(zip(placed.pictures, evidence, strict=True))
    return judge_by_model(pictures, placed, told, SETTINGS, shown)


def judge(read: Read, html: str, evidence: Sequence[CaptionEvidence] | None = None) -> list[Verdict]:
    reading, pictures = read(f"<p>{STORY}</p>{html}")
    judged = judge_pictures(reading, pictures, evidence, ask_widths())
    assert [picture for picture, _ in judged] == pictures
    return [verdict for _, verdict in judged]


def test_a_doubtful_picture_of_a_gallery_goes_with_one_that_is_kept(read: Read) -> None:
    figures = "".join(f"<figure><img src={width}.jpg width={width}></figure>" for width in (640, 200, 80))
    reading, pictures = read(f"<p>{STORY}</p><div>{figures}</div><figure><img src=other.jpg width=200></figure>")
    judged = judge_pictures(reading, pictures, None, ask_widths(-0.5))
    assert [verdict.kept for _, verdict in judged] == [True, True, False, False]
    for shown in EVERY:
        chosen = judge_pictures(reading, pictures, None, ask_widths(-0.5), (shown,))
        assert chosen == [(picture, verdict) for picture, verdict in judged if verdict.kept == shown]


def sum_up(verdict: Verdict) -> float:
    """Return the probability whose log odds are the sum of the factors of a verdict."""
    return 1 / (1 + math.exp(-sum(factor.weight for factor in verdict.factors)))


def test_images_are_kept_by_their_score(read: Read) -> None:
    wide, small = judge(read, "<p><img src=a.jpg width=640></p><p><img src=b.jpg width=60></p>")
    assert (wide.kept, wide.reason, wide.score) == (True, "article_image", 0.989)  # log odds of 2 * 2 + 0.5
    assert (small.kept, small.reason, small.score) == (False, "icon", 0.0293)
    assert (wide.threshold, wide.margin) == (0.5, 0.489)


@pytest.mark.parametrize(
    ("html", "threshold"),
    [
        (f"<p><img src=a.jpg width=200></p>{MORE}", 0.2),
        (f"<p><a href=/large.jpg><img src=a.jpg width=200></a></p>{MORE}", 0.2),
        ("<p><img src=a.jpg width=200></p>", 0.5),
        (f"<p><a href=/b><img src=a.jpg width=200></a></p>{MORE}", 0.5),
        (f"<p><a href=https://statistics.example/b><img src=a.jpg width=200></a></p>{MORE}", 0.4),
        ("<p><a href=https://statistics.example/b><img src=a.jpg width=200></a></p>", 0.5),
        (f"<p><a href=https://hide.example/?friend=b><img src=a.jpg width=200></a></p>{MORE}", 0.5),
        (f"{AUTHOR}<p><img src=a.jpg alt='Jo Doe' width=200></p>{MORE}", 0.5),
        (f"{AUTHOR}<p><img src=a.jpg alt='The ferry of Jo Doe' width=200></p>{MORE}", 0.2),
        (f"<p>Newsletter</p><p>Menu</p><p><img src=a.jpg width=200></p>{MORE}", 0.5),
        (f"<p><img src=a.jpg width=200></p>{MORE}" + "".join(f"<img src={n}.jpg>" for n in range(30)), 0.5),
    ],
)
def test_an_image_between_two_texts_of_a_page_of_few_is_kept_from_a_lower_score(
    read: Read, html: str, threshold: float
) -> None:
    reading, pictures = read(f"<p>{STORY}</p>{html}")
    (_, verdict), *_ = judge_pictures(reading, pictures, None, ask_widths(-0.5))
    assert (verdict.score, verdict.threshold, verdict.kept) == (0.3775, threshold, threshold < 0.3775)
    assert verdict.margin == pytest.approx(0.3775 - threshold)


@pytest.mark.parametrize(
    ("html", "is_kept"),
    [
        ("<a href=https://a.example/?utm_source=b&utm_medium=partner><img src=a.png width=900 height=300></a>", False),
        ("<a href=/users/sign_up_new><img src=a.png width=900 height=300></a>", False),
        ("<a href=/users/sign_up_new><img src=a.png width=900 height=600></a>", True),
        ("<a href=https://photos.example/jo/5><img src=coast.jpg width=1800 height=450></a>", True),
        ("<a href=/swell.svg><img src=swell.png alt='Chart of the swell' width=900 height=300></a>", True),
        ("<a href=/comics/204><img src=203.png alt='A call to the captain' width=900 height=300></a>", True),
        ("<a href=/plans><img src=/blog/Meditation-CTA-2.png width=640 height=640></a>", False),
        ("<img src=a.png alt='CTA to download the guide' width=900 height=150>", False),
        ("<a href=/ride><img src=/cta-map.png alt='Trains of the CTA' width=900 height=300></a>", True),
        ("<a href=/large.png><img src=a.png width=900 height=300></a>", True),
        ("<img src=a.png width=900 height=300>", True),
        ("<img src=/cta-train.jpg alt='A train of the CTA' width=640 height=480>", True),
        ("<a href=/plans><img src=/octane.png alt='Nectar' width=640 height=640></a>", True),
        (
            "<figure><a href=/b><img src=a.png width=900 height=300></a><figcaption>The coast</figcaption></figure>",
            True,
        ),
    ],
)
def test_a_banner_is_an_advertisement_if_it_calls(read: Read, html: str, is_kept: bool) -> None:
    (verdict,) = judge(read, f"<div>{html}</div>")
    assert (verdict.score, verdict.kept) == (0.989, is_kept)
    assert verdict.reason == ("article_image" if is_kept else "advertisement")


def test_a_caption_does_not_cost_the_image_that_the_page_declares(read: Read) -> None:
    declared = "<meta property=og:image content=/a.jpg>"
    first, strange = judge(read, declared + "".join(map(FIGURE.format, ("/a", "/b"))), [tell(0.001), tell(0.001)])
    assert (first.kept, strange.kept) == (True, False)


def test_without_comparison_the_place_decides_alone(read: Read) -> None:
    (verdict,) = judge(read, "<p><img src=a.jpg width=640></p>")
    assert (verdict.similarity, verdict.relevance, verdict.relevance_score) == (None, None, None)
    assert verdict.score == verdict.place_score == 0.989


def test_a_caption_of_another_story_speaks_against_a_good_place(read: Read) -> None:
    html = "".join(FIGURE.format(name) for name in "abc")
    own, doubtful, strange = judge(read, html, [tell(0.6), tell(0.2), tell(0.001)])
    assert {own.place_score, doubtful.place_score, strange.place_score} == {0.989}
    assert own.score == doubtful.score == 0.989
    assert (own.kept, own.reason) == (doubtful.kept, doubtful.reason) == (True, "article_image")
    assert (strange.kept, strange.reason) == (False, "off_topic")
    assert strange.score == pytest.approx(0.989 * weigh_caption(1, 0.001, SETTINGS.relevance.stranger_share), abs=1e-4)


def test_in_a_picture_essay_no_caption_costs_its_picture(read: Read) -> None:
    html = "".join(FIGURE.format(name).replace("Told", f"Told {name}") for name in "abc")
    verdicts = judge(read, html, [tell(0.6), tell(0.001), tell(0.001)])
    assert [(verdict.kept, verdict.score) for verdict in verdicts] == [(True, 0.989)] * 3


@pytest.mark.parametrize(("strange", "kept"), [(2, 6), (3, 8)])
def test_three_unrelated_captions_cost_no_picture_however_many_the_others_are(
    read: Read, strange: int, kept: int
) -> None:
    html = "".join(FIGURE.format(name).replace("Told", f"Told {name}") for name in "abcdefgh")
    verdicts = judge(read, html, [tell(0.99)] * (8 - strange) + [tell(0.001)] * strange)
    assert sum(verdict.kept for verdict in verdicts) == kept


def test_one_strange_caption_under_two_copies_of_a_picture_is_no_essay(read: Read) -> None:
    html = "".join(FIGURE.format(name).replace("Told", f"Told {name in 'bc'}") for name in "abc")
    own, *copies = judge(read, html, [tell(0.99), tell(0.001), tell(0.001)])
    assert own.kept
    assert [(copy.kept, copy.reason) for copy in copies] == [(False, "off_topic")] * 2


def test_a_related_caption_raises_the_odds_of_its_picture(read: Read) -> None:
    (verdict,) = judge(read, FIGURE.format("a"), [tell(0.95)])
    assert verdict.score == round(weigh_related(0.989, SETTINGS.relevance.related_odds), 4) > verdict.place_score
    (verdict,) = judge(read, FIGURE.format("a"), [tell(0.89)])
    assert verdict.score == verdict.place_score


def test_an_alternative_text_raises_nothing(read: Read) -> None:
    (verdict,) = judge(read, '<p><img src=a.jpg width=640 alt="Told of the ferry"></p>', [tell(0.99)])
    assert verdict.relevance_score == 0.99
    assert verdict.score == verdict.place_score


@pytest.mark.parametrize(("place", "kept"), [(0.34, False), (0.35, True)])
def test_a_related_caption_keeps_a_picture_in_a_doubtful_place(place: float, kept: bool) -> None:
    score = weigh_related(place, SETTINGS.relevance.related_odds)
    assert (score >= SETTINGS.auto.image_threshold) == kept


def test_a_caption_of_the_story_saves_no_picture_in_a_bad_place(read: Read) -> None:
    (verdict,) = judge(read, "<figure><img src=a.jpg width=60><figcaption>Ferry</figcaption></figure>", [tell(1.0)])
    assert (verdict.kept, verdict.reason, verdict.score, verdict.place_score) == (False, "icon", 0.0542, 0.0293)


def test_a_caption_whose_words_carry_no_meaning_leaves_the_place_to_decide(read: Read) -> None:
    (verdict,) = judge(read, FIGURE.format("a"), [tell(None)])
    assert verdict.kept and verdict.score == verdict.place_score == 0.989


def test_a_verdict_tells_the_relevance_of_the_caption(read: Read) -> None:
    relevance = Relevance("unrelated", 0.001, lambda: ([], ["walrus"]))
    (verdict,) = judge(read, FIGURE.format("a"), [CaptionEvidence(relevance, NO_EVIDENCE)])
    assert (verdict.relevance, verdict.relevance_score, verdict.missing) == ("unrelated", 0.001, ("walrus",))
    assert verdict.similarity == NO_EVIDENCE


def test_the_place_of_a_picture_counts_no_more_than_its_caption_allows() -> None:
    assert weigh_caption(0.8, 1.0, 0.1) == 0.8
    assert weigh_caption(0.8, 0.0, 0.1) == 0.0
    assert weigh_caption(0.8, 0.5, 0.1) == pytest.approx(0.72)  # a caption that tells nothing: the prior remains
    assert weigh_caption(0.8, 0.1, 0.1) == pytest.approx(0.4)  # as likely either way


def test_without_strangers_no_caption_counts() -> None:
    assert weigh_caption(0.8, 0.01, 0.0) == 0.8
    assert weigh_caption(0.8, 0.0, 0.0) == 0.8


@given(place=UNIT, one=UNIT, other=UNIT, share=UNIT)
def test_a_likelier_caption_never_lowers_the_score(place: float, one: float, other: float, share: float) -> None:
    low, high = sorted((weigh_caption(place, min(one, other), share), weigh_caption(place, max(one, other), share)))
    assert 0 <= low <= high + ROUNDED and high <= place + ROUNDED


def test_factors_add_up_to_the_score_of_the_place(read: Read) -> None:
    html = FIGURE.format("a") + "<p><img src=b.jpg width=200></p>"
    for verdict in judge(read, html, [tell(0.3), tell(None)]):
        assert [factor.name for factor in verdict.factors] == ["width", OTHERS, BASE]
        assert sum_up(verdict) == pytest.approx(verdict.place_score, abs=1e-3)


def test_factors_of_the_shipped_classifier_add_up_to_the_score_of_the_place(read: Read) -> None:
    figure = "<figure><img src=ferry-in-port.jpg width=640><figcaption>The old ferry</figcaption></figure>"
    cards = "".join(f"<li class=related><a href=/{n}><img src=/teaser-{n}.jpg alt=Other></a></li>" for n in range(5))
    reading, pictures = read(f"<h1>Ferry</h1><p>{STORY}</p>{figure}<p>{STORY}</p><aside><ul>{cards}</ul></aside>")
    model = load_image_model(SHIPPED_IMAGES)
    for evidence in ([tell(0.4)] * len(pictures), None):
        verdicts = [verdict for _, verdict in judge_pictures(reading, pictures, evidence, model)]
        assert len(verdicts) == 6
        for verdict in verdicts:
            assert len(verdict.factors) <= SHOWN_FACTORS + 2
            assert sum_up(verdict) == pytest.approx(verdict.place_score, abs=1e-3)
            assert verdict.kept == (verdict.score is not None and verdict.score >= 0.4)


def test_shown_factors_are_the_weightiest(read: Read) -> None:
    reading, pictures = read(f"<p>{STORY}</p><p><img src=a.jpg width=640></p>")
    ((_, verdict),) = judge_pictures(reading, pictures, None, load_image_model(SHIPPED_IMAGES))
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
    verdicts = judge(read, "<p><img src=blank.gif width=640></p><p><img src=a.jpg width=640></p>")
    assert verdicts[0] == Verdict(kept=False, reason="placeholder")
    assert verdicts[1].kept


def test_the_rule_of_an_advertisement_is_told(read: Read, settings: Settings) -> None:
    reading, found = read(f"<p>{STORY}</p><p><img src=a.jpg></p>")
    pictures = [replace(found[0], dropped="ad_rule", rule="host ads.*")]
    expected = Verdict(kept=False, reason="ad_rule", rule="host ads.*")
    assert judge_pictures(reading, pictures, [], ask_widths()) == [(pictures[0], expected)]
    assert judge_by_captions(pictures, [], settings.similarity, EVERY) == [(pictures[0], expected)]


class TestChooseCaptions:
    HTML = FIGURE.format("a") + "<p><img src=b.jpg width=60 alt='The icon'></p><p><img src=blank.gif alt='None'></p>"

    def test_those_of_bad_places_are_compared_only_if_they_are_shown(self, read: Read) -> None:
        reading, pictures = read(f"<p>{STORY}</p>{self.HTML}")
        placed = judge_places(reading, pictures, ask_widths())
        assert choose_captions(pictures, placed, SETTINGS, (True,)) == {pictures[0]: "Told of the picture"}
        every = {pictures[0]: "Told of the picture", pictures[1]: "The icon"}
        assert choose_captions(pictures, placed, SETTINGS, EVERY) == every

    def test_all_are_compared_if_they_decide_alone(self, read: Read) -> None:
        _, pictures = read(f"<p>{STORY}</p>{self.HTML}")
        assert list(choose_captions(pictures, None, SETTINGS, (True,))) == pictures[:2]

    def test_what_is_read_of_a_caption_does_not_depend_on_which_are_compared(self, read: Read) -> None:
        small = "<p><img src=b.jpg width=60 alt='The icon'></p>"
        reading, pictures = read(f"<p>{STORY}</p>{small}{FIGURE.format('a')}")
        placed = judge_places(reading, pictures, ask_widths())
        settings = SETTINGS.model_copy(update={"nlp": SETTINGS.nlp.model_copy(update={"max_characters": 12})})
        assert choose_captions(pictures, placed, settings, (True,)) == {pictures[1]: "Told"}
        assert choose_captions(pictures, placed, settings, EVERY) == {pictures[0]: "The icon", pictures[1]: "Told"}


def test_what_is_told_goes_to_the_images_that_are_asked_about(read: Read) -> None:
    found = Similarity(score=0.5, measure="cosine", cosine=0.5, match_share=0.2, evidence=NO_EVIDENCE.evidence)
    html = "<p><img src=blank.gif width=640></p><p><img src=a.jpg width=640></p>"
    assert [verdict.similarity for verdict in judge(read, html, [tell(0.5, found)])] == [None, found]


@pytest.mark.parametrize("html", ["", "<p><img src=blank.gif></p>"])
def test_pages_without_images_to_ask_about(read: Read, html: str) -> None:
    assert all(verdict.reason == "placeholder" for verdict in judge(read, html, []))


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
        lambda shown: judge_pictures(reading, pictures, None, ask_widths(), shown),
        lambda shown: judge_by_captions(pictures, None, settings.similarity, shown),
    )
    for judge_shown in judges:
        every = judge_shown(EVERY)
        assert [picture for picture, _ in every] == pictures
        assert judge_shown((kept,)) == [(picture, verdict) for picture, verdict in every if verdict.kept == kept]
