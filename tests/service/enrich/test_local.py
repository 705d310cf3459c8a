"""Records to results, by one process or several workers: order, memory, and what a fault costs."""

import os
import pickle
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from cutline.config import load_settings
from cutline.errors import PipelineError
from cutline.options import Options
from cutline.processes import is_running, list_tree
from cutline.service.enrich.batches import cut_batches
from cutline.service.enrich.inputs import Mappings
from cutline.service.enrich.workers import RecordWork, work_here, work_in_processes
from cutline.service.pages.extraction import Enriched
from cutline.service.pages.nursery import Launcher

pytestmark = pytest.mark.processes

SETTINGS = load_settings().enrich
EITHER_WAY = pytest.mark.parametrize("workers", [1, 2])

Extract = Callable[..., Iterator[Enriched]]


class KeptLauncher(Launcher[Any, Any]):
    """Forks the workers of all tests here from one nursery, since every nursery has to load its modules."""

    def close(self) -> None:
        """Leave the nursery to the next test."""


@pytest.fixture(scope="module")
def launchers() -> Iterator[dict[bytes, KeptLauncher]]:
    kept: dict[bytes, KeptLauncher] = {}
    yield kept
    for launcher in kept.values():
        Launcher.close(launcher)


@pytest.fixture
def extract(
    fakes: ModuleType,
    launchers: dict[bytes, KeptLauncher],
    request: pytest.FixtureRequest,
    monkeypatch: pytest.MonkeyPatch,
) -> Extract:
    """Run a batch of pages with the obedient extractor: `extract(["a", "kill"], workers=2, page_seconds=1)`."""

    def run(
        pages: Iterable[Any],
        workers: int = 2,
        make: Any = fakes.Obedient,
        batch_size: int = 1,
        order: Any = "input",
        page_seconds: float = 60,
        **changes: Any,
    ) -> Iterator[Enriched]:
        records = Mappings({"html": page} if isinstance(page, str) else page for page in pages)
        settings = SETTINGS.model_copy(update={"page_seconds": page_seconds, **changes})
        batches = cut_batches(0, None, records.items(), batch_size)
        work = RecordWork(make, Options(nlp=False), tuple)
        run = work_here(batches, work) if workers == 1 else work_in_processes(batches, work, workers, order, settings)
        with closing(run):
            for finished in run:
                yield from finished.packed

    def keep(opening: Any) -> KeptLauncher:
        return launchers.setdefault(pickle.dumps(opening), KeptLauncher(opening))

    if request.cls is not TestEnd and "capfd" not in request.fixturenames:  # a nursery writes where it did first
        monkeypatch.setattr("cutline.service.pages.pool.Launcher", keep)
    return run


def told(results: Iterable[Enriched]) -> list[str]:
    """Return the text of each result, or the code of its error."""
    return [result.article.text if result.article else result.error.code for result in results]


def workers_of(pid: int) -> list[int]:
    """Return the worker processes of a process, and the one they are forked from; they may end meanwhile."""
    return [each for each in list_tree(pid)[1:] if b"nursery" in read_if_there(Path(f"/proc/{each}/cmdline"))]


