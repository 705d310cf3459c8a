"""The models of an extractor, each loaded once."""

import threading
from collections.abc import Callable
from pathlib import Path

import pytest
import spacy

from cutline.config import load_settings
from cutline.dom.methods.auto import BodyModel
from cutline.errors import ModelError, PipelineError, WrapperMissing
from cutline.models import loaded_models
from cutline.models.loaded_models import LoadedModels
from cutline.types import Method


def test_shipped_models_are_loaded_once() -> None:
    models = LoadedModels(load_settings())
    assert isinstance(models.of_method("auto"), BodyModel)
    assert models.of_method("auto") is models.of_method("auto")
    assert models.images is models.images
    assert models.pages is models.pages


def test_a_method_without_a_model_has_none() -> None:
    assert LoadedModels(load_settings()).of_method("first-subtree") is None


def test_threads_that_ask_at_once_share_one_model(monkeypatch: pytest.MonkeyPatch) -> None:
    loaded: list[Path] = []
    monkeypatch.setattr(loaded_models, "load_image_model", lambda folder: loaded.append(folder) or object())
    models = LoadedModels(load_settings())
    threads = [threading.Thread(target=lambda: models.images) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(loaded) == 1


@pytest.mark.parametrize(
    ("setting", "get"),
    [
        ("text_model", lambda models: models.of_method("auto")),
        ("image_model", lambda models: models.images),
        ("page_model", lambda models: models.pages),
    ],
)
def test_another_model_can_be_named_in_the_settings(
    setting: str, get: Callable[[LoadedModels], object], tmp_path: Path
) -> None:
    config = tmp_path / "my.toml"
    config.write_text(f'[auto]\n{setting} = "{tmp_path / "none"}"\n')
    models = LoadedModels(load_settings(config))
    with pytest.raises(ModelError, match=f"{tmp_path / 'none'} cannot be read.* The setting auto.{setting} names it."):
        get(models)


@pytest.mark.parametrize(
    ("setting", "method", "sentence"),
    [
        ("v_wrapper.model", "v-wrapper", "cannot be read"),
        ("template_wrapper.file", "template-wrapper", "cannot be read"),
        ("auto.text_model", "auto", "was made for another version of cutline"),
        ("auto.text_model", "auto", "is damaged"),
    ],
)
def test_an_error_names_the_setting_that_leads_to_the_model(
    setting: str, method: Method, sentence: str, tmp_path: Path
) -> None:
    table, _, name = setting.partition(".")
    if sentence != "cannot be read":
        (tmp_path / "folder").mkdir()
        (tmp_path / "folder" / "model.json").write_text("{}" if "version" in sentence else "{")
    (tmp_path / "my.toml").write_text(f'[{table}]\n{name} = "./folder"\n')
    models = LoadedModels(load_settings(tmp_path / "my.toml"))
    with pytest.raises(ModelError, match=f"{tmp_path}/folder {sentence}.* The setting {setting} names it.$"):
        models.of_method(method)


def test_the_error_about_a_pipeline_names_its_setting(tmp_path: Path) -> None:
    (tmp_path / "my.toml").write_text('[nlp]\npipeline = "./none"\n[nlp.pipelines]\nde = "none_at_all"\n')
    models = LoadedModels(load_settings(tmp_path / "my.toml"))
    with pytest.raises(PipelineError, match=f"{tmp_path}/none.* The setting nlp.pipeline names it."):
        _ = models.pipeline
    with pytest.raises(PipelineError, match=r"'none_at_all'.* The setting nlp.pipelines.de names it."):
        models.find_pipeline("de-AT")


def test_a_missing_wrapper_says_so_once() -> None:
    with pytest.raises(WrapperMissing) as caught:
        LoadedModels(load_settings()).of_method("template-wrapper")
    assert str(caught.value).count("template_wrapper.file") == 1


class TestPipelines:
    @pytest.fixture
    def models(self, tmp_path: Path) -> LoadedModels:
        nlp = spacy.blank("de")
        nlp.add_pipe("entity_ruler").add_patterns([{"label": "PER", "pattern": "Ines Halloran"}])
        nlp.to_disk(tmp_path / "german")
        config = tmp_path / "my.toml"
        config.write_text(f'[nlp.pipelines]\nde = "{tmp_path / "german"}"\n')
        return LoadedModels(load_settings(config))

    @pytest.mark.parametrize("language", ["de", "de-AT"])
    def test_a_language_is_read_by_its_own(self, models: LoadedModels, language: str) -> None:
        pipeline = models.find_pipeline(language)
        assert pipeline is not None
        assert [mention.text for mention in pipeline.find_mentions(["Gestern sprach Ines Halloran."])[0]] == [
            "Ines Halloran"
        ]

    def test_languages_of_one_pipeline_share_it_and_it_is_loaded_when_asked_for(self, tmp_path: Path) -> None:
        nlp = spacy.blank("xx")
        nlp.add_pipe("entity_ruler").add_patterns([{"label": "PER", "pattern": "Ines Halloran"}])
        nlp.to_disk(tmp_path / "many")
        config = tmp_path / "my.toml"
        config.write_text(f'[nlp.pipelines]\nde = "{tmp_path / "many"}"\nit = "{tmp_path / "many"}"\n')
        models = LoadedModels(load_settings(config))
        assert models.find_pipeline("de") is models.find_pipeline("it")
        assert models.find_pipeline("de") is not models.pipeline

    def test_a_language_can_be_left_to_capitalised_words(self, tmp_path: Path) -> None:
        config = tmp_path / "my.toml"
        config.write_text('[nlp.pipelines]\nhr = ""\n')
        models = LoadedModels(load_settings(config))
        assert models.find_pipeline("hr") is None
        assert models.find_pipeline("pt") is not None

    @pytest.mark.parametrize("language", [None, "en", "en-GB"])
    def test_english_and_the_unknown_are_read_by_the_first(self, models: LoadedModels, language: str | None) -> None:
        assert models.find_pipeline(language) is models.pipeline

    def test_a_language_without_one_has_none(self, models: LoadedModels) -> None:
        assert models.find_pipeline("fr") is None


def test_words_of_a_language_are_read_once() -> None:
    models = LoadedModels(load_settings())
    assert models.find_background("de") is models.find_background("de")
    assert models.find_background("de") is not models.find_background("en")
