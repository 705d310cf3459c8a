"""Errors cross processes, so each one is the same behind pickle."""

import copy
import inspect
import pickle
from typing import Any

import pytest

from cutline import errors
from cutline.errors import CutlineError

KINDS = [kind for _, kind in inspect.getmembers(errors, inspect.isclass) if issubclass(kind, CutlineError)]
GIVEN: dict[str, Any] = {"status": 503, "retry_after": 7, "problem": "unauthorized", "request_id": "id"}


def make_error(kind: type[CutlineError]) -> CutlineError:
    names = inspect.signature(kind.__init__).parameters.keys() & GIVEN.keys()
    return kind("What happened.", **{name: GIVEN[name] for name in names})


@pytest.mark.parametrize("kind", KINDS)
def test_an_error_is_the_same_in_another_process(kind: type[CutlineError]) -> None:
    error = make_error(kind)
    error.add_note("Which worker.")
    for other in (pickle.loads(pickle.dumps(error)), copy.copy(error)):
        assert type(other) is kind
        assert (str(other), vars(other)) == ("What happened.", vars(error))


def test_what_an_error_was_given_is_kept() -> None:
    error = pickle.loads(pickle.dumps(errors.TooManyJobs("Later.", retry_after=7)))
    assert (error.args, error.retry_after) == (("Later.",), 7)
