"""`cutline discover` prints what `cutline enrich` reads."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

Run = Callable[..., Result]


@pytest.fixture
def stored(tmp_path: Path) -> Path:
    file = tmp_path / "feed.xml"
    item = "<item><link>https://courier.example/{}</link><title>Fähre</title><pubDate>{}</pubDate></item>"
    file.write_text(f"<rss>{item.format('a', '2026-05-04')}{item.format('b', '2025-05-04')}</rss>", encoding="utf-8")
    return file


def test_one_address_a_line(run: Run, stored: Path) -> None:
    result = run("discover", stored)
    assert (result.exit_code, result.stdout) == (0, "https://courier.example/a\nhttps://courier.example/b\n")


def test_json_lines_have_the_titles_and_dates(run: Run, stored: Path) -> None:
    result = run("discover", stored, "--jsonl", "--since", "2026-01-01")
    assert json.loads(result.stdout) == {
        "url": "https://courier.example/a",
        "title": "Fähre",
        "published": "2026-05-04",
        "modified": None,
        "source": stored.as_uri(),
    }


def test_a_limit_ends_the_list(run: Run, stored: Path) -> None:
    assert run("discover", stored, "--limit", "1").stdout == "https://courier.example/a\n"


def test_mistakes_are_told_in_a_sentence(run: Run, stored: Path) -> None:
    result = run("discover", stored, "--since", "soon")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "give a date" in result.stderr
