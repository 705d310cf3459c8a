"""The name pipeline that cutline ships."""

from pathlib import Path

import pytest
from spacy.language import Language

from cutline.models import SHIPPED_NER, SHIPPED_NER_MANY
from cutline.nlp.pipeline import open_language

MEGABYTE = 10**6


@pytest.fixture(scope="module")
def many() -> Language:
    return open_language(SHIPPED_NER_MANY)


@pytest.fixture(scope="module")
def nlp() -> Language:
    return open_language(SHIPPED_NER)


def measure_size(folder: Path) -> int:
    return sum(file.stat().st_size for file in folder.rglob("*") if file.is_file())


def test_english_has_at_most_four_megabytes_and_both_pipelines_twelve() -> None:
    assert measure_size(SHIPPED_NER) <= 4 * MEGABYTE
    assert measure_size(SHIPPED_NER) + measure_size(SHIPPED_NER_MANY) <= 12 * MEGABYTE


def test_it_holds_its_card_and_its_licence() -> None:
    assert "CC BY-SA 4.0" in (SHIPPED_NER / "LICENSE").read_text(encoding="utf-8")
    assert "| ewt-test |" in (SHIPPED_NER / "MODEL_CARD.md").read_text(encoding="utf-8")


def test_it_holds_no_vocabulary_and_no_path_of_training_data(nlp: Language) -> None:
    assert not (SHIPPED_NER / "vocab").exists()
    assert nlp.config["paths"]["train"] is None


def test_its_labels_are_those_of_cutline(nlp: Language) -> None:
    assert set(nlp.pipe_labels["ner"]) == {"PERSON", "ORG", "LOC"}


def test_its_meta_data_name_it_and_its_licence(nlp: Language) -> None:
    assert (nlp.lang, nlp.meta["name"], nlp.meta["license"]) == ("en", "cutline_names", "CC BY-SA 4.0")


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("German Chancellor Angela Merkel arrived in Paris on Tuesday.", {"Angela Merkel", "Paris"}),
        ("The United Nations sent Kofi Annan to Iraq.", {"United Nations", "Kofi Annan", "Iraq"}),
    ],
)
def test_obvious_names_are_found(nlp: Language, text: str, names: set[str]) -> None:
    found = {entity.text.removeprefix("The ") for entity in nlp(text).ents}
    assert names <= found


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Predsjednik Hrvatske Zoran Milanović stigao je u Zagreb.", {"Zoran Milanović", "Zagreb"}),
        ("O primeiro-ministro António Costa visitou Lisboa na segunda-feira.", {"António Costa", "Lisboa"}),
        ("Statsminister Stefan Löfven reste till Stockholm i går.", {"Stefan Löfven", "Stockholm"}),
        ("Президент России Владимир Путин прибыл в Москву.", {"Владимир Путин"}),
        ("Bürgermeisterin Anna Becker sprach am Montag in Hamburg.", {"Anna Becker", "Hamburg"}),
    ],
)
def test_obvious_names_are_found_in_other_languages(many: Language, text: str, names: set[str]) -> None:
    assert names <= {entity.text for entity in many(text).ents}


def test_words_are_cut_at_apostrophes_and_chinese_characters(many: Language) -> None:
    assert [word.text for word in many.make_doc("l'Etat 东京")] == ["l", "'", "Etat", "东", "京"]


def test_each_language_has_a_card() -> None:
    cards = {file.stem: file.read_text(encoding="utf-8") for file in (SHIPPED_NER_MANY / "languages").iterdir()}
    assert set(cards) == {"en", "da", "de", "fr", "hr", "pt", "ru", "sr", "sv"}
    assert "| hr-set-test |" in cards["hr"]
    assert "pt-bosque" not in cards["hr"]


def test_a_text_without_names_has_none(nlp: Language) -> None:
    assert nlp("The weather was fine and we went for a long walk.").ents == ()
