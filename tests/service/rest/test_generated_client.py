"""openapi-python-client generates a client from the OpenAPI document that type-checks and works."""

import json
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, cast

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.serving import make_server

from cutline import Extractor
from cutline.config import Settings
from cutline.errors import BlockedAddress
from cutline.service.jobs import JobRunner, JobStore

PROGRAM = Path(__file__).with_name("use_generated_client.py")
FERRY = Path(__file__).parents[3] / "examples" / "ferry.html"
GENERATE = "from openapi_python_client.cli import app; app()"


@pytest.fixture
def app(
    serve: Callable[..., FlaskClient], pool: Any, fetcher: Any, settings: Settings, job_store: JobStore
) -> Iterator[Flask]:
    """A service that extracts, and works off its jobs."""
    pool.extractor = Extractor(settings)
    fetcher.raises = BlockedAddress("The address is not public.")
    runner = JobRunner(job_store, fetcher.fetch, cast(Any, pool).run)
    runner.start()
    yield serve().application
    runner.close(0)


@pytest.fixture
def address(app: Flask) -> Iterator[str]:
    server = make_server("127.0.0.1", 0, app, threaded=True)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()


def run(folder: Path, *arguments: str | Path) -> str:
    """Run Python in a folder, and return what it printed."""
    done = subprocess.run([sys.executable, *arguments], cwd=folder, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.processes
def test_a_generated_client_type_checks_and_reads_articles_and_jobs(
    app: Flask, address: str, tmp_path: Path, pytestconfig: pytest.Config
) -> None:
    (tmp_path / "openapi.json").write_text(json.dumps(app.test_client().get("/openapi.json").json))
    (tmp_path / "generator.yml").write_text("post_hooks: []\n")  # the generated code need not be tidy
    (tmp_path / "use.py").write_text(PROGRAM.read_text())
    options = ("--path", "openapi.json", "--config", "generator.yml", "--output-path", "cutline_client")
    told = run(tmp_path, "-c", GENERATE, "generate", *options, "--meta", "none", "--fail-on-warning")
    assert "warning" not in told.lower()
    assert pytestconfig.cache is not None
    cache = pytestconfig.cache.mkdir("mypy-of-the-generated-client")
    run(tmp_path, "-m", "mypy", "--strict", "--follow-imports=silent", "--cache-dir", cache, "use.py")
    assert run(tmp_path, "use.py", address, FERRY).strip()
