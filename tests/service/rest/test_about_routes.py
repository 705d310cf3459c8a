"""What the service says of itself, and the values that it remembers for that."""

from concurrent.futures import ThreadPoolExecutor
from importlib.metadata import version
from threading import Event
from typing import Any

import pytest
from flask.testing import FlaskClient

from cutline.config import Settings
from cutline.dom.methods import LAYOUT_METHODS, METHODS
from cutline.models.loaded_models import LoadedModels
from cutline.options import Options
from cutline.service.jobs import JobItem, JobStore
from cutline.service.rest.about_routes import Remembered


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


def test_every_method_is_listed_once_with_what_it_needs(client: FlaskClient, settings: Settings) -> None:
    answer = client.get("/v1/methods").json
    assert answer["default"] == "auto"
    listed = {method["name"]: method for method in answer["methods"]}
    assert len(listed) == len(answer["methods"])
    assert listed.keys() == METHODS.keys()
    assert {name for name, method in listed.items() if method["needs_layout"]} == LAYOUT_METHODS
    assert {name for name, method in listed.items() if method["needs_wrapper"]} == {"template-wrapper"}
    models = LoadedModels(settings)
    learned = {name for name in METHODS if name != "template-wrapper" and models.of_method(name) is not None}
    assert {name for name, method in listed.items() if method["needs_model"]} == learned


WAIT = 10  # seconds after which a test has failed


def test_a_value_is_found_once_a_second(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = [100.0]
    monkeypatch.setattr("cutline.service.rest.about_routes.monotonic", lambda: clock[0])
    values = iter("abc")
    remembered = Remembered(lambda: next(values))
    assert [remembered(), remembered()] == ["a", "a"]
    clock[0] += 1
    assert [remembered(), remembered()] == ["b", "b"]


def test_while_one_thread_waits_for_a_value_others_get_the_last(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cutline.service.rest.about_routes.KEPT_SECONDS", 0.0)
    entered, release, values = Event(), Event(), iter("ab")

    def find() -> str:
        value = next(values)
        if value == "b":
            entered.set()
            release.wait(WAIT)
        return value

    remembered = Remembered(find)
    assert remembered() == "a"
    with ThreadPoolExecutor(1) as executor:
        waiting = executor.submit(remembered)
        assert entered.wait(WAIT)
        assert remembered() == "a"
        release.set()
        assert waiting.result(WAIT) == "b"


def test_a_failure_is_not_remembered() -> None:
    values = iter([ZeroDivisionError, "a"])

    def find() -> str:
        value = next(values)
        if isinstance(value, type):
            raise value
        return value

    remembered = Remembered(find)
    with pytest.raises(ZeroDivisionError):
        remembered()
    assert remembered() == "a"
