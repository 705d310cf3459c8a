"""The doors with the real extractor behind them."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner
from flask.testing import FlaskClient

from cutline import Extractor
from cutline.config import load_settings
from cutline.service.cli import main
from cutline.types import Article

PARAGRAPH = "Mayor Clara Benning opened the new bridge of Port Ellery on Monday, after three years of work. " * 3
PAGE = f"""<!DOCTYPE html><html lang="en"><head><title>Bridge opens</title></head><body>
<ul><li><a href="/a">Home</a></li><li><a href="/b">Sport</a></li></ul>
<div><p>{PARAGRAPH}</p><figure><img src="bridge.jpg"><figcaption>Clara Benning on the bridge</figcaption></figure>
<p>{PARAGRAPH}The old one goes to scrap.</p></div></body></html>"""
URL = "https://courier.example/bridge"


@pytest.fixture(scope="module")
def real_extractor() -> Extractor:
    return Extractor()


@pytest.fixture
def client(serve_extractor: Callable[..., FlaskClient], real_extractor: Extractor) -> FlaskClient:
    return serve_extractor(real_extractor, load_settings())


@pytest.fixture
def page(tmp_path: Path) -> Path:
    (tmp_path / "page.html").write_text(PAGE)
    return tmp_path / "page.html"


def test_the_command_line_prints_the_bytes_that_the_endpoint_serves(client: FlaskClient, page: Path) -> None:
    printed = CliRunner().invoke(main, ["extract", str(page), "--url", URL, "--include", "dropped"])
    served = client.post("/v1/extract", json={"html": PAGE, "url": URL, "include": ["dropped"]})
    assert printed.stdout_bytes == served.data
    article = Article.model_validate_json(served.data)
    assert article.title == "Bridge opens"
    assert [(image.url, image.caption) for image in article.images] == [
        ("https://courier.example/bridge.jpg", "Clara Benning on the bridge")
    ]


def test_both_say_of_a_caption_what_the_page_s_verdict_says(client: FlaskClient, page: Path) -> None:
    caption = "Clara Benning on the bridge"
    printed = CliRunner().invoke(main, ["similarity", str(page), caption, "--url", URL, "--json"])
    served = client.post("/v1/similarity", json={"html": PAGE, "url": URL, "others": [caption]})
    assert printed.stdout_bytes == served.data
    (image,) = client.post("/v1/extract", json={"html": PAGE, "url": URL}).json["images"]
    (compared,) = served.json["similarities"]
    for name in ("relevance", "relevance_score", "found", "missing", "similarity"):
        assert compared[name] == image["verdict"][name]


@pytest.mark.processes
def test_a_reader_that_stops_reading_ends_the_command_in_silence(page: Path) -> None:
    command = [sys.executable, "-m", "cutline", "extract", str(page), "--no-nlp"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None and process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 141
