"""Changes for speed change no answer: the articles of our own pages are what they were."""

from collections.abc import Iterator
from typing import Any

import pytest
from answers import list_answers, read_answers

from cutline import Extractor

BEFORE = read_answers()
ROUNDING = 2e-3  # by which a number may differ where another processor adds up in another order


@pytest.fixture(scope="module")
def answers_now() -> dict[str, dict[str, Any]]:
    return dict(list_answers(Extractor()))


@pytest.mark.parametrize("name", BEFORE)
def test_the_article_is_what_it_was(name: str, answers_now: dict[str, dict[str, Any]]) -> None:
    before, now = dict(list_leaves(BEFORE[name])), dict(list_leaves(answers_now[name]))
    paths = before.keys() | now.keys()
    assert {path for path in paths if not is_same(before.get(path), now.get(path))} == set()


def test_no_page_is_left_out(answers_now: dict[str, dict[str, Any]]) -> None:
    assert answers_now.keys() == BEFORE.keys()


def is_same(before: object, now: object) -> bool:
    if isinstance(before, float) and isinstance(now, float):
        return abs(before - now) <= ROUNDING
    return before == now


def list_leaves(value: object, path: str = "") -> Iterator[tuple[str, object]]:
    """Yield what a value of JSON consists of, each with the way to it."""
    if isinstance(value, dict):
        for key, child in value.items():
            yield from list_leaves(child, f"{path}.{key}")
    elif isinstance(value, list):
        yield f"{path}.length", len(value)
        for number, child in enumerate(value):
            yield from list_leaves(child, f"{path}[{number}]")
    else:
        yield path, value
