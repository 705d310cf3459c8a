"""Worker processes that are forked from one that has loaded what they need."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from cutline.config import load_settings
from cutline.errors import PipelineError
from cutline.options import Options
from cutline.page_given import PageGiven
from cutline.processes import is_running, list_tree
from cutline.service.enrich.workers import RecordWork
from cutline.service.pages import nursery
from cutline.service.pages.extraction import open_extractor, open_warm
from cutline.service.pages.extraction_processes import ExtractWork
from cutline.service.pages.nursery import Launcher
from cutline.service.pages.worker_process import UNKNOWN_STATUS, WorkerProcess

pytestmark = pytest.mark.processes

HERE = Path(__file__).parent
WAIT = 60  # seconds after which a test has failed
MEGABYTE = 1000  # kB

Launch = Callable[..., WorkerProcess[Any, Any]]


@pytest.fixture(scope="module")
def launcher(openings: ModuleType) -> Iterator[Launcher[Any, Any]]:
    """Starts obedient workers; it starts another nursery after a test that ended it."""
    launcher = Launcher(openings.open_obedient)
    yield launcher
    launcher.close()


@pytest.fixture
def start() -> Iterator[Launch]:
    """Start a worker: `start(launcher)`, or `start(launcher, is_ready=False)` without waiting for it."""
    workers: list[WorkerProcess[Any, Any]] = []

    def launch(launcher: Launcher[Any, Any], is_ready: bool = True) -> WorkerProcess[Any, Any]:
        worker: WorkerProcess[Any, Any] = WorkerProcess(launcher)
        workers.append(worker)
        while is_ready and not worker.is_ready:
            assert worker.connection.poll(WAIT)
            worker.hear()
        return worker

    yield launch
    for worker in workers:
        worker.stop()


def ask(worker: WorkerProcess[Any, Any], page: str) -> str:
    worker.take(ExtractWork(PageGiven(page), Options()))
    while (outcome := worker.hear()) is None:
        pass
    return str(outcome.body.decode())


def wait_until(is_so: Callable[[], object]) -> None:
    end = time.monotonic() + WAIT
    while not is_so():
        assert time.monotonic() < end
        time.sleep(0.01)


def count_shares(*pids: int) -> int:
    """Return the memory of processes in kB; what several share is divided among them."""
    lines = [line for pid in pids for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()]
    return sum(int(line.split()[1]) for line in lines if line.startswith("Pss:"))


class TestModels:
    @pytest.fixture(scope="class")
    @classmethod
    def launcher(cls) -> Iterator[Launcher[Any, Any]]:
        """Starts workers with real models, for a method that renders pages."""
        options = Options(method="max-subsequence", render="always")
        make = partial(open_warm, partial(open_extractor, load_settings()), options)
        launcher: Launcher[Any, Any] = Launcher(RecordWork(make, options, tuple).open)
        yield launcher
        launcher.close()

    def test_are_loaded_once_and_shared(self, launcher: Launcher[Any, Any], start: Launch) -> None:
        first = start(launcher)
        (loader,) = launcher.pids
        alone = count_shares(loader, first.pid)
        second = start(launcher)
        assert alone > 100 * MEGABYTE
        assert count_shares(loader, first.pid, second.pid) - alone < 30 * MEGABYTE

    def test_are_loaded_without_a_thread_a_browser_or_a_connection(
        self, launcher: Launcher[Any, Any], start: Launch
    ) -> None:
        worker = start(launcher)
        (loader,) = launcher.pids
        assert len(list(Path(f"/proc/{loader}/task").iterdir())) == 1
        assert list_tree(loader) == [loader, worker.pid]
        assert [link for link in list_links(loader) if link.startswith("socket:")] == [link_of_control(loader)]


def count_descriptors(pid: int) -> int:
    return len(os.listdir(f"/proc/{pid}/fd"))


def list_links(pid: int) -> list[str]:
    return [os.readlink(link) for link in Path(f"/proc/{pid}/fd").iterdir()]


def link_of_control(pid: int) -> str:
    descriptor = Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0")[4].decode()
    return os.readlink(f"/proc/{pid}/fd/{descriptor}")


class TestWorker:
    def test_works_on_pages(self, launcher: Launcher[Any, Any], start: Launch) -> None:
        first, second = start(launcher), start(launcher)
        assert [ask(first, "pid"), ask(second, "pid")] == [str(first.pid), str(second.pid)]
        assert first.pid != second.pid

    def test_has_its_own_process_group(self, launcher: Launcher[Any, Any], start: Launch) -> None:
        worker = start(launcher)
        assert os.getpgid(worker.pid) == worker.pid

    def test_has_nothing_open_of_another(self, launcher: Launcher[Any, Any], start: Launch) -> None:
        first = start(launcher)
        own = [link for link in list_links(first.pid) if link.startswith(("socket:", "pipe:"))]
        second = start(launcher)
        shared = set(own) & set(list_links(second.pid))
        assert shared <= {os.readlink("/proc/self/fd/1"), os.readlink("/proc/self/fd/2")}

    @pytest.mark.parametrize(("page", "status"), [("kill", -signal.SIGKILL), ("exit", 3)])
    def test_that_ends_has_its_exit_status(
        self, launcher: Launcher[Any, Any], start: Launch, page: str, status: int
    ) -> None:
        worker = start(launcher)
        with pytest.raises((EOFError, OSError)):
            ask(worker, page)
        assert worker.stop(WAIT) == status
        assert not worker.is_alive

    @pytest.mark.parametrize("page", ["hang", "stop"])
    def test_can_be_killed_whatever_it_does(self, launcher: Launcher[Any, Any], start: Launch, page: str) -> None:
        worker, other = start(launcher), start(launcher)
        worker.take(ExtractWork(PageGiven(page), Options()))
        worker.kill()
        assert worker.stop(WAIT) == -signal.SIGKILL
        worker.kill()
        assert ask(other, "a") == "a"

    def test_leaves_neither_process_nor_descriptor(self, launcher: Launcher[Any, Any], start: Launch) -> None:
        start(launcher).stop()
        (loader,) = launcher.pids
        ours, theirs = count_descriptors(os.getpid()), count_descriptors(loader)
        for _ in range(5):
            worker: WorkerProcess[Any, Any] = WorkerProcess(launcher)
            while not worker.is_ready:
                worker.hear()
            worker.stop()
            del worker
        assert (count_descriptors(os.getpid()), count_descriptors(loader)) == (ours, theirs)
        assert list_tree(loader) == [loader]


class TestNursery:
    def test_that_ends_leaves_its_workers_and_is_replaced(self, launcher: Launcher[Any, Any], start: Launch) -> None:
        worker = start(launcher)
        (loader,) = launcher.pids
        os.kill(loader, signal.SIGKILL)
        wait_until(lambda: not is_running(loader))
        assert ask(worker, "a") == "a"
        assert ask(start(launcher), "b") == "b"
        assert launcher.pids != [loader]
        worker.kill()
        assert worker.stop(WAIT) == UNKNOWN_STATUS
        assert not is_running(worker.pid)

    def test_that_is_stopped_is_killed(
        self, launcher: Launcher[Any, Any], start: Launch, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(nursery, "ANSWER_SECONDS", 0.1)
        worker = start(launcher)
        (loader,) = launcher.pids
        os.kill(loader, signal.SIGSTOP)
        assert worker.stop() == UNKNOWN_STATUS
        wait_until(lambda: not is_running(loader))
        assert ask(start(launcher), "b") == "b"

    def test_that_dies_while_it_loads_has_its_exit_status(self, openings: ModuleType, start: Launch) -> None:
        launcher: Launcher[Any, Any] = Launcher(openings.open_dying)
        worker = start(launcher, is_ready=False)
        with pytest.raises((EOFError, OSError)):
            worker.hear()
        assert worker.stop(WAIT) == 4
        launcher.close()

    def test_that_cannot_load_says_why_and_tries_again(
        self, openings: ModuleType, start: Launch, tmp_path: Path
    ) -> None:
        launcher: Launcher[Any, Any] = Launcher(partial(openings.open_with, tmp_path / "model"))
        with pytest.raises(PipelineError, match="model is missing"):
            start(launcher)
        (loader,) = launcher.pids
        (tmp_path / "model").touch()
        assert ask(start(launcher), "a") == "a"
        assert launcher.pids == [loader]
        launcher.close()

    def test_is_not_needed_where_processes_cannot_be_forked(
        self, openings: ModuleType, start: Launch, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.delattr("os.pidfd_open")
        launcher: Launcher[Any, Any] = Launcher(openings.open_obedient)
        first, second = start(launcher), start(launcher)
        assert [ask(first, "pid"), ask(second, "pid")] == [str(first.pid), str(second.pid)]
        assert list_tree(first.pid) == [first.pid]
        with pytest.raises((EOFError, OSError)):
            ask(first, "exit")
        assert [first.stop(WAIT), second.stop()] == [3, -signal.SIGKILL]
        launcher.close()


PARENT = """
import sys
import time
sys.path.insert(0, sys.argv[1])
import fake_openings
from cutline.options import Options
from cutline.page_given import PageGiven
from cutline.service.pages.nursery import Launcher
from cutline.service.pages.extraction_processes import ExtractWork
from cutline.service.pages.worker_process import WorkerProcess
launcher = Launcher(fake_openings.open_obedient)
workers = [WorkerProcess(launcher) for _ in range(2)]
for worker in workers:
    while not worker.is_ready:
        worker.hear()
    worker.take(ExtractWork(PageGiven("hang"), Options()))
    worker.hear()
print("ready", flush=True)
time.sleep(1000)
"""


def test_nothing_is_left_of_a_parent_that_is_killed() -> None:
    with subprocess.Popen([sys.executable, "-c", PARENT, HERE], stdout=subprocess.PIPE) as parent:
        assert parent.stdout is not None
        assert parent.stdout.readline() == b"ready\n"
        _, loader, *workers = list_tree(parent.pid)
        assert len(workers) == 2
        parent.kill()
    wait_until(lambda: not any(map(is_running, (loader, *workers))))


def test_nothing_is_left_of_a_parent_that_is_killed_after_the_nursery() -> None:
    with subprocess.Popen([sys.executable, "-c", PARENT, HERE], stdout=subprocess.PIPE) as parent:
        assert parent.stdout is not None
        parent.stdout.readline()
        _, loader, *workers = list_tree(parent.pid)
        os.kill(loader, signal.SIGKILL)
        assert all(map(is_running, workers))
        parent.kill()
    wait_until(lambda: not any(map(is_running, workers)))
