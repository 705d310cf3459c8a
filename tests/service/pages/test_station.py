"""The alarm of a page, without a process."""

import threading
from collections.abc import Callable
from typing import Any

import pytest

from cutline.service.pages import station
from cutline.service.pages.station import _Alarm

WAIT = 10  # seconds after which a test has failed
LIMIT = 100  # bytes


class FakeProcess:
    """A process that can be killed."""

    pid = 1

    def __init__(self) -> None:
        self.is_killed = threading.Event()

    def kill(self) -> None:
        self.is_killed.set()


class SlowLook:
    """A look at the memory of a process: it finds too much, and ends when it is told to."""

    def __init__(self) -> None:
        self.has_begun, self.may_end, self.thread = threading.Event(), threading.Event(), threading.current_thread()

    def __call__(self, pid: int) -> int:
        self.thread = threading.current_thread()
        self.has_begun.set()
        assert self.may_end.wait(WAIT)
        return LIMIT + 1

    def end(self) -> None:
        self.may_end.set()
        self.thread.join(WAIT)


@pytest.fixture
def process() -> Any:
    return FakeProcess()


@pytest.fixture
def slow_look(monkeypatch: pytest.MonkeyPatch) -> SlowLook:
    look = SlowLook()
    monkeypatch.setattr(station, "LOOK_SECONDS", 0.01)
    monkeypatch.setattr(station, "count_own_bytes", look)
    return look


def test_an_alarm_kills_a_late_process(process: Any) -> None:
    with _Alarm(process, 0.01) as alarm:
        assert process.is_killed.wait(WAIT)
    assert alarm.has_rung and not alarm.saw_bytes


def test_an_alarm_kills_a_large_process(process: Any, slow_look: SlowLook) -> None:
    slow_look.may_end.set()
    with _Alarm(process, WAIT, LIMIT) as alarm:
        assert process.is_killed.wait(WAIT)
    assert alarm.has_rung and alarm.saw_bytes == LIMIT + 1


def stop(alarm: _Alarm[Any, Any]) -> None:
    alarm.__exit__()


def restart(alarm: _Alarm[Any, Any]) -> None:
    alarm.restart()


@pytest.mark.parametrize("move_on", [stop, restart])
def test_an_alarm_that_looks_while_its_page_ends_does_not_ring_for_the_next(
    process: Any, slow_look: SlowLook, move_on: Callable[[_Alarm[Any, Any]], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    alarm: _Alarm[Any, Any] = _Alarm(process, WAIT, LIMIT)
    with alarm:
        assert slow_look.has_begun.wait(WAIT)
        monkeypatch.setattr(station, "LOOK_SECONDS", WAIT)  # no other look comes
        move_on(alarm)
        slow_look.end()
        assert not alarm.has_rung and not process.is_killed.is_set()
