"""Results of items, and their removal."""

from types import SimpleNamespace
from typing import Any

import pytest
from sqlalchemy import func, select

from cutline.errors import UnknownJob
from cutline.options import Options
from cutline.service.jobs import JobItem, JobStore
from cutline.service.jobs.claims import Claims
from cutline.service.jobs.database import HostRow, ItemRow, JobRow, PageRow
from cutline.service.jobs.items import Claim
from cutline.service.pages.extraction import Enriched, Failure


def add_job(store: JobStore, number: int) -> str:
    return store.create([JobItem(None, "page", id=f"ü{place}") for place in range(number)], Options()).id


def claim_all(claims: Claims) -> list[Claim]:
    return list(iter(claims.claim, None))


def test_a_line_has_the_article_or_the_error_beside_id_and_place(
    store: JobStore, claims: Claims, build: SimpleNamespace
) -> None:
    article = build.article((build.block(0, "Zoë\nruns"),), title="T")
    failure = Failure(code="empty-page", message="The page is empty.")
    job_id = add_job(store, 2)
    first, second = claim_all(claims)
    claims.close_done(first, (article.model_dump_json() + "\n").encode())
    claims.close_failed(second, f'{{"error":{failure.model_dump_json()}}}'.encode())
    lines = list(store.results(job_id).lines)
    assert all(line.endswith(b"}\n") and line.count(b"\n") == 1 for line in lines)
    results = [Enriched.model_validate_json(line) for line in lines]
    assert results == [Enriched.of(article, id="ü0", line=1), Enriched.of(failure, id="ü1", line=2)]


def test_results_come_in_the_order_of_the_items_up_to_the_first_open_one(store: JobStore, claims: Claims) -> None:
    job_id = add_job(store, 4)
    made = claim_all(claims)
    for place in (3, 0, 1):
        claims.close_done(made[place], b"{}")
    page = store.results(job_id)
    assert (page.count, page.cursor, page.is_last) == (2, 2, False)
    assert [line[:20] for line in page.lines] == [
        '{"id":"ü0","line":1,'.encode()[:20],
        '{"id":"ü1","line":2,'.encode()[:20],
    ]
    waiting = store.results(job_id, page.cursor)
    assert (waiting.count, waiting.cursor, waiting.is_last, list(waiting.lines)) == (0, 2, False, [])
    claims.close_done(made[2], b"{}")
    rest = store.results(job_id, page.cursor)
    assert (rest.count, rest.cursor, rest.is_last) == (2, 4, True)
    assert len(list(rest.lines)) == 2


def test_pages_of_any_size_give_each_result_once(store: JobStore, claims: Claims) -> None:
    job_id = add_job(store, 23)
    for claim in claim_all(claims):
        claims.close_done(claim, str(claim.position).encode())
    for limit in (1, 7, 20, 23, 100):
        lines: list[bytes] = []
        cursor, is_last = 0, False
        while not is_last:
            page = store.results(job_id, cursor, limit)
            lines += page.lines
            assert page.cursor == len(lines)
            cursor, is_last = page.cursor, page.is_last
        assert lines == [f'{{"id":"ü{n - 1}","line":{n},"article":{n}}}\n'.encode() for n in range(1, 24)]


def test_a_cursor_beyond_the_end_gives_nothing(store: JobStore, claims: Claims) -> None:
    job_id = add_job(store, 1)
    assert not store.results(job_id, 5).is_last or store.results(job_id, 5).count == 0
    for claim in claim_all(claims):
        claims.close_done(claim, b"{}")
    page = store.results(job_id, 5)
    assert (page.count, page.is_last, list(page.lines)) == (0, True, [])


def test_a_job_removed_while_it_is_read_is_no_end_of_the_results(store: JobStore, claims: Claims) -> None:
    job_id = add_job(store, 30)
    for claim in claim_all(claims):
        claims.close_done(claim, b"{}")
    lines = store.results(job_id).lines
    next(lines)
    store.remove(job_id)
    store.purge()
    with pytest.raises(UnknownJob, match="was removed while"):
        list(lines)


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
