"""Jobs deleted once nobody needs them."""

from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy import func, select

from cutline.errors import UnknownJob
from cutline.options import Options
from cutline.service.jobs import JobItem, JobStore
from cutline.service.jobs.claims import Claims
from cutline.service.jobs.database import HostRow, ItemRow, JobRow, PageRow

DAY = 24 * 3600.0  # as the setting jobs.keep_hours


def count_rows(store: JobStore) -> list[int]:
    with store.database.reading() as connection:
        tables = (JobRow, ItemRow, PageRow, HostRow)
        return [connection.scalar(select(func.count()).select_from(table)) or 0 for table in tables]


def finish(claims: Claims) -> None:
    while claim := claims.claim():
        claims.close_done(claim, b"{}")


def test_a_finished_job_is_kept_for_the_time_set_and_no_longer(store: JobStore, claims: Claims, clock: Any) -> None:
    job = store.create([JobItem(None, "a"), JobItem("https://a.example/")], Options(), key="k")
    clock.now += 2 * DAY  # it counts from the end, not from the begin
    finish(claims)
    clock.now += DAY
    assert store.purge() == 0
    assert store.find(job.id).finished is not None
    clock.now += 1
    assert store.purge() == 1
    assert count_rows(store) == [0, 0, 0, 0]
    with pytest.raises(UnknownJob):
        store.find(job.id)


def test_an_unfinished_job_is_kept(store: JobStore, claims: Claims, clock: Any) -> None:
    job = store.create([JobItem(None, "a"), JobItem(None, "b")], Options())
    claim = claims.claim()
    assert claim
    claims.close_done(claim, b"{}")
    clock.now += 10 * DAY
    assert store.purge() == 0
    assert store.count(job.id).waiting == 1


def test_a_removed_job_is_deleted_with_its_pages_in_pieces(
    store: JobStore, claims: Claims, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cutline.service.jobs.items.ITEMS_DELETED_AT_ONCE", 3)
    job = store.create([JobItem(None, "a")] * 10, Options())
    kept = store.create([JobItem(None, "b")], Options())
    store.remove(job.id)
    assert count_rows(store)[:3] == [2, 11, 11]
    assert store.purge() == 1
    assert count_rows(store)[:3] == [1, 1, 1]
    finish(claims)
    assert store.find(kept.id).finished is not None


def test_the_pages_of_closed_items_are_deleted_with_their_closing(store: JobStore, claims: Claims) -> None:
    store.create([JobItem(None, "a"), JobItem(None, "b")], Options())
    claim = claims.claim()
    assert claim
    claims.close_failed(claim, b"{}")
    assert count_rows(store)[2] == 1
