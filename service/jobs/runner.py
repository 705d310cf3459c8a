"""Processing of the queue: threads that claim items, fetch and extract their pages, and write the results."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import logging
import traceback
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import partial
from threading import Event, Lock, Thread
from time import monotonic
from typing import Protocol

from sqlalchemy import Row, Select, delete, select, update

from cutline.config.settings import WEBHOOK_PREFIX
from cutline.errors import (
    BlockedAddress,
    BrowserDied,
    CutlineError,
    FetchError,
    FetchTimeout,
    Overloaded,
    PageTimeout,
    QueueUnavailable,
    RenderTimeout,
    UnreachableHost,
    UpstreamError,
    WorkerDied,
)
from cutline.page_given import PageGiven
from cutline.service.jobs.claims import Claims
from cutline.service.jobs.database import JobRow, WebhookRow
from cutline.service.jobs.items import Claim
from cutline.service.jobs.store import JobStore
from cutline.service.pages.extraction import Failure, make_internal_error
from cutline.service.pages.extraction_processes import ExtractWork, WorkDone

TEMPORARY = (FetchTimeout, UnreachableHost, RenderTimeout, BrowserDied, PageTimeout, WorkerDied)
TEMPORARY_STATUSES = {408, 425, 429}  # besides 500 and above: the host asks to try again later
RENEWALS = 3  # per lease period: one may fail and one be late
PURGE_SECONDS = 60.0  # between deletions of old jobs, and between other chores
POLL_SECONDS = 1.0  # between checks for items while there are none
Fetch = Callable[[str], PageGiven]
# Sends a body with headers to an address within some seconds; raises a FetchError if it is not accepted.
Send = Callable[[str, bytes, Mapping[str, str], float], None]
logger = logging.getLogger(__name__)


def is_temporary(error: CutlineError) -> bool:
    """Return whether another attempt may succeed."""
    if isinstance(error, UpstreamError):
        return error.status in TEMPORARY_STATUSES or error.status >= 500
    return isinstance(error, TEMPORARY)


def describe_deaths(attempts: int) -> Failure:
    """Return the failure of an item whose process was killed or stopped responding in every attempt."""
    message = (
        f"The process that worked on this page ended in each of {attempts} attempts. Try the page alone to see why."
    )
    return Failure.of(WorkerDied(message))


class Run(Protocol):
    """What jobs need of `ExtractionPool.run`."""

    def __call__(self, work: ExtractWork, *, is_urgent: bool) -> WorkDone:
        """Return the article of a page as JSON."""


class JobRunner:
    """Threads that process the queue; several processes may each have a runner."""

    def __init__(
        self,
        store: JobStore,
        fetch: Fetch,
        run: Run,
        chores: Sequence[Callable[[], object]] = (),
        send: Send | None = None,
    ) -> None:
        """Take the queue and what works on it; nothing is started yet.

        Args:
            store: the queue.
            fetch: returns the page at an address.
            run: extracts a page.
            chores: what else is done now and then.
            send: sends the messages of webhooks; None: another process does.
        """
        self._store = store
        self._claims = Claims(store)
        self._fetch = fetch
        self._run = run
        self._chores = (store.purge, *chores)
        is_signing = bool(store.settings.webhook_secret.get_secret_value())
        self._webhooks = Webhooks(store, send) if send is not None and is_signing else None
        self._stopping = Event()
        self._threads: list[Thread] = []
        self._held: dict[str, Claim] = {}  # by lease
        self._held_lock = Lock()

    def start(self) -> None:
        """Start the worker threads (setting `jobs.threads`), one that renews leases, and one for each chore."""
        settings = self._store.settings
        for number in range(settings.threads):
            self._begin(f"job-{number}", self._work)
        self._begin("job-leases", self._repeat, self._renew, settings.lease_seconds / RENEWALS)
        if self._webhooks is not None:
            self._begin("job-webhooks", self._repeat, partial(self._tell_all, self._webhooks), POLL_SECONDS)
        for number, chore in enumerate(self._chores):
            self._begin(f"job-chore-{number}", self._repeat, chore, PURGE_SECONDS)

    def close(self, grace_seconds: float) -> None:
        """Stop claiming, wait for work in progress, then give back what is not finished."""
        self._stopping.set()
        ends = monotonic() + grace_seconds
        for thread in self._threads:
            thread.join(max(0.0, ends - monotonic()))
        for claim in self._list_held():
            with _log_unavailable("a lease could not be given back; it will expire"):
                self._claims.give_back(claim, 0.0, is_attempt=False)

    def _begin(self, name: str, target: Callable[..., None], *arguments: object) -> None:
        thread = Thread(target=target, args=arguments, name=name, daemon=True)
        self._threads.append(thread)
        thread.start()

    def _repeat(self, task: Callable[[], object], seconds: float) -> None:
        while not self._stopping.wait(seconds):
            with _log_unavailable("queue maintenance failed"):
                task()

    def _tell_all(self, webhooks: Webhooks) -> None:
        while not self._stopping.is_set() and webhooks.tell_next():
            pass

    def _work(self) -> None:
        while not self._stopping.is_set():
            has_worked = False
            with _log_unavailable("the queue could not be processed"):
                has_worked = self._work_once()
            if not has_worked:
                self._stopping.wait(POLL_SECONDS)

    def _work_once(self) -> bool:
        """Process the next item, and return whether there was one."""
        claim = self._claims.claim()
        if claim is None:
            return False
        with self._hold(claim):
            if not self._work_on(claim):
                logger.warning("job %s item %d: the lease was lost, nothing was written", claim.job_id, claim.position)
        return True

    def _work_on(self, claim: Claim) -> bool:
        """Process an item and close it; return False if the lease was lost meanwhile."""
        attempts = self._store.settings.attempts
        if claim.attempt > attempts:  # every attempt was killed before it could close the item
            return self._claims.close_failed(claim, _render(describe_deaths(attempts)))
        try:
            with ExitStack() as occupied:
                occupied.callback(self._leave_host, claim)
                page = self._bring_page(claim)
                if claim.options.pages == "one":  # else the next pages are fetched from the same host
                    occupied.close()
                done = self._run(ExtractWork(page, claim.options), is_urgent=False)
        except QueueUnavailable:
            raise
        except CutlineError as error:
            return self._settle(claim, error)
        except Exception as error:
            frames = "".join(traceback.format_tb(error.__traceback__))  # the message may quote the page
            logger.error("job %s item %d: %s\n%s", claim.job_id, claim.position, type(error).__name__, frames)
            return self._claims.close_failed(claim, _render(Failure.of(make_internal_error(error))))
        return self._claims.close_done(claim, done.body)

    def _bring_page(self, claim: Claim) -> PageGiven:
        if claim.html is not None or claim.url is None:
            return PageGiven(claim.html or "", claim.url)
        return self._fetch(claim.url)

    def _leave_host(self, claim: Claim) -> None:
        if claim.host:
            with _log_unavailable("a host could not be released; its lease will expire"):
                self._claims.leave_host(claim)

    def _settle(self, claim: Claim, error: CutlineError) -> bool:
        """Give the item back if another attempt may succeed, else make the error its result."""
        settings = self._store.settings
        if isinstance(error, Overloaded):
            return self._claims.give_back(claim, error.retry_after, is_attempt=False)
        if is_temporary(error) and claim.attempt < settings.attempts:
            pause = settings.retry_seconds * 2.0 ** (claim.attempt - 1)
            return self._claims.give_back(claim, pause, is_attempt=True)
        return self._claims.close_failed(claim, _render(Failure.of(error)))

    @contextmanager
    def _hold(self, claim: Claim) -> Iterator[None]:
        """Keep the claim's lease renewed while the `with` block runs."""
        with self._held_lock:
            self._held[claim.lease] = claim
        try:
            yield
        finally:
            with self._held_lock:
                del self._held[claim.lease]

    def _list_held(self) -> list[Claim]:
        with self._held_lock:
            return list(self._held.values())

    def _renew(self) -> None:
        for claim in self._list_held():
            self._claims.renew(claim)


