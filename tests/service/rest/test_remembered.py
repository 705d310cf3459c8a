from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Event

import pytest

from cutline.service.rest.about_routes import Remembered

WAIT = 10  # seconds after which a test has failed


def test_a_value_is_found_once_a_second(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = [100.0]
    monkeypatch.setattr("cutline.service.rest.about_routes.monotonic", lambda: clock[0])
    values = iter("abc")
    remembered = Remembered(lambda: next(values))
    assert [remembered(), remembered()] == ["a", "a"]
    clock[0] += 1
    assert [remembered(), remembered()] == ["b", "b"]


def test_while_one_thread_waits_for_a_value_others_get_the_last(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cutline.service.rest.about_routes.KEPT_SECONDS", 0.0)
    entered, release, values = Event(), Event(), iter("ab")

    def find() -> str:
        value = next(values)
        if value == "b":
            entered.set()
            release.wait(WAIT)
        return value

    remembered = Remembered(find)
    assert remembered() == "a"
    with ThreadPoolExecutor(1) as executor:
        waiting = executor.submit(remembered)
        assert entered.wait(WAIT)
        assert remembered() == "a"
        release.set()
        assert waiting.result(WAIT) == "b"


def test_a_failure_is_not_remembered() -> None:
    values = iter([ZeroDivisionError, "a"])

    def find() -> str:
        value = next(values)
        if isinstance(value, type):
            raise value
        return value

    remembered = Remembered(find)
    with pytest.raises(ZeroDivisionError):
        remembered()
    assert remembered() == "a"
