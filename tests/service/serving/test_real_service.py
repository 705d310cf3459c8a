"""`cutline serve` itself, with its models and its browser."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from cutline.processes import list_tree
from tests.service.serving.conftest import read_command

WAIT = 120  # seconds after which a test has failed
FERRY = Path(__file__).parents[3] / "examples" / "ferry.html"


@pytest.fixture(scope="module")
def service(run_command: Any) -> Iterator[Any]:
    command = [sys.executable, "-m", "cutline", "serve", "--port", "0", "--workers", "1"]
    yield run_command(command, CUTLINE_SERVICE__LOG_FORMAT="json", CUTLINE_RENDER__SANDBOX="never")


def list_browsers(service: Any) -> list[int]:
    return [pid for pid in list_tree(service.process.pid) if b"--user-data-dir" in read_command(pid)]


def kill_browsers(service: Any) -> int:
    browsers = list_browsers(service)
    for pid in browsers:
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
    return len(browsers)


def test_an_article_is_extracted(service: Any) -> None:
    answer = service.extract(FERRY.read_text(encoding="utf-8"), url="https://courier.example/2026/ferry-returns")
    assert answer.status == 200
    assert answer.json["title"] == "Night ferry returns to Lake Varn after eleven years"


def test_verdicts_and_stages_are_counted_though_nobody_asked_for_them(service: Any) -> None:
    answer = service.extract(FERRY.read_text(encoding="utf-8"))
    assert answer.json["dropped"] is None and answer.json["timings"] is None
    told = service.get("/metrics").body.decode()
    assert 'cutline_blocks_total{reason="' in told and 'verdict="kept"' in told
    assert 'verdict="dropped"' in told
    assert 'cutline_stage_seconds_count{stage="parse"}' in told


@pytest.mark.browser
def test_a_browser_that_is_killed_costs_its_page_and_is_replaced(service: Any) -> None:
    first = service.extract("<p>Ferry", render="always")
    assert (first.status, first.json.get("rendered")) == (200, True), first.body
    assert kill_browsers(service)
    with ThreadPoolExecutor(1) as executor:
        future = executor.submit(service.extract, "<p>Ferry", render="always")
        while not future.done():  # also while it is started again
            kill_browsers(service)
            time.sleep(0.02)
        killed = future.result(WAIT)
    assert killed.status in (200, 502)  # the page may have been quicker
    if killed.status == 502:
        assert killed.json["type"] == "urn:problem-type:cutline:browser-died"
    last = service.extract("<p>Ferry", render="always")
    assert (last.status, last.json.get("rendered")) == (200, True), last.body


@pytest.mark.browser
def test_every_line_of_a_log_in_json_is_json_also_those_of_extraction_processes(service: Any) -> None:
    assert service.extract("<p>Ferry", render="always").status == 200  # the browser's process warns of the sandbox
    assert service.stop() == 0  # the last test with this service
    lines = [json.loads(line) for line in service.log.read_text().splitlines()]
    events = [line["event"] for line in lines]
    assert any(event.startswith("Chromium runs without its sandbox") for event in events)
    assert any(event.startswith("listening on http://127.0.0.1:") for event in events)
    assert events[-1] == "stopped"


def test_a_refusal_to_start_is_json_in_a_log_in_json() -> None:
    command = [sys.executable, "-m", "cutline", "serve", "--host", "0.0.0.0", "--port", "0"]
    environment = os.environ | {"CUTLINE_SERVICE__LOG_FORMAT": "json"}
    ended = subprocess.run(command, capture_output=True, text=True, timeout=WAIT, env=environment)
    assert ended.returncode == 2
    assert json.loads(ended.stderr)["event"].startswith("cannot start: Without tokens")


@pytest.mark.processes
def test_a_service_that_cannot_work_ends_with_a_sentence(tmp_path: Path) -> None:
    settings = tmp_path / "cutline.toml"
    settings.write_text('[nlp]\npipeline = "no_such_pipeline"\n', encoding="utf-8")
    ended = subprocess.run(
        [sys.executable, "-m", "cutline", "serve", "--port", "0", "--workers", "1", "--config", str(settings)],
        capture_output=True,
        text=True,
        timeout=WAIT,
        env=os.environ | {"XDG_STATE_HOME": str(tmp_path)},
    )
    assert ended.returncode == 2
    assert "the service cannot work: " in ended.stderr and "no_such_pipeline" in ended.stderr