def read_if_there(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except (FileNotFoundError, ProcessLookupError):
        return b""


class TestOrder:
    @EITHER_WAY
    def test_of_results_is_that_of_records(self, extract: Extract, workers: int) -> None:
        pages = ["sleep 0.2", "a", "b", "sleep 0.05", *map(str, range(30))]
        results = list(extract(pages, workers=workers))
        assert told(results) == pages
        assert [result.line for result in results] == list(range(1, len(pages) + 1))

    def test_ready_does_not_wait_for_a_slow_page(self, extract: Extract, tmp_path: Path) -> None:
        slow, fast = f"await {tmp_path}/sign", list(map(str, range(30)))
        results = extract([slow, *fast, f"touch {tmp_path}/sign"], order="ready")
        assert sorted(told(results)[:-2]) == sorted(fast)

    def test_is_kept_by_batches_of_any_size(self, extract: Extract) -> None:
        pages = ["sleep 0.1", "empty", *map(str, range(20))]
        told_pages = ["sleep 0.1", "empty-page", *map(str, range(20))]
        for size in (7, 100):
            assert told(extract(pages, batch_size=size)) == told_pages


class TestReadAhead:
    @pytest.mark.parametrize(("workers", "most"), [(1, 1), (2, 6)])
    def test_is_bounded_while_the_first_page_takes_its_time(
        self, extract: Extract, workers: int, most: int, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("cutline.service.enrich.workers.BATCHES_IN_FLIGHT", 3)
        pulled = 0

        def pages() -> Iterator[str]:
            nonlocal pulled
            for page in ["sleep 0.5", *["a"] * 50]:
                pulled += 1
                yield page

        results = extract(pages(), workers=workers)
        next(results)
        assert pulled <= most
        for returned, _ in enumerate(results, start=2):
            assert pulled <= returned + most

    def test_does_not_begin_before_the_first_result_is_asked_for(self, extract: Extract) -> None:
        def pages() -> Iterator[str]:
            raise AssertionError
            yield

        extract(pages())

    def test_goes_on_past_a_slow_page(self, extract: Extract, tmp_path: Path) -> None:
        pages = [f"await {tmp_path}/sign", "a", "b", f"touch {tmp_path}/sign"]
        assert told(extract(pages)) == pages


class TestFailure:
    @EITHER_WAY
    def test_of_a_page_is_its_result(self, extract: Extract, workers: int) -> None:
        results = list(extract(["a", "empty", "b"], workers=workers))
        assert told(results) == ["a", "empty-page", "b"]
        assert results[1].error.message == "The page is empty."

    @EITHER_WAY
    def test_that_is_a_bug_is_its_result_and_logged(
        self, extract: Extract, workers: int, caplog: Any, capfd: Any
    ) -> None:
        results = list(extract(["a", {"id": "x", "html": "bug secret"}, "b"], workers=workers))
        assert told(results) == ["a", "internal-error", "b"]
        assert "ZeroDivisionError" in results[1].error.message
        logged = caplog.text + capfd.readouterr().err
        assert "internal error on record 'x'" in logged
        assert "Traceback" in logged

    @EITHER_WAY
    def test_that_every_page_would_meet_ends_the_batch(self, extract: Extract, workers: int) -> None:
        with pytest.raises(PipelineError, match="does not fit"):
            list(extract(["hopeless", "a"], workers=workers))

    @EITHER_WAY
    def test_to_make_an_extractor_ends_the_batch(self, extract: Extract, fakes: ModuleType, workers: int) -> None:
        with pytest.raises(PipelineError, match="is missing"):
            list(extract(["a"], workers=workers, make=fakes.Unfit))

    @EITHER_WAY
    def test_of_the_source_comes_after_the_results_before_it(self, extract: Extract, workers: int) -> None:
        def pages() -> Iterator[str]:
            yield "sleep 0.1"
            yield "b"
            raise RuntimeError("the cursor was closed")

        results = extract(pages(), workers=workers)
        assert [next(results).line, next(results).line] == [1, 2]
        with pytest.raises(RuntimeError, match="cursor"):
            next(results)


class TestWorker:
    def test_that_dies_costs_its_page_and_nobody_else_anything(self, extract: Extract) -> None:
        results = list(extract(["a", "sleep 0.5", "kill", "crash", "exit", "b", "c"]))
        assert told(results) == ["a", "sleep 0.5", *["worker-died"] * 3, "b", "c"]
        messages = [result.error.message for result in results if result.error]
        for message, end in zip(messages, ["SIGKILL", "crashed", "status 3"], strict=True):
            assert end in message

    def test_that_dies_once_under_a_page_costs_not_even_that(self, extract: Extract, tmp_path: Path) -> None:
        assert told(extract(["a", f"kill-once {tmp_path}/killed", "b"])) == ["a", f"kill-once {tmp_path}/killed", "b"]

    def test_that_takes_far_too_much_memory_is_killed_and_costs_its_page(self, extract: Extract) -> None:
        assert told(extract(["a", "sleep 5", "b"], worker_bytes=1_000)) == ["a", "page-too-large", "b"]

    def test_that_hangs_is_killed_in_time_and_costs_its_page(self, extract: Extract) -> None:
        results = extract(["pid", "hang", "a", "pid"], page_seconds=1)
        _, *rest = results
        assert told(rest)[:2] == ["page-timeout", "a"]
        assert "longer than 1 s" in rest[0].error.message

    def test_that_is_given_no_time_loses_every_page_and_ends(self, extract: Extract) -> None:
        assert told(extract(["sleep 30"] * 3, batch_size=3, page_seconds=0.001)) == ["page-timeout"] * 3

    def test_is_not_late_while_the_consumer_takes_its_time(self, extract: Extract) -> None:
        results = extract(["a", "sleep 0.2", "b"], page_seconds=1)
        next(results)
        time.sleep(1.3)
        assert told(results) == ["sleep 0.2", "b"]

    def test_that_dies_does_not_cost_the_others_of_its_batch_anything(self, extract: Extract) -> None:
        results = extract(["a", "kill", "b", "hang", "crash", "c", "empty"], batch_size=7, page_seconds=1)
        expected = ["a", "worker-died", "b", "page-timeout", "worker-died", "c", "empty-page"]
        assert told(results) == expected

    def test_is_replaced_after_its_records(self, extract: Extract) -> None:
        pids = told(extract(["pid"] * 12, recycle_pages=4))
        assert len(set(pids)) >= 3
        assert max(map(pids.count, pids)) <= 4

    def test_that_takes_too_much_memory_is_replaced(self, extract: Extract) -> None:
        pids = told(extract(["pid"] * 4, worker_bytes=1))
        assert len(set(pids)) == 4


class TestEnd:
    @pytest.fixture(autouse=True)
    def end_others(self, launchers: dict[bytes, KeptLauncher]) -> None:
        for launcher in launchers.values():
            Launcher.close(launcher)

    def test_of_iteration_leaves_no_worker(self, extract: Extract) -> None:
        list(extract(["a", "b"]))
        assert workers_of(os.getpid()) == []

    def test_before_the_last_result_leaves_no_worker(self, extract: Extract) -> None:
        for result in extract(["pid", "hang", *["a"] * 100]):
            pid = int(result.article.text)
            break
        assert workers_of(os.getpid()) == []
        assert not is_running(pid)

    def test_by_an_interrupt_leaves_no_worker(self, extract: Extract) -> None:
        def pages() -> Iterator[str]:
            yield from ["pid", "hang"]
            raise KeyboardInterrupt

        with pytest.raises(KeyboardInterrupt):
            list(extract(pages()))
        assert workers_of(os.getpid()) == []
