import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from cutline.errors import UnreachableHost
from cutline.service.pages.extraction_processes import Verdicts, WorkDone
from cutline.service.rest.metrics import FOLDER_VARIABLE, Metrics

# Two web workers, one after the other, of which the second answers for both.
WORKER = """
from cutline.service.pages.extraction_processes import WorkDone
from cutline.service.rest.metrics import Metrics

metrics = Metrics()
metrics.count_request("/v1/extract", "GET", 200, 0.1)
print(metrics.render().decode())
"""


def read(metrics: Metrics | FlaskClient) -> dict[str, float]:
    """Return the value of each series."""
    text = metrics.get("/metrics").text if isinstance(metrics, FlaskClient) else metrics.render().decode()
    lines = (line.rpartition(" ") for line in text.splitlines() if not line.startswith("#"))
    return {name: float(value) for name, _, value in lines}


class TestRequests:
    def test_they_are_counted_by_route_verb_and_status(self, client: FlaskClient) -> None:
        client.get("/v1/extract?url=https://e.org")
        client.get("/v1/extract?url=https://e.com")
        client.get("/v1/extract")
        client.get(f"/v1/jobs/{'0' * 32}")
        found = read(client)
        assert found['cutline_requests_total{method="GET",route="/v1/extract",status="200"}'] == 2
        assert found['cutline_requests_total{method="GET",route="/v1/extract",status="422"}'] == 1
        assert found['cutline_requests_total{method="GET",route="/v1/jobs/<job_id>",status="404"}'] == 1
        assert found['cutline_request_seconds_count{route="/v1/extract"}'] == 3

    def test_what_a_client_makes_up_becomes_no_series_of_its_own(self, client: FlaskClient) -> None:
        for number in range(3):
            client.open(f"/nowhere/{number}", method=f"VERB{number}")
        found = read(client)
        assert found['cutline_requests_total{method="other",route="unknown",status="404"}'] == 3
        assert not [name for name in found if "nowhere" in name or "VERB" in name]


class TestWork:
    def test_blocks_and_images_are_counted_by_verdict_and_reason(self) -> None:
        metrics = Metrics()
        blocks = Verdicts({("kept", "article_text"): 5, ("dropped", "navigation"): 20})
        images = Verdicts({("kept", "article_image"): 2, ("dropped", "teaser"): 3, ("dropped", "ad_rule"): 1})
        metrics.count_work(WorkDone(b"", blocks, images, {"parse": 0.02, "nlp": 0.3, "fetch": 0.0}))
        found = read(metrics)
        assert found['cutline_blocks_total{reason="navigation",verdict="dropped"}'] == 20
        assert found['cutline_images_total{reason="article_image",verdict="kept"}'] == 2
        assert found['cutline_images_total{reason="teaser",verdict="dropped"}'] == 3
        assert found['cutline_stage_seconds_sum{stage="nlp"}'] == 0.3
        assert 'cutline_stage_seconds_sum{stage="fetch"}' not in found

    def test_fetches_are_counted_by_what_came_of_them(self, client: FlaskClient, fetcher: Any) -> None:
        client.get("/v1/extract?url=https://e.org")
        fetcher.raises = UnreachableHost("Nobody is there.")
        client.get("/v1/extract?url=https://e.org")
        found = read(client)
        assert found['cutline_fetches_total{outcome="ok"}'] == 1
        assert found['cutline_fetches_total{outcome="unreachable-host"}'] == 1
        assert found['cutline_stage_seconds_count{stage="fetch"}'] == 2

    def test_memory_and_queue_are_those_of_the_last_second(
        self, client: FlaskClient, pool: Any, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("cutline.service.rest.about_routes.KEPT_SECONDS", 0.0)
        assert read(client)['cutline_resident_bytes{processes="extraction"}'] == 50_000_000
        assert read(client)['cutline_resident_bytes{processes="web"}'] > 10_000_000
        pool.waiting = 7
        assert read(client)["cutline_queue_depth"] == 7


@pytest.mark.processes
def test_one_web_worker_tells_for_all(tmp_path: Path) -> None:
    environment = os.environ | {FOLDER_VARIABLE: str(tmp_path)}
    for requests in (1, 2):
        printed = subprocess.run(
            [sys.executable, "-c", WORKER], env=environment, capture_output=True, check=True
        ).stdout
        assert (
            f'cutline_requests_total{{method="GET",route="/v1/extract",status="200"}} {requests}.0' in printed.decode()
        )
