import base64
import hashlib
import re
from typing import Any

import pytest
from flask.testing import FlaskClient
from lxml import html

from cutline.service.rest.documentation import render_page
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


def test_it_needs_nothing_else_and_runs_only_its_own_script(client: FlaskClient, page: html.HtmlElement) -> None:
    assert page.xpath("//img | //iframe | //@style | //@src | //@action | //@onclick") == []
    assert page.xpath("//link/@href") == ["data:,"]
    assert set(page.xpath("//a/@href[not(starts-with(., '#'))]")) == {"./", "openapi.json"}
    ((style,), (script,)) = page.xpath("//style/text()"), page.xpath("//script/text()")
    assert not re.search(r"url\(|@import|https?://(?!127\.0\.0\.1)|innerHTML", style + script)
    policy = client.get("/docs").headers["Content-Security-Policy"].split("; ")
    assert policy == [
        "default-src 'none'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
        f"style-src {digest(style)}",
        f"script-src {digest(script)}",
        "img-src data:",
        "connect-src 'self'",
    ]


def digest(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


def test_markdown_is_shown_as_it_is_meant(page: html.HtmlElement) -> None:
    told = page.xpath("//*[@class='told'] | //*[@id='problems'] | //*[@id='models']")
    assert not [element for element in told if "`" in element.text_content()]
    assert page.xpath("//*[@id='extract_page']//li/code[.='multipart/form-data']")


def test_markup_in_a_description_is_text(client: FlaskClient) -> None:
    document = client.get("/openapi.json").json
    document["info"]["description"] = "<script>alert(1)</script> <img src=x> [a](javascript:alert(1))"
    shown = html.fromstring(render_page(document))
    assert len(shown.xpath("//script")) == 1
    assert shown.xpath("//img | //a[starts-with(@href, 'javascript')]") == []


def test_every_operation_can_be_tried_and_has_a_request_to_copy_and_an_answer(page: html.HtmlElement) -> None:
    for operation in page.xpath("//*[contains(@class, 'operation')]"):
        assert len(operation.xpath(".//form")) == 1
        assert operation.xpath(".//*[@class='curl']//pre") and operation.xpath(".//*[@class='python']//pre")
        assert operation.get("id") == "remove_job" or operation.xpath(".//summary[starts-with(., 'Answer: ')]")


def test_both_documents_are_not_sent_again_to_who_knows_them(client: FlaskClient) -> None:
    for path in ("/docs", "/openapi.json"):
        known = {"If-None-Match": client.get(path).headers["ETag"]}
        assert client.get(path, headers=known).status_code == 304


def test_the_page_says_where_no_token_is_needed(serve: Any, tokens: Any) -> None:
    page = html.fromstring(serve(tokens=tokens("a-token-of-many-words")).get("/docs").text)
    operations = page.xpath("//section[@class='operation'][contains(., 'Needs no token.')]")
    free = {operation.get("id") for operation in operations}
    assert free == {"report_health", "report_readiness", "describe_service", "show_documentation"}
