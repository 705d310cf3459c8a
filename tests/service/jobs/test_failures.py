"""Which failures may pass with another attempt."""

from __future__ import annotations

import pytest

from cutline.errors import (
    BlockedAddress,
    BrowserDied,
    BrowserMissing,
    CutlineError,
    EmptyPage,
    FetchError,
    FetchTimeout,
    NotHtml,
    PageTimeout,
    RenderTimeout,
    ResponseTooLarge,
    TooManyRedirects,
    UnreachableHost,
    UpstreamError,
    WorkerDied,
)
from cutline.service.jobs.runner import is_temporary


@pytest.mark.parametrize("kind", [FetchTimeout, UnreachableHost, RenderTimeout, BrowserDied, PageTimeout, WorkerDied])
def test_timeouts_and_deaths_may_pass(kind: type[CutlineError]) -> None:
    assert is_temporary(kind("It happened."))


@pytest.mark.parametrize(
    "kind", [BlockedAddress, EmptyPage, NotHtml, ResponseTooLarge, TooManyRedirects, BrowserMissing, FetchError]
)
def test_what_the_page_or_the_service_is_does_not_pass(kind: type[CutlineError]) -> None:
    assert not is_temporary(kind("It is so."))


@pytest.mark.parametrize(
    ("status", "expected"),
    [(500, True), (503, True), (599, True), (429, True), (408, True), (404, False), (410, False)],
)
def test_a_status_passes_if_it_speaks_of_the_moment(status: int, expected: bool) -> None:
    assert is_temporary(UpstreamError("It answered so.", status)) is expected
