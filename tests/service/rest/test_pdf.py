from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing
from io import BytesIO

import pytest
from flask.testing import FlaskClient
from pypdf import PdfReader

from cutline import Extractor
from cutline.config import Settings
from cutline.service.rest.openapi import REQUESTS


@pytest.fixture
def extractor_that_prints(settings: Settings) -> Iterator[Extractor]:
    with closing(Extractor(settings)) as extractor:
        yield extractor


@pytest.mark.browser
def test_a_page_is_answered_as_a_pdf_without_fetching_its_images(
    serve_extractor: Callable[..., FlaskClient], extractor_that_prints: Extractor, settings: Settings
) -> None:
    client = serve_extractor(extractor_that_prints, settings)
    response = client.post("/v1/extract", json={**REQUESTS["extract_page"], "format": "pdf"})
    assert (response.status_code, response.content_type) == (200, "application/pdf")
    text = PdfReader(BytesIO(response.data)).pages[0].extract_text()
    assert "Night ferry to return" in text and "Image not included" in text


def test_a_service_without_a_browser_says_so(
    serve_extractor: Callable[..., FlaskClient], settings: Settings, read_problem: Callable[..., object]
) -> None:
    render = settings.render.model_copy(update={"chromium": "/nowhere/chromium"})
    chosen = settings.model_copy(update={"render": render})
    response = serve_extractor(Extractor(chosen), chosen).post(
        "/v1/extract", json={**REQUESTS["extract_page"], "format": "pdf"}
    )
    read_problem(response, "browser-missing")
