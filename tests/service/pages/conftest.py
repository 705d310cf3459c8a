"""A pool whose processes do what pages say."""

import importlib
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from cutline.config import Settings
from cutline.service.pages.extraction_processes import ExtractionPool

HERE = Path(__file__).parent
WAIT = 20  # seconds after which a test has failed


MakePool = Callable[..., ExtractionPool]


@pytest.fixture(scope="module")
def openings() -> Iterator[ModuleType]:
    """The module of fake openings, where processes find it too."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(HERE)
        yield importlib.import_module("fake_openings")


@contextmanager
def open_pools(settings: Settings, openings: ModuleType) -> Iterator[MakePool]:
    pools: list[ExtractionPool] = []

    def make(processes: int = 1, opening: Any = None, is_ready: bool = True, **changes: Any) -> ExtractionPool:
        service = settings.service.model_copy(update=changes)
        changed = settings.model_copy(update={"service": service})
        pool = ExtractionPool(changed, processes, opening or openings.open_obedient)
        pools.append(pool)
        pool.start()
        if is_ready:
            wait_until_ready(pool)
        return pool

    yield make
    for pool in pools:
        pool.close()


def wait_until_ready(pool: ExtractionPool) -> None:
    end = time.monotonic() + WAIT
    while not all(station.is_ready for station in pool._stations):
        assert time.monotonic() < end
        time.sleep(0.01)


@pytest.fixture
def make_pool(settings: Settings, openings: ModuleType) -> Iterator[MakePool]:
    """Start a pool: `make_pool(processes=2, page_seconds=1)`; it is closed when the test ends."""
    with open_pools(settings, openings) as make:
        yield make


@pytest.fixture(scope="module")
def shared_pools(settings: Settings, openings: ModuleType) -> Iterator[dict[str, ExtractionPool]]:
    with open_pools(settings, openings) as make:
        yield {"patient": make(), "hasty": make(page_seconds=0.3)}


@pytest.fixture
def pool(shared_pools: dict[str, ExtractionPool]) -> ExtractionPool:
    """A pool of one process that tests share: whatever they do to the process, another one takes its place."""
    wait_until_ready(shared_pools["patient"])
    return shared_pools["patient"]


@pytest.fixture
def hasty_pool(shared_pools: dict[str, ExtractionPool]) -> ExtractionPool:
    """The same, which gives a page 0.3 seconds."""
    wait_until_ready(shared_pools["hasty"])
    return shared_pools["hasty"]
