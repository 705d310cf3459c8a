from __future__ import annotations

import json
from typing import Any

import pytest
from flask.testing import FlaskClient


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
