"""Which failures may pass with another attempt."""

from __future__ import annotations

import pytest

from cutline.errors import (
    UpstreamError,
)
from cutline.service.jobs.runner import is_temporary


@pytest.mark.parametrize(
    ("status", "expected"),
    [(500, True), (503, True), (599, True), (429, True), (408, True), (404, False), (410, False)],
)
def test_a_status_passes_if_it_speaks_of_the_moment(status: int, expected: bool) -> None:
    assert is_temporary(UpstreamError("It answered so.", status)) is expected
