"""The name pipeline that cutline ships."""

from __future__ import annotations

import pytest
import spacy
from spacy.language import Language

from cutline.models import SHIPPED_NER

MEGABYTE = 10**6


@pytest.fixture(scope="module")
def nlp() -> Language:
    return spacy.load(SHIPPED_NER)


def test_it_has_at_most_twelve_megabytes() -> None:
    assert sum(file.stat().st_size for file in SHIPPED_NER.rglob("*") if file.is_file()) <= 12 * MEGABYTE


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


def test_a_text_without_names_has_none(nlp: Language) -> None:
    assert nlp("The weather was fine and we went for a long walk.").ents == ()
