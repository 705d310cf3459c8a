from __future__ import annotations

from importlib.metadata import version
from typing import Any

from flask.testing import FlaskClient

from cutline.options import Options
from cutline.service.jobs import JobItem, JobStore


def test_health_is_told_with_the_version(client: FlaskClient) -> None:
    assert client.get("/healthz").json == {"status": "ok", "version": version("cutline")}


class TestReadiness:
    def test_a_service_with_models_and_a_queue_is_ready(self, client: FlaskClient) -> None:
        assert client.get("/readyz").json == {"status": "ready", "version": version("cutline")}

    def test_it_is_not_while_the_models_are_loaded(self, client: FlaskClient, read_problem: Any, pool: Any) -> None:
        pool.is_ready = False
        response = client.get("/readyz")
        assert read_problem(response, "not-ready")["detail"] == "The models are still loading."
        assert response.headers["Retry-After"] == "2"

    def test_it_is_not_when_the_queue_cannot_be_written(
        self, client: FlaskClient, read_problem: Any, job_store: JobStore, monkeypatch: Any
    ) -> None:
        monkeypatch.setattr(JobStore, "is_writable", lambda store: False)
        assert read_problem(client.get("/readyz"), "not-ready")["detail"] == "New jobs cannot be stored."
        assert client.get("/healthz").status_code == 200


def test_metrics_tell_of_the_queue_and_the_jobs(client: FlaskClient, job_store: JobStore) -> None:
    job_store.create([JobItem(url="https://e.org"), JobItem(url="https://e.com")], Options())
    response = client.get("/metrics")
    assert response.mimetype == "text/plain"
    lines = response.text.splitlines()
    assert {"cutline_queue_depth 3.0", "cutline_jobs 1.0", "cutline_job_items 2.0"} <= set(lines)
