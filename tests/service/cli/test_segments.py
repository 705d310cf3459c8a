import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

from cutline.reasons import WARNINGS

Run = Callable[..., Result]
EXAMPLE = Path(__file__).parents[3] / "examples" / "ferry.html"
PAGE = "<title>T</title><body><h1>Ferry</h1><p>The council <b>voted</b>.</p><ul><li>Holm<li>Ellery</ul>"


def test_a_row_shows_coherence_place_size_characters_and_text(run: Run) -> None:
    result = run("inspect", "-", "--segments", "vips", "--render", "never", input=PAGE)
    rows = [line.split() for line in result.stdout.splitlines()]
    assert "1 0, 0 1280 × 168 33 body".split() in rows
    assert "10 0, 16 1280 × 18 5 · h1 Ferry".split() in rows
    assert "8 0, 66 1280 × 86 28 · (group)".split() in rows
    assert "9 0, 66 1280 × 18 18 · · p The council voted.".split() in rows
    assert result.exit_code == 0


def test_json_is_one_line_with_every_block(run: Run) -> None:
    result = run(
        "inspect", "-", "--segments", "vips", "--json", "--render", "never", "--url", "https://e.org", input=PAGE
    )
    divided = json.loads(result.stdout)
    assert (result.stdout.count("\n"), divided["url"], divided["rendered"]) == (1, "https://e.org", False)
    assert [part["text"] for part in divided["parts"] if part["is_leaf"]] == [
        "Ferry", "The council voted.", "Holm", "Ellery",
    ]  # fmt: skip
    assert (divided["parts"][0]["tag"], divided["parts"][0]["characters"]) == ("body", 33)


def test_the_permitted_coherence_comes_from_the_settings(run: Run, tmp_path: Path) -> None:
    leaves = {}
    for permitted in (4, 8):
        (tmp_path / f"{permitted}.toml").write_text(f"[vips]\npermitted_coherence = {permitted}\n")
        options = ("--segments", "vips", "--json", "--render", "never", "--config", tmp_path / f"{permitted}.toml")
        divided = json.loads(run("inspect", EXAMPLE, *options).stdout)
        assert divided["permitted_coherence"] == permitted
        leaves[permitted] = sum(part["is_leaf"] for part in divided["parts"])
    assert leaves == {4: 18, 8: 33}


def test_without_a_browser_the_page_is_laid_out_by_its_tags_with_a_warning(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CUTLINE_CHROMIUM", "/nowhere/chromium")
    result = run("inspect", "-", "--segments", "vips", input=PAGE)
    assert result.exit_code == 0
    assert f"Warning: {WARNINGS['no_browser']} Warning: {WARNINGS['no_layout']}" in " ".join(result.stdout.split())


def test_without_a_browser_a_rendering_that_was_demanded_is_one_sentence(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CUTLINE_CHROMIUM", "/nowhere/chromium")
    result = run("inspect", "-", "--segments", "vips", "--render", "always", input=PAGE)
    assert (result.exit_code, result.stdout, result.stderr.count("\n")) == (1, "", 1)
    assert "install the system's package chromium" in result.stderr


@pytest.mark.browser
def test_a_browser_lays_the_page_out(run: Run) -> None:
    page = f"{PAGE}<div style='position: absolute; left: 700px; top: 500px; width: 90px'>Aside</div>"
    divided = json.loads(run("inspect", "-", "--segments", "vips", "--json", input=page).stdout)
    assert divided["rendered"]
    (aside,) = (part for part in divided["parts"] if part["text"] == "Aside")
    assert (aside["tag"], aside["box"]["left"], aside["box"]["top"], aside["box"]["width"]) == ("div", 700, 500, 90)


def test_a_page_of_which_nothing_is_seen_is_one_block(run: Run) -> None:
    result = run("inspect", "-", "--segments", "vips", "--render", "never", input="<p hidden>x")
    assert [row.split() for row in result.stdout.splitlines()][-2] == ["1", "–", "–", "0", "body"]


@pytest.mark.parametrize(
    ("page", "limit", "sentence"), [("", "", "The page is empty"), ("<p>xxxx", "[page]\nmax_bytes = 5", "max_bytes")]
)
def test_a_page_that_cannot_be_read_is_one_sentence(
    page: str, limit: str, sentence: str, run: Run, tmp_path: Path
) -> None:
    (tmp_path / "c.toml").write_text(limit)
    result = run("inspect", "-", "--segments", "vips", "--config", tmp_path / "c.toml", input=page)
    assert (result.exit_code, result.stderr.count("\n")) == (1, 1)
    assert sentence in result.stderr


@pytest.mark.parametrize("option", [("--method", "auto"), ("--no-images",), ("--include", "html"), ("--verbose",)])
def test_options_of_the_extraction_are_refused(run: Run, option: tuple[str, ...]) -> None:
    result = run("inspect", "-", "--segments", "vips", *option, input=PAGE)
    assert result.exit_code == 2 and "has no effect" in result.stderr
