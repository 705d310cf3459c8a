"""Break the code of folders in one small way at a time, and print which of the breaks no test notices.

usage: mutants.py FOLDER...

A comparison, a condition or a sum is turned round in a copy of the checkout. The tests of the module run first, then
those of its folder; none that starts other processes.
"""

from __future__ import annotations

import ast
import os
import random
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SEED, COUNT = 1, 100
PAIRS = "Lt LtE Gt GtE Eq NotEq In NotIn Is IsNot And Or Add Sub".split()
OPPOSITES = {name: getattr(ast, PAIRS[place ^ 1]) for place, name in enumerate(PAIRS)}
ROOMS = "config dom extraction models nlp service".split()  # which are installed as parts of cutline
PYTEST = [sys.executable, "-P", "-m", "pytest", "-x", "-m", "not (browser or database or cluster or processes)"]


def find_break(node: ast.AST) -> tuple[str, object] | None:
    """Return a field of a node, and what is put there."""
    match node:
        case ast.Compare(ops=[operator, *more]) if opposite := OPPOSITES.get(type(operator).__name__):
            return "ops", [opposite(), *more]
        case ast.BoolOp(op=operator) | ast.BinOp(op=operator) if opposite := OPPOSITES.get(type(operator).__name__):
            return "op", opposite()
        case ast.If(test=ast.Call() | ast.Name() as test) | ast.IfExp(test=ast.Call() | ast.Name() as test):
            return "test", ast.UnaryOp(ast.Not(), test)
    return None


def is_noticed(copy: Path, module: Path) -> bool:
    """Whether a test fails, or the tests do not end."""
    folder = copy / "tests" / module.parent
    tests = [*folder.glob(f"test_{module.name}"), *sorted(folder.glob("test_*.py"))]
    environment = {**os.environ, "PYTHONPATH": str(copy / "build")}
    try:
        subprocess.run([*PYTEST, *tests], cwd=copy, env=environment, capture_output=True, timeout=900, check=True)
    except subprocess.SubprocessError:
        return True
    return False


def main() -> None:
    paths = [path.resolve().relative_to(ROOT) for folder in sys.argv[1:] for path in sorted(Path(folder).rglob("*.py"))]
    trees = {path: ast.parse((ROOT / path).read_text(encoding="utf-8")) for path in paths}
    places = [(path, node, found) for path in paths for node in ast.walk(trees[path]) if (found := find_break(node))]
    with tempfile.TemporaryDirectory() as place:
        copy = Path(place, "checkout")
        shutil.copytree(ROOT, copy, ignore=shutil.ignore_patterns(".git", ".venv", "build"))
        package = copy / "build/cutline"
        package.mkdir(parents=True)
        for part in (*(copy / "cutline").iterdir(), *map(copy.joinpath, ROOMS)):
            (package / part.name).symlink_to(part)
        for path, node, (field, now) in random.Random(SEED).sample(places, COUNT):
            before, was = getattr(node, field), ast.unparse(node)
            setattr(node, field, now)
            (copy / path).write_text(ast.unparse(trees[path]), encoding="utf-8")
            print("noticed" if is_noticed(copy, path) else "MISSED ", f"{path}:{node.lineno}:", was, flush=True)
            setattr(node, field, before)
            shutil.copy(ROOT / path, copy / path)


if __name__ == "__main__":
    main()
