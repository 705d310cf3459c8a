"""How far a text tells of the same story as an article."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cutline.models.word_frequencies import load_background
from cutline.nlp.relevance import (
    LEAST_WORDS,
    RELEVANCE_COLUMNS,
    RETURN_OF_NAME,
    RETURN_OF_WORD,
    RUNNING_WORDS,
    OwnWords,
    Rows,
    Stems,
    Story,
    read_stems,
    weigh_words,
)
from cutline.nlp.words import Words

ENGLISH, GERMAN, JAPANESE = load_background("en"), load_background("de"), load_background("ja")
TITLE = "Night ferry returns to Lake Varn"
FERRY = [
    "The council of Port Ellery voted to bring back the night ferry Aurelia across Lake Varn.",
    "The ferry was withdrawn in 2015, when the subsidy for night crossings of the lake ran out.",
    "Passengers from Port Ellery had collected signatures for the ferry and its night crossings.",
    "The harbour master of Holm wants the Aurelia inspected before her first crossing in June.",
    "The council set the fare for the crossing of the lake at nine crowns, bicycles included.",
]
BEES = [
    "Beekeepers in the valley lost a third of their hives to mites during the wet winter.",
    "A healthy hive holds forty thousand bees, and the queen lays two thousand eggs a day.",
    "The beekeepers treat their hives with acid in August, once the honey has been spun.",
]
CAPTION = "The ferry Aurelia at the quay of Port Ellery"
WORDS = "ferry harbour lake council bridge glacier Aurelia Holm the and 2015 年 渡船 Fähre Über".split()


def read(text: str) -> Stems:
    return read_stems(Words(text), ENGLISH)


def tell(blocks: list[str], title: str = TITLE) -> Story:
    return Story([read(title)], list(map(read, blocks)), ENGLISH)


def column(rows: Rows, name: str) -> list[float]:
    return [float(value) for value in rows[:, RELEVANCE_COLUMNS.index(name)]]


def weigh(has: bool, frequency: float, is_name: bool = False, size: int = 100) -> float:
    (evidence,) = weigh_words(np.array([has]), np.array([frequency]), np.array([is_name]), np.array([size]))
    return float(evidence)


def hold_caption(caption: str, blocks: list[str] = FERRY, name: str = "whole") -> float:
    return column(tell(blocks).measure_captions([read(caption)], [0]), name)[0]


class TestWeighWords:
    def test_of_a_word_that_the_article_has(self) -> None:
        """By hand: 150 running words have a word of 1e-3 by chance with 1 - e^-0.15."""
        chance = 1 - math.exp(-0.15)
        own = chance + (1 - chance) * RETURN_OF_WORD
        assert weigh(True, 1e-3) == pytest.approx(math.log(own / chance))
        assert weigh(True, 1e-3) == pytest.approx(0.9340, abs=1e-4)

    def test_of_a_word_that_it_has_not(self) -> None:
        """By hand: what is not there by chance is missing with three quarters, however rare it is."""
        assert [weigh(False, 1e-3), weigh(False, 1e-6)] == pytest.approx([math.log(1 - RETURN_OF_WORD)] * 2)

    def test_a_shared_rare_word_is_evidence_for_a_story_and_a_missing_one_against_it(self) -> None:
        assert weigh(True, 1e-6) > 5 > 0 > weigh(False, 1e-6)

    def test_a_name_weighs_more_than_a_word_either_way(self) -> None:
        assert weigh(True, 1e-6, is_name=True) > weigh(True, 1e-6)
        assert weigh(False, 1e-6, is_name=True) == pytest.approx(math.log(1 - RETURN_OF_NAME))
        assert weigh(False, 1e-6, is_name=True) < weigh(False, 1e-6)

    def test_a_word_that_every_article_has_hardly_counts(self) -> None:
        assert 0 < weigh(True, 0.1) < 0.03
        assert weigh(True, 1e-6) > 100 * weigh(True, 0.1)

    def test_a_long_article_has_more_words_by_chance(self) -> None:
        assert weigh(True, 1e-4, size=100) > weigh(True, 1e-4, size=1000) > weigh(True, 1e-4, size=100_000)

    def test_a_short_article_counts_for_one_of_fifty_words(self) -> None:
        assert weigh(True, 1e-4, size=0) == weigh(True, 1e-4, size=LEAST_WORDS) > weigh(True, 1e-4, size=51)

    def test_chance_is_bounded_however_rare_or_common_a_word_is(self) -> None:
        rare = weigh(True, 0.0)
        assert rare == weigh(True, 1e-4 / (100 * RUNNING_WORDS) / 2)
        assert weigh(True, 1.0) == pytest.approx(math.log((0.9 + 0.1 * RETURN_OF_WORD) / 0.9))

    @given(frequency=st.floats(0, 1), has=st.booleans(), is_name=st.booleans(), size=st.integers(0, 10**7))
    def test_it_is_finite_and_a_shared_word_is_never_evidence_against(
        self, frequency: float, has: bool, is_name: bool, size: int
    ) -> None:
        evidence = weigh(has, frequency, is_name, size)
        assert math.isfinite(evidence)
        assert evidence > 0 if has else evidence < 0


class TestStems:
    def test_forms_of_a_word_are_one(self) -> None:
        stems = read("Crossing the lake, crossings of lakes")
        assert dict(stems.written) == {"crossi": "Crossing", "lake": "lake", "lakes": "lakes"}
        assert stems.size == 4

    def test_stopwords_are_left_out(self) -> None:
        assert not read("It was the one of them that they had").written

    def test_names_are_those_with_a_capital_where_no_sentence_begins(self) -> None:
        assert read("Passengers of the Aurelia waited. Nobody came.").names == {"aureli"}


class TestCaptions:
    def test_one_of_the_story_has_evidence_for_it_and_one_of_another_against_it(self) -> None:
        assert hold_caption(CAPTION) > 0 > hold_caption("A beekeeper opens a hive in the valley")

    def test_a_name_that_comes_back_is_evidence_of_names(self) -> None:
        assert hold_caption("On board the Aurelia", name="whole_names") > 3
        assert hold_caption("On board the Leviathan", name="whole_names") < 0
        assert hold_caption("on board", name="whole_names") == 0

    def test_the_title_vouches_for_a_word_that_no_block_has(self) -> None:
        rows = [tell(BEES, title).measure_captions([read("The ferry")], [0]) for title in (TITLE, "Bees")]
        assert column(rows[0], "whole")[0] > 0 > column(rows[1], "whole")[0]

    def test_blocks_beside_it_are_those_around_its_place(self) -> None:
        rows = tell([*FERRY, *BEES]).measure_captions([read("The hives of the beekeepers")] * 2, [0, 7])
        far, near = column(rows, "beside")
        assert far < 0 < near
        assert column(rows, "whole")[0] == column(rows, "whole")[1]

    def test_words_that_the_article_lacks_are_told_the_rarest_first(self) -> None:
        story = tell(FERRY)
        text = read("The ferry and the people of Skarnvik")
        assert story.compare_words(text) == (["ferry"], ["Skarnvik", "people"])

    def test_days_months_and_units_are_no_words_to_show(self) -> None:
        story = tell([*FERRY, "It left on Monday in March, for a million euros."])
        found, missing = story.compare_words(read("The ferry on Monday, Friday and in March, for dollars"))
        assert (found, missing) == (["ferry"], [])

    def test_a_few_small_letters_of_another_language_are_no_words_to_show(self) -> None:
        _, missing = tell(FERRY).compare_words(read("Die Brücke bei der Au, EU"))
        assert {"bei", "der"}.isdisjoint(missing) and {"Brücke", "EU"} <= set(missing)

    def test_german_and_japanese_captions_are_told_from_strange_ones(self) -> None:
        german = [
            "Die Nachtfähre Aurelia soll vom Sommer an wieder zwischen Holm und Ellerhafen über den Varnsee fahren.",
            "Der Gemeinderat von Ellerhafen bewilligte dafür einen Zuschuss von zwei Millionen Kronen im Jahr.",
        ]
        japanese = [
            "港町の議会は、湖を渡る夜の渡船を十一年ぶりに復活させることを決めた。",
            "渡船は自転車を無料で運び、湖の両岸の住民は歓迎している。",
        ]
        for background, blocks, own, strange in (
            (GERMAN, german, "Die Fähre Aurelia im Hafen von Holm", "Ein Imker öffnet seinen Bienenstock"),
            (JAPANESE, japanese, "湖を渡る渡船", "蜂蜜を集める養蜂家"),
        ):
            story = Story([], [read_stems(Words(block), background) for block in blocks], background)
            captions = [read_stems(Words(caption), background) for caption in (own, strange)]
            one, other = column(story.measure_captions(captions, [0, 0]), "whole")
            assert one > 0 > other


class TestBlocks:
    def test_a_block_is_held_against_the_others_and_not_against_itself(self) -> None:
        alone = column(tell(["Glaciers calve icebergs in Greenland"], title="").measure_blocks(), "whole")
        assert alone[0] < 0
        twice = column(tell(["Glaciers calve icebergs in Greenland"] * 2, title="").measure_blocks(), "whole")
        assert twice[0] == twice[1] > 0

    def test_a_foreign_block_has_less_evidence_than_each_of_the_own(self) -> None:
        for at in range(len(FERRY) + 1):
            rows = tell([*FERRY[:at], BEES[0], *FERRY[at:]]).measure_blocks()
            for name in ("whole", "whole_mean", "apart_mean", "lead_mean"):
                own = column(rows, name)
                foreign = own.pop(at)
                assert foreign < min(own), name

    def test_foreign_blocks_in_a_row_do_not_vouch_for_each_other_apart(self) -> None:
        rows = tell([*FERRY[:2], *BEES, *FERRY[2:]]).measure_blocks()
        alone = tell([*FERRY[:2], BEES[0], *FERRY[2:]]).measure_blocks()
        assert column(rows, "whole")[2] > column(alone, "whole")[2] + 5  # the three share their hives and bees
        assert column(rows, "apart")[2] == pytest.approx(column(alone, "apart")[2], abs=0.5)
        apart = column(rows, "apart_mean")
        assert max(apart[2:5]) < min(apart[:2] + apart[5:])

    def test_a_run_of_one_block_is_that_block(self) -> None:
        story = tell([*FERRY[:2], *BEES, *FERRY[2:]])
        runs = [range(place, place + 1) for place in range(len(FERRY) + len(BEES))]
        assert np.array_equal(story.measure_runs(runs), story.measure_blocks())

    def test_a_run_is_one_text_and_does_not_vouch_for_itself(self) -> None:
        story = tell([*FERRY[:2], *BEES, *FERRY[2:]])
        (run,), blocks = column(story.measure_runs([range(2, 5)]), "whole"), column(story.measure_blocks(), "whole")
        assert run < min(blocks)
        assert story.measure_runs([]).shape == (0, len(RELEVANCE_COLUMNS))

    def test_words_in_no_other_block_are_told(self) -> None:
        story = tell(FERRY)
        assert "fare" in story.compare_words(read(FERRY[4]), OwnWords.of([read(FERRY[4])]))[1]
        found, missing = story.compare_words(read(FERRY[1]), OwnWords.of([read(FERRY[1])]))
        assert "ferry" in found and "ferry" not in missing

    def test_words_that_only_the_blocks_judged_with_it_have_are_missing(self) -> None:
        bees = list(map(read, BEES))
        story = tell([*FERRY, *BEES])
        assert "hives" in story.compare_words(bees[0], OwnWords.of(bees[:1]))[0]
        assert "hives" in story.compare_words(bees[0], OwnWords.of(bees))[1]


class TestEmptyTexts:
    def test_without_words_there_is_no_evidence(self) -> None:
        row = tell(["", *FERRY]).measure_blocks()[0]
        assert not row[: RELEVANCE_COLUMNS.index("story_words")].any()

    def test_an_empty_article_measures_captions_all_the_same(self) -> None:
        rows = Story([], [], ENGLISH).measure_captions([read(CAPTION), read("")], [0, 0])
        assert np.isfinite(rows).all()
        assert column(rows, "whole")[0] < 0 == column(rows, "whole")[1]

    def test_no_texts_are_no_rows(self) -> None:
        assert Story([], [], ENGLISH).measure_blocks().shape == (0, len(RELEVANCE_COLUMNS))
        assert tell(FERRY).measure_captions([], []).shape == (0, len(RELEVANCE_COLUMNS))


TEXTS = st.lists(st.lists(st.sampled_from(WORDS), max_size=8).map(" ".join), max_size=6)


@settings(max_examples=60)
@given(title=st.text(max_size=20), blocks=TEXTS | st.lists(st.text(max_size=30), max_size=4), captions=TEXTS)
def test_measures_are_finite_for_any_texts(title: str, blocks: list[str], captions: list[str]) -> None:
    story = tell(blocks, title)
    places = [number % (len(blocks) + 1) for number in range(len(captions))]
    for rows, texts in (
        (story.measure_blocks(), blocks),
        (story.measure_captions(list(map(read, captions)), places), captions),
    ):
        assert rows.shape == (len(texts), len(RELEVANCE_COLUMNS))
        assert np.isfinite(rows).all()


@settings(max_examples=60)
@given(words=st.lists(st.sampled_from(WORDS), max_size=6), shared=st.sampled_from(["ferry", "Aurelia", "fare", "lake"]))
def test_another_word_of_the_article_never_lowers_the_evidence(words: list[str], shared: str) -> None:
    caption = " ".join(words)
    more = caption if shared in words else f"{caption} {shared}"
    assert hold_caption(more) >= hold_caption(caption)
