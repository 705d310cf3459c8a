import os
import subprocess
import sys
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import settings as budget
from hypothesis import strategies as st

from cutline.config import Settings, load_settings
from cutline.models.word_frequencies import load_background
from cutline.nlp.comparison import Comparison, read_names
from cutline.nlp.comparison import compare_texts as compare_with
from cutline.nlp.pipeline import NamePipeline
from cutline.types import Similarity

BLOCKS = ["Barack Obama flew to Rome.", "Then Obama met Mario Draghi.", "It rained all day."]
WORDS = ["Obama", "Rome", "Anna", "rained", "the.", "met"]
TEXTS = st.lists(st.lists(st.sampled_from(WORDS), max_size=6).map(" ".join), max_size=5)
Make = Callable[..., NamePipeline]
ENGLISH = load_background("en")


def compare_texts(
    blocks: list[str], captions: list[str], pipeline: NamePipeline | None, settings: Settings, language: str = "en"
) -> Comparison:
    background = ENGLISH if language == "en" else load_background(language)
    return compare_with(read_names(blocks, pipeline, settings, background), captions, settings, background)


def compare_blocks(compared: Comparison) -> list[Similarity]:
    return list(map(compared.compare_block, range(len(compared.names.blocks))))


@pytest.fixture
def pipeline(make_pipeline: Make) -> NamePipeline:
    return make_pipeline(PERSON=["Barack Obama", "Obama", "Mario Draghi", "Anna"], LOC=["Rome"])


def test_each_block_and_caption_is_compared(pipeline: NamePipeline, settings: Settings) -> None:
    compared = compare_texts(BLOCKS, ["President Obama and Anna", "Anna"], pipeline, settings)
    obama, rome, draghi = map(ENGLISH.rarity, ("barack", "rome", "draghi"))  # of each the rarest word
    assert [similarity.score for similarity in compare_blocks(compared)] == [
        round(obama / (obama + rome), 4),
        round(obama / (obama + draghi), 4),
        0,
    ]
    assert [similarity.score for similarity in compared.captions] == [
        round(obama / (obama + ENGLISH.rarity("anna")), 4),
        0,
    ]
    assert [similarity.evidence.kind for similarity in compare_blocks(compared)] == ["entities", "entities", "words"]


def test_evidence_shows_the_fullest_name_and_both_counts(pipeline: NamePipeline, settings: Settings) -> None:
    (caption,) = compare_texts(BLOCKS, ["Obama, OBAMA’s car"], pipeline, settings).captions
    assert [(name.name, name.label, name.here, name.in_text) for name in caption.evidence.shared] == [
        ("Barack Obama", "PERSON", 2, 2)
    ]


def test_the_articles_names_are_listed_by_frequency(pipeline: NamePipeline, settings: Settings) -> None:
    compared = compare_texts(BLOCKS, ["Anna"], pipeline, settings)
    assert [(entity.name, entity.label, entity.count) for entity in compared.entities] == [
        ("Barack Obama", "PERSON", 2),
        ("Mario Draghi", "PERSON", 1),
        ("Rome", "LOC", 1),
    ]


def test_a_block_is_not_compared_with_itself(pipeline: NamePipeline, settings: Settings) -> None:
    assert compare_texts(["Obama and Obama"], [], pipeline, settings).compare_block(0).score == 0


def test_without_a_pipeline_capitalised_words_are_compared(settings: Settings) -> None:
    compared = compare_texts(BLOCKS, ["Here is Obama"], None, settings)
    assert (compared.pipeline, compared.entities) == (None, ())
    assert (compared.captions[0].evidence.kind, compared.captions[0].score) == (
        "names",
        round(ENGLISH.rarity("obama"), 4),
    )


def test_without_a_pipeline_a_noun_that_captions_share_with_the_article_is_no_name(settings: Settings) -> None:
    blocks = ["Gestern kam Angela Merkel in das Haus.", "In dem Haus saß die Regierung."]
    captions = ["Hier ist das Haus der Regierung", "Hier ist Merkel vor dem Haus"]
    house, merkel = compare_texts(blocks, captions, None, settings, "de").captions
    assert house.evidence.kind == "words"
    assert (merkel.evidence.kind, [shared.name for shared in merkel.evidence.shared]) == ("names", ["Merkel"])


def test_the_pipeline_is_named(pipeline: NamePipeline, settings: Settings) -> None:
    assert compare_texts([], [], pipeline, settings).pipeline == pipeline.name


def test_text_beyond_the_limit_is_not_read(pipeline: NamePipeline, settings: Settings) -> None:
    short = settings.model_copy(update={"nlp": settings.nlp.model_copy(update={"max_characters": 10})})
    compared = compare_texts(["Obama won. Rome", "Obama", ""], ["Obama or Rome", "Anna"], pipeline, short)
    assert [entity.name for entity in compared.entities] == ["Obama"]
    assert [similarity.evidence.used for similarity in compare_blocks(compared)] == ["Obama won.", None, None]
    assert [similarity.evidence.used for similarity in compared.captions] == ["Obama or R", None]


