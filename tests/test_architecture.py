"""The arrows between the folders point one way."""

import ast
import re
import tomllib
from collections.abc import Iterator, Set
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
TOP = ("cutline", "config", "dom", "nlp", "models", "extraction", "service")  # the folders of code
SETTINGS = {"cutline.config", "cutline.config.settings"}
PUBLIC = {"cutline/__init__.py", "cutline/__main__.py"}  # the names for users, from all over the house
STAGES = ("cutline.config", "cutline.dom", "cutline.nlp", "cutline.models")
# What the modules of a folder may import, besides the folder itself, the ground floor and the types of the settings.
MAY_IMPORT = {
    "config": (),
    "dom": (),
    "nlp": ("cutline.dom",),
    "models": ("cutline.nlp", "cutline.dom"),
    "cutline": (),
    "extraction": STAGES,
    "service/fetch": ("cutline.config",),
    "service/discover": ("cutline.config", "cutline.dom", "cutline.service.fetch"),
    "service/pages": ("cutline.config", "cutline.extraction", "cutline.service.fetch"),
    "service/formats": (*STAGES, "cutline.service.fetch", "cutline.service.pages"),
    "service/enrich": ("cutline.config", "cutline.dom", "cutline.service.fetch", "cutline.service.pages"),
    "service/jobs": ("cutline.config", "cutline.service.fetch", "cutline.service.pages"),
    "service/rest": (
        "cutline.config",
        "cutline.dom",
        "cutline.service.fetch",
        "cutline.service.pages",
        "cutline.service.formats",
        "cutline.service.jobs",
    ),
    "service/client": ("cutline.service.pages", "cutline.service.rest"),
    "service/inspector": (
        "cutline.config",
        "cutline.dom",
        "cutline.models",
        "cutline.service.pages",
        "cutline.service.formats",
        "cutline.service.jobs",
        "cutline.service.rest",
    ),
    "service/mcp": (
        "cutline.extraction",
        "cutline.service.pages",
        "cutline.service.formats",
        "cutline.service.inspector",
    ),
    "service/serving": (
        "cutline.config",
        "cutline.service.fetch",
        "cutline.service.pages",
        "cutline.service.jobs",
        "cutline.service.rest",
        "cutline.service.inspector",
    ),
    "service/cli": (
        *STAGES,
        "cutline.extraction",
        "cutline.service.fetch",
        "cutline.service.pages",
        "cutline.service.formats",
        "cutline.service.enrich",
        "cutline.service.discover",
        "cutline.service.inspector",
        "cutline.service.mcp",
        "cutline.service.serving",
    ),
}


def name_module(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    named = parts if parts[0] == "cutline" else ("cutline", *parts)
    return ".".join(named[:-1] if named[-1] == "__init__" else named)


def modules_of(folder: str) -> list[Path]:
    return sorted((ROOT / folder).rglob("*.py"))


MODULES = {name_module(path): path for folder in TOP for path in modules_of(folder)}
GROUND = {name for name, path in MODULES.items() if path.parent == ROOT / "cutline"}  # the ground floor


@cache
def imported_modules(path: Path) -> Set[str]:
    """Return what a module imports, also where it is imported for types alone or when a function is called."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: imports are absolute"
            wholes = {f"{node.module}.{alias.name}" for alias in node.names}
            found |= {whole if whole in MODULES else node.module or "" for whole in wholes}
    return found


def is_inside(module: str, *packages: str) -> bool:
    return any(module == package or module.startswith(f"{package}.") for package in packages)


@pytest.mark.parametrize("folder", MAY_IMPORT)
def test_a_folder_imports_only_what_lies_below_it(folder: str) -> None:
    own = () if folder == "cutline" else (name_module(ROOT / folder / "__init__.py"),)
    for path in modules_of(folder):
        if str(path.relative_to(ROOT)) in PUBLIC:
            continue
        for module in imported_modules(path) - GROUND - SETTINGS:
            if module.split(".")[0] == "cutline":
                assert is_inside(module, *MAY_IMPORT[folder], *own), f"{path}: {module}"


def test_no_folder_of_the_service_is_above_one_that_is_above_it() -> None:
    above = {f"cutline.{folder.replace('/', '.')}": below for folder, below in MAY_IMPORT.items()}
    assert tuple(TopologicalSorter(above).static_order())


def run_before(name: str) -> set[str]:
    """Return the modules that Python runs before a module: what it imports, and the packages that those are in."""
    imported = imported_modules(MODULES[name])
    around = {package for module in imported for package in list_packages(module)}
    return ((imported | around) & {*MODULES}) - {name, *list_packages(name)}


def list_packages(module: str) -> Iterator[str]:
    parts = module.split(".")
    return (".".join(parts[:length]) for length in range(1, len(parts)))


def test_no_module_imports_itself_by_way_of_others() -> None:
    try:
        TopologicalSorter({name: run_before(name) for name in MODULES}).prepare()
    except CycleError as error:
        pytest.fail(" imports ".join(reversed(error.args[1])))


def test_every_module_of_the_service_lies_in_the_folder_of_a_door() -> None:
    loose = {path.name for path in (ROOT / "service").glob("*.py")}
    doors = {str(path.parent.relative_to(ROOT)) for path in (ROOT / "service").glob("*/__init__.py")}
    assert (loose, doors) == ({"__init__.py"}, {folder for folder in MAY_IMPORT if folder.startswith("service/")})


def test_only_these_modules_import_by_name_what_an_import_would_show() -> None:
    """`cutline` for the public names, `cutline.types` for methods of results, the others a module that is chosen."""
    found = {
        name for name, path in MODULES.items() if re.search(r"\bimport_module\(", path.read_text(encoding="utf-8"))
    }
    commands = {"cutline.service.cli.commands", "cutline.service.cli.train"}
    assert found == {"cutline", "cutline.types", "cutline.service.enrich.inputs.files", *commands}


def test_the_ground_floor_reaches_by_name_into_the_formats_alone() -> None:
    tree = ast.parse((ROOT / "cutline" / "types.py").read_text(encoding="utf-8"))
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)]
    reached = [ast.unparse(call) for call in calls if call.func.id == "import_module"]
    assert reached == ["import_module(f'cutline.service.formats.{module}')"]


@pytest.mark.parametrize("folder", TOP)
def test_nothing_is_imported_past_the_namespace(folder: str) -> None:
    for path in modules_of(folder):
        for module in imported_modules(path):
            assert module.split(".")[0] not in {*TOP} - {"cutline"}, f"{path}: {module}"


def test_every_folder_of_code_is_installed() -> None:
    packages = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["setuptools"]["packages"]
    assert {name for name, path in MODULES.items() if path.name == "__init__.py"} == set(packages)
