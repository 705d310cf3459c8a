"""A report can be made by who imports nothing else of the service."""

from __future__ import annotations

import subprocess
import sys

import pytest


@pytest.mark.parametrize("module", ["inspection", "report", "routes", "store"])
def test_each_public_module_can_be_imported_first(module: str) -> None:
    command = [sys.executable, "-c", f"import cutline.service.inspector.{module}"]
    assert subprocess.run(command, capture_output=True, text=True).stderr == ""
