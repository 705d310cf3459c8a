"""The arrows between the folders point one way."""

import ast
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
LEAVES = {"cutline.types", "cutline.reasons", "cutline.errors"}
SETTINGS = {"cutline.config", "cutline.config.settings"}
# What the modules of a folder may import of cutline, besides the leaves and the settings' types.
MAY_IMPORT = {
    "config": {"cutline.config"},
    "dom": {"cutline.dom"},
    "nlp": {"cutline.nlp", "cutline.dom"},
    "models": {"cutline.models", "cutline.nlp", "cutline.dom"},
    "service": {"cutline"},
    "cutline": {"cutline"},
}
MAY_JOIN_STAGES = {"service", "cutline"}


def imported_modules(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: imports are absolute"
            yield node.module or ""


def modules_of(folder: str) -> list[Path]:
    return sorted((ROOT / folder).rglob("*.py"))


@pytest.mark.parametrize("folder", MAY_IMPORT)
def test_a_folder_imports_only_what_lies_below_it(folder: str) -> None:
    for path in modules_of(folder):
        for module in imported_modules(path):
            if module.split(".")[0] == "cutline" and module not in LEAVES | SETTINGS:
                allowed = MAY_IMPORT[folder]
                assert any(module == name or module.startswith(f"{name}.") for name in allowed), f"{path}: {module}"


@pytest.mark.parametrize("folder", sorted(MAY_IMPORT.keys() - MAY_JOIN_STAGES))
def test_only_the_doors_import_the_extractor(folder: str) -> None:
    for path in modules_of(folder):
        assert "cutline.extractor" not in set(imported_modules(path)), path


@pytest.mark.parametrize("folder", MAY_IMPORT)
def test_nothing_is_imported_past_the_namespace(folder: str) -> None:
    for path in modules_of(folder):
        for module in imported_modules(path):
            assert module.split(".")[0] not in {"dom", "nlp", "models", "service", "config"}, f"{path}: {module}"


def test_every_folder_of_code_is_installed() -> None:
    packages = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["setuptools"]["packages"]
    found = {path.parent.relative_to(ROOT) for folder in MAY_IMPORT for path in (ROOT / folder).rglob("__init__.py")}
    names = {".".join(folder.parts if folder.parts[0] == "cutline" else ("cutline", *folder.parts)) for folder in found}
    assert names == set(packages)
