"""Options as keyword arguments: their names and types, for people and for mypy."""

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import get_args, get_type_hints

import pytest

from cutline.options import Options, OptionsGiven, SharedOptions
from cutline.types import Extra

ROOT = Path(__file__).parents[2]
CODE = ("config", "dom", "extraction", "models", "nlp", "service")
CLEAN = ("README.md", "docs/python.md", "docs/integrations.md")
UNTYPED = (  # pandas has no types, and the libraries of the integrations are not installed
    "--disable-error-code=import-untyped",
    "--disable-error-code=import-not-found",
    "--allow-subclassing-any",
)
GIVEN = "html = '<p>'\nrecords: list[dict[str, object]] = []\n"
WRONG = """
import cutline

cutline.extract("<p>", metod="auto")
cutline.extract("<p>", render=3)
cutline.Extractor().extract("<p>", metod="auto")
cutline.Client("http://e.org").extract("<p>", render="often")
cutline.enrich([], metod="auto")
cutline.extract("<p>", method="auto", include=["dropped"], language=None)
cutline.enrich([], workers=2, images=False, order="ready")
"""


def test_the_keyword_arguments_are_the_fields_of_the_options() -> None:
    assert get_type_hints(OptionsGiven).keys() == SharedOptions.model_fields.keys()
    assert Options.model_fields.keys() - SharedOptions.model_fields.keys() == {"url"}


def test_the_keyword_arguments_have_the_types_of_the_options() -> None:
    given, read = get_type_hints(OptionsGiven), get_type_hints(SharedOptions)
    one, several = get_args(given.pop("include"))
    assert (one, get_args(several), get_args(read["include"])) == (Extra, (Extra,), (Extra,))
    assert given == {name: read[name] for name in given}


@pytest.mark.processes
def test_mypy_accepts_the_documented_code_and_finds_wrong_options(tmp_path: Path, pytestconfig: pytest.Config) -> None:
    (tmp_path / "cutline").mkdir()
    for path in (*(ROOT / "cutline").iterdir(), *(ROOT / name for name in CODE)):
        (tmp_path / "cutline" / path.name).symlink_to(path)
    for name in CLEAN:
        blocks = re.findall(r"```python\n(.*?)```", (ROOT / name).read_text(encoding="utf-8"), re.DOTALL)
        (tmp_path / f"{Path(name).stem.lower()}_shown.py").write_text(GIVEN + "\n".join(blocks), encoding="utf-8")
    (tmp_path / "wrong.py").write_text(WRONG, encoding="utf-8")
    assert pytestconfig.cache is not None
    options = ["--strict", "--follow-imports=silent", f"--cache-dir={pytestconfig.cache.mkdir('mypy')}", *UNTYPED]
    checked = subprocess.run(
        [sys.executable, "-m", "mypy", *options, *(path.name for path in tmp_path.glob("*.py"))],
        cwd=tmp_path,
        env={**os.environ, "MYPYPATH": str(tmp_path)},
        capture_output=True,
        text=True,
    )
    errors = {":".join(line.split(":")[:2]) for line in checked.stdout.splitlines() if ": error: " in line}
    assert errors == {f"wrong.py:{line}" for line in (4, 5, 6, 7, 8)}, checked.stdout + checked.stderr
