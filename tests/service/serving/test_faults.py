"""What dies, hangs or is too much, what is answered, and that the service goes on."""

import os
import signal
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from http.client import HTTPException
from pathlib import Path
from typing import Any

import pytest

from cutline.processes import is_running, list_tree

WAIT = 120  # seconds after which a test has failed

StartService = Callable[..., Any]


def problem_of(answer: Any) -> str:
    return str(answer.json["type"].rpartition(":")[2])


def is_refused(service: Any) -> bool:
    try:
        service.open_socket().close()
    except ConnectionRefusedError:
        return True
    return False


def wait_begun(service: Any, sign: Path) -> None:
    service.wait_until(sign.exists)


@pytest.fixture(scope="module")
def hasty_service(start_service: StartService) -> Any:
    """A service of one extraction process that gives each page half a second."""
    return start_service(workers=1, page_seconds=0.5)


@pytest.fixture(scope="module")
def pair(start_service: StartService) -> Any:
    """A service of two extraction processes, in which a request may take its time to arrive."""
    return start_service(workers=2, body_seconds=10.0 * WAIT)


@pytest.fixture(scope="module")
def short_queue(start_service: StartService) -> Any:
    """A service of one extraction process, for which two pages may wait."""
    return start_service(workers=1, queue_size=2)


@pytest.fixture(scope="module")
def two_web_workers(start_service: StartService) -> Any:
    """A service of two web workers, with one extraction process each."""
    return start_service(workers=2, web_workers=2)


def count_extracted(service: Any) -> float:
    """Return how many pages were extracted, as all web workers tell together."""
    told = service.get("/metrics").body.decode().splitlines()
    (count,) = [line for line in told if 'route="/v1/extract",status="200"' in line and "requests_total" in line]
    return float(count.rpartition(" ")[2])


class TestKilledExtractionProcess:
    def test_costs_its_page_alone(self, pair: Any, tmp_path: Path) -> None:
        service = pair
        with ThreadPoolExecutor(8) as executor:
            futures = [executor.submit(service.extract, f"begin {tmp_path}/{name}") for name in "ab"]
            for name in "ab":
                wait_begun(service, tmp_path / name)
            others = [executor.submit(service.extract, f"page {number}") for number in range(6)]
            os.kill(int((tmp_path / "a").read_text()), signal.SIGKILL)
            lost = futures[0].result(WAIT)
            assert (lost.status, problem_of(lost)) == (503, "worker-died")
            (tmp_path / "b.end").touch()
            assert futures[1].result(WAIT).status == 200
            assert [other.result(WAIT).body.decode() for other in others] == [f"page {number}" for number in range(6)]
        service.wait_until(lambda: len(service.extraction_processes) == 2)
        assert service.get("/readyz").status == 200


class TestKilledWebWorker:
    def test_is_replaced_with_its_extraction_processes_and_others_are_answered(
        self, short_queue: Any, tmp_path: Path
    ) -> None:
        service = short_queue
        (worker,), processes = service.web_workers, service.extraction_processes
        with ThreadPoolExecutor(4) as executor:
            futures: list[Future[Any]] = [executor.submit(service.extract, f"begin {tmp_path}/a")]
            wait_begun(service, tmp_path / "a")
            futures += [executor.submit(service.extract, "b") for _ in range(2)]
            service.wait_until(lambda: b"cutline_queue_depth 2.0" in service.get("/metrics").body)
            os.kill(worker, signal.SIGKILL)
            later = executor.submit(service.extract, "later")  # waits to be accepted
            for future in futures:
                with pytest.raises((ConnectionError, HTTPException)):
                    future.result(WAIT)
            assert later.result(WAIT).body == b"later"
        assert not any(map(is_running, processes))
        assert service.web_workers != [worker]
        assert len(service.extraction_processes) == 1

    def test_does_not_touch_the_requests_of_another(self, two_web_workers: Any, tmp_path: Path) -> None:
        service = two_web_workers
        service.wait_until(lambda: len(service.extraction_processes) == 2)
        with ThreadPoolExecutor(1) as executor:
            future = executor.submit(service.extract, f"begin {tmp_path}/a")
            wait_begun(service, tmp_path / "a")
            busy = int((tmp_path / "a").read_text())
            (idle,) = [pid for pid in service.web_workers if busy not in list_tree(pid)]
            os.kill(idle, signal.SIGKILL)
            service.wait_until(lambda: not is_running(idle))
            (tmp_path / "a.end").touch()
            assert future.result(WAIT).status == 200
        service.wait_until(lambda: len(service.web_workers) == 2)


