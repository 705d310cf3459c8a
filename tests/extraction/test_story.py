"""Which texts of a page tell of its story, by classifiers made here."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from cutline.config import Settings
from cutline.dom.document import Document
from cutline.dom.images.pictures import PagePictures, Picture
from cutline.dom.line_breaks import split_segments
from cutline.dom.methods.auto import decide_by_scores
from cutline.dom.reading import read_blocks
from cutline.dom.tags import breaks_line
from cutline.extraction.story import FULL_STORY, SHOWN_WORDS, ArticleStory, Relevance
from cutline.models.auto_models import RelevanceModel
from cutline.models.trees import GradientTrees
from cutline.models.word_frequencies import load_background
from cutline.nlp.comparison import read_names
from cutline.nlp.relevance import DECIMALS, RELEVANCE_COLUMNS
from cutline.nlp.stories import SPLIT_COLUMNS
from cutline.nlp.strangers import STRANGER_COLUMNS

Tell = Callable[[str], tuple[ArticleStory, list[Picture]]]
OWN = [
    "The night ferry Aurelia crosses the lake from Ellery to Holm again, and the harbour of Ellery celebrates.",
    "The harbour master of Holm inspected the engine of the Aurelia, and the ferry crosses the lake at night.",
    "Passengers of the night ferry pay nine crowns from Ellery to Holm, and the Aurelia takes bicycles free.",
    "The engine of the Aurelia is from 1978, and the harbour of Holm keeps parts of it for the night ferry.",
]
STRANGE = [
    "Beekeepers of Dormello lost their hives to mites, and the honey of the valley is scarce and expensive.",
    "The queen of healthy hives lays eggs, and the beekeepers of Dormello treat mites with acid and patience.",
    "Honey from the valley of Dormello won prizes, and beekeepers spin it when the acacia has flowered.",
    "Mites spread from hives that nobody treats, and beekeepers of the valley buy queens from Dormello.",
]


UNRELATED = [
    STRANGE[0],
    "Carpenters in Vessin carved oak for the chapel, and the bishop blessed timber and chisels on Sunday.",
    "A comet with a violet tail startled astronomers, whose telescopes recorded gases and dust in spring.",
]
LONGER = [f"{text} {other}" for text in OWN for other in OWN if text != other]


def ask(columns: tuple[str, ...], name: str, threshold: float) -> GradientTrees:
    """One question: log odds of 6 if a measure is above a threshold, of -6 if not."""
    return GradientTrees(
        np.array([[columns.index(name), -1, -1]], np.int16),
        np.array([[threshold, 0, 0]], np.float32),
        np.array([[1, 0, 0]], np.int16),
        np.array([[0, -6, 6]], np.float32),
        np.array([1.0, 0.0]),
    )


MODEL = RelevanceModel(
    ask(RELEVANCE_COLUMNS, "whole", 0),
    ask(RELEVANCE_COLUMNS, "whole", 0),
    ask(SPLIT_COLUMNS, "both", 0),
    ask(STRANGER_COLUMNS, "score", 0),
)


# Log odds of 6 with any evidence for the story outside the neighbours, of -2 with a little against it, of -6 with more.
DOUBTFUL = GradientTrees(
    np.array([[RELEVANCE_COLUMNS.index("apart"), -1, RELEVANCE_COLUMNS.index("apart"), -1, -1]], np.int16),
    np.array([[-5, 0, 0, 0, 0]], np.float32),
    np.array([[1, 0, 3, 0, 0]], np.int16),
    np.array([[0, -6, 0, -2, 6]], np.float32),
    np.array([1.0, 0.0]),
)


@pytest.fixture
def tell(document: Callable[..., Document], settings: Settings) -> Tell:
    """Return the story and the pictures of HTML given as text; all text is the article's."""

    def build(html: str) -> tuple[ArticleStory, list[Picture]]:
        page = document(f"<html lang=en><body>{html}</body></html>", "https://e.example/story")
        segments = split_segments(page, breaks_line)
        body = decide_by_scores(page, segments, np.full(len(segments), 0.9), settings)
        finder = PagePictures(page, segments, body, settings)
        reading = read_blocks(page, segments, body, finder)
        return ArticleStory(reading, MODEL, load_background("en"), settings), finder.find()[0]

    return build


