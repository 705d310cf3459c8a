"""What is imported, and what not before it is needed: each library costs time and memory."""

import subprocess
import sys
from pathlib import Path

import pytest

import cutline

HEAVY = {"spacy", "thinc", "numpy", "lxml", "pydantic", "flask", "sqlalchemy", "httpx", "rich", "playwright", "sklearn"}
RARE = {"bs4", "charset_normalizer", "dateparser", "htmldate", "jinja2"}
PAGE = "<p>The old ferry sails again.</p>" * 30


def list_imported(code: str) -> set[str]:
    """Return which of the heavy libraries are there when the code has run."""
    code += f"\nimport sys\nprint(*({HEAVY | RARE} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    return set(done.stdout.splitlines()[-1].split())


def run(*arguments: str) -> str:
    """Return code that runs the command line."""
    return f"from cutline.service.cli import main\nmain({list(arguments)}, standalone_mode=False)\n"


@pytest.mark.processes
def test_cutline_its_help_and_its_version_import_no_library() -> None:
    assert list_imported(run("--help") + run("--version")) == set()


@pytest.mark.processes
def test_a_page_with_a_date_and_an_encoding_imports_nothing_that_finds_them(tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    date = '<meta property="article:published_time" content="2026-05-04"><time>4 May 2026</time>'
    page.write_bytes(f"<meta charset=utf-8>{date}{PAGE}".encode())
    code = run("inspect", str(page)) + run("extract", str(page))
    assert list_imported(code).isdisjoint({"spacy", "thinc", *RARE})


@pytest.mark.processes
def test_finding_names_by_the_shipped_pipelines_does_not_import_spacy() -> None:
    code = f"import cutline\nfor each in 'en', 'de': cutline.Extractor().extract({PAGE!r}, language=each)"
    assert list_imported(code) - RARE == {"numpy", "lxml", "pydantic"}


def test_the_names_shown_are_the_public_ones() -> None:
    assert dir(cutline) == sorted(cutline.__all__)
