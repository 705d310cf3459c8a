"""Pages worked on by processes: what a fault costs, what waits, and what is left behind."""

import logging
import os
import signal
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from cutline.errors import EmptyPage, InternalError, Overloaded, PageTimeout, PipelineError, UpstreamError, WorkerDied
from cutline.options import Options
from cutline.page_given import PageGiven
from cutline.processes import is_running
from cutline.service.pages.extraction_processes import ExtractionPool, ExtractWork

WAIT = 20  # seconds after which a test has failed

MakePool = Callable[..., ExtractionPool]


def run(pool: ExtractionPool, page: str, **more: Any) -> str:
    return pool.run(ExtractWork(PageGiven(page), Options()), **more).body.decode()


def wait_until(is_so: Callable[[], object]) -> None:
    begin = time.monotonic()
    while not is_so():
        assert time.monotonic() - begin < WAIT
        time.sleep(0.01)


def wait_until_busy(pool: ExtractionPool) -> None:
    def is_busy(process: Any) -> bool:
        return process is not None and process.has_begun

    wait_until(lambda: any(is_busy(station._process) for station in pool._stations))


def pids(pool: ExtractionPool) -> list[int]:
    return [pid for station in pool._stations for pid in station.pids]


def begin(executor: ThreadPoolExecutor, pool: ExtractionPool, page: str, **more: Any) -> Future[str]:
    return executor.submit(run, pool, page, **more)


class TestAnswers:
    def test_are_those_of_the_work(self, pool: ExtractionPool) -> None:
        assert run(pool, "a") == "a"

    def test_come_to_the_callers_they_belong_to(self, make_pool: MakePool) -> None:
        pool = make_pool(processes=2)
        pages = [f"page {number}" for number in range(30)]
        with ThreadPoolExecutor(8) as executor:
            assert list(executor.map(lambda page: run(pool, page), pages)) == pages

    def test_that_are_errors_keep_class_message_and_what_they_carry(self, pool: ExtractionPool) -> None:
        with pytest.raises(EmptyPage, match="The page is empty"):
            run(pool, "empty")
        with pytest.raises(UpstreamError, match="answered with 503") as caught:
            run(pool, "upstream")
        assert caught.value.status == 503

    def test_that_are_mistakes_of_ours_are_logged_without_what_the_page_says(
        self, pool: ExtractionPool, caplog: pytest.LogCaptureFixture
    ) -> None:
        with caplog.at_level(logging.ERROR), pytest.raises(InternalError, match="AttributeError"):
            run(pool, "bug secret")
        assert "AttributeError" in caplog.text and "extraction_processes.py" in caplog.text
        assert "secret" not in caplog.text
        assert run(pool, "a") == "a"

    def test_may_be_larger_than_any_buffer(self, pool: ExtractionPool) -> None:
        page = "x" * 5_000_000
        assert run(pool, page) == page


class TestLostProcess:
    @pytest.mark.parametrize(("page", "end"), [("kill", "SIGKILL"), ("exit", "status 3")])
    def test_costs_its_page_and_nobody_else_anything(self, pool: ExtractionPool, page: str, end: str) -> None:
        with ThreadPoolExecutor(3) as executor:
            lost = begin(executor, pool, page)
            others = [begin(executor, pool, other) for other in "ab"]
            with pytest.raises(WorkerDied, match=end):
                lost.result(WAIT)
            assert [other.result(WAIT) for other in others] == ["a", "b"]

    def test_killed_while_it_works_is_replaced(self, pool: ExtractionPool, tmp_path: Path) -> None:
        with ThreadPoolExecutor(1) as executor:
            future = begin(executor, pool, f"await {tmp_path}/never")
            (pid,) = pids(pool)
            wait_until_busy(pool)
            os.kill(pid, signal.SIGKILL)
            with pytest.raises(WorkerDied):
                future.result(WAIT)
        assert run(pool, "pid") != str(pid)

    def test_killed_while_it_waits_costs_nothing(self, pool: ExtractionPool) -> None:
        (pid,) = pids(pool)
        os.kill(pid, signal.SIGKILL)
        wait_until(lambda: not is_running(pid))
        assert run(pool, "a") == "a"


