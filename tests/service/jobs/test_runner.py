"""The queue worked off: politely, again after failures that may pass, and without losing what is interrupted."""

import json
from collections.abc import Callable, Iterator
from threading import Event
from time import monotonic, sleep
from typing import Any

import pytest
from sqlalchemy import Connection, event, func, select

from cutline.config.settings import JobSettings
from cutline.errors import BlockedAddress, CutlineError, EmptyPage, FetchTimeout, Overloaded, UpstreamError, WorkerDied
from cutline.options import Options
from cutline.page_given import PageGiven
from cutline.service.jobs import Counts, JobItem, JobRunner, JobStore
from cutline.service.jobs.claims import Claims
from cutline.service.jobs.database import HostRow, JobRow
from cutline.service.jobs.runner import is_temporary
from cutline.service.pages.extraction_processes import ExtractWork, WorkDone

QUICK = {"retry_seconds": 0.01, "host_seconds": 0.0}
PATIENCE = 60.0  # seconds, on a busy machine

OpenStore = Callable[..., JobStore]
StartRunner = Callable[..., JobRunner]


class FakePool:
    """Answers with the page's text, or as the test says, and remembers what it was asked."""

    def __init__(self) -> None:
        self.works: list[tuple[ExtractWork, bool]] = []
        self.answers: Callable[[str], None] = lambda text: None

    def run(self, work: ExtractWork, *, is_urgent: bool) -> WorkDone:
        self.works.append((work, is_urgent))
        text = work.page.html if isinstance(work.page.html, str) else work.page.html.decode()
        self.answers(text)
        return WorkDone(json.dumps({"text": text}).encode() + b"\n")


def fetch_address(url: str) -> PageGiven:
    return PageGiven(f"page of {url}".encode(), url, "utf-8", is_live=True)


@pytest.fixture
def pool() -> FakePool:
    return FakePool()


@pytest.fixture
def open_queue(job_settings: JobSettings, monkeypatch: pytest.MonkeyPatch) -> Iterator[OpenStore]:
    """Open a queue whose clock is the machine's: `open_queue(attempts=2)`."""
    monkeypatch.setattr("cutline.service.jobs.runner.POLL_SECONDS", 0.01)
    opened: list[JobStore] = []

    def build(**limits: Any) -> JobStore:
        opened.append(JobStore.open(job_settings.model_copy(update=QUICK | limits)))
        return opened[-1]

    yield build
    for store in opened:
        store.close()


@pytest.fixture
def start_runner(open_queue: OpenStore, pool: FakePool) -> Iterator[StartRunner]:
    """Start a runner, which ends with the test: `start_runner(store, fetch)`."""
    started: list[JobRunner] = []

    def build(store: JobStore, fetch: Callable[[str], PageGiven] = fetch_address) -> JobRunner:
        runner = JobRunner(store, fetch, pool.run)
        started.append(runner)
        runner.start()
        return runner

    yield build
    for runner in started:
        runner.close(PATIENCE)


def wait_until(is_so: Callable[[], object]) -> None:
    ends = monotonic() + PATIENCE
    while not is_so():
        assert monotonic() < ends, "it did not come to that"
        sleep(0.01)


def finish(store: JobStore, job_id: str) -> list[dict[str, Any]]:
    """Return the results of a job, once it is finished."""
    wait_until(lambda: store.find(job_id).finished)
    return [json.loads(line) for line in store.results(job_id, limit=1000).lines]


def count_jobs(store: JobStore) -> int:
    with store.database.reading() as connection:
        return connection.scalar(select(func.count()).select_from(JobRow)) or 0


def failing(times: int, error: Exception) -> Callable[[str], PageGiven]:
    """Return a fetcher that fails some times, and keeps the moments of all calls in `calls`."""
    calls: list[float] = []

    def fetch(url: str) -> PageGiven:
        calls.append(monotonic())
        if len(calls) <= times:
            raise error
        return fetch_address(url)

    fetch.calls = calls  # type: ignore[attr-defined]
    return fetch


def test_pages_given_and_fetched_are_extracted_with_the_options_of_the_job(
    open_queue: OpenStore, start_runner: StartRunner, pool: FakePool
) -> None:
    store = open_queue(threads=1)
    options = Options(method="first-subtree", nlp=False)
    job = store.create([JobItem("https://a.example/", "given", id=7), JobItem("https://b.example/")], options)
    start_runner(store)
    assert finish(store, job.id) == [
        {"id": 7, "line": 1, "article": {"text": "given"}},
        {"id": None, "line": 2, "article": {"text": "page of https://b.example/"}},
    ]
    given = PageGiven("given", "https://a.example/")
    fetched = PageGiven(b"page of https://b.example/", "https://b.example/", "utf-8", is_live=True)
    assert pool.works == [(ExtractWork(given, options), False), (ExtractWork(fetched, options), False)]
    assert store.count(job.id) == Counts(0, 0, 2, 0)


