import logging
import re
import uuid
from typing import Any

import pytest
from flask.testing import FlaskClient

ID = "X-Request-ID"


class TestRequestIds:
    @pytest.mark.parametrize("given", ["a", "8e03-978e", "trace_1.2", "x" * 128])
    def test_a_well_formed_id_is_the_request_s(self, client: FlaskClient, read_problem: Any, given: str) -> None:
        response = client.get("/nowhere", headers={ID: given})
        assert response.headers[ID] == given
        assert read_problem(response, "not-found")["request_id"] == given

    @pytest.mark.parametrize(
        "given", ["", " ", "x" * 129, "a b", "a\tb", '"}', "<script>", "ü", "a,b", "-x", "../etc", "%0d%0aSet-Cookie:x"]
    )
    def test_another_one_is_replaced_and_stands_nowhere(
        self, client: FlaskClient, given: str, caplog: pytest.LogCaptureFixture
    ) -> None:
        with caplog.at_level(logging.INFO, "cutline"):
            response = client.get("/healthz", headers={ID: given})
        assert response.status_code == 200
        assert str(uuid.UUID(response.headers[ID])) == response.headers[ID]
        assert not given.strip() or given not in caplog.text

    def test_two_requests_never_share_one(self, client: FlaskClient) -> None:
        assert client.get("/healthz").headers[ID] != client.get("/healthz").headers[ID]


class TestVerbs:
    def test_a_wrong_verb_is_told_the_right_ones(self, client: FlaskClient, read_problem: Any) -> None:
        response = client.put("/v1/extract")
        read_problem(response, "method-not-allowed")
        assert set(response.headers["Allow"].split(", ")) == {"GET", "HEAD", "OPTIONS", "POST"}

    def test_options_are_told_without_a_body(self, client: FlaskClient) -> None:
        response = client.options("/v1/jobs/1")
        assert (response.status_code, response.data) == (204, b"")
        assert set(response.headers["Allow"].split(", ")) == {"DELETE", "GET", "HEAD", "OPTIONS"}

    @pytest.mark.parametrize("path", ["//v1/methods", "/v1//methods", "/v1/methods/", "//example.org/", "/"])
    def test_nothing_is_redirected(self, client: FlaskClient, read_problem: Any, path: str) -> None:
        read_problem(client.get(path), "not-found")

    @pytest.mark.parametrize("path", ["/healthz", "/readyz", "/metrics", "/openapi.json", "/docs", "/v1/methods"])
    def test_a_parameter_where_none_is_read_is_refused(self, client: FlaskClient, read_problem: Any, path: str) -> None:
        assert read_problem(client.get(f"{path}?a=1"), "invalid-request")["errors"] == [
            {"detail": "There is no such field.", "parameter": "a"}
        ]


class TestHeaders:
    @pytest.mark.parametrize("path", ["/healthz", "/v1/methods", "/nowhere", "/v1/extract?url=x", "/docs"])
    def test_no_answer_is_for_a_browser_to_guess_run_or_show_elsewhere(self, client: FlaskClient, path: str) -> None:
        headers = client.get(path).headers
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert headers["X-Frame-Options"] == "DENY"
        assert headers["Referrer-Policy"] == "no-referrer"
        assert headers["Cross-Origin-Resource-Policy"] == "same-origin"
        assert headers["Content-Security-Policy"].startswith("default-src 'none'")
        assert "unsafe" not in headers["Content-Security-Policy"]
        assert ("script-src" in headers["Content-Security-Policy"]) is (path == "/docs")
        assert "Access-Control-Allow-Origin" not in headers
        assert len(headers.get_all("Content-Security-Policy")) == 1

    def test_what_may_be_kept_is_asked_for_again_and_nothing_else_is_kept(self, client: FlaskClient) -> None:
        assert client.get("/v1/methods").headers["Cache-Control"] == "private, no-cache"
        for response in (client.get("/healthz"), client.get("/nowhere"), client.get("/metrics")):
            assert response.headers["Cache-Control"] == "no-store"


class TestLog:
    def test_each_request_is_a_line_with_its_id(self, client: FlaskClient, log: Any) -> None:
        log.configure("json")
        client.get("/v1/extract?url=https://e.org", headers={ID: "first"})
        client.get("/nowhere", headers={ID: "second"})
        first, second = log.read()
        assert '"method": "GET", "path": "/v1/extract", "status": 200' in first and '"request_id": "first"' in first
        assert '"status": 404' in second and '"problem": "not-found"' in second and '"request_id": "second"' in second

    def test_no_line_holds_what_page_query_or_body_say(
        self, client: FlaskClient, log: Any, extractor: Any, fetcher: Any
    ) -> None:
        log.configure("json")
        extractor.raises = ValueError("SECRET of the page")
        client.post("/v1/extract?url=https://SECRET.org", data="SECRET", content_type="text/html")
        client.post("/v1/similarity", json={"text": "SECRET", "others": ["SECRET"], "SECRET": 1})
        client.post("/v1/extract", data=b'{"html": "SECRET', content_type="application/json")
        client.post("/v1/jobs", json={"items": [{"html": "SECRET"}]}, headers={"Idempotency-Key": "SECRET"})
        client.get("/v1/extract?url=https://e.org/SECRET")
        client.get("/v1/extract?SECRET=1", headers={"Authorization": "Bearer SECRET", "User-Agent": "SECRET"})
        written = log.read()
        assert len(written) >= 6
        assert not re.search("SECRET", "".join(written), re.I)

    def test_a_mistake_of_ours_is_found_by_the_id_that_the_client_was_told(
        self, client: FlaskClient, log: Any, pool: Any, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        log.configure("json")
        monkeypatch.setattr(pool, "run", lambda work: {}["SECRET"])
        request_id = client.post("/v1/extract", json={"html": "Page"}).headers[ID]
        mistake, request = log.read()
        assert '"error": "KeyError"' in mistake and "test_application.py" in mistake and "SECRET" not in mistake
        assert f'"request_id": "{request_id}"' in mistake and f'"request_id": "{request_id}"' in request
