"""No accepted item is lost or done twice visibly, whatever is killed."""

import json
import random
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from time import monotonic, sleep
from types import ModuleType

import pytest
from sqlalchemy import func, select

from cutline.options import Options
from cutline.service.jobs import Counts, JobItem, JobStore
from cutline.service.jobs.database import ItemRow

ITEMS = 300
KILLS = 3
PROCESSES = 2
PATIENCE = 300.0  # seconds, on a busy machine


def start_process(module: ModuleType, database: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen([sys.executable, str(module.__file__), database], stdin=subprocess.PIPE)


def count_repeated(store: JobStore) -> int:
    with store.database.reading() as connection:
        return connection.scalar(select(func.count()).where(ItemRow.attempts > 1)) or 0


def stop_at_work(store: JobStore, job: str, processes: Sequence[subprocess.Popen[bytes]]) -> bool:
    """Stop all processes and return whether they have items in hand; if not, let them go on."""
    for process in processes:
        process.send_signal(signal.SIGSTOP)
    is_working = store.count(job).running > 0
    for process in () if is_working else processes:
        process.send_signal(signal.SIGCONT)
    return is_working


@pytest.fixture
def store(address: str, job_processes: ModuleType) -> Iterator[JobStore]:
    opened = JobStore.open(job_processes.make_settings(address))
    yield opened
    opened.close()


def test_three_hundred_items_and_three_kills_give_three_hundred_results_each_once(
    store: JobStore, address: str, job_processes: ModuleType
) -> None:
    items = [
        JobItem(f"https://h{place % 50}.example/{place}", f"page {place}" if place % 2 else None, id=place)
        for place in range(ITEMS)
    ]
    job = store.create(items, Options())
    # How many results there are, about, when a process is killed, and at last all of them.
    kill_at = sorted(random.sample(range(20, ITEMS - 100), KILLS))
    read: list[bytes] = []  # by a client that reads all the time
    ends = monotonic() + PATIENCE
    with ExitStack() as stack:
        processes = [stack.enter_context(start_process(job_processes, address)) for _ in range(PROCESSES)]
        while len(read) < ITEMS:
            assert monotonic() < ends, f"{store.count(job.id)} after {PATIENCE:g} s; kills at {kill_at}"
            if kill_at and store.count(job.id).done >= kill_at[0] and stop_at_work(store, job.id, processes):
                victims = processes if len(kill_at) == 1 else [random.choice(processes)]
                for victim in victims:
                    victim.kill()
                    victim.wait()
                processes = [each for each in processes if each not in victims]
                for process in processes:
                    process.send_signal(signal.SIGCONT)
                processes += [stack.enter_context(start_process(job_processes, address)) for _ in victims]
                del kill_at[0]
            read += store.results(job.id, len(read)).lines
            sleep(0.05)
        for process in processes:
            process.communicate(timeout=PATIENCE)
            assert process.returncode == 0
    assert kill_at == []
    assert count_repeated(store)  # the last kills met items that were worked on
    results = [json.loads(line) for line in read]
    texts = [
        f"page {place}" if place % 2 else f"page of https://h{place % 50}.example/{place}" for place in range(ITEMS)
    ]
    assert [result["id"] for result in results] == list(range(ITEMS))
    assert [result["article"]["text"] for result in results] == texts
    assert store.count(job.id) == Counts(waiting=0, running=0, done=ITEMS, failed=0)
    assert store.find(job.id).finished is not None
    assert list(store.results(job.id, limit=ITEMS).lines) == read  # what was read once has not changed since
