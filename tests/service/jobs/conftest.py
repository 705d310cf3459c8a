"""Queues in SQLite and in PostgreSQL, with a clock that the tests turn."""

import importlib
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from cutline.config import Settings
from cutline.config.settings import JobSettings
from cutline.service.jobs import JobStore
from cutline.service.jobs.claims import Claims

HERE = Path(__file__).parent

OpenStore = Callable[..., JobStore]


@pytest.fixture
def job_settings(settings: Settings, tmp_path: Path) -> JobSettings:
    """The default settings with SQLite in a folder of the test."""
    return settings.jobs.model_copy(update={"database": str(tmp_path / "jobs.sqlite")})


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.database)])
def address(request: pytest.FixtureRequest, job_settings: JobSettings) -> str:
    """The setting `jobs.database` of an empty database: once SQLite, once PostgreSQL."""
    if request.param == "sqlite":
        return job_settings.database
    return str(request.getfixturevalue("postgres").make_schema())


@pytest.fixture
def open_store(address: str, job_settings: JobSettings, clock: Any) -> Iterator[OpenStore]:
    """Open the queue in the test's database: `open_store(max_items=3)`; again as if by another process."""
    opened: list[JobStore] = []

    def build(**limits: Any) -> JobStore:
        chosen = job_settings.model_copy(update={"database": address, **limits})
        opened.append(JobStore.open(chosen, clock))
        return opened[-1]

    yield build
    for store in opened:
        store.close()


@pytest.fixture
def store(open_store: OpenStore) -> JobStore:
    return open_store()


@pytest.fixture
def claims(store: JobStore) -> Claims:
    return Claims(store)


@pytest.fixture
def job_processes(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The module of processes that work off a queue with fakes, where they find it too."""
    monkeypatch.syspath_prepend(HERE)
    return importlib.import_module("job_processes")
