"""The OpenAPI document, held against a service that runs, with its models and its database."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import hypothesis
import pytest
import schemathesis
from schemathesis import Case, GenerationMode
from schemathesis.config import SchemathesisConfig
from schemathesis.specs.openapi import checks as openapi_checks

EXAMPLES = 5  # of each operation in each mode; more are tried without a network in test_openapi.py
CHECKS = [
    openapi_checks.status_code_conformance,
    openapi_checks.content_type_conformance,
    openapi_checks.response_headers_conformance,
    openapi_checks.response_schema_conformance,
]
# No port may be connected to, so that no generated address is ever asked for; and no browser is there.
SETTINGS = '[fetch]\nports = []\n[render]\nchromium = "/nowhere/chromium"\n'


@pytest.fixture(scope="module")
def document(run_command: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    settings: Path = tmp_path_factory.mktemp("settings") / "my.toml"
    settings.write_text(SETTINGS)
    command = [sys.executable, "-m", "cutline", "serve", "--port", "0", "--workers", "1", "--config", str(settings)]
    service = run_command(command)
    yield schemathesis.openapi.from_url(f"http://127.0.0.1:{service.port}/openapi.json", config=SchemathesisConfig())


@pytest.mark.parametrize("mode", list(GenerationMode), ids=lambda mode: mode.name.lower())
def test_no_request_is_answered_but_as_the_document_says(document: Any, mode: GenerationMode) -> None:
    operations = [result.ok() for result in document.get_all_operations()]
    assert len(operations) == 13  # all but the document itself

    def hold(case: Case) -> None:
        response = case.call(timeout=60)
        assert response.status_code != 500
        case.validate_response(response, checks=CHECKS)

    for operation in operations:
        hypothesis.settings(
            max_examples=EXAMPLES,
            database=None,
            derandomize=True,
            deadline=None,
            suppress_health_check=list(hypothesis.HealthCheck),
        )(hypothesis.given(case=operation.as_strategy(generation_mode=mode))(hold))()