def _render(failure: Failure) -> bytes:
    return f'{{"error":{failure.model_dump_json()}}}'.encode()


@contextmanager
def _log_unavailable(what: str) -> Iterator[None]:
    """Log errors of the queue and bugs of ours, and continue: the runner's threads must not end."""
    try:
        yield
    except QueueUnavailable as error:
        logger.warning("%s: %s", what, error)
    except Exception as error:
        logger.error("%s: %s\n%s", what, type(error).__name__, "".join(traceback.format_tb(error.__traceback__)))


def sign(secret: str, message_id: str, moment: int, body: bytes) -> str:
    """Return the signature of a message: HMAC-SHA256 over its id, the seconds since 1970 and its body."""
    key = base64.b64decode(secret.removeprefix(WEBHOOK_PREFIX))
    digest = hmac.digest(key, f"{message_id}.{moment}.".encode() + body, hashlib.sha256)
    return f"v1,{base64.b64encode(digest).decode()}"


@dataclass(frozen=True, slots=True)
class Webhooks:
    """Tells who asked for it that a job has ended, from the database, so that no end of a process loses a message.

    A message is signed as Standard Webhooks (standardwebhooks.com) asks, so that libraries can verify it. Two processes
    never send the same message at once; one that is killed just behind sending leaves it to be sent again. Safe to
    share between threads.
    """

    store: JobStore
    send: Send

    def tell_next(self) -> bool:
        """Send the next message that is due; return False if there is none.

        Raises:
            QueueUnavailable: the database cannot be used.
        """
        taken = self._take()
        if taken is None:
            return False
        job_id, owner, url, attempts = taken
        try:
            self._send(job_id, owner, url)
        except Exception as error:  # of whatever kind: what is never counted would be sent forever
            if not isinstance(error, FetchError):
                logger.exception("job %s: its message could not be sent", job_id)
            self._put_off(job_id, attempts, error)
        else:
            self._forget(job_id)
        return True

    def _take(self) -> Row[str, str, str, int] | None:
        """Return a message that is due, which is then not due to others for `lease_seconds`."""
        now = self.store.clock()
        with self.store.database.reading() as connection:  # checked without blocking writers
            if connection.execute(_select_due(now)).one_or_none() is None:
                return None
        with self.store.database.writing() as connection:
            locked = _select_due(now).with_for_update(skip_locked=True, of=WebhookRow)
            if (row := connection.execute(locked).one_or_none()) is not None:
                taken = {"free_at": now + self.store.settings.lease_seconds, "attempts": row.attempts}
                connection.execute(update(WebhookRow).where(WebhookRow.job_id == row.job_id).values(taken))
            return row

    def _send(self, job_id: str, owner: str, url: str) -> None:
        job, counts = self.store.find(job_id, owner), self.store.count(job_id, owner)
        assert job.finished is not None
        told = {"id": job_id, "state": "finished", "finished": job.finished.isoformat(), "items": job.items}
        body = json.dumps({**told, "done": counts.done, "failed": counts.failed}).encode()
        settings, moment = self.store.settings, int(self.store.clock())
        headers = {
            "Content-Type": "application/json",
            "Webhook-Id": job_id,
            "Webhook-Timestamp": str(moment),
            "Webhook-Signature": sign(settings.webhook_secret.get_secret_value(), job_id, moment, body),
        }
        self.send(url, body, headers, settings.webhook_seconds)

    def _put_off(self, job_id: str, attempts: int, error: Exception) -> None:
        """Have a message sent again after a pause, unless that is in vain."""
        settings = self.store.settings
        if attempts >= settings.webhook_attempts or isinstance(error, BlockedAddress):
            logger.warning("job %s: nobody was told that it ended: %s", job_id, error)
            self._forget(job_id)
            return
        pause = settings.webhook_retry_seconds * 2.0 ** (attempts - 1)
        values = {"free_at": self.store.clock() + pause}
        with self.store.database.writing() as connection:
            connection.execute(update(WebhookRow).where(WebhookRow.job_id == job_id).values(values))

    def _forget(self, job_id: str) -> None:
        with self.store.database.writing() as connection:
            connection.execute(delete(WebhookRow).where(WebhookRow.job_id == job_id))


def _select_due(now: float) -> Select[str, str, str, int]:
    """Select the next message of a job that has ended and is not removed, and the number of the attempt."""
    return (
        select(WebhookRow.job_id, JobRow.owner, WebhookRow.url, (WebhookRow.attempts + 1).label("attempts"))
        .join(JobRow, JobRow.id == WebhookRow.job_id)
        .where(JobRow.finished_at.is_not(None), JobRow.removed_at.is_(None), WebhookRow.free_at <= now)
        .order_by(WebhookRow.free_at)
        .limit(1)
    )
