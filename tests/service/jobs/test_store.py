"""Jobs accepted, found, counted and removed."""

from collections.abc import Callable
from datetime import UTC, datetime
from threading import Thread
from typing import Any

import pytest

from cutline.errors import JobConflict, JobTooLarge, TooManyJobs, UnknownJob
from cutline.options import Options
from cutline.service.jobs import Counts, Depth, JobItem, JobStore
from cutline.service.jobs.claims import Claims

OpenStore = Callable[..., JobStore]
TWO = (JobItem("https://a.example/1"), JobItem(None, "<p>A page.", id="x"))


def test_a_job_is_found_as_it_was_accepted(store: JobStore, clock: Any) -> None:
    options = Options(method="first-subtree", include=frozenset({"html", "dropped"}), url="https://ignored.example/")
    made = store.create(TWO, options)
    assert made.is_new
    found = store.find(made.id)
    assert found.items == 2
    assert found.created == datetime.fromtimestamp(clock.now, UTC)
    assert found.finished is None
    assert found.options == Options(method="first-subtree", include=frozenset({"html", "dropped"}))
    assert not found.is_new


def test_a_job_survives_a_restart(open_store: OpenStore) -> None:
    before = open_store()
    job = before.create(TWO, Options())
    before.close()
    assert open_store().find(job.id).id == job.id


def test_ids_cannot_be_guessed(store: JobStore) -> None:
    ids = {store.create(TWO, Options()).id for _ in range(3)}
    assert len(ids) == 3
    assert {len(job_id) for job_id in ids} == {32}


@pytest.mark.parametrize("job_id", ["", "0" * 32, "\0", "\ud800", "0" * 31 + "\u0663", "' OR 1=1 --"])
def test_an_unknown_job_is_an_error(store: JobStore, job_id: str) -> None:
    store.create(TWO, Options())
    for ask in (store.find, store.count, store.results, store.remove):
        with pytest.raises(UnknownJob, match="There is no job"):
            ask(job_id)


def test_nobody_finds_the_job_of_another(store: JobStore) -> None:
    job = store.create(TWO, Options(), owner="ann")
    for ask in (store.find, store.count, store.results, store.remove):
        with pytest.raises(UnknownJob):
            ask(job.id, owner="bob")
        with pytest.raises(UnknownJob):
            ask(job.id)
    assert store.find(job.id, owner="ann").id == job.id


class TestIdempotency:
    def test_the_same_key_and_content_give_the_same_job(self, store: JobStore) -> None:
        options = Options(include=frozenset({"html", "dropped", "entities"}))
        job = store.create(TWO, options, key="k")
        again = store.create(TWO, Options(include=frozenset({"entities", "html", "dropped"})), key="k")
        assert again.id == job.id
        assert not again.is_new
        assert store.depth() == Depth(jobs=1, items=2)

    @pytest.mark.parametrize(
        ("items", "options"),
        [
            (TWO[:1], Options()),
            (TWO[::-1], Options()),
            ((TWO[0], JobItem(None, "<p>A page.", id="y")), Options()),
            (TWO, Options(images=False)),
        ],
    )
    def test_the_same_key_and_other_content_conflict(
        self, store: JobStore, items: tuple[JobItem, ...], options: Options
    ) -> None:
        store.create(TWO, Options(), key="k")
        with pytest.raises(JobConflict, match="use another key"):
            store.create(items, options, key="k")
        assert store.depth() == Depth(jobs=1, items=2)

    def test_a_key_belongs_to_its_owner(self, store: JobStore) -> None:
        mine = store.create(TWO, Options(), key="k", owner="ann")
        yours = store.create(TWO[:1], Options(), key="k", owner="bob")
        assert mine.id != yours.id

    def test_without_a_key_each_request_makes_a_job(self, store: JobStore) -> None:
        assert store.create(TWO, Options()).id != store.create(TWO, Options()).id

    def test_the_key_of_a_removed_job_is_free(self, store: JobStore) -> None:
        job = store.create(TWO, Options(), key="k")
        store.remove(job.id)
        assert store.create(TWO[:1], Options(), key="k").is_new

    def test_requests_at_the_same_moment_make_one_job(self, store: JobStore) -> None:
        made = []
        threads = [Thread(target=lambda: made.append(store.create(TWO, Options(), key="k"))) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert len({job.id for job in made}) == 1
        assert sorted(job.is_new for job in made) == [False] * 7 + [True]


class TestLimits:
    def test_a_job_with_too_many_items_is_refused(self, open_store: OpenStore) -> None:
        store = open_store(max_items=1)
        assert store.create(TWO[:1], Options()).items == 1
        with pytest.raises(JobTooLarge, match="2 items, more than 1 "):
            store.create(TWO, Options())

    def test_a_job_with_too_many_bytes_is_refused(self, open_store: OpenStore) -> None:
        store = open_store(max_bytes=10)
        assert store.create([JobItem(None, "é" * 5)], Options()).items == 1
        with pytest.raises(JobTooLarge, match="11 bytes, more than 10 "):
            store.create([JobItem(None, "é" * 5 + "e")], Options())

    def test_jobs_that_are_too_many_are_refused_until_one_is_finished(self, open_store: OpenStore) -> None:
        store = open_store(max_jobs=2)
        first = store.create(TWO[:1], Options(), key="k")
        store.create(TWO[:1], Options())
        with pytest.raises(TooManyJobs, match="2 jobs are not finished") as caught:
            store.create(TWO, Options())
        assert caught.value.retry_after == 30
        assert store.depth() == Depth(jobs=2, items=2)  # nothing of the third was written
        assert store.create(TWO[:1], Options(), key="k").id == first.id
        claim = Claims(store).claim()
        assert claim is not None
        Claims(store).close_done(claim, b"{}")
        assert store.create(TWO, Options()).is_new

    def test_a_job_is_refused_while_others_have_too_many_open_items(self, open_store: OpenStore) -> None:
        store = open_store(max_open_items=3)
        first = store.create(TWO, Options())
        with pytest.raises(TooManyJobs, match="2 items of jobs are not finished"):
            store.create(TWO, Options())
        assert store.create(TWO[:1], Options()).is_new
        store.remove(first.id)
        assert store.create(TWO, Options()).is_new


def test_counts_follow_the_items(store: JobStore, claims: Claims, clock: Any) -> None:
    job = store.create([JobItem(None, str(number)) for number in range(5)], Options())
    assert store.count(job.id) == Counts(waiting=5, running=0, done=0, failed=0)
    first, second, _third = claims.claim(), claims.claim(), claims.claim()
    assert first and second
    claims.close_done(first, b"{}")
    claims.close_failed(second, b"{}")
    assert store.count(job.id) == Counts(waiting=2, running=1, done=1, failed=1)
    clock.now += 61  # seconds: the third lease ends
    assert store.count(job.id) == Counts(waiting=3, running=0, done=1, failed=1)


def test_a_removed_job_is_gone_at_once_and_nothing_of_it_is_claimed(store: JobStore, claims: Claims) -> None:
    job = store.create(TWO, Options())
    claim = claims.claim()
    assert claim
    store.remove(job.id)
    with pytest.raises(UnknownJob):
        store.find(job.id)
    with pytest.raises(UnknownJob):
        store.remove(job.id)
    assert store.depth() == Depth(jobs=0, items=0)
    assert claims.claim() is None
    assert not claims.close_done(claim, b"{}")


def test_a_working_queue_is_writable(store: JobStore) -> None:
    assert store.is_writable()