class TestProcessThatDiesBeforeItBegins:
    def test_costs_its_page_nothing(self, pool: ExtractionPool, openings: ModuleType, tmp_path: Path) -> None:
        deaths = tmp_path / "deaths"
        deaths.write_text("x")
        assert run(pool, openings.DyingAtWork(str(deaths).encode())) == "arrived"

    def test_is_not_replaced_for_the_same_page_for_ever(
        self, pool: ExtractionPool, openings: ModuleType, tmp_path: Path
    ) -> None:
        deaths = tmp_path / "deaths"
        deaths.write_text("xxx")
        with pytest.raises(WorkerDied, match="SIGKILL"):
            run(pool, openings.DyingAtWork(str(deaths).encode()))
        assert deaths.read_text() == "x"  # two have died
        assert run(pool, "a") == "a"


class TestPageThatTakesTooLong:
    @pytest.mark.parametrize("page", ["sleep 30", "hang", "stop"])
    def test_is_ended_with_its_process_and_the_next_one_is_answered(
        self, hasty_pool: ExtractionPool, page: str
    ) -> None:
        (pid,) = pids(hasty_pool)
        with pytest.raises(PageTimeout, match=r"longer than 0\.3 s"):
            run(hasty_pool, page)
        assert not is_running(pid)
        assert run(hasty_pool, "a") == "a"

    def test_is_ended_though_its_process_does_not_even_read_it(self, hasty_pool: ExtractionPool) -> None:
        (pid,) = pids(hasty_pool)
        os.kill(pid, signal.SIGSTOP)
        with pytest.raises(PageTimeout):
            run(hasty_pool, "x" * 5_000_000)
        assert run(hasty_pool, "a") == "a"


class TestQueue:
    def test_that_is_full_refuses_at_once_and_says_when_to_try_again(self, make_pool: MakePool, tmp_path: Path) -> None:
        pool = make_pool(queue_size=2)
        with ThreadPoolExecutor(3) as executor:
            futures = [begin(executor, pool, f"await {tmp_path}/sign")]
            wait_until_busy(pool)
            futures += [begin(executor, pool, page) for page in "ab"]
            wait_until(lambda: pool.waiting == 2)
            with pytest.raises(Overloaded, match="2 requests wait already") as caught:
                run(pool, "c")
            with pytest.raises(Overloaded):
                pool.check_room()
            assert caught.value.retry_after == 2
            (tmp_path / "sign").touch()
            assert [future.result(WAIT) for future in futures[1:]] == ["a", "b"]
        pool.check_room()

    def test_lets_requests_go_before_jobs(self, pool: ExtractionPool, tmp_path: Path) -> None:
        notes = tmp_path / "notes"
        with ThreadPoolExecutor(4) as executor:
            first = begin(executor, pool, f"await {tmp_path}/sign")
            wait_until_busy(pool)
            jobs = [begin(executor, pool, f"note {notes} job", is_urgent=False) for _ in range(2)]
            wait_until(lambda: pool.waiting == 2)
            request = begin(executor, pool, f"note {notes} request")
            wait_until(lambda: pool.waiting == 3)
            (tmp_path / "sign").touch()
            for future in (first, *jobs, request):
                future.result(WAIT)
        assert notes.read_text().split() == ["request", "job", "job"]

    def test_does_not_keep_a_caller_longer_than_its_time(self, make_pool: MakePool, tmp_path: Path) -> None:
        pool = make_pool(queue_seconds=0.2)
        with ThreadPoolExecutor(1) as executor:
            first = begin(executor, pool, f"await {tmp_path}/sign")
            wait_until_busy(pool)
            with pytest.raises(Overloaded, match="waited too long"):
                run(pool, "a")
            assert pool.waiting == 0
            (tmp_path / "sign").touch()
            assert first.result(WAIT).startswith("await")  # it had begun, and may take longer than one may wait


class TestProcess:
    def test_is_replaced_after_enough_pages_by_one_that_is_ready(self, make_pool: MakePool) -> None:
        pool = make_pool(recycle_pages=3)
        first = run(pool, "pid")
        seen: list[str] = []
        wait_until(lambda: seen.append(run(pool, "pid")) or seen[-1] != first)  # type: ignore[func-returns-value]
        wait_until(lambda: not is_running(int(first)))
        assert len(pids(pool)) in (1, 2)

    def test_has_one_numeric_thread_and_counts_no_metrics(
        self, make_pool: MakePool, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
    ) -> None:
        monkeypatch.setenv("PROMETHEUS_MULTIPROC_DIR", str(tmp_path))
        pool = make_pool()
        assert run(pool, "environment OMP_NUM_THREADS") == "1"
        assert run(pool, "environment PROMETHEUS_MULTIPROC_DIR") == ""
        assert run(pool, "environment CUTLINE_SERVICE__TOKENS") == ""

    def test_takes_memory_that_is_told(self, pool: ExtractionPool) -> None:
        assert 1_000_000 < pool.resident_bytes < 2_000_000_000