def write(*texts: str) -> str:
    return "".join(f"<p>{text}</p>" for text in texts)


def list_kept(story: ArticleStory) -> list[str]:
    return list(story.reading.texts)


def drop_strangers(story: ArticleStory, settings: Settings) -> ArticleStory:
    names = read_names(story.reading.texts, None, settings, load_background("en"))
    return story.without_strangers(story.judge_blocks(), names)


def judge(story: ArticleStory) -> dict[str, Relevance]:
    """Return the relevance of each block by its text."""
    return dict(zip(story.reading.texts, story.judge_blocks().values(), strict=True))


class TestBlocks:
    def test_own_ones_are_related_and_foreign_ones_unrelated(self, tell: Tell) -> None:
        story, _ = tell(write(*OWN[:2], STRANGE[0], *OWN[2:]))
        judged = judge(story)
        assert {judged[text].kind for text in OWN} == {"related"}
        assert judged[STRANGE[0]].kind == "unrelated"
        assert judged[STRANGE[0]].score == pytest.approx(1 / (1 + np.exp(6)), abs=1e-4)

    @pytest.mark.parametrize(("foreign", "log_odds"), [(STRANGE[1:2], -2), (STRANGE[1:3], -2), (STRANGE[1:], -6)])
    def test_doubtful_neighbours_are_judged_together_as_well(
        self, tell: Tell, settings: Settings, foreign: list[str], log_odds: int
    ) -> None:
        story, _ = tell(write(*OWN, *LONGER[:6], *foreign, *LONGER[6:]))
        model = replace(MODEL, blocks=DOUBTFUL)
        judged = judge(ArticleStory(story.reading, model, load_background("en"), settings))
        expected = round(1 / (1 + np.exp(-log_odds)), DECIMALS)
        assert {judged[text].score for text in foreign if text in STRANGE} == {expected}
        assert {judged[text].kind for text in OWN} == {"related"}

    def test_words_that_the_others_have_too_are_told(self, tell: Tell) -> None:
        story, _ = tell(write(*OWN, STRANGE[0]))
        assert {"Aurelia", "Ellery", "Holm", "ferry"} <= set(judge(story)[OWN[0]].to_explained_fields()["found"])

    def test_words_that_the_others_lack_are_told_up_to_eight(self, tell: Tell) -> None:
        story, _ = tell(write(*OWN, STRANGE[0]))
        missing = judge(story)[STRANGE[0]].to_explained_fields()["missing"]
        assert len(missing) == SHOWN_WORDS
        assert {"Beekeepers", "Dormello", "hives"} <= set(missing)

    def test_without_words_that_carry_meaning_nothing_is_known(self, tell: Tell) -> None:
        story, _ = tell(write(*OWN, "It was the one of them all that they had been with."))
        *_, last = story.judge_blocks().values()
        assert last == Relevance("unknown", None)

    def test_of_code_nothing_is_known(self, tell: Tell) -> None:
        story, _ = tell(
            write(*OWN) + "<pre><code>hives = spin(honey, acacia)\nfor mite in hives: treat(mite)</code></pre>"
        )
        *_, last = story.judge_blocks().values()
        assert last == Relevance("unknown", None)

    def test_a_single_one_is_held_against_nothing(self, tell: Tell, settings: Settings) -> None:
        story, _ = tell(write(OWN[0]))
        assert list(story.judge_blocks().values()) == [Relevance("unknown", None)]
        assert drop_strangers(story, settings) is story

    def test_behind_the_characters_that_are_read_they_are_unknown(self, tell: Tell, settings: Settings) -> None:
        story, _ = tell(write(*OWN))
        nlp = settings.nlp.model_copy(update={"max_characters": len(OWN[0]) + len(OWN[1])})
        limited = settings.model_copy(update={"nlp": nlp})
        cut = ArticleStory(story.reading, MODEL, load_background("en"), limited)
        assert [relevance.score is None for relevance in cut.judge_blocks().values()] == [False, False, True, True]


