from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
import spacy
from hypothesis import given
from hypothesis import settings as budget
from hypothesis import strategies as st
from spacy.language import Language

from cutline.models import SHIPPED_NER, SHIPPED_NER_MANY
from cutline.nlp.network import NameNetwork, read_network
from cutline.nlp.pipeline import open_language

WORDS = [
    "Barack",
    "Obama",
    "the",
    "United",
    "Nations",
    "of",
    "U.S.",
    "he",
    "said",
    "\n\n",
    " ",
    "’s",
    "IBM",
    "2020",
    "東京",
]
TEXTS = st.lists(st.lists(st.sampled_from(WORDS), max_size=12).map(" ".join), max_size=5)
NEWS = [
    "Angela Merkel met the head of the United Nations in Rome on Monday, the Associated Press said.",
    "",
    "It rained.",
    "New York",
    "Predsjednik HDZ-a Andrej Plenković otputovao je u Zagreb. Президент Владимир Путин прилетел в Москву.",
]


@pytest.fixture(scope="module", params=[SHIPPED_NER, SHIPPED_NER_MANY], ids=["en", "xx"])
def nlp(request: pytest.FixtureRequest) -> Language:
    return open_language(request.param)


@pytest.fixture(scope="module")
def scored_at_random() -> Language:
    """A pipeline whose scores a test may change."""
    return open_language(SHIPPED_NER)


@pytest.fixture(scope="module")
def network(nlp: Language) -> NameNetwork:
    return read(nlp.path)


def read(folder: Path) -> NameNetwork:
    found = read_network(folder)
    assert found is not None
    return found


def save(nlp: Language, folder: Path) -> Path:
    nlp.to_disk(folder, exclude=["vocab"])
    return folder


def find_by_spacy(nlp: Language, texts: list[str]) -> list[list[tuple[int, int, str]]]:
    return [[(name.start_char, name.end_char, name.label_) for name in doc.ents] for doc in nlp.pipe(texts)]


def test_it_finds_what_spacy_finds(nlp: Language, network: NameNetwork) -> None:
    found = network.find_names(NEWS)
    assert found == find_by_spacy(nlp, NEWS)
    assert [len(spans) for spans in found[1:4]] == [0, 0, 1]


def test_it_finds_names_in_the_languages_of_its_pipeline() -> None:
    english, many = read(SHIPPED_NER), read(SHIPPED_NER_MANY)
    assert english.find_names(NEWS)[0][0] == (0, 13, "PERSON")
    assert [NEWS[4][start:end] for start, end, _ in many.find_names(NEWS)[4]] == [
        "HDZ-a",
        "Andrej Plenković",
        "Zagreb",
        "Владимир Путин",
        "Москву",
    ]


@budget(derandomize=True, deadline=None)
@given(TEXTS)
def test_it_finds_what_spacy_finds_in_any_text(nlp: Language, network: NameNetwork, texts: list[str]) -> None:
    assert network.find_names(texts) == find_by_spacy(nlp, texts)


@budget(derandomize=True, deadline=None, max_examples=10)
@given(texts=TEXTS, seed=st.integers(0, 1000))
def test_moves_are_spacys_whatever_their_scores_are(
    texts: list[str], seed: int, scored_at_random: Language, tmp_path_factory: pytest.TempPathFactory
) -> None:
    nlp = scored_at_random
    lower = nlp.get_pipe("ner").model.get_ref("lower")  # type: ignore[attr-defined]
    random = np.random.default_rng(seed)
    for name in ("W", "b", "pad"):
        lower.set_param(name, random.normal(size=lower.get_param(name).shape).astype(np.float32))
    network = read(save(nlp, tmp_path_factory.mktemp("scored")))
    assert network.find_names(texts) == find_by_spacy(nlp, texts)


def test_texts_do_not_see_one_another(network: NameNetwork) -> None:
    texts = ["He met Barack", "Obama of the United", "Nations"]
    assert network.find_names(texts) == [network.find_names([text])[0] for text in texts]


def test_a_text_of_white_space_has_no_names(network: NameNetwork) -> None:
    assert network.find_names([" \n ", "\n"]) == [[], []]


