import json
from typing import Any

import pytest
from flask.testing import FlaskClient
from pydantic import SecretStr

from cutline.service.jobs import JobStore
from cutline.service.jobs.claims import Claims
from cutline.service.jobs.runner import Webhooks

KEY = "Idempotency-Key"
PAGES = [{"url": "https://e.org/a", "id": "a"}, {"html": "<p>b", "id": 2}]


def work_off(store: JobStore, results: list[bytes]) -> None:
    """Close the next items of the queue: those whose result is an error as failed."""
    claims = Claims(store)
    for result in results:
        claim = claims.claim()
        assert claim is not None
        assert (claims.close_failed if b'"error"' in result else claims.close_done)(claim, result)


class TestCreation:
    def test_pages_are_accepted_as_a_job_that_has_an_address(self, client: FlaskClient) -> None:
        response = client.post("/v1/jobs", json={"items": PAGES, "images": False})
        assert response.status_code == 202
        job = response.json
        assert response.headers["Location"] == f"/v1/jobs/{job['id']}"
        assert (job["state"], job["items"], job["progress"], job["finished"]) == ("open", 2, 0.0, None)
        assert job["counts"] == {"waiting": 2, "running": 0, "done": 0, "failed": 0}
        assert client.get(response.headers["Location"]).json == job

    def test_its_options_are_those_of_all_pages(self, client: FlaskClient, job_store: JobStore) -> None:
        job = client.post("/v1/jobs", json={"items": PAGES, "images": False, "include": ["dropped"]}).json
        options = job_store.find(job["id"]).options
        assert (options.images, options.include, options.url) == (False, {"dropped", "evidence"}, None)

    def test_the_same_request_with_the_same_key_makes_no_second_job(self, client: FlaskClient) -> None:
        first, second = (client.post("/v1/jobs", json={"items": PAGES}, headers={KEY: '"8e03"'}) for _ in range(2))
        assert (second.status_code, second.json) == (202, first.json)
        assert client.post("/v1/jobs", json={"items": PAGES}, headers={KEY: "other"}).json["id"] != first.json["id"]

    @pytest.mark.parametrize("key", ["", "x" * 201, "two words", "Zürich"])
    def test_a_key_that_is_no_name_is_refused(self, client: FlaskClient, read_problem: Any, key: str) -> None:
        response = client.post("/v1/jobs", json={"items": PAGES}, headers={KEY: key})
        assert read_problem(response, "invalid-request")["errors"][0]["header"] == KEY

    @pytest.mark.parametrize("wrong", [1.5, [1], True, 10**30, "a" * 1001])
    def test_a_wrong_id_is_one_error(self, client: FlaskClient, read_problem: Any, wrong: object) -> None:
        answer = client.post("/v1/jobs", json={"items": [{"html": "<p>a", "id": wrong}]})
        assert [error["pointer"] for error in read_problem(answer, "invalid-request")["errors"]] == ["#/items/0/id"]


class TestProgress:
    def test_results_are_in_the_order_of_the_pages(self, client: FlaskClient, job_store: JobStore) -> None:
        path = client.post("/v1/jobs", json={"items": PAGES}).headers["Location"]
        work_off(job_store, [b'{"text":"A"}\n', b'{"error":{"code":"empty-page","message":"Empty."}}\n'])
        response = client.get(f"{path}/results")
        results = [
            {"id": "a", "line": 1, "article": {"text": "A"}},
            {"id": 2, "line": 2, "error": {"code": "empty-page", "message": "Empty."}},
        ]
        assert response.content_type == "application/json"
        assert response.json == {"results": results, "cursor": 2, "is_last": True}
        for lines in (
            client.get(f"{path}/results?format=ndjson"),
            client.get(f"{path}/results", headers={"Accept": "application/x-ndjson"}),
        ):
            assert lines.content_type == "application/x-ndjson"
            assert [json.loads(line) for line in lines.data.splitlines()] == results
        assert "Link" not in response.headers
        job = client.get(path).json
        assert (job["state"], job["progress"], job["counts"]["failed"]) == ("finished", 1.0, 1)

    def test_a_cursor_goes_on_where_the_last_answer_ended(self, serve: Any, job_store: JobStore) -> None:
        client = serve(max_results=1)
        path = client.post("/v1/jobs", json={"items": PAGES}).headers["Location"]
        work_off(job_store, [b"{}\n"])
        first = client.get(f"{path}/results?limit=500")
        assert [result["line"] for result in first.json["results"]] == [1]
        assert first.headers["Link"] == f'<{path}/results?cursor=1&limit=1&format=json>; rel="next"'
        second = client.get(f"{path}/results?cursor={first.json['cursor']}&limit=1")
        assert second.json == {"results": [], "cursor": 1, "is_last": False}
        assert second.headers["Link"] == first.headers["Link"]
        work_off(job_store, [b"{}\n"])
        third = client.get(f"{path}/results?cursor=1&limit=1")
        assert [result["line"] for result in third.json["results"]] == [2]
        assert third.json["is_last"] and "Link" not in third.headers

    def test_a_job_that_did_not_change_is_not_sent_again(self, client: FlaskClient, job_store: JobStore) -> None:
        path = client.post("/v1/jobs", json={"items": PAGES}).headers["Location"]
        known = {"If-None-Match": client.get(path).headers["ETag"]}
        assert client.get(path, headers=known).status_code == 304
        work_off(job_store, [b"{}\n"])
        assert client.get(path, headers=known).json["counts"]["done"] == 1


