from __future__ import annotations

import io
import json
import logging
from typing import Any

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from cutline.config import load_settings
from cutline.errors import (
    BlockedAddress,
    CutlineError,
    FetchTimeout,
    NotHtml,
    PageTooLarge,
    PipelineError,
    UnreachableHost,
    UpstreamError,
)
from cutline.service.app import create_app
from cutline.service.formats.json import render
from cutline.service.problems import PROBLEMS

MISSING_PAGE = {"detail": "Give html, url or both.", "pointer": "#"}


@pytest.fixture
def client(extractor: Any) -> FlaskClient:
    settings = load_settings()
    service = settings.service.model_copy(update={"max_request_bytes": 2000})
    return create_app(extractor, settings.model_copy(update={"service": service})).test_client()


def read_problem(response: TestResponse, status: int) -> dict[str, Any]:
    """Return the problem document of a response, which has the members that every one has."""
    assert response.status_code == status
    assert response.content_type == "application/problem+json"
    problem = json.loads(response.data)
    assert problem["status"] == status
    assert problem["instance"] == f"urn:uuid:{response.headers['X-Request-ID']}"
    return problem


class TestExtract:
    def test_a_page_in_json_becomes_its_article(self, client: FlaskClient, extractor: Any) -> None:
        body = {"html": "Page", "url": "https://e.org", "images": False, "include": ["dropped"], "language": "en"}
        response = client.post("/v1/extract", json=body)
        assert (response.status_code, response.content_type) == (200, "application/json")
        assert response.json["text"] == "Page"
        assert extractor.calls[0] == {
            "html": "Page",
            "url": "https://e.org",
            "charset": None,
            "method": "auto",
            "render": "auto",
            "images": False,
            "nlp": True,
            "include": frozenset({"dropped"}),
            "language": "en",
        }

    def test_an_address_alone_is_fetched(self, client: FlaskClient, extractor: Any) -> None:
        client.post("/v1/extract", json={"url": "https://e.org"})
        client.get("/v1/extract?url=https://e.org")
        assert [(call["html"], call["url"]) for call in extractor.calls] == [(None, "https://e.org")] * 2

    def test_a_page_as_body_has_its_options_in_the_query(self, client: FlaskClient, extractor: Any) -> None:
        query = "url=https://e.org&nlp=false&include=dropped,html&include=timings"
        response = client.post(f"/v1/extract?{query}", data=b"Page", content_type="text/html")
        assert response.status_code == 200
        call = extractor.calls[0]
        assert (call["html"], call["url"], call["nlp"]) == (b"Page", "https://e.org", False)
        assert call["include"] == frozenset({"dropped", "html", "timings"})

    def test_the_charset_of_the_header_is_believed(self, client: FlaskClient, extractor: Any) -> None:
        client.post("/v1/extract", data="Żółw".encode("iso-8859-2"), content_type="text/html; charset=ISO-8859-2")
        call = extractor.calls[0]
        assert call["html"].decode(call["charset"]) == "Żółw"

    def test_the_body_is_what_the_command_line_prints(self, client: FlaskClient, run: Any, extractor: Any) -> None:
        served = client.post("/v1/extract", json={"html": "Page", "include": ["dropped"]}).text
        assert served == run("extract", "-", "--include", "dropped", input="Page").stdout
        assert served == render(extractor.extract("Page", url=None, include={"dropped"}))


class TestRefusals:
    @pytest.mark.parametrize(
        ("body", "error"),
        [
            ({"html": "x", "colour": 1}, {"pointer": "#/colour", "detail": "There is no such field."}),
            ({"html": "x", "nlp": "yes"}, {"pointer": "#/nlp", "detail": "Input should be a valid boolean."}),
            ({"html": 5}, {"pointer": "#/html", "detail": "Input should be a valid string."}),
            (
                {"url": "https://e.org", "render": 1},
                {"pointer": "#/render", "detail": "Input should be 'auto', 'always' or 'never'."},
            ),
            ({"html": "x", "a/b~c": 1}, {"pointer": "#/a~1b~0c", "detail": "There is no such field."}),
            ({}, MISSING_PAGE),
            ({"nlp": False}, MISSING_PAGE),
            ([], {"pointer": "#", "detail": "Input should be an object."}),
        ],
    )
    def test_a_wrong_field_is_422_with_its_pointer(self, client: FlaskClient, body: Any, error: Any) -> None:
        problem = read_problem(client.post("/v1/extract", json=body), 422)
        assert problem["type"] == "urn:problem-type:cutline:invalid-request"
        assert problem["errors"] == [error]

    @pytest.mark.parametrize(
        ("query", "parameter"),
        [
            ("", "url"),
            ("url=", "url"),
            ("url=not%20a%20url", "url"),
            ("url=https://e.org&colour=1", "colour"),
            ("url=https://e.org&nlp=maybe", "nlp"),
            ("url=https://e.org&url=https://e.com", "url"),
            ("url=https://e.org&include=dreams", "include"),
        ],
    )
    def test_a_wrong_parameter_is_422_with_its_name(self, client: FlaskClient, query: str, parameter: str) -> None:
        problem = read_problem(client.get(f"/v1/extract?{query}"), 422)
        assert [error["parameter"] for error in problem["errors"]] == [parameter]

    def test_options_beside_a_json_body_are_refused(self, client: FlaskClient) -> None:
        problem = read_problem(client.post("/v1/extract?nlp=false", json={"html": "x"}), 422)
        assert problem["errors"] == [{"detail": "Give it in the JSON body.", "parameter": "nlp"}]

    @pytest.mark.parametrize("body", [b"", b"{", b"{'html': 1}", b'{"html": "\xff"}', b'{"html": "\\ud800"}'])
    def test_a_body_that_is_not_json_is_400(self, client: FlaskClient, body: bytes) -> None:
        problem = read_problem(client.post("/v1/extract", data=body, content_type="application/json"), 400)
        assert problem["detail"].startswith("The body is not JSON")

    @pytest.mark.parametrize("kind", [None, "text/plain", "application/pdf", "multipart/form-data; boundary=x"])
    def test_another_content_type_is_415(self, client: FlaskClient, kind: str | None) -> None:
        problem = read_problem(client.post("/v1/extract", data=b"x", content_type=kind), 415)
        assert "application/json, text/html" in problem["detail"]

    @pytest.mark.parametrize("kind", ["application/json", "text/html"])
    def test_a_body_over_the_limit_is_413(self, client: FlaskClient, kind: str, extractor: Any) -> None:
        read_problem(client.post("/v1/extract", data=b"x" * 2001, content_type=kind), 413)
        assert extractor.calls == []

    def test_a_body_in_chunks_over_the_limit_is_413(self, client: FlaskClient, extractor: Any) -> None:
        chunked = {"wsgi.input_terminated": True, "wsgi.input": io.BytesIO(b"x" * 2001)}
        response = client.post("/v1/extract", content_type="text/html", environ_overrides=chunked)
        read_problem(response, 413)
        assert extractor.calls == []

    def test_an_unknown_path_is_404(self, client: FlaskClient) -> None:
        assert read_problem(client.get("/v2/extract"), 404)["title"] == "Not Found"

    def test_a_wrong_verb_is_405_and_names_the_right_ones(self, client: FlaskClient) -> None:
        response = client.delete("/v1/extract")
        read_problem(response, 405)
        assert set(response.headers["Allow"].split(", ")) >= {"GET", "POST"}


