"""Extractors that do what a page says, in this process and in workers."""

from __future__ import annotations

import importlib
from pathlib import Path
from types import ModuleType

import pytest

HERE = Path(__file__).parent


@pytest.fixture
def fakes(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The module of fake extractors, where workers find it too."""
    monkeypatch.syspath_prepend(HERE)
    return importlib.import_module("fake_extractors")