def test_a_caption_longer_than_spacy_reads_is_no_error(pipeline: NamePipeline, settings: Settings) -> None:
    assert compare_texts(BLOCKS, ["Obama " * 200_000], pipeline, settings).captions[0].score


def test_an_empty_article_is_no_error(pipeline: NamePipeline, settings: Settings) -> None:
    assert compare_texts([], ["Obama"], pipeline, settings).captions[0].score == 0


@budget(deadline=None, max_examples=30)
@given(TEXTS, TEXTS)
def test_blocks_never_depend_on_captions(shipped: NamePipeline, blocks: list[str], captions: list[str]) -> None:
    with_captions = compare_texts(blocks, captions, shipped, load_settings())
    without = compare_texts(blocks, [], shipped, load_settings())
    assert compare_blocks(with_captions) == compare_blocks(without)
    assert with_captions.entities == without.entities


def test_some_blocks_are_compared_with_each_other_alone(pipeline: NamePipeline, settings: Settings) -> None:
    names = read_names(BLOCKS, pipeline, settings, ENGLISH).choose([0, 2])
    compared = compare_with(names, ["Obama", "Draghi"], settings, ENGLISH)
    assert [entity.name for entity in compared.entities] == ["Barack Obama", "Rome"]
    assert [similarity.score for similarity in compare_blocks(compared)] == [0, 0]
    assert [bool(similarity.score) for similarity in compared.captions] == [True, False]


@budget(deadline=None, max_examples=30)
@given(TEXTS, TEXTS)
def test_a_captions_similarity_never_depends_on_other_captions(
    shipped: NamePipeline, blocks: list[str], captions: list[str]
) -> None:
    together = compare_texts(blocks, captions, shipped, load_settings()).captions
    alone = [compare_texts(blocks, [caption], shipped, load_settings()).captions[0] for caption in captions]
    assert list(together) == alone


@pytest.mark.processes
def test_results_do_not_depend_on_the_hash_seed() -> None:
    script = """
from cutline.config import load_settings
from cutline.models import SHIPPED_NER
from cutline.nlp.comparison import compare_texts, read_names
from cutline.nlp.pipeline import load_pipeline
from cutline.models.word_frequencies import load_background
settings = load_settings()
blocks = ["James met Brown and Clark in Paris, France.", "Kim Smith, Ann Smith and Bob Jones of the UN and the EU."]
captions = ["James Brown, Clark Brown, Smith", "Jones and Paris Hilton", "rain and snow of the day in winter"]
pipeline = load_pipeline("cutline", settings.nlp.labels, SHIPPED_NER)
background = load_background("en")
compared = compare_texts(read_names(blocks, pipeline, settings, background), captions, settings, background)
for part in (*map(compared.compare_block, range(len(blocks))), *compared.captions, *compared.entities):
    print(part.model_dump_json())
"""
    runs = [
        subprocess.Popen(
            [sys.executable, "-c", script], env={**os.environ, "PYTHONHASHSEED": seed}, stdout=subprocess.PIPE
        )
        for seed in ("1", "2")
    ]
    first, second = (run.communicate()[0] for run in runs)
    assert first == second != b""


def test_the_work_grows_with_the_text_and_no_faster(settings: Settings) -> None:
    def count_calls(count: int) -> int:
        blocks = [f"it was Name{number}x there" for number in range(count)]
        events: list[str] = []
        sys.setprofile(lambda _frame, event, _argument: events.append(event))
        try:
            compared = compare_texts(blocks, blocks, None, settings)
            assert len(compare_blocks(compared)) == len(compared.captions)
        finally:
            sys.setprofile(None)
        return len(events)

    count_calls(10)
    assert count_calls(1600) < 10 * count_calls(200)  # eight times the text; 64 times the work if compared pair by pair


def test_capitalised_words_that_stand_together_are_shown_as_one_name(settings: Settings) -> None:
    article = ["Gestern sprach Irene Lingg in Bern.", "Heute will Lingg mit Otto Zander reden."]
    (caption,) = compare_texts(article, ["Hier ist Irene Lingg neben Zander"], None, settings, "de").captions
    assert [(name.name, name.here, name.in_text) for name in caption.evidence.shared] == [
        ("Irene Lingg", 1, 1),
        ("Zander", 1, 1),
    ]


def test_what_the_site_is_called_is_no_name_of_its_article(pipeline: NamePipeline, settings: Settings) -> None:
    names = read_names(["Barack Obama flew to Rome with Anna."], pipeline, settings, ENGLISH, ("anna",))
    assert {entity.name for entity in compare_with(names, [], settings, ENGLISH).entities} == {"Barack Obama", "Rome"}