class TestPool:
    def test_is_ready_when_a_process_is(self, make_pool: MakePool, openings: ModuleType) -> None:
        pool = make_pool(is_ready=False)
        assert not pool.is_ready
        wait_until(lambda: pool.is_ready)
        pool.close()
        assert not pool.is_ready

    def test_that_can_have_no_process_says_why(self, make_pool: MakePool, openings: ModuleType) -> None:
        pool = make_pool(opening=openings.open_unfit, is_ready=False)
        with pytest.raises(PipelineError, match="is missing"):
            run(pool, "a")
        assert isinstance(pool.failure, PipelineError)
        assert not pool.is_ready

    def test_that_may_not_start_a_process_says_which_file_is_wrong(
        self, make_pool: MakePool, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
    ) -> None:
        (tmp_path / "python").touch(mode=0o600)
        monkeypatch.setattr("sys.executable", str(tmp_path / "python"))
        pool = make_pool(is_ready=False)
        wait_until(lambda: pool.failure)
        assert str(pool.failure) == (
            f"The extraction pool failed with PermissionError: {tmp_path}/python: Permission denied."
        )

    def test_whose_processes_die_while_they_start_gives_up(
        self, make_pool: MakePool, openings: ModuleType, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("cutline.service.pages.station.LOOK_SECONDS", 0.01)
        pool = make_pool(opening=openings.open_dying, is_ready=False)
        with pytest.raises(WorkerDied, match="before they are ready: the last one ended with status 4"):
            run(pool, "a")

    def test_that_is_closed_says_nothing_of_the_processes_it_kills(
        self, make_pool: MakePool, caplog: pytest.LogCaptureFixture, tmp_path: Path
    ) -> None:
        pool = make_pool()
        with ThreadPoolExecutor(1) as executor:
            page = begin(executor, pool, f"await {tmp_path}/sign")
            wait_until_busy(pool)
            pool.close()
            with pytest.raises(WorkerDied):
                page.result(WAIT)
        assert "is replaced" not in caplog.text

    def test_goes_on_with_the_processes_it_has(
        self, make_pool: MakePool, openings: ModuleType, tmp_path: Path, caplog: pytest.LogCaptureFixture
    ) -> None:
        pool = make_pool(processes=2, opening=openings.OpenOnce(tmp_path))
        for pid in (*pool._launcher.pids, pids(pool)[0]):
            os.kill(pid, signal.SIGKILL)
        wait_until(lambda: "no extraction process can be started: The pipeline is missing" in caplog.text)
        assert run(pool, "a") == "a"
        assert pool.failure is None

    def test_that_is_closed_lets_work_under_way_end_and_refuses_the_rest(
        self, make_pool: MakePool, tmp_path: Path
    ) -> None:
        pool = make_pool()
        with ThreadPoolExecutor(3) as executor:
            under_way = begin(executor, pool, f"await {tmp_path}/sign")
            wait_until_busy(pool)
            waiting = begin(executor, pool, "a")
            wait_until(lambda: pool.waiting == 1)
            closing = executor.submit(pool.close, WAIT)
            with pytest.raises(Overloaded, match="stopping"):
                waiting.result(WAIT)
            with pytest.raises(Overloaded, match="stopping"):
                run(pool, "b")
            (tmp_path / "sign").touch()
            assert under_way.result(WAIT).startswith("await")
            closing.result(WAIT)

    def test_that_is_closed_leaves_no_process_whatever_it_does(self, make_pool: MakePool) -> None:
        pool = make_pool(processes=2)
        running = pids(pool)
        with ThreadPoolExecutor(1) as executor:
            future = begin(executor, pool, "hang")
            wait_until_busy(pool)
            pool.close()
            with pytest.raises(WorkerDied):
                future.result(WAIT)
        assert not any(map(is_running, running))

    def test_that_is_closed_while_models_are_loaded_does_not_wait_for_them(
        self, make_pool: MakePool, openings: ModuleType
    ) -> None:
        pool = make_pool(opening=openings.open_never, is_ready=False)
        with ThreadPoolExecutor(1) as executor:
            executor.submit(pool.close, 3 * WAIT).result(WAIT)
