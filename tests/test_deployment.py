"""What is given to run the service with: the container's file, what its builder is sent, and the systemd unit."""

import json
import re
import tomllib
from pathlib import Path

import pytest

from cutline.service.cli.serve import command

ROOT = Path(__file__).parents[1]
DOCKERFILE = (ROOT / "deploy" / "Dockerfile").read_text(encoding="utf-8")
UNIT = (ROOT / "deploy" / "cutline.service").read_text(encoding="utf-8")


def find_arguments() -> dict[str, list[str]]:
    """Return what `cutline serve` is started with, in both files."""
    entry = json.loads(re.search(r"^ENTRYPOINT (\[.*\])$", DOCKERFILE, re.M)[1])  # type: ignore[index]
    started = re.search(r"^ExecStart=(.*)$", UNIT, re.M)[1].split()  # type: ignore[index]
    return {"container": entry, "systemd": started}


def test_the_builder_is_sent_all_that_the_package_is_made_of_and_nothing_else() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    files = {"pyproject.toml", project["project"]["readme"], *project["project"]["license-files"]}
    folders = set(project["tool"]["setuptools"]["package-dir"].values())
    rules = (ROOT / ".dockerignore").read_text(encoding="utf-8").split("\n")
    assert rules[1] == "*"
    assert {rule[1:] for rule in rules if rule.startswith("!")} == files | folders


@pytest.mark.parametrize("where", ["container", "systemd"])
def test_the_service_is_started_with_options_that_it_has(where: str) -> None:
    program, name, *options = find_arguments()[where]
    assert (Path(program).name, name) == ("cutline", "serve")
    parsed = command.make_context("serve", options, resilient_parsing=True)
    assert parsed.params["port"] == 8000 and parsed.args == []


def test_the_container_does_not_run_as_root_and_is_asked_how_it_is() -> None:
    assert re.search(r"^USER cutline$", DOCKERFILE, re.M)
    check = json.loads(re.search(r"CMD (\[.*\])$", DOCKERFILE, re.M)[1])  # type: ignore[index]
    compile(check[2], "HEALTHCHECK", "exec")
    assert "http://127.0.0.1:8000/healthz" in check[2]
