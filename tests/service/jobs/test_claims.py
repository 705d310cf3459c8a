"""Items claimed by leases: none is held twice, lost, or done twice visibly."""

import tempfile
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from threading import Thread
from time import monotonic, sleep
from typing import Any

import pytest
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule
from sqlalchemy import insert

from cutline.config import load_settings
from cutline.config.settings import JobSettings
from cutline.options import Options
from cutline.service.jobs import JobItem, JobStore
from cutline.service.jobs.claims import Claims
from cutline.service.jobs.database import HostRow
from cutline.service.jobs.items import Claim

OpenStore = Callable[..., JobStore]
LEASE = 60.0  # seconds, as the setting jobs.lease_seconds
PAUSE = 1.0  # seconds, as the setting jobs.host_seconds


def add_pages(store: JobStore, *pages: str) -> str:
    return store.create([JobItem(None, page) for page in pages], Options()).id


def add_addresses(store: JobStore, *urls: str) -> str:
    return store.create([JobItem(url) for url in urls], Options()).id


def read_lines(store: JobStore, job_id: str) -> list[bytes]:
    return list(store.results(job_id, limit=1000).lines)


def must_claim(claims: Claims) -> Claim:
    claim = claims.claim()
    assert claim is not None
    return claim


def test_a_claim_brings_what_the_item_needs(store: JobStore, claims: Claims) -> None:
    options = Options(method="first-subtree", language="fr")
    job = store.create([JobItem("https://a.example/é", "<p>Ünï \udc80\0"), JobItem("https://B.example:80/x")], options)
    page, address = must_claim(claims), must_claim(claims)
    assert (page.job_id, page.position, page.attempt) == (job.id, 1, 1)
    assert (page.url, page.html, page.host) == ("https://a.example/é", "<p>Ünï \udc80\0", "")
    assert (address.url, address.html, address.host) == ("https://B.example:80/x", None, "b.example")
    assert page.options == options


def test_a_short_job_need_not_wait_for_all_of_a_long_one(store: JobStore, claims: Claims, clock: Any) -> None:
    add_pages(store, *(f"long {number}" for number in range(6)))
    clock.now += 2.5
    add_pages(store, "short 0", "short 1")
    order = [must_claim(claims).html for _ in range(8)]
    assert order == ["long 0", "long 1", "long 2", "short 0", "long 3", "short 1", "long 4", "long 5"]


def test_a_held_item_is_not_claimed_until_its_lease_ends(store: JobStore, claims: Claims, clock: Any) -> None:
    add_pages(store, "a")
    first = must_claim(claims)
    clock.now += LEASE - 0.1
    assert claims.claim() is None
    clock.now += 0.1
    second = must_claim(claims)
    assert (second.position, second.attempt) == (1, 2)
    assert second.lease != first.lease


def test_the_late_finisher_of_an_ended_lease_writes_nothing(store: JobStore, claims: Claims, clock: Any) -> None:
    job_id = add_pages(store, "a")
    late = must_claim(claims)
    clock.now += LEASE
    assert not claims.close_done(late, b'{"by":"late"}')  # nobody else has it yet
    second = must_claim(claims)
    assert not claims.close_done(late, b'{"by":"late"}')
    assert not claims.close_failed(late, b'{"by":"late"}')
    assert not claims.give_back(late, 0.0, is_attempt=True)
    assert claims.close_done(second, b'{"by":"second"}')
    assert not claims.close_done(late, b'{"by":"late"}')
    assert not claims.close_done(second, b'{"by":"second again"}')
    assert read_lines(store, job_id) == [b'{"id":null,"line":1,"article":{"by":"second"}}\n']


def test_a_renewed_lease_goes_on_and_an_ended_one_does_not(store: JobStore, claims: Claims, clock: Any) -> None:
    add_pages(store, "a")
    claim = must_claim(claims)
    for _ in range(3):
        clock.now += LEASE - 1
        claims.renew(claim)
    assert claims.claim() is None
    clock.now += LEASE
    claims.renew(claim)
    assert must_claim(claims).attempt == 2
    assert not claims.close_done(claim, b"{}")


def test_an_item_given_back_is_claimed_after_the_pause(store: JobStore, claims: Claims, clock: Any) -> None:
    add_pages(store, "a")
    assert claims.give_back(must_claim(claims), 10.0, is_attempt=True)
    clock.now += 9
    assert claims.claim() is None
    clock.now += 1
    second = must_claim(claims)
    assert second.attempt == 2
    assert claims.give_back(second, 0.0, is_attempt=False)
    assert must_claim(claims).attempt == 2