OFFER = "Order this week and the jar of honey comes with free shipping, in winter for beginners who sign up for mites."


class TestWithout:
    def test_foreign_paragraphs_in_a_row_are_dropped_and_tell_no_more(self, tell: Tell, settings: Settings) -> None:
        story, _ = tell(write(*OWN, *LONGER, *UNRELATED))
        left = drop_strangers(story, settings)
        assert list_kept(left) == [*OWN, *LONGER]
        assert list_kept(story) == [*OWN, *LONGER, *UNRELATED]
        dropped = [candidate for candidate in left.reading.candidates if not candidate.kept]
        assert [(each.segment.text, each.reason) for each in dropped] == [(text, "off_topic") for text in UNRELATED]
        assert {each.threshold for each in dropped} == {settings.relevance.off_topic_threshold}
        assert all(each.score is not None and each.score < settings.relevance.off_topic_threshold for each in dropped)

    @pytest.mark.parametrize("foreign", [UNRELATED[:1], UNRELATED[:2]])
    def test_one_or_two_that_are_no_offers_stay(self, tell: Tell, settings: Settings, foreign: list[str]) -> None:
        story, _ = tell(write(*OWN, *foreign, *LONGER))
        assert [judge(story)[text].kind for text in foreign] == ["unrelated"] * len(foreign)
        assert drop_strangers(story, settings) is story

    def test_one_with_names_of_its_own_is_dropped_alone(self, tell: Tell, settings: Settings) -> None:
        named = "At the Varga Palace, Ines Halloran met Otto Brandt, and Leona Voss played the cello for Kemal Aydin."
        story, _ = tell(write(*OWN, named, *LONGER))
        left = drop_strangers(story, settings)
        assert list_kept(left) == [*OWN, *LONGER]
        (dropped,) = [candidate for candidate in left.reading.candidates if not candidate.kept]
        assert dropped.threshold == settings.relevance.off_topic_threshold

    @pytest.mark.parametrize("line", ["", "<p><strong>The pilot (film, 90 minutes)</strong></p>"])
    def test_one_that_opens_a_section_has_names_of_its_own(self, tell: Tell, settings: Settings, line: str) -> None:
        # Reviews under headings, as in "Five films for the weekend".
        named = "In Marseille, Ilsa Kerran and Beppe Tondi showed honey of Dormello to Mayor Nadine Roux of Tessin."
        for opening, dropped in ((f"<h2>For those who like bees</h2>{line}", False), ("", True)):
            story, _ = tell(f"{write(*LONGER)}{opening}<p>{named}</p>{write(*LONGER)}")
            assert (named not in list_kept(drop_strangers(story, settings))) is dropped

    def test_a_foreign_offer_is_dropped_alone(self, tell: Tell, settings: Settings) -> None:
        story, _ = tell(write(*OWN, OFFER, *LONGER))
        left = drop_strangers(story, settings)
        assert list_kept(left) == [*OWN, *LONGER]
        (dropped,) = [candidate for candidate in left.reading.candidates if not candidate.kept]
        assert (dropped.reason, dropped.threshold) == ("off_topic", settings.relevance.offer_threshold)

    def test_one_word_of_an_offer_proves_nothing(self, tell: Tell, settings: Settings) -> None:
        story, _ = tell(write(*OWN, "Beekeepers of Dormello give honey away free of charge in spring.", *LONGER))
        assert drop_strangers(story, settings) is story

    def test_an_offer_in_words_of_the_story_stays(self, tell: Tell, settings: Settings) -> None:
        story, _ = tell(write(*OWN, f"{OWN[0]} {OWN[2]} Sign up for free shipping.", *LONGER))
        assert drop_strangers(story, settings) is story

    def test_the_threshold_falls_with_the_length_of_a_short_story(self, tell: Tell, settings: Settings) -> None:
        thresholds = []
        for own in (OWN + LONGER, OWN + LONGER[:3]):
            story, _ = tell(write(*own, OFFER))
            *_, last = drop_strangers(story, settings).reading.candidates
            thresholds.append(last.threshold)
        full = settings.relevance.offer_threshold
        assert thresholds == [full, pytest.approx(full * story._story.size / FULL_STORY, abs=1e-4)]
        assert story._story.size < FULL_STORY

    @pytest.mark.parametrize(
        "block", ["<h2>{}</h2>", "<ul><li>{}</li></ul>", "<table><tr><th>Port</th><td>{}</td></tr></table>"]
    )
    def test_only_paragraphs_are_dropped(self, tell: Tell, settings: Settings, block: str) -> None:
        story, _ = tell(write(*OWN, *LONGER) + block.format(OFFER))
        assert drop_strangers(story, settings) is story

    def test_a_short_story_loses_nothing(self, tell: Tell, settings: Settings) -> None:
        story, _ = tell(write(*OWN[:2], STRANGE[0], *OWN[2:]))
        assert judge(story)[STRANGE[0]].kind == "unrelated"
        assert drop_strangers(story, settings) is story

    def test_a_story_of_its_own_blocks_alone_stays_the_same(self, tell: Tell, settings: Settings) -> None:
        story, _ = tell(write(*OWN))
        assert drop_strangers(story, settings) is story


