import threading
import time
from collections.abc import Callable
from itertools import pairwise

from cutline.service.fetch.exchange import Deadline
from cutline.service.fetch.politeness import HostTurns


def run_all(work: list[Callable[[], None]]) -> None:
    threads = [threading.Thread(target=each) for each in work]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


class Visits:
    """Visits hosts by turns, and remembers when."""

    def __init__(self, turns: HostTurns) -> None:
        self.turns = turns
        self.times: list[tuple[float, float]] = []
        self.under_way = self.most_under_way = 0
        self._lock = threading.Lock()

    def visit(self, host: str, seconds: float = 0.02) -> None:
        with self.turns.turn(host):
            begin = time.monotonic()
            with self._lock:
                self.under_way += 1
                self.most_under_way = max(self.most_under_way, self.under_way)
            time.sleep(seconds)
            with self._lock:
                self.under_way -= 1
                self.times.append((begin, time.monotonic()))


def test_one_host_is_asked_once_at_a_time_and_after_a_pause() -> None:
    visits = Visits(HostTurns(0.1))
    run_all([lambda: visits.visit("a.example")] * 3)
    assert visits.most_under_way == 1
    times = sorted(visits.times)
    pauses = [begin - end for (_, end), (begin, _) in pairwise(times)]
    assert all(pause >= 0.099 for pause in pauses) and len(pauses) == 2


def test_other_hosts_do_not_wait() -> None:
    turns = HostTurns(60)
    entered = threading.Barrier(2, timeout=5)

    def visit(host: str) -> None:
        with turns.turn(host):
            entered.wait()  # breaks unless both are there at once

    run_all([lambda: visit("a.example"), lambda: visit("b.example")])
    assert not entered.broken


def test_a_turn_ends_when_the_visit_fails() -> None:
    visits = Visits(HostTurns(0))
    try:
        with visits.turns.turn("a.example"):
            raise ValueError
    except ValueError:
        visits.visit("a.example")
    assert len(visits.times) == 1


def test_hosts_are_forgotten_after_their_pause() -> None:
    turns = HostTurns(0.05)
    for number in range(50):
        with turns.turn(f"{number}.example"):
            pass
    time.sleep(0.06)
    with turns.turn("last.example"):
        pass
    assert len(turns) == 1


def test_waiting_for_a_turn_takes_nothing_off_the_time_that_is_left() -> None:
    deadline = Deadline(0.5)
    with deadline.paused():
        time.sleep(0.6)
    assert deadline.left() <= 0.5