def test_a_job_is_finished_when_its_last_item_closes(store: JobStore, claims: Claims, clock: Any) -> None:
    job_id = add_pages(store, "a", "b")
    first, second = must_claim(claims), must_claim(claims)
    claims.close_failed(second, b"{}")
    assert store.find(job_id).finished is None
    clock.now += 5
    claims.close_done(first, b"{}")
    finished = store.find(job_id).finished
    assert finished is not None
    assert finished.timestamp() == clock.now


class TestHosts:
    def test_a_host_is_asked_for_one_page_at_a_time(self, store: JobStore, claims: Claims, clock: Any) -> None:
        add_addresses(store, "https://a.example/1", "http://A.example:80/2", "https://b.example/3")
        first, other = must_claim(claims), must_claim(claims)
        assert (first.host, other.host) == ("a.example", "b.example")  # claims do not wait behind a busy host
        assert claims.claim() is None
        claims.leave_host(first)
        assert claims.claim() is None
        clock.now += PAUSE
        assert must_claim(claims).url == "http://A.example:80/2"

    def test_hosts_are_shared_by_all_jobs(self, store: JobStore, claims: Claims) -> None:
        add_addresses(store, "https://a.example/1")
        add_addresses(store, "https://a.example/2")
        must_claim(claims)
        assert claims.claim() is None

    def test_pages_that_were_given_wait_for_no_host(self, store: JobStore, claims: Claims) -> None:
        store.create([JobItem("https://a.example/1", "a"), JobItem("https://a.example/2", "b")], Options())
        assert [must_claim(claims).html, must_claim(claims).html] == ["a", "b"]

    def test_the_host_of_a_killed_process_is_free_when_its_lease_ends(
        self, store: JobStore, claims: Claims, clock: Any
    ) -> None:
        add_addresses(store, "https://a.example/1")
        late = must_claim(claims)
        clock.now += LEASE
        must_claim(claims)
        claims.leave_host(late)  # it is another's by now
        add_addresses(store, "https://a.example/2")
        clock.now += PAUSE
        assert claims.claim() is None

    def test_a_renewed_lease_keeps_its_host(self, store: JobStore, claims: Claims, clock: Any) -> None:
        add_addresses(store, "https://a.example/1", "https://a.example/2")
        claim = must_claim(claims)
        clock.now += LEASE - 1
        claims.renew(claim)
        clock.now += LEASE - 1
        assert claims.claim() is None

    def test_a_renewed_lease_does_not_take_back_a_host_it_left(
        self, store: JobStore, claims: Claims, clock: Any
    ) -> None:
        add_addresses(store, "https://a.example/1", "https://a.example/2")
        claim = must_claim(claims)
        claims.leave_host(claim)
        claims.renew(claim)
        clock.now += PAUSE
        assert must_claim(claims).position == 2

    def test_a_malformed_address_holds_no_host(self, store: JobStore, claims: Claims) -> None:
        add_addresses(store, "https://user:pass@[::1/", "ftp://a.example/")
        assert [must_claim(claims).host, must_claim(claims).host] == ["", ""]


def test_a_host_that_another_takes_at_the_same_moment_is_left_to_it(
    postgres: Any, job_settings: JobSettings, clock: Any
) -> None:
    store = JobStore.open(job_settings.model_copy(update={"database": postgres.make_schema()}), clock)
    add_addresses(store, "https://a.example/1")
    claimed: list[Claim | None] = []
    thread = Thread(target=lambda: claimed.append(Claims(store).claim()))
    with store.database.writing() as connection:
        connection.execute(insert(HostRow).values(host="a.example", lease="another's", free_at=clock.now + LEASE))
        thread.start()
        thread.join(timeout=0.5)  # it saw the host free, and waits for this transaction to end
    thread.join()
    assert claimed == [None]
    clock.now += LEASE
    assert must_claim(Claims(store)).attempt == 1
    store.close()


