"""What the repository says of itself is finished."""

import re
from pathlib import Path

import pytest

from cutline.models.image_reasons import BY_MARK, BY_NAME, ELSEWHERE

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
    used = {*BY_MARK.values(), *BY_NAME.values(), ELSEWHERE}
    for path in (path for folder in ("cutline", "dom", "nlp") for path in (ROOT / folder).rglob("*.py")):
        code = path.read_text(encoding="utf-8")
        for call in re.findall(r"Decision\([^()]+\)", code):  # of a block
            used |= set(re.findall(r'(?<!\[)"([a-z_]+)"', call))
        used |= set(re.findall(r'(?:reason=|"reason": |dropped = )"([a-z_]+)"', code))  # of an image
        used |= {reason for pair in re.findall(r'return "(\w+)" if .* else "(\w+)"', code) for reason in pair}
        used |= set(re.findall(r'(?:warnings = |Body\(.*|if .* else )\("([a-z]+_[a-z_]+)",', code))
    assert {"article_text", "article_image", "duplicate", "no_article", "no_model", "teaser"} <= used
    assert used - documented == set()
