"""Who is given up in a crowd."""

from time import monotonic
from types import SimpleNamespace
from typing import Any

from cutline.service.serving.connection import Phase, find_largest_request, list_slow_readers, list_to_close


def make(host: str = "a", age: float = 10.0, **more: Any) -> Any:
    """Return a connection that began some seconds ago, and has sent part of a request."""
    request = SimpleNamespace(head=SimpleNamespace(is_call=True))
    values = {"phase": Phase.ARRIVING, "is_idle": False, "held_bytes": 0, "unsent_bytes": 0, "request": request}
    return SimpleNamespace(host=host, began=monotonic() - age, **values | more)


class TestToClose:
    def test_those_of_a_client_with_many_go_first(self) -> None:
        old, many = make("a", age=100, is_idle=True), [make("b", age=0) for _ in range(3)]
        assert list_to_close([old, *many], 3) == many

    def test_idle_ones_go_before_others_and_old_ones_before_new_ones(self) -> None:
        sending, newer, older = make("a", age=100), make("b", age=2, is_idle=True), make("c", age=3, is_idle=True)
        assert list_to_close([sending, newer, older], 2) == [older, newer]

    def test_a_new_one_may_be_silent_for_a_moment(self) -> None:
        silent, sending = make("a", age=0.1, is_idle=True), make("b", age=0.2)
        assert list_to_close([silent, sending], 1) == [sending]

    def test_one_that_is_answered_stays(self) -> None:
        assert list_to_close([make(phase=Phase.WORKING)], 1) == []


def test_the_largest_request_is_that_of_the_client_who_holds_most() -> None:
    single, small, large = make("a", held_bytes=5), make("b", held_bytes=2), make("b", held_bytes=4)
    answered = make("c", held_bytes=9, phase=Phase.WORKING)
    assert find_largest_request([single, small, large, answered]) is large


def test_forms_go_before_a_larger_call_if_they_hold_more_together() -> None:
    form = SimpleNamespace(head=SimpleNamespace(is_call=False))
    call, forms = make("a", held_bytes=5), [make(host, held_bytes=2, request=form) for host in "bcd"]
    assert find_largest_request([call, *forms]) in forms
    assert find_largest_request([call, *forms[:2]]) is call


class TestSlowReaders:
    def test_those_who_hold_most_and_read_longest_go_until_the_rest_is_small_enough(self) -> None:
        other, new = make("a", age=50, unsent_bytes=40), make("b", age=1, unsent_bytes=40)
        old, oldest = make("b", age=2, unsent_bytes=20), make("b", age=3, unsent_bytes=20)
        everyone = [other, new, old, oldest]
        assert list_slow_readers(everyone, 120) == []
        assert list_slow_readers(everyone, 119) == [oldest]
        assert list_slow_readers(everyone, 90) == [oldest, old]

    def test_a_single_one_gets_its_answer_however_large(self) -> None:
        assert list_slow_readers([make(unsent_bytes=100), make()], 10) == []
