"""Comparisons of texts and of methods, and articles as PDF."""

import json
from collections.abc import Callable, Iterator
from contextlib import closing
from io import BytesIO
from typing import Any, get_args

import pytest
from flask.testing import FlaskClient
from pypdf import PdfReader

from cutline import Extractor
from cutline.config import Settings
from cutline.service.rest.openapi import REQUESTS
from cutline.types import Method


def test_each_other_text_has_its_verdict(client: FlaskClient, build: Any) -> None:
    response = client.post("/v1/similarity", json={"text": "A", "others": ["Aruna", "B"]})
    expected = [build.compared(0.5), build.compared(None)]
    assert response.json == {"similarities": [json.loads(one.model_dump_json()) for one in expected]}


def test_the_language_that_is_given_is_used(client: FlaskClient, extractor: Any) -> None:
    client.post("/v1/similarity", json={"text": "A", "others": ["B"], "language": "de"})
    assert extractor.calls[-1] == {"text": "A", "others": ("B",), "language": "de"}


def test_instead_of_a_text_a_page_can_be_given(client: FlaskClient, extractor: Any) -> None:
    response = client.post("/v1/similarity", json={"html": "Page", "others": ["Aruna"], "language": "de"})
    assert response.json["similarities"][0]["relevance"] == "related"
    page, compared = extractor.calls
    assert (page["html"], page["language"], page["include"]) == ("Page", "de", {"dropped", "evidence"})
    assert compared["text"].text == "Page"


def test_vectors_come_if_they_are_asked_for(client: FlaskClient) -> None:
    response = client.post("/v1/similarity", json={"text": "A", "others": ["B"], "include": ["vectors"]})
    assert response.json["vectors"] == {"text": [], "others": [{"kind": "none", "terms": [], "cosine": None}]}


def test_no_more_texts_are_compared_than_the_settings_allow(serve: Any, read_problem: Any) -> None:
    client = serve(max_texts=2)
    assert client.post("/v1/similarity", json={"text": "A", "others": ["B"] * 2}).status_code == 200
    problem = read_problem(client.post("/v1/similarity", json={"text": "A", "others": ["B"] * 3}), "invalid-request")
    assert problem["errors"] == [{"detail": "Send at most 2 texts.", "pointer": "#/others"}]


@pytest.mark.parametrize(
    ("body", "pointer"),
    [
        ({"text": "A"}, "#/others"),
        ({"text": "A", "others": []}, "#/others"),
        ({"text": "A", "others": ["B", 3]}, "#/others/1"),
        ({"text": "A", "others": ["B"], "more": 1}, "#/more"),
        ({"text": "A", "others": ["B"], "include": ["cosine"]}, "#/include/0"),
        ({"text": "A", "others": ["B"], "language": "German!"}, "#/language"),
        ({"others": ["B"]}, "#"),
        ({"text": "A", "html": "Page", "others": ["B"]}, "#"),
    ],
)
def test_a_wrong_field_is_named_by_its_pointer(client: FlaskClient, read_problem: Any, body: Any, pointer: str) -> None:
    problem = read_problem(client.post("/v1/similarity", json=body), "invalid-request")
    assert [error["pointer"] for error in problem["errors"]] == [pointer]


def test_millions_of_wrong_fields_are_counted_and_not_described(client: FlaskClient, read_problem: Any) -> None:
    body = {"text": "A", "others": [1] * 5_000} | {f"field-{number}": 1 for number in range(1_001)}
    problem = read_problem(client.post("/v1/similarity", json=body), "invalid-request")
    assert problem["errors"] == [{"detail": "More than 1,000 fields are wrong or unknown.", "pointer": "#"}]


def test_the_methods_asked_for_are_compared_on_one_page(client: FlaskClient, extractor: Any) -> None:
    methods = ["auto", "first-subtree"]
    response = client.post("/v1/compare", json={"html": "Page", "methods": methods, "render": "never"})
    assert (response.status_code, response.json["methods"]) == (200, methods)
    call = extractor.calls[0]
    assert (call["html"], call["render"], call["url"]) == ("Page", "never", None)


def test_without_methods_all_are_compared(client: FlaskClient, fetcher: Any) -> None:
    response = client.post("/v1/compare", json={"url": "https://e.org"})
    assert (response.json["methods"], fetcher.urls) == (list(get_args(Method)), ["https://e.org"])


def test_a_page_as_body_has_its_methods_in_the_query(client: FlaskClient, extractor: Any) -> None:
    response = client.post(
        "/v1/compare?methods=auto,single-pass&url=https://e.org", data=b"Page", content_type="text/html; charset=cp1250"
    )
    assert response.json["methods"] == ["auto", "single-pass"]
    assert (extractor.calls[0]["html"], extractor.calls[0]["charset"]) == (b"Page", "cp1250")


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