class TestErrors:
    @pytest.mark.parametrize(
        ("error", "status"),
        [
            (NotHtml("The page is a PDF document, not HTML."), 422),
            (PageTooLarge("Too large."), 413),
            (BlockedAddress("Not public."), 403),
            (UnreachableHost("No address."), 502),
            (FetchTimeout("Too slow."), 504),
        ],
    )
    def test_each_error_has_its_status_type_and_sentence(
        self, client: FlaskClient, extractor: Any, error: CutlineError, status: int
    ) -> None:
        extractor.raises = error
        problem = read_problem(client.get("/v1/extract?url=https://e.org"), status)
        assert problem["type"] == f"urn:problem-type:cutline:{error.code}"
        assert (problem["detail"], problem["title"]) == (str(error), PROBLEMS[error.code][1])

    def test_the_status_of_an_upstream_error_is_told(self, client: FlaskClient, extractor: Any) -> None:
        extractor.raises = UpstreamError("The host answered 404.", 404)
        assert read_problem(client.get("/v1/extract?url=https://e.org"), 502)["upstream_status"] == 404

    def test_every_error_that_a_request_can_cause_has_a_status(self) -> None:
        def codes(kind: type[CutlineError]) -> set[str]:
            return {kind.code}.union(*map(codes, kind.__subclasses__()))

        ours = {
            "error",
            "bad-config",
            "bad-model",
            "bad-pipeline",
            "bad-source",
            "training-failed",
            "page-timeout",
            "worker-died",
        }
        assert codes(CutlineError) - ours == set(PROBLEMS) - {"invalid-request"}

    @pytest.mark.parametrize("error", [ValueError("SECRET page text"), PipelineError("SECRET path")])
    def test_a_mistake_of_ours_tells_only_a_request_id(
        self, client: FlaskClient, extractor: Any, error: Exception, caplog: pytest.LogCaptureFixture
    ) -> None:
        extractor.raises = error
        with caplog.at_level(logging.INFO, "cutline"):
            problem = read_problem(client.post("/v1/extract", json={"html": "SECRET"}), 500)
        assert set(problem) == {"type", "title", "status", "instance"}
        assert problem["instance"].removeprefix("urn:uuid:") in caplog.text
        assert type(error).__name__ in caplog.text and "SECRET" not in caplog.text


class TestSimilarity:
    def test_each_other_text_has_its_similarity(self, client: FlaskClient, build: Any) -> None:
        response = client.post("/v1/similarity", json={"text": "A", "others": ["Aruna", "B"]})
        expected = [build.similarity(0.5), build.similarity(None)]
        assert response.json == {"similarities": [json.loads(one.model_dump_json()) for one in expected]}

    @pytest.mark.parametrize(
        ("body", "pointer"),
        [
            ({"text": "A"}, "#/others"),
            ({"text": "A", "others": []}, "#/others"),
            ({"text": "A", "others": ["B", 3]}, "#/others/1"),
            ({"text": "A", "others": ["B"], "more": 1}, "#/more"),
        ],
    )
    def test_a_wrong_field_is_422_with_its_pointer(self, client: FlaskClient, body: Any, pointer: str) -> None:
        problem = read_problem(client.post("/v1/similarity", json=body), 422)
        assert [error["pointer"] for error in problem["errors"]] == [pointer]


class TestService:
    def test_health_is_told_with_the_version(self, client: FlaskClient) -> None:
        assert client.get("/healthz").json["status"] == "ok"

    def test_a_log_line_has_neither_query_nor_page(self, client: FlaskClient, caplog: pytest.LogCaptureFixture) -> None:
        with caplog.at_level(logging.INFO, "cutline"):
            client.post("/v1/extract?url=https://secret.org", data="Secret", content_type="text/html")
        assert "POST /v1/extract 200" in caplog.text and "ecret" not in caplog.text
