from __future__ import annotations

import base64
import hashlib
import re
from typing import Any

import pytest
from flask.testing import FlaskClient
from lxml import html

from cutline.service.rest.problem_types import PROBLEM_TYPES


@pytest.fixture
def page(client: FlaskClient) -> html.HtmlElement:
    return html.fromstring(client.get("/docs").text)


def test_the_page_names_every_operation_problem_and_message(client: FlaskClient, page: html.HtmlElement) -> None:
    document = client.get("/openapi.json").json
    ids = {element.get("id") for element in page.iter() if element.get("id")}
    operations = {operation["operationId"] for verbs in document["paths"].values() for operation in verbs.values()}
    assert operations | PROBLEM_TYPES.keys() | document["components"]["schemas"].keys() <= ids


def test_every_link_within_the_page_leads_somewhere(page: html.HtmlElement) -> None:
    ids = {element.get("id") for element in page.iter() if element.get("id")}
    links = [link.removeprefix("#") for link in page.xpath("//a/@href") if link.startswith("#")]
    assert links and not [link for link in links if link not in ids]


def test_it_needs_nothing_else_and_may_do_nothing(client: FlaskClient, page: html.HtmlElement) -> None:
    assert page.xpath("//script | //link | //img | //iframe | //form | //@style | //@src") == []
    assert page.xpath("//a/@href[not(starts-with(., '#'))]") == ["openapi.json"]
    style = page.xpath("string(//style)")
    assert not re.search(r"url\(|@import", style)
    digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    policy = client.get("/docs").headers["Content-Security-Policy"].split("; ")
    assert policy[:2] == ["default-src 'none'", f"style-src 'sha256-{digest}'"]


def test_both_documents_are_not_sent_again_to_who_knows_them(client: FlaskClient) -> None:
    for path in ("/docs", "/openapi.json"):
        known = {"If-None-Match": client.get(path).headers["ETag"]}
        assert client.get(path, headers=known).status_code == 304


def test_the_page_says_where_no_token_is_needed(serve: Any, tokens: Any) -> None:
    page = html.fromstring(serve(tokens=tokens("a-token-of-many-words")).get("/docs").text)
    free = {section.get("id") for section in page.xpath("//section[contains(., 'Needs no token.')]")}
    assert free == {"report_health", "report_readiness", "describe_service", "show_documentation"}
