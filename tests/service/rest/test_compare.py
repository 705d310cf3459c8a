from __future__ import annotations

from typing import Any, get_args

from flask.testing import FlaskClient

from cutline.types import Method


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