def test_claimers_at_the_same_time_never_hold_one_item_or_one_host(open_store: OpenStore) -> None:
    stores = [open_store(host_seconds=0.0, busy_seconds=60.0) for _ in range(4)]
    job = stores[0].create(
        [JobItem(f"https://h{number % 7}.example/{number}") for number in range(40)] + [JobItem(None, "page")] * 40,
        Options(),
    )
    taken: Counter[int] = Counter()
    busy: set[str] = set()
    clashes: list[str] = []
    ends = monotonic() + 120.0

    def work(store: JobStore) -> None:
        claims = Claims(store)
        while store.find(job.id).finished is None and monotonic() < ends:
            if claim := claims.claim():
                taken[claim.position] += 1
                if claim.host:
                    clashes.extend({claim.host} & busy)
                    busy.add(claim.host)
                    sleep(0.001)
                    busy.discard(claim.host)
                    claims.leave_host(claim)
                assert claims.close_done(claim, b"{}")

    threads = [Thread(target=work, args=(store,)) for store in stores for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert taken == Counter(range(1, 81))
    assert clashes == []
    assert len(read_lines(stores[0], job.id)) == 80
    assert stores[0].find(job.id).finished is not None


class QueueMachine(RuleBasedStateMachine):
    """Claims made, lost, renewed, given back and closed in any order, beside what should have come of it."""

    ITEMS = 4

    def __init__(self) -> None:
        super().__init__()
        self.folder = tempfile.TemporaryDirectory()
        self.now = 1_000_000.0
        limits = {"database": str(Path(self.folder.name) / "jobs.sqlite")}
        self.store = JobStore.open(load_settings().jobs.model_copy(update=limits), lambda: self.now)
        self.claims = Claims(self.store)
        self.job_id = add_pages(self.store, *map(str, range(self.ITEMS)))
        self.made: list[Claim] = []
        self.holders: dict[int, tuple[str, float]] = {}  # by position: lease, and when it ends
        self.closed: dict[int, str] = {}  # by position: what it was closed with, as its line has it

    def teardown(self) -> None:
        self.store.close()
        self.folder.cleanup()

    def holds(self, claim: Claim) -> bool:
        lease, ends = self.holders.get(claim.position, ("", 0.0))
        return lease == claim.lease and ends > self.now

    @rule()
    def claim(self) -> None:
        free = {
            position
            for position in range(1, self.ITEMS + 1)
            if position not in self.closed and self.holders.get(position, ("", 0.0))[1] <= self.now
        }
        claim = self.claims.claim()
        assert (claim.position in free) if claim else not free
        if claim:
            self.made.append(claim)
            self.holders[claim.position] = (claim.lease, self.now + LEASE)

    @rule(seconds=st.sampled_from([1.0, LEASE / 2, LEASE]))
    def wait(self, seconds: float) -> None:
        self.now += seconds

    @precondition(lambda self: self.made)
    @rule(data=st.data())
    def renew(self, data: st.DataObject) -> None:
        claim = data.draw(st.sampled_from(self.made))
        self.claims.renew(claim)
        if self.holds(claim):
            self.holders[claim.position] = (claim.lease, self.now + LEASE)

    @precondition(lambda self: self.made)
    @rule(data=st.data(), pause=st.sampled_from([0.0, 10.0]))
    def give_back(self, data: st.DataObject, pause: float) -> None:
        claim = data.draw(st.sampled_from(self.made))
        assert self.claims.give_back(claim, pause, is_attempt=True) == self.holds(claim)
        if self.holds(claim):
            self.holders[claim.position] = ("", self.now + pause)

    @precondition(lambda self: self.made)
    @rule(data=st.data(), is_done=st.booleans())
    def close(self, data: st.DataObject, is_done: bool) -> None:
        claim = data.draw(st.sampled_from(self.made))
        close = self.claims.close_done if is_done else self.claims.close_failed
        assert close(claim, f'{{"by":"{claim.lease}"}}'.encode()) == self.holds(claim)
        if self.holds(claim):
            fields = f'"by":"{claim.lease}"'
            self.closed[claim.position] = f'"article":{{{fields}}}' if is_done else fields
            del self.holders[claim.position]

    @invariant()
    def results_are_those_of_the_first_who_closed(self) -> None:
        first_open = min(set(range(1, self.ITEMS + 2)) - self.closed.keys())
        expected = [
            f'{{"id":null,"line":{position},{self.closed[position]}}}\n'.encode() for position in range(1, first_open)
        ]
        assert read_lines(self.store, self.job_id) == expected
        counts = self.store.count(self.job_id)
        assert counts.done + counts.failed == len(self.closed)
        held = sum(bool(lease) and ends > self.now for lease, ends in self.holders.values())
        assert counts.running == held
        assert (self.store.find(self.job_id).finished is not None) == (len(self.closed) == self.ITEMS)


TestQueue = pytest.mark.load(QueueMachine.TestCase)
TestQueue.settings = hypothesis_settings(max_examples=20, stateful_step_count=25, deadline=None)
