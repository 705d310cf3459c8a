"""The OpenAPI document, held against the endpoint by schemathesis."""

from collections.abc import Callable
from typing import Any

import hypothesis
import pytest
import schemathesis
from flask import Flask
from flask.testing import FlaskClient
from schemathesis import Case, GenerationMode
from schemathesis.config import SchemathesisConfig
from schemathesis.specs.openapi import checks as openapi_checks

from cutline import Extractor
from cutline.config import Settings
from cutline.options import Options
from cutline.service.jobs import JobItem, JobStore
from cutline.service.rest.problem_types import PROBLEM_TYPES, URN

EXAMPLES = 6  # of each operation in each mode; each is a request
CHECKS = [
    openapi_checks.status_code_conformance,
    openapi_checks.content_type_conformance,
    openapi_checks.response_headers_conformance,
    openapi_checks.response_schema_conformance,
    openapi_checks.unsupported_method,
    openapi_checks.allow_header_conformance,
    openapi_checks.ignored_auth,
]
OPERATIONS = {
    ("POST", "/v1/extract"),
    ("GET", "/v1/extract"),
    ("POST", "/v1/similarity"),
    ("POST", "/v1/compare"),
    ("GET", "/v1/methods"),
    ("POST", "/v1/jobs"),
    ("GET", "/v1/jobs/{job_id}"),
    ("GET", "/v1/jobs/{job_id}/results"),
    ("DELETE", "/v1/jobs/{job_id}"),
    ("GET", "/healthz"),
    ("GET", "/readyz"),
    ("GET", "/metrics"),
    ("GET", "/openapi.json"),
    ("GET", "/docs"),
}


@pytest.fixture(scope="module")
def real_extractor(settings: Settings) -> Extractor:
    """An extractor that has no browser, and says so."""
    render = settings.render.model_copy(update={"chromium": "/nowhere/chromium"})
    return Extractor(settings.model_copy(update={"render": render}))


@pytest.fixture
def app(serve: Callable[..., FlaskClient]) -> Flask:
    return serve(max_request_bytes=100_000).application


@pytest.fixture
def document(client: FlaskClient) -> dict[str, Any]:
    found: dict[str, Any] = client.get("/openapi.json").json
    return found


class TestDocument:
    def test_it_is_of_version_3_1_and_lists_every_operation(self, document: dict[str, Any]) -> None:
        assert document["openapi"] == "3.1.0"
        listed = {(verb.upper(), path) for path, verbs in document["paths"].items() for verb in verbs}
        assert listed == OPERATIONS
        names = [operation["operationId"] for verbs in document["paths"].values() for operation in verbs.values()]
        assert len(names) == len(set(names))

    def test_it_is_made_from_the_types(self, document: dict[str, Any]) -> None:
        schemas = document["components"]["schemas"]
        assert schemas["ExtractRequest"]["additionalProperties"] is False
        assert schemas["Article"]["properties"]["images"]["items"] == {"$ref": "#/components/schemas/Image"}
        query = {one["name"]: one for one in document["paths"]["/v1/extract"]["get"]["parameters"]}
        assert query["url"]["required"] and query["url"]["schema"]["format"] == "uri"
        assert query["include"]["explode"] is False
        parts = set(query["include"]["schema"]["items"]["enum"])
        assert parts == {"comments", "dropped", "evidence", "fingerprint", "html", "entities", "timings"}

    def test_every_type_of_problem_but_those_of_unknown_addresses_is_an_answer_somewhere(
        self, document: dict[str, Any]
    ) -> None:
        told = {
            code
            for verbs in document["paths"].values()
            for operation in verbs.values()
            for answer in operation["responses"].values()
            for content in [answer.get("content", {}).get("application/problem+json")]
            if content
            for code in content["schema"]["properties"]["type"]["enum"]
        }
        assert {URN + code for code in PROBLEM_TYPES} - told == {URN + "not-found", URN + "method-not-allowed"}

    def test_a_service_with_tokens_says_where_one_is_needed(self, serve: Any, tokens: Any) -> None:
        document = serve(tokens=tokens("a-token-of-many-words")).get("/openapi.json").json
        assert document["components"]["securitySchemes"] == {"token": {"type": "http", "scheme": "bearer"}}
        assert document["paths"]["/metrics"]["get"]["security"] == [{"token": []}]
        assert "security" not in document["paths"]["/healthz"]["get"]


@pytest.mark.load
@pytest.mark.parametrize("mode", list(GenerationMode), ids=lambda mode: mode.name.lower())
@pytest.mark.parametrize(("verb", "path"), sorted(OPERATIONS))
def test_no_request_is_answered_but_as_the_document_says(
    app: Flask, pool: Any, real_extractor: Extractor, job_store: JobStore, verb: str, path: str, mode: GenerationMode
) -> None:
    """What is generated as wrong comes to a fake extractor if it comes to any, and so do comparisons of ten methods."""
    if mode is GenerationMode.POSITIVE and path in ("/v1/extract", "/v1/similarity"):
        pool.extractor = real_extractor
    job = job_store.create([JobItem(url="https://e.org")], Options())
    schema = schemathesis.openapi.from_wsgi("/openapi.json", app, config=SchemathesisConfig())
    operation = schema[path][verb]

    @hypothesis.settings(
        max_examples=EXAMPLES, database=None, derandomize=True, suppress_health_check=list(hypothesis.HealthCheck)
    )
    @hypothesis.given(case=operation.as_strategy(generation_mode=mode), is_known=hypothesis.strategies.booleans())
    def hold(case: Case, is_known: bool) -> None:
        if is_known and case.path_parameters and mode is GenerationMode.POSITIVE:
            case.path_parameters["job_id"] = job.id
        response = case.call()
        assert response.status_code != 500
        case.validate_response(response, checks=CHECKS)

    hold()
