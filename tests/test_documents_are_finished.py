"""What the repository says of itself is finished."""

import re
from pathlib import Path
from typing import get_args

import pytest

from cutline.types import Reason

ROOT = Path(__file__).parents[1]
DOCUMENTS = [*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md"), *(ROOT / "benchmarks").glob("*.md")]


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_no_place_for_a_figure_is_left_open(path: Path) -> None:
    assert not re.search(r"@[A-Z]+@|\bTODO\b", path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_links_within_the_repository_lead_somewhere(path: Path) -> None:
    links = re.findall(r"\]\((?!https?:|#)([^)#]+)", path.read_text(encoding="utf-8"))
    assert [link for link in links if not (path.parent / link).exists()] == []


def read_code() -> str:
    """All code that gives reasons or warnings."""
    folders = ("cutline", "dom", "nlp", "models")
    paths = (path for folder in folders for path in (ROOT / folder).rglob("*.py") if path.name != "types.py")
    return "\n".join(path.read_text(encoding="utf-8") for path in paths)


@pytest.mark.parametrize("reason", get_args(Reason))
def test_every_reason_is_documented_and_given(reason: str) -> None:
    document = (ROOT / "docs" / "reasons.md").read_text(encoding="utf-8")
    assert document.count(f"\n| `{reason}` |") == 1
    assert f'"{reason}"' in read_code()


def test_every_warning_in_the_code_is_documented() -> None:
    documented = set(re.findall(r"`([a-z_]+)`", (ROOT / "docs" / "reasons.md").read_text(encoding="utf-8")))
    used = set(re.findall(r'(?:warnings = |Body\(.*|if .* else )\("([a-z]+_[a-z_]+)",', read_code()))
    assert {"no_article", "no_model"} <= used
    assert used - documented == set()
