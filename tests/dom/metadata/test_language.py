from concurrent.futures import ThreadPoolExecutor

import pytest

from cutline.dom.metadata import language
from cutline.dom.metadata.language import find_language

GERMAN = (
    "Der Sturm hat in der Nacht den Hafen geschlossen, und die Fähren bleiben bis zum Morgen an ihren Plätzen liegen. "
    "Die Feuerwehr musste in vielen Straßen umgestürzte Bäume entfernen, verletzt wurde nach ersten Angaben niemand."
)
ENGLISH = (
    "The storm closed the harbour during the night, and the ferries will stay where they are until the morning. "
    "Firefighters had to remove fallen trees from many streets; nobody was hurt, according to first reports."
)


def test_a_long_text_in_another_language_corrects_the_declared_one() -> None:
    assert find_language("en-US", GERMAN) == "de"


def test_the_declared_language_keeps_its_region_if_the_text_agrees() -> None:
    assert find_language("en_gb", ENGLISH) == "en-GB"


@pytest.mark.parametrize(("declared", "text"), [("en-GB", ENGLISH), ("de", GERMAN)])
def test_a_text_full_of_the_commonest_words_of_its_declared_language_needs_no_identifier(
    monkeypatch: pytest.MonkeyPatch, declared: str, text: str
) -> None:
    monkeypatch.setattr(language, "load_identifier", None)
    assert find_language(declared, text) == declared


@pytest.mark.parametrize("declared", ["de", "fr", "sv", "nl"])
def test_english_text_corrects_what_is_declared(declared: str) -> None:
    assert find_language(declared, ENGLISH) == "en"


def test_a_short_text_does_not_contradict() -> None:
    assert find_language("en", "Der Sturm hat den Hafen geschlossen.") == "en"


@pytest.mark.parametrize("declared", [None, "", "und", "{{ lang }}"])
def test_the_text_tells_if_nothing_sensible_is_declared(declared: str | None) -> None:
    assert find_language(declared, GERMAN) == "de"


@pytest.mark.parametrize("declared", ["nb-NO", "no", "nn"])
def test_forms_that_pages_do_not_tell_apart_do_not_contradict(declared: str) -> None:
    text = (
        "Stormen stengte havnen i natt, og fergene blir liggende til i morgen tidlig. Ingen ble skadet, sier politiet. "
    )
    assert find_language(declared, text * 3) == declared


def test_no_text_and_nothing_declared_is_no_language() -> None:
    assert find_language(None, " \n") is None
    assert find_language(None, "1 2 3") is None
    assert find_language("sv", "") == "sv"


def test_threads_may_share_it() -> None:
    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(lambda text: find_language(None, text), [GERMAN, ENGLISH] * 20))
    assert found == ["de", "en"] * 20
