"""The examples of the OpenAPI document fit its schemas, and the requests among them work."""

import io
import re
import shlex
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import jsonschema
import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from cutline import Extractor
from cutline.config import Settings
from cutline.service.jobs import JobStore
from cutline.service.rest.documentation import BASE, PAGE_FILE, Sample, make_samples
from cutline.service.rest.openapi import ANSWERS, EXAMPLES, REQUESTS

API = Path(__file__).parents[3] / "docs" / "api.md"
COMMAND = re.compile(r"^    (curl (?:.*\\\n)*.*)", re.MULTILINE)
JSON = ("application/json", "application/problem+json")
TOKEN = "a-token-of-many-words"
PAGE, JOB_ID = REQUESTS["extract_page"]["html"], EXAMPLES["path"]["job_id"]


@pytest.fixture
def document(client: FlaskClient) -> dict[str, Any]:
    found: dict[str, Any] = client.get("/openapi.json").json
    return found


def list_operations(document: dict[str, Any]) -> Iterator[tuple[str, str, dict[str, Any]]]:
    for path, verbs in document["paths"].items():
        for verb, operation in verbs.items():
            yield verb, path, operation


def list_contents(document: dict[str, Any]) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Yield the operation, media type and description of every body and every answer."""
    for _, _, operation in list_operations(document):
        for holder in (operation.get("requestBody", {}), *operation["responses"].values()):
            for media_type, content in holder.get("content", {}).items():
                yield operation["operationId"], media_type, content


def test_every_operation_has_a_tag_a_description_and_examples(document: dict[str, Any]) -> None:
    tags = {tag["name"] for tag in document["tags"]}
    for _, _, operation in list_operations(document):
        assert len(operation["tags"]) == 1 and {*operation["tags"]} <= tags
        assert operation["summary"] and operation["description"]
        assert all(parameter["description"] for parameter in operation["parameters"])
    without = {(name, kind) for name, kind, content in list_contents(document) if "example" not in content}
    assert {kind for _, kind in without} == {"application/pdf"}


def test_every_json_body_and_answer_has_a_model(document: dict[str, Any]) -> None:
    without = {
        name
        for name, kind, content in list_contents(document)
        if kind in JSON and "$ref" not in content["schema"] and "allOf" not in content["schema"]
    }
    assert without == {"describe_service"}  # OpenAPI has a schema of its own
    for name, schema in document["components"]["schemas"].items():
        assert schema["description"], name


def test_every_example_fits_its_schema(document: dict[str, Any]) -> None:
    checked = 0
    for name, kind, content in list_contents(document):
        if kind in JSON or kind == "multipart/form-data":
            schema = {**content["schema"], "components": document["components"]}
            error = jsonschema.exceptions.best_match(
                jsonschema.Draft202012Validator(schema).iter_errors(content["example"])
            )
            assert error is None, f"{name} {kind}: {error}"
            checked += 1
    assert checked > 20


def test_the_answer_of_the_example_is_what_the_example_of_the_answer_says(
    serve_extractor: Callable[..., FlaskClient], settings: Settings
) -> None:
    client = serve_extractor(Extractor(settings), settings)
    article, example = client.post("/v1/extract", json=REQUESTS["extract_page"]).json, ANSWERS["extract_page"]
    shown = example["application/json"]
    assert (article["title"], article["text"]) == (shown["title"], shown["text"])
    assert [image["caption"] for image in article["images"]] == [image["caption"] for image in shown["images"]]
    for kind in ("text/markdown", "text/plain"):
        headers = {"Accept": kind}
        assert client.post("/v1/extract", json=REQUESTS["extract_page"], headers=headers).text == example[kind]


class TestSamples:
    """Every request that the reference page and docs/api.md offer for copying is one that the service answers."""

    @pytest.fixture
    def caller(
        self, serve: Callable[..., FlaskClient], tokens: Any, job_store: JobStore, monkeypatch: pytest.MonkeyPatch
    ) -> FlaskClient:
        monkeypatch.setattr("cutline.service.jobs.store.secrets.token_hex", lambda _: JOB_ID)
        return serve(tokens=tokens(TOKEN))

    @pytest.fixture
    def samples(self, caller: FlaskClient) -> list[Sample]:
        document = caller.get("/openapi.json").json
        made = {
            operation["operationId"]: make_samples(verb, path, operation)
            for verb, path, operation in list_operations(document)
        }
        made["remove_job"] = made.pop("remove_job")  # the others need the job
        return [sample for one in made.values() for sample in one]

    def test_with_curl(self, caller: FlaskClient, samples: list[Sample]) -> None:
        for sample in samples:
            response = run_curl(caller, sample.curl.replace("TOKEN", TOKEN))
            assert response.status_code < 300, (sample.curl, response.text)

    def test_with_python(
        self, caller: FlaskClient, samples: list[Sample], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        (tmp_path / PAGE_FILE).write_text(PAGE)
        monkeypatch.chdir(tmp_path)
        transport = httpx.WSGITransport(app=caller.application)
        for verb in ("get", "post", "delete"):
            monkeypatch.setattr(httpx, verb, send_with(transport, verb))
        for sample in samples:
            exec(compile(sample.python.replace("TOKEN", TOKEN), sample.title, "exec"), {})

    def test_of_the_guide(self, client: FlaskClient) -> None:
        commands = [command for command in COMMAND.findall(API.read_text(encoding="utf-8")) if "localhost" in command]
        assert len(commands) >= 5
        for command in commands:
            response = run_curl(client, command)
            assert response.status_code < 300, (command, response.text)


def send_with(transport: httpx.BaseTransport, verb: str) -> Callable[..., httpx.Response]:
    def send(url: str, **request: Any) -> httpx.Response:
        with httpx.Client(transport=transport) as client:
            return client.request(verb, url, **request)

    return send


def run_curl(client: FlaskClient, command: str) -> TestResponse:
    """Send what curl would."""
    words = shlex.split(command.replace("\\\n", " "))[1:]
    verb, address, data, form, headers = "GET", "", None, {}, {}
    given = iter(words)
    for word in given:
        match word:
            case "-X":
                verb = next(given)
            case "-H":
                name, _, value = next(given).partition(": ")
                headers[name] = value
            case "-d" | "--data-binary":
                verb, sent = "POST", next(given)
                data = PAGE if sent.startswith("@") else sent
            case "-F":
                verb = "POST"
                name, _, value = next(given).partition("=")
                form[name] = (io.BytesIO(PAGE.encode()), PAGE_FILE) if value.startswith("@") else value
            case "-s" | "-i" | "-si":
                pass
            case "-o":
                next(given)
            case _:
                address = word
    path = re.sub(rf"^(?:{re.escape(BASE)}|localhost:8000)", "", address)
    return client.open(path, method=verb, data=form or data, headers=headers)
