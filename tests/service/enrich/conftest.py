"""Extractors that do what a page says, in this process and in workers."""

import importlib
from collections.abc import Generator
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from cutline.service.enrich import enrichment
from cutline.service.enrich.batches import DoneSpans
from cutline.service.enrich.plan import RunPlan
from cutline.service.enrich.workers import RecordWork, work_here

HERE = Path(__file__).parent


@pytest.fixture
def fakes(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The module of fake extractors, where workers find it too."""
    monkeypatch.syspath_prepend(HERE)
    return importlib.import_module("fake_extractors")


@pytest.fixture
def obedient(fakes: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    """Runs have the obedient extractor, and those with one worker start no process for it."""
    start = enrichment.run_with_workers

    def run(plan: RunPlan, pack: Any, done: DoneSpans | None = None) -> Generator[Any]:
        if plan.run_options.workers > 1:
            return start(plan, pack, done)
        work = RecordWork(partial(enrichment.open_extractor, plan.settings), plan.options, pack)
        return work_here(plan.read_batches(plan.batch_size, done or DoneSpans()), work)

    monkeypatch.setattr(enrichment, "open_extractor", fakes.Obedient)
    monkeypatch.setattr(enrichment, "run_with_workers", run)
