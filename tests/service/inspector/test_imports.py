"""A report can be made by who imports nothing else of the service."""

from __future__ import annotations

import subprocess
import sys

IMPORT = """
import sys
for module in ["labels", "report", "routes", "store"]:
    for loaded in [name for name in sys.modules if name.startswith("cutline.")]:
        del sys.modules[loaded]
    __import__(f"cutline.service.inspector.{module}")
"""


def test_each_public_module_can_be_imported_first() -> None:
    command = [sys.executable, "-c", IMPORT]
    assert subprocess.run(command, capture_output=True, text=True).stderr == ""