class TestFailures:
    @pytest.mark.parametrize("error", [FetchTimeout("Slow."), UpstreamError("Busy.", 503), WorkerDied("Killed.")])
    def test_one_that_passes_is_not_seen(
        self, open_queue: OpenStore, start_runner: StartRunner, error: CutlineError
    ) -> None:
        store = open_queue(attempts=3)
        job = store.create([JobItem("https://a.example/")], Options())
        fetch = failing(2, error)
        start_runner(store, fetch)
        assert finish(store, job.id)[0]["article"]["text"] == "page of https://a.example/"
        assert len(fetch.calls) == 3  # type: ignore[attr-defined]

    def test_one_that_stays_is_the_result_after_the_last_attempt(
        self, open_queue: OpenStore, start_runner: StartRunner
    ) -> None:
        store = open_queue(attempts=3)
        job = store.create([JobItem("https://a.example/", id="x")], Options())
        fetch = failing(99, UpstreamError("a.example answered with status 503.", 503))
        start_runner(store, fetch)
        error = {"code": "upstream-error", "message": "a.example answered with status 503."}
        assert finish(store, job.id) == [{"id": "x", "line": 1, "error": error}]
        assert len(fetch.calls) == 3  # type: ignore[attr-defined]
        assert store.count(job.id) == Counts(0, 0, 0, 1)

    @pytest.mark.parametrize("error", [BlockedAddress("Not public."), UpstreamError("Gone.", 404), EmptyPage("Empty.")])
    def test_one_that_cannot_pass_is_the_result_at_once(
        self, open_queue: OpenStore, start_runner: StartRunner, error: CutlineError
    ) -> None:
        store = open_queue()
        job = store.create([JobItem("https://a.example/")], Options())
        fetch = failing(1, error)
        start_runner(store, fetch)
        assert finish(store, job.id)[0]["error"] == {"code": error.code, "message": str(error)}
        assert len(fetch.calls) == 1  # type: ignore[attr-defined]

    def test_the_pauses_between_attempts_grow(self, open_queue: OpenStore, start_runner: StartRunner) -> None:
        store = open_queue(attempts=4, retry_seconds=0.1)
        job = store.create([JobItem("https://a.example/")], Options())
        fetch = failing(3, FetchTimeout("Slow."))
        start_runner(store, fetch)
        finish(store, job.id)
        first, second, third, fourth = fetch.calls  # type: ignore[attr-defined]
        assert second - first >= 0.1
        assert third - second >= 0.2
        assert fourth - third >= 0.4

    def test_a_pool_without_room_counts_as_no_attempt(
        self, open_queue: OpenStore, start_runner: StartRunner, pool: FakePool
    ) -> None:
        store = open_queue(attempts=1)

        def refuse(text: str) -> None:
            if len(pool.works) < 5:
                raise Overloaded("Full.", retry_after=0)

        pool.answers = refuse
        job = store.create([JobItem(None, "page")], Options())
        start_runner(store)
        assert finish(store, job.id)[0]["article"]["text"] == "page"
        assert len(pool.works) == 5

    def test_an_item_at_which_processes_die_is_given_up(
        self, open_queue: OpenStore, start_runner: StartRunner, pool: FakePool
    ) -> None:
        store = open_queue(attempts=2, lease_seconds=0.01)
        job = store.create([JobItem(None, "deadly")], Options())
        for _ in range(2):
            wait_until(Claims(store).claim)  # and die
        sleep(0.02)
        start_runner(open_queue(attempts=2))
        error = finish(store, job.id)[0]["error"]
        assert error["code"] == "worker-died"
        assert "ended in each of 2 attempts" in error["message"]
        assert pool.works == []

    def test_a_mistake_of_ours_is_the_result_and_nothing_of_the_page_is_logged(
        self, open_queue: OpenStore, start_runner: StartRunner, pool: FakePool, caplog: pytest.LogCaptureFixture
    ) -> None:
        def fail(text: str) -> None:
            raise RuntimeError(text)

        pool.answers = fail
        store = open_queue()
        job = store.create([JobItem(None, "secret page")], Options())
        start_runner(store)
        error = finish(store, job.id)[0]["error"]
        assert error["code"] == "internal-error"
        assert "RuntimeError" in error["message"]
        assert "RuntimeError" in caplog.text
        assert "secret" not in caplog.text + str(error)


