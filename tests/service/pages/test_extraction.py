"""What the first page of a worker finds loaded."""

from functools import partial

import pytest

from cutline.config import load_settings
from cutline.dom.metadata import written_dates
from cutline.models import loaded_models
from cutline.options import Options
from cutline.page_given import PageGiven
from cutline.service.pages.extraction import open_extractor, open_warm

STORY = "<h1>Broen</h1><p>3. marts 2024</p><p>" + "Aruna Benning åbnede broen over åen i går. " * 20


def test_the_first_page_in_danish_loads_no_pipeline_and_no_names_of_months_but_its_own(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    written_dates._make_parser.cache_clear()
    extractor = open_warm(partial(open_extractor, load_settings()), Options())
    assert written_dates._make_parser.cache_info().currsize == 1
    monkeypatch.delattr(loaded_models, "load_pipeline")
    article = extractor.extract_page(PageGiven(f"<html lang=da>{STORY}"), Options(render="never"))
    assert article.published == "2024-03-03"
    assert article.model.ner is not None