class TestFindEnd:
    def test_a_second_story_ends_the_first(self, tell: Tell) -> None:
        story, _ = tell(f"<div>{write(*OWN)}</div><div>{write(*STRANGE)}</div>")
        body = story.find_end()
        assert body is not None and body.next_story is not None
        assert [decision.kept for decision in body.decisions] == [True] * 4 + [False] * 4
        assert {decision.reason for decision in body.decisions[4:]} == {"other_story"}
        assert body.next_story.text_content().startswith(STRANGE[0])

    @pytest.mark.parametrize("texts", [OWN * 2, OWN[:1], []])
    def test_one_story_has_no_other_end(self, tell: Tell, texts: list[str]) -> None:
        assert tell(write(*texts))[0].find_end() is None


class TestCaptions:
    def test_they_are_held_against_the_story(self, tell: Tell) -> None:
        figure = "<figure><img src={0}.jpg width=640><figcaption>{1}</figcaption></figure>"
        figures = figure.format("a", "The Aurelia at Holm") + figure.format("b", "Beekeepers of Dormello")
        story, pictures = tell(f"{write(*OWN)}{figures}<p><img src=c.jpg width=640></p>")
        own, strange, silent = story.judge_captions({picture: picture.compared for picture in pictures})
        assert (own.kind, strange.kind) == ("related", "unrelated")
        assert set(strange.to_explained_fields()["missing"]) == {"Beekeepers", "Dormello"}
        assert silent == Relevance("unknown", None)

    def test_of_no_pictures_there_are_none(self, tell: Tell) -> None:
        assert tell(write(*OWN))[0].judge_captions({}) == []


def test_a_verdict_tells_its_relevance_in_two_fields_and_explained_in_four() -> None:
    relevance = Relevance("unrelated", 0.01, lambda: (["queen"], ["hives"]))
    decision = {"relevance": "unrelated", "relevance_score": 0.01}
    assert relevance.to_fields() == decision
    assert relevance.to_explained_fields() == {**decision, "found": ("queen",), "missing": ("hives",)}
