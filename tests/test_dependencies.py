"""What only training needs is not asked for at run time, and type checkers find the package."""

import ast
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
TRAINING = ("lightgbm", "scipy", "sklearn", "wordfreq")
EXTRACT = """
import sys
import cutline
article = cutline.extract(open(sys.argv[1], encoding="utf-8").read(), include=["dropped", "html", "entities"])
assert article.text and article.images
print(*sorted({name.partition(".")[0] for name in sys.modules}))
"""


@pytest.mark.processes
def test_a_page_is_extracted_without_the_libraries_of_training() -> None:
    command = [sys.executable, "-c", EXTRACT, str(ROOT / "examples" / "ferry.html")]
    loaded = subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()
    assert "numpy" in loaded
    assert set(loaded).isdisjoint(TRAINING)


@pytest.mark.parametrize("folder", ["config", "cutline", "dom", "extraction", "models", "nlp", "service"])
def test_only_training_imports_them(folder: str) -> None:
    for path in (ROOT / folder).rglob("*.py"):
        if path.parent != ROOT / "models" / "train":
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
                names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
                assert {name.partition(".")[0] for name in names}.isdisjoint(TRAINING), path


def test_they_come_with_the_extra_train() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    core = {requirement.partition(">")[0] for requirement in project["dependencies"]}
    train = {requirement.partition(">")[0] for requirement in project["optional-dependencies"]["train"]}
    assert train == {"lightgbm", "scikit-learn", "wordfreq"}
    assert core.isdisjoint(train)


def test_type_checkers_find_every_folder_of_the_package_among_the_links_of_make() -> None:
    folders = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["setuptools"]["package-dir"]
    command = ["make", "--dry-run", "--silent", "links"]
    recipe = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    linked = {str(ROOT / folder) for folder in folders.values() if folder != "cutline"}
    assert {*linked, str(ROOT / "cutline" / "__init__.py"), str(ROOT / "cutline" / "py.typed")} <= set(recipe.split())
