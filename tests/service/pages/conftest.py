"""A pool whose processes do what pages say."""

from __future__ import annotations

import importlib
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from cutline.config import Settings
from cutline.service.pages.extraction_processes import ExtractionPool

HERE = Path(__file__).parent
WAIT = 20  # seconds after which a test has failed


@pytest.fixture
def openings(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The module of fake openings, where processes find it too."""
    monkeypatch.syspath_prepend(HERE)
    return importlib.import_module("fake_openings")


@pytest.fixture
def make_pool(settings: Settings, openings: ModuleType) -> Iterator[Callable[..., ExtractionPool]]:
    """Start a pool: `make_pool(processes=2, page_seconds=1)`; it is closed when the test ends."""
    pools: list[ExtractionPool] = []

    def make(processes: int = 1, opening: Any = None, is_ready: bool = True, **changes: Any) -> ExtractionPool:
        service = settings.service.model_copy(update=changes)
        changed = settings.model_copy(update={"service": service})
        pool = ExtractionPool(changed, processes, opening or openings.open_obedient)
        pools.append(pool)
        pool.start()
        if is_ready:
            end = time.monotonic() + WAIT
            while not all(station.is_ready for station in pool._stations):
                assert time.monotonic() < end
                time.sleep(0.01)
        return pool

    yield make
    for pool in pools:
        pool.close()
