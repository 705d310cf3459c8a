"""The models of an extractor, each loaded once, on first use."""

from __future__ import annotations

import threading
from collections.abc import Callable
from operator import attrgetter
from pathlib import Path
from typing import TypeVar, cast

from cutline.config import Settings
from cutline.config.settings import SHIPPED
from cutline.dom.images.advertisements import AdRules, load_filter_list
from cutline.dom.metadata.language import load_identifier
from cutline.errors import ConfigError, ModelError, PipelineError
from cutline.models import SHIPPED_NER, SHIPPED_NER_MANY
from cutline.models.auto_models import (
    SHIPPED_IMAGES,
    SHIPPED_PAGES,
    SHIPPED_RELEVANCE,
    ImageModel,
    PageModel,
    RelevanceModel,
    choose_folder,
    load_image_model,
    load_page_model,
    load_relevance_model,
)
from cutline.models.method_models import MODEL_SETTINGS, load_method_model
from cutline.models.word_frequencies import load_background
from cutline.nlp.background import Background
from cutline.nlp.pipeline import NamePipeline, load_pipeline
from cutline.types import Method

SHIPPED_LANGUAGE = "en"  # of the shipped pipeline for a single language

Model = TypeVar("Model")


class LoadedModels:
    """Loads and caches models; safe to share between threads."""

    def __init__(self, settings: Settings) -> None:
        """Take the settings, which say where the models are; nothing is loaded yet."""
        self._settings = settings
        self._loading = threading.Lock()
        self._loaded: dict[str, object] = {}
        self._pipelines: dict[tuple[str, Path], NamePipeline] = {}

    def load(self) -> None:
        """Load everything that the default method needs, and the wrapper if the settings name one.

        Raises:
            CutlineError: a model is missing or incompatible.
        """
        load_identifier()
        _ = self.pipeline, self.images, self.pages, self.relevance, self.advertisements, self.of_method("auto")
        if self._settings.template_wrapper.file:
            self.of_method("template-wrapper")

    @property
    def pipeline(self) -> NamePipeline:
        """The pipeline that finds names.

        Raises:
            PipelineError: it is missing or incompatible.
        """
        return self._load("nlp.pipeline", lambda: self._load_pipeline(self._settings.nlp.pipeline, SHIPPED_NER))

    def find_pipeline(self, language: str | None) -> NamePipeline | None:
        """Return the name pipeline for a language, if there is one; None means the default pipeline's language.

        The shipped one for many languages is loaded once for all of them.

        Raises:
            PipelineError: it is missing or incompatible.
        """
        primary = (language or "").partition("-")[0]
        if (named := self._settings.nlp.pipelines.get(primary)) is not None:
            shipped = SHIPPED_NER if primary == SHIPPED_LANGUAGE else SHIPPED_NER_MANY
            return (
                self._load(f"nlp.pipelines.{primary}", lambda: self._load_pipeline(named, shipped)) if named else None
            )
        return self.pipeline if not primary or primary == self._language else None

    @property
    def _language(self) -> str:
        """The language of the default pipeline; that of the shipped one is known before it is loaded."""
        return SHIPPED_LANGUAGE if self._settings.nlp.pipeline == SHIPPED else self.pipeline.language

    def _load_pipeline(self, name: str, shipped: Path) -> NamePipeline:
        """Return a pipeline that is loaded once for all languages that name it."""
        if (name, shipped) not in self._pipelines:
            nlp = self._settings.nlp
            self._pipelines[name, shipped] = load_pipeline(name, nlp.labels, shipped, nlp.read)
        return self._pipelines[name, shipped]

    def find_background(self, language: str | None) -> Background:
        """Return how common words are in a language; None means the default pipeline's language.

        Raises:
            ModelError: the table of its words is damaged.
            PipelineError: the name pipeline is missing or incompatible.
        """
        primary = (language or self._language).partition("-")[0]
        return self._load(f"words.{primary}", lambda: load_background(primary), is_setting=False)

    @property
    def images(self) -> ImageModel:
        """The classifier of images.

        Raises:
            ModelError: it is missing or incompatible.
        """
        return self._load_trained("auto.image_model", SHIPPED_IMAGES, load_image_model)

    @property
    def relevance(self) -> RelevanceModel:
        """The classifiers of relevance.

        Raises:
            ModelError: one is missing or incompatible.
        """
        return self._load_trained("relevance.model", SHIPPED_RELEVANCE, load_relevance_model)

    @property
    def pages(self) -> PageModel:
        """The classifier of pages.

        Raises:
            ModelError: it is missing or incompatible.
        """
        return self._load_trained("auto.page_model", SHIPPED_PAGES, load_page_model)

    @property
    def advertisements(self) -> AdRules:
        """The rules for advertisements, including the user's filter list if there is one.

        Raises:
            ConfigError: the list or the package that reads it cannot be used.
        """
        ads = self._settings.ads
        return self._load(
            "ads.easylist", lambda: AdRules(ads, load_filter_list(Path(ads.easylist)) if ads.easylist else None)
        )

    def of_method(self, method: Method) -> object:
        """Return the model of a method; None if it needs none.

        Raises:
            WrapperMissing: the method needs a wrapper, and the settings name none.
            ModelError: it is missing or incompatible.
        """
        setting = MODEL_SETTINGS.get(method)
        return self._load(setting or method, lambda: load_method_model(method, self._settings), setting is not None)

    def _load_trained(self, setting: str, shipped: Path, load: Callable[[Path], Model]) -> Model:
        """Return the classifier that a setting names: the shipped one, or that of a folder."""
        folder = choose_folder(attrgetter(setting)(self._settings), shipped)
        return self._load(setting, lambda: load(folder))

    def _load(self, name: str, load: Callable[[], Model], is_setting: bool = True) -> Model:
        """Return the model cached under `name`, the setting that says where it is, and load it on first use."""
        with self._loading:
            if name not in self._loaded:
                try:
                    self._loaded[name] = load()
                except (ConfigError, ModelError, PipelineError) as error:
                    if not is_setting or name in str(error):
                        raise
                    raise type(error)(f"{str(error).rstrip('.')}. The setting {name} names it.") from error
            return cast(Model, self._loaded[name])
