"""Addresses that are told when a job ends, from the database, so that no end of a process loses one.

A message is signed as Standard Webhooks (standardwebhooks.com) asks, so that libraries can verify it. Two processes
never send the same message at once; one that is killed just behind sending leaves it to be sent again.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import logging
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from sqlalchemy import Row, Select, delete, select, update

from cutline.config.settings import WEBHOOK_PREFIX
from cutline.errors import BlockedAddress, FetchError
from cutline.service.jobs.database import JobRow, WebhookRow
from cutline.service.jobs.store import JobStore

logger = logging.getLogger(__name__)


class Send(Protocol):
    """What webhooks need of `HttpPageFetcher.send`."""

    def __call__(self, url: str, body: bytes, headers: Mapping[str, str], seconds: float) -> None:
        """Send a body to an address; raise a FetchError if it is not accepted."""


def sign(secret: str, message_id: str, moment: int, body: bytes) -> str:
    """Return the signature of a message: HMAC-SHA256 over its id, the seconds since 1970 and its body."""
    key = base64.b64decode(secret.removeprefix(WEBHOOK_PREFIX))
    digest = hmac.digest(key, f"{message_id}.{moment}.".encode() + body, hashlib.sha256)
    return f"v1,{base64.b64encode(digest).decode()}"


@dataclass(frozen=True, slots=True)
class Webhooks:
    """Tells who asked for it that a job has ended; safe to share between threads."""

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
