"""Pipelines made by hand, which mark exactly the names they are told."""

from collections.abc import Callable

import pytest
import spacy

from cutline.models import SHIPPED_NER
from cutline.nlp.pipeline import NamePipeline, describe_spacy, load_pipeline

Labels = {"PERSON": "PERSON", "ORG": "ORG", "LOC": "LOC"}


@pytest.fixture
def make_pipeline() -> Callable[..., NamePipeline]:
    """Return a pipeline that marks these names: `make_pipeline(PERSON=["Barack Obama"])`."""

    def make(**names: list[str]) -> NamePipeline:
        nlp = spacy.blank("en")
        ruler = nlp.add_pipe("entity_ruler")
        ruler.add_patterns([{"label": label, "pattern": name} for label, given in names.items() for name in given])
        return NamePipeline(describe_spacy(nlp), Labels)

    return make


@pytest.fixture(scope="session")
def shipped() -> NamePipeline:
    return load_pipeline("cutline", Labels, SHIPPED_NER)