class TestPageThatTakesTooLong:
    @pytest.mark.parametrize("page", ["sleep 100", "hang"])
    def test_is_a_504_and_the_next_page_is_answered(self, hasty_service: Any, page: str) -> None:
        answer = hasty_service.extract(page)
        assert (answer.status, problem_of(answer)) == (504, "page-timeout")
        assert hasty_service.extract("a").body == b"a"


class TestStop:
    @pytest.mark.parametrize("end", [signal.SIGTERM, signal.SIGINT])
    def test_answers_what_is_under_way_and_leaves_nothing_behind(
        self, start_service: StartService, tmp_path: Path, end: signal.Signals
    ) -> None:
        service = start_service(workers=1)
        tree = list_tree(service.process.pid)
        with ThreadPoolExecutor(1) as executor, service.open_socket() as late:
            future = executor.submit(service.extract, f"begin {tmp_path}/a")
            wait_begun(service, tmp_path / "a")
            service.process.send_signal(end)
            service.wait_until(lambda: "Handling signal" in service.log.read_text())
            late.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
            assert late.recv(100).startswith(b"HTTP/1.1 200 OK")
            service.wait_until(lambda: is_refused(service))  # who comes later
            (tmp_path / "a.end").touch()
            assert future.result(WAIT).status == 200
        assert service.process.wait(WAIT) == 0
        assert not any(map(is_running, tree))
        assert list(service.log.parent.glob("cutline-metrics-*")) == []

    def test_does_not_wait_for_ever(self, start_service: StartService, tmp_path: Path) -> None:
        service = start_service(workers=1, stop_seconds=1.0)
        tree = list_tree(service.process.pid)
        with ThreadPoolExecutor(1) as executor:
            future = executor.submit(service.extract, f"begin {tmp_path}/a")
            wait_begun(service, tmp_path / "a")
            assert service.stop() == 0
            with pytest.raises((ConnectionError, HTTPException)):
                future.result(WAIT)
        assert not any(map(is_running, tree))

    def test_of_the_master_by_force_ends_all_even_with_a_client_connected(self, pair: Any) -> None:
        service = pair
        tree = list_tree(service.process.pid)
        assert len(tree) == 5
        with service.open_socket() as client:
            client.sendall(b"POST /v1/extract HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n")
            service.process.kill()
            service.process.wait(WAIT)
            end = time.monotonic() + WAIT
            while any(map(is_running, tree)) or any(service.log.parent.glob("cutline-metrics-*")):
                assert time.monotonic() < end
                time.sleep(0.05)


class TestMetrics:
    def test_of_all_web_workers_are_told_by_each(self, two_web_workers: Any) -> None:
        service = two_web_workers
        assert service.extract("a").status == 200
        before = count_extracted(service)
        for _ in range(10):
            assert service.extract("a").status == 200
        service.wait_until(lambda: count_extracted(service) == before + 10)  # told once a second

    def test_of_a_web_worker_that_died_are_kept_but_not_its_memory(self, short_queue: Any) -> None:
        service = short_queue
        assert service.extract("a").status == 200
        before = count_extracted(service)
        os.kill(service.web_workers[0], signal.SIGKILL)
        service.wait_ready()
        assert count_extracted(service) == before
        told = service.get("/metrics").body.decode()
        (memory,) = [line for line in told.splitlines() if line.startswith('cutline_resident_bytes{processes="web"}')]
        assert 10_000_000 < float(memory.split()[1]) < 300_000_000
