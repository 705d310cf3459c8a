"""The output that the documents show is what the command prints."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from cutline.service.cli import main

ROOT = Path(__file__).parents[3]
DEMO = ["inspect", "examples/ferry.html", "--url", "https://courier.example/2026/ferry-returns"]


@pytest.fixture(scope="module")
def demo() -> str:
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(ROOT)
        result = CliRunner().invoke(main, DEMO, env={"COLUMNS": "80"})
    assert result.exit_code == 0
    return result.stdout


@pytest.mark.parametrize("name", ["README.md", "docs/command-line.md"])
def test_the_demo_prints_what_the_documents_show(name: str, demo: str) -> None:
    _, _, shown = (ROOT / name).read_text(encoding="utf-8").partition("```\nNight ferry")
    beginning, _, _ = f"Night ferry{shown}".partition("```")
    assert demo.startswith(beginning.removesuffix("…\n")) and beginning.count("\n") > 8


def test_no_line_of_the_demo_is_wider_than_the_terminal(demo: str) -> None:
    assert max(map(len, demo.splitlines())) <= 80


def test_no_line_of_the_demo_ends_in_a_space(demo: str) -> None:
    assert [line for line in demo.splitlines() if line != line.rstrip()] == []


def test_the_demo_is_that_of_make() -> None:
    assert " ".join(DEMO) in (ROOT / "Makefile").read_text(encoding="utf-8")
