"""Every door takes the option to fetch the pages that follow, and takes one page without it."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from typing import Any

import pytest
from click.testing import Result
from flask.testing import FlaskClient

from cutline.service.jobs import JobStore
from cutline.service.mcp.server import Tools

URL = "https://e.org/a"


@pytest.mark.parametrize("command", [("extract",), ("inspect",), ("extract", "--format", "markdown")])
def test_the_command_line(run: Callable[..., Result], extractor: Any, command: tuple[str, ...]) -> None:
    for flags in (["--all-pages"], []):
        assert run(*command, "-", "--url", URL, *flags, input="<p>Words").exit_code == 0
    assert [call["pages"] for call in extractor.calls] == ["all", "one"]


def test_enrichment(run: Callable[..., Result], extractor: Any) -> None:
    record = json.dumps({"url": URL, "html": "<p>Words"})
    assert run("enrich", "-", "--all-pages", input=record).exit_code == 0
    assert extractor.calls[-1]["pages"] == "all"


@pytest.mark.parametrize(
    "request_",
    [
        {"json": {"url": URL, "pages": "all"}},
        {"data": {"url": URL, "pages": "all", "file": (io.BytesIO(b"<p>Words"), "a.html")}},
        {"data": b"<p>Words", "content_type": "text/html", "query_string": {"url": URL, "pages": "all"}},
    ],
)
def test_http(client: FlaskClient, extractor: Any, request_: dict[str, Any]) -> None:
    assert client.post("/v1/extract", **request_).status_code == 200
    assert client.get("/v1/extract", query_string={"url": URL, "pages": "all"}).status_code == 200
    assert client.get("/v1/extract", query_string={"url": URL}).status_code == 200
    assert [call["pages"] for call in extractor.calls] == ["all", "all", "one"]
    assert client.get("/v1/extract", query_string={"url": URL, "pages": "some"}).status_code == 422


def test_jobs(client: FlaskClient, job_store: JobStore) -> None:
    job = client.post("/v1/jobs", json={"items": [{"url": URL}], "pages": "all"}).json
    assert job_store.find(job["id"]).options.pages == "all"


def test_mcp(extractor: Any) -> None:
    tools = Tools(lambda: extractor)
    tools.extract(url=URL, all_pages=True)
    tools.extract(url=URL)
    assert [call["pages"] for call in extractor.calls] == ["all", "one"]
