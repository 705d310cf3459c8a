import json
from collections.abc import Callable
from threading import Thread
from typing import Any

import pytest

from cutline.errors import JobConflict, OptionError, UnknownJob
from cutline.service.client import Client, calls
from cutline.service.jobs import JobStore
from cutline.service.jobs.claims import Claims
from cutline.service.pages.extraction import Enriched, Failure

PAGES = ["https://e.org/a", {"url": "https://e.org/b", "id": "b"}, {"html": "<p>c", "id": 3}]
FAILED = b'{"error":{"code":"empty-page","message":"The page is empty."}}'


@pytest.fixture
def work_off(job_store: JobStore, build: Any) -> Callable[..., list[Enriched]]:
    """Close the next items of the queue, every third one as failed; return what their results should be."""

    def run(count: int, first: int = 1) -> list[Enriched]:
        claims = Claims(job_store)
        expected = []
        for number in range(first, first + count):
            claim = claims.claim()
            assert claim is not None and claim.position == number
            claims.leave_host(claim)
            given_id = PAGES[(number - 1) % len(PAGES)]
            page_id = None if isinstance(given_id, str) else given_id["id"]
            if number % 3:
                article = build.article((build.block(0, f"Text {number}"),))
                claims.close_done(claim, article.model_dump_json().encode())
                expected.append(Enriched(id=page_id, line=number, article=article))
            else:
                claims.close_failed(claim, FAILED)
                failure = Failure(code="empty-page", message="The page is empty.")
                expected.append(Enriched(id=page_id, line=number, error=failure))
        return expected

    return run


@pytest.fixture(autouse=True)
def _look_often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cutline.service.client.calls.FIRST_PAUSE", 0.01)
    monkeypatch.setattr("cutline.service.client.calls.LONGEST_PAUSE", 0.01)


@pytest.fixture
def settings(settings: Any) -> Any:
    """Hosts without pauses."""
    return settings.model_copy(update={"jobs": settings.jobs.model_copy(update={"host_seconds": 0.0})})


class TestSubmit:
    def test_sends_addresses_and_pages_with_options_for_all(self, remote: Client, job_store: JobStore) -> None:
        job = remote.submit(PAGES, images=False, include={"dropped"})
        found = job_store.find(job.id)
        assert (found.items, found.options.images, found.options.include) == (3, False, {"dropped", "evidence"})

    def test_with_the_same_key_makes_one_job(self, remote: Client) -> None:
        assert remote.submit(PAGES, key="a").id == remote.submit(PAGES, key="a").id
        with pytest.raises(JobConflict):
            remote.submit(PAGES[:1], key="a")

    def test_of_a_wrong_page_names_it(self, remote: Client) -> None:
        with pytest.raises(OptionError, match="#/items/1"):
            remote.submit(["https://e.org/", {"id": 7}])


class TestWait:
    def test_tells_how_far_the_job_is_until_it_is_finished(self, remote: Client, work_off: Any) -> None:
        job = remote.submit(PAGES)
        seen = []

        def progress(status: Any) -> None:
            seen.append(status.progress)
            if len(seen) < 4:
                work_off(1, len(seen))

        status = job.wait(progress=progress)
        assert (status.state, status.counts.done, status.counts.failed) == ("finished", 2, 1)
        assert seen == [0.0, 1 / 3, 2 / 3, 1.0]

    def test_ends_after_its_time(self, remote: Client) -> None:
        assert remote.submit(PAGES).wait(0.05).state == "open"

    def test_for_a_job_that_is_not_there_is_an_error(self, remote: Client) -> None:
        with pytest.raises(UnknownJob):
            remote.job("0" * 32).wait()


class TestResults:
    def test_come_in_the_order_of_the_pages_as_those_of_the_local_api(self, remote: Client, work_off: Any) -> None:
        job = remote.submit(PAGES)
        expected = work_off(3)
        assert list(job.results()) == expected

    def test_come_in_parts_where_there_are_many(
        self, remote: Client, work_off: Any, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(calls, "RESULTS_AT_ONCE", 2)
        job = remote.submit(PAGES * 3)
        expected = work_off(9)
        assert list(job.results()) == expected

    def test_go_on_after_a_cursor_also_for_another_client(
        self, connect: Callable[..., Client], remote: Client, work_off: Any
    ) -> None:
        job = remote.submit(PAGES)
        expected = work_off(3)
        first = next(job.results())
        assert first.line is not None
        assert list(connect().job(job.id).results(first.line)) == expected[1:]

    def test_are_waited_for(self, remote: Client, work_off: Any) -> None:
        job = remote.submit(PAGES)
        expected = work_off(1)
        results = job.results()
        assert next(results) == expected[0]
        worker = Thread(target=lambda: expected.extend(work_off(2, 2)))
        worker.start()
        rest = list(results)
        worker.join()
        assert rest == expected[1:]

    def test_are_those_there_are_without_waiting(self, remote: Client, work_off: Any) -> None:
        job = remote.submit(PAGES)
        assert list(job.results(wait=False)) == []
        expected = work_off(2)
        assert list(job.results(wait=False)) == expected

    def test_of_a_removed_job_are_an_error_and_removing_it_again_none(self, remote: Client) -> None:
        job = remote.submit(PAGES)
        job.remove()
        job.remove()
        with pytest.raises(UnknownJob):
            next(job.results())


def test_an_address_to_tell_is_sent_with_the_job() -> None:
    request = calls.submit(["https://e.org/a"], None, "https://receiver.example/ended", {"pages": "all"}).request
    assert json.loads(request["content"]) == {
        "items": [{"url": "https://e.org/a"}],
        "webhook": "https://receiver.example/ended",
        "pages": "all",
    }