class TestHosts:
    @pytest.mark.parametrize("html", [None, "<p>a"])
    @pytest.mark.parametrize(("pages", "is_free"), [("one", True), ("all", False)])
    def test_stay_taken_while_the_pages_that_follow_are_read(
        self, open_queue: OpenStore, start_runner: StartRunner, pool: FakePool, html: Any, pages: Any, is_free: bool
    ) -> None:
        store, free = open_queue(), []
        job = store.create([JobItem("https://a.example/", html)], Options(pages=pages))

        def look(text: str) -> None:
            with store.database.reading() as connection:
                held = connection.scalar(select(func.count()).where(HostRow.free_at > store.clock() + 1)) or 0
            free.append(not held)

        pool.answers = look
        start_runner(store)
        finish(store, job.id)
        assert free == [is_free]

    def test_a_slow_one_keeps_no_other_waiting(self, open_queue: OpenStore, start_runner: StartRunner) -> None:
        store = open_queue(threads=2)
        answer = Event()

        def fetch(url: str) -> PageGiven:
            if "slow" in url:
                answer.wait(PATIENCE)
            return fetch_address(url)

        job = store.create([JobItem(f"https://slow.example/{place}") for place in range(5)], Options())
        other = store.create([JobItem(f"https://quick.example/{place}") for place in range(5)], Options())
        start_runner(store, fetch)
        assert len(finish(store, other.id)) == 5
        assert store.count(job.id) == Counts(waiting=4, running=1, done=0, failed=0)
        answer.set()
        assert len(finish(store, job.id)) == 5


class TestLeases:
    def test_work_that_takes_longer_than_a_lease_is_done_once(
        self, open_queue: OpenStore, start_runner: StartRunner, pool: FakePool
    ) -> None:
        store = open_queue(threads=2, lease_seconds=2.0)
        pool.answers = lambda text: sleep(4.0)
        job = store.create([JobItem(None, "long")], Options())
        start_runner(store)
        finish(store, job.id)
        assert len(pool.works) == 1

    def test_a_runner_that_stops_finishes_what_it_works_on(
        self, open_queue: OpenStore, start_runner: StartRunner, pool: FakePool
    ) -> None:
        store = open_queue(threads=1)
        pool.answers = lambda text: sleep(0.2)
        job = store.create([JobItem(None, "a"), JobItem(None, "b")], Options())
        runner = start_runner(store)
        wait_until(lambda: pool.works)
        runner.close(PATIENCE)
        assert store.count(job.id) == Counts(waiting=1, running=0, done=1, failed=0)

    def test_a_runner_that_stops_gives_back_what_it_cannot_finish(
        self, open_queue: OpenStore, start_runner: StartRunner, pool: FakePool
    ) -> None:
        store = open_queue(threads=1)
        go_on = Event()
        pool.answers = lambda text: bool(go_on.wait(PATIENCE)) and None
        job = store.create([JobItem(None, "a")], Options())
        runner = start_runner(store)
        wait_until(lambda: pool.works)
        runner.close(0.05)
        assert store.count(job.id) == Counts(waiting=1, running=0, done=0, failed=0)
        go_on.set()
        runner.close(PATIENCE)
        assert store.count(job.id).waiting == 1  # what came late was not written
        claim = Claims(store).claim()
        assert claim
        assert claim.attempt == 1  # and it was no attempt


def test_a_queue_that_cannot_be_written_for_a_while_is_worked_off_afterwards(
    open_queue: OpenStore, start_runner: StartRunner, caplog: pytest.LogCaptureFixture
) -> None:
    store = open_queue(lease_seconds=2.0, attempts=100)
    job = store.create([JobItem(None, str(place)) for place in range(20)], Options())
    is_full = [True]

    def limit(connection: Connection) -> None:
        connection.exec_driver_sql(f"PRAGMA query_only = {int(is_full[0])}")

    event.listen(store.database.engine, "begin", limit)
    start_runner(store)
    wait_until(lambda: "cannot be used now" in caplog.text)
    is_full[0] = False
    assert [result["article"]["text"] for result in finish(store, job.id)] == [str(place) for place in range(20)]


def test_old_jobs_are_deleted_while_the_runner_works(
    open_queue: OpenStore, start_runner: StartRunner, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cutline.service.jobs.runner.PURGE_SECONDS", 0.05)
    store = open_queue()
    job = store.create([JobItem(None, "a")], Options(), key="k")
    store.remove(job.id)
    start_runner(store)
    wait_until(lambda: count_jobs(store) == 0)


@pytest.mark.parametrize(
    ("status", "expected"),
    [(500, True), (503, True), (599, True), (429, True), (408, True), (404, False), (410, False)],
)
def test_a_status_passes_if_it_speaks_of_the_moment(status: int, expected: bool) -> None:
    assert is_temporary(UpstreamError("It answered so.", status)) is expected
