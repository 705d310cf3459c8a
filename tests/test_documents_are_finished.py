"""What the repository says of itself is finished."""

import ast
import re
from pathlib import Path
from typing import get_args

import pytest

from cutline.types import PageWarning, Reason

ROOT = Path(__file__).parents[1]
DOCUMENTS = [*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md"), *(ROOT / "benchmarks").glob("*.md")]


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_no_place_for_a_figure_is_left_open(path: Path) -> None:
    assert not re.search(r"@[A-Z]+@|\bTODO\b", path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_links_within_the_repository_lead_somewhere(path: Path) -> None:
    links = re.findall(r"\]\((?!https?:|#)([^)#]+)", path.read_text(encoding="utf-8"))
    assert [link for link in links if not (path.parent / link).exists()] == []


def find_strings() -> set[str]:
    """All strings in the code that gives reasons and warnings, besides the lists of both."""
    folders = ("cutline", "dom", "extraction", "nlp", "models")
    paths = (path for folder in folders for path in (ROOT / folder).rglob("*.py") if path.name != "reasons.py")
    nodes = (node for path in paths for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))))
    return {node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)}


def test_every_reason_and_every_warning_is_documented_once() -> None:
    reasons, _, warnings = (ROOT / "docs" / "reasons.md").read_text(encoding="utf-8").partition("\n# Warnings\n")
    assert sorted(re.findall(r"^\| `([a-z_]+)` \| (?:block|image)", reasons, re.M)) == sorted(get_args(Reason))
    assert sorted(re.findall(r"^\| `([a-z_]+)` \|", warnings, re.M)) == sorted(get_args(PageWarning))


def test_every_reason_and_every_warning_is_given() -> None:
    assert {*get_args(Reason), *get_args(PageWarning)} - find_strings() == set()