@pytest.mark.parametrize("blank", [" ", "  ", "\n"])
def test_names_beside_a_word_too_long_to_be_cut_are_found(network: NameNetwork, blank: str) -> None:
    text = blank.join(["Angela Merkel left for Rome", "http://" * 1000, "Barack Obama stayed."])
    assert [text[start:end] for start, end, _ in network.find_names([text])[0]] == [
        "Angela Merkel",
        "Rome",
        "Barack Obama",
    ]
    assert network.find_names(["Rome" * 1000, "Rome"]) == [[], [(0, 4, "LOC")]]


@pytest.mark.parametrize(
    "change",
    [
        {"components.ner.model.use_upper": True},
        {
            "components.tok2vec.model.encode": {
                "@architectures": "spacy.MishWindowEncoder.v2",
                "width": 96,
                "window_size": 1,
                "depth": 1,
            }
        },
        {
            "components.tok2vec.model": {  # which has no embedding of its own
                "@architectures": "spacy.HashEmbedCNN.v2",
                "pretrained_vectors": None,
                "width": 96,
                "depth": 1,
                "embed_size": 100,
                "window_size": 1,
                "maxout_pieces": 2,
                "subword_features": True,
            },
            "components.ner.model.tok2vec.width": 96,
        },
    ],
)
def test_a_network_of_another_kind_is_not_read(change: dict[str, object], tmp_path: Path) -> None:
    config = spacy.util.load_config(SHIPPED_NER / "config.cfg", overrides=change)
    nlp = spacy.util.load_model_from_config(config, auto_fill=True, validate=False)
    nlp.config.to_disk(tmp_path / "config.cfg")
    assert read_network(tmp_path) is None


def save_with_attributes(folder: Path, *attributes: str) -> Path:
    part = "components.tok2vec.model.embed"
    change = {f"{part}.attrs": list(attributes), f"{part}.rows": [100] * len(attributes)}
    config = spacy.util.load_config(SHIPPED_NER / "config.cfg", overrides=change, interpolate=True)
    nlp = spacy.blank("en")
    for name in config["nlp"]["pipeline"]:
        nlp.add_pipe(name, config={"model": config["components"][name]["model"]})
    nlp.get_pipe("ner").add_label("PERSON")  # type: ignore[attr-defined]
    nlp.initialize()
    return save(nlp, folder)


@pytest.mark.parametrize("attribute", ["SPACY", "TAG", "ENT_IOB", "LOWER", "LIKE_NUM", "NORM"])
def test_a_network_that_sees_something_else_of_a_word_is_not_read(attribute: str, tmp_path: Path) -> None:
    assert read_network(save_with_attributes(tmp_path, "NORM", attribute)) is None


@pytest.mark.parametrize("attributes", [("SHAPE",), ("PREFIX", "NORM"), ("SUFFIX", "SHAPE", "PREFIX")])
def test_a_network_that_sees_less_of_a_word_finds_what_spacy_finds(tmp_path: Path, attributes: tuple[str]) -> None:
    network = read(save_with_attributes(tmp_path, *attributes))
    assert network.labels == {"PERSON"}
    assert network.find_names(NEWS) == find_by_spacy(open_language(tmp_path), NEWS)


def test_a_tokeniser_that_looks_beyond_blanks_is_left_to_spacy(tmp_path: Path) -> None:
    nlp = open_language(SHIPPED_NER)
    nlp.tokenizer.add_special_case("New York", [{"ORTH": "New York"}])  # type: ignore[attr-defined]
    assert read_network(save(nlp, tmp_path)) is None


@pytest.mark.parametrize(
    "change", [lambda nlp: nlp.add_pipe("entity_ruler", first=True), lambda nlp: nlp.disable_pipe("ner")]
)
def test_a_pipeline_with_other_components_is_not_read(tmp_path: Path, change: Callable[[Language], object]) -> None:
    nlp = open_language(SHIPPED_NER)
    change(nlp)
    assert read_network(save(nlp, tmp_path)) is None


def test_a_pipeline_with_its_own_vocabulary_is_not_read(tmp_path: Path) -> None:
    open_language(SHIPPED_NER).to_disk(tmp_path)
    assert read_network(tmp_path) is None


def test_a_folder_without_a_pipeline_has_no_network(tmp_path: Path) -> None:
    assert read_network(tmp_path) is None
