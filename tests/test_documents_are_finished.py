"""What the repository says of itself is finished."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
DOCUMENTS = [*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md"), *(ROOT / "benchmarks").glob("*.md")]


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_no_place_for_a_figure_is_left_open(path: Path) -> None:
    assert not re.search(r"@[A-Z]+@|\bTODO\b", path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_links_within_the_repository_lead_somewhere(path: Path) -> None:
    links = re.findall(r"\]\((?!https?:|#)([^)#]+)", path.read_text(encoding="utf-8"))
    assert [link for link in links if not (path.parent / link).exists()] == []


def test_every_reason_and_warning_in_the_code_is_documented() -> None:
    documented = set(re.findall(r"`([a-z_]+)`", (ROOT / "docs" / "reasons.md").read_text(encoding="utf-8")))
    used = set()
    for path in (ROOT / "dom" / "methods").glob("*.py"):
        used |= set(re.findall(r'Decision\((?:True|False), "([a-z_]+)"\)', path.read_text(encoding="utf-8")))
    assert used and used <= documented