class TestRemoval:
    def test_a_removed_job_is_there_for_nobody(self, client: FlaskClient, read_problem: Any) -> None:
        path = client.post("/v1/jobs", json={"items": PAGES}).headers["Location"]
        response = client.delete(path)
        assert (response.status_code, response.data) == (204, b"")
        for answer in (client.get(path), client.get(f"{path}/results"), client.delete(path)):
            read_problem(answer, "unknown-job")

    @pytest.mark.parametrize("job_id", ["0" * 32, "x", "%00", "..", "😀" * 99])
    def test_a_job_that_never_was_is_not_found(self, client: FlaskClient, job_id: str) -> None:
        for verb in ("GET", "DELETE"):
            assert client.open(f"/v1/jobs/{job_id}", method=verb).status_code == 404

    def test_nobody_finds_the_jobs_of_another_token(self, serve: Any, tokens: Any, read_problem: Any) -> None:
        client = serve(tokens=tokens("first-token-of-many", "second-token-of-many"))
        first, second = ({"Authorization": f"Bearer {name}-token-of-many"} for name in ("first", "second"))
        path = client.post("/v1/jobs", json={"items": PAGES}, headers=first).headers["Location"]
        read_problem(client.get(path, headers=second), "unknown-job")
        read_problem(client.delete(path, headers=second), "unknown-job")
        assert client.get(path, headers=first).status_code == 200


class TestWebhook:
    ADDRESS = "https://receiver.example/ended"
    SECRET = SecretStr("whsec_YSBrZXkgb2YgdHdlbnR5LWZvdXIgYnl0")

    @pytest.fixture
    def signing(self, client: FlaskClient, job_store: JobStore, monkeypatch: pytest.MonkeyPatch) -> FlaskClient:
        """A client of a service with a secret."""
        changed = job_store.settings.model_copy(update={"webhook_secret": self.SECRET})
        monkeypatch.setattr(job_store, "settings", changed)
        return client

    @pytest.mark.parametrize(
        ("address", "reason"),
        [
            ("https://name:word@receiver.example/", "user name"),
            ("https://receiver.example:8443/ended", "fetch.ports"),
            ("http://127.0.0.1/ended", "fetch.allowed_networks"),
            ("http://127.1/ended", "fetch.allowed_networks"),
            ("http://[::1]/ended", "fetch.allowed_networks"),
            ("http://10.20.30.40/ended", "fetch.allowed_networks"),
            ("http://localhost/ended", "fetch.allowed_networks"),
            ("http://xn--a.com/", "not a web address"),
        ],
    )
    def test_that_can_never_be_told_is_refused(
        self, signing: FlaskClient, read_problem: Any, address: str, reason: str
    ) -> None:
        response = signing.post("/v1/jobs", json={"items": [{"html": "<p>a"}], "webhook": address})
        error = read_problem(response, "invalid-request")["errors"][0]
        assert (error["pointer"], reason in error["detail"]) == ("#/webhook", True)

    def test_is_kept_with_the_job(self, signing: FlaskClient, job_store: JobStore) -> None:
        asked = {"items": [{"html": "<p>a"}], "webhook": self.ADDRESS}
        response = signing.post("/v1/jobs", json=asked)
        assert response.status_code == 202
        work_off(job_store, [b"{}"])
        told: list[str] = []
        assert Webhooks(job_store, lambda url, *_: told.append(url)).tell_next()
        assert told == [self.ADDRESS]

    def test_is_refused_by_a_service_without_secret(self, client: FlaskClient, read_problem: Any) -> None:
        response = client.post("/v1/jobs", json={"items": PAGES, "webhook": self.ADDRESS})
        error = read_problem(response, "invalid-request")["errors"][0]
        assert (error["pointer"], "jobs.webhook_secret" in error["detail"]) == ("#/webhook", True)

    def test_is_a_web_address(self, client: FlaskClient, read_problem: Any) -> None:
        response = client.post("/v1/jobs", json={"items": PAGES, "webhook": "mailto:a@e.org"})
        assert read_problem(response, "invalid-request")["errors"][0]["pointer"] == "#/webhook"
