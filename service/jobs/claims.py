"""Leases on items: claimed, renewed, closed and given back, each in one transaction.

A claim is a lease: it expires by itself, and a write with a lease that has expired, or that another process holds by
now, changes nothing. So a process may be killed at any moment: its items are claimed again, and no result is written
twice.
"""

from __future__ import annotations

import secrets
import zlib
from dataclasses import dataclass

from sqlalchemy import ColumnElement, Connection, Row, Select, delete, exists, select, update

from cutline.service.jobs.database import DONE, FAILED, OPEN, HostRow, ItemRow, JobRow, PageRow
from cutline.service.jobs.items import Claim, read_given, read_options, unpack_text
from cutline.service.jobs.store import JobStore

LEASE_BYTES = 16

_NextRow = Row[str, int, str, str, int]


@dataclass(frozen=True, slots=True)
class Claims:
    """The queue as workers see it; safe to share between threads.

    Every method may raise `QueueUnavailable`, and has changed nothing then.
    """

    store: JobStore

    def claim(self) -> Claim | None:
        """Claim the next item for `lease_seconds`; None if no item is available now.

        Items of a host that is being fetched from, or was just before, are skipped.
        """
        now = self.store.clock()
        with self.store.database.reading() as connection:  # checked without blocking writers
            if connection.execute(_select_next(now)).one_or_none() is None:
                return None
        with self.store.database.writing() as connection:
            row = connection.execute(_select_next(now).with_for_update(skip_locked=True, of=ItemRow)).one_or_none()
            if row is None:
                return None
            lease, ends = secrets.token_hex(LEASE_BYTES), now + self.store.settings.lease_seconds
            if row.host and not self._take_host(connection, row.host, lease, now, ends):
                return None
            taken = {"lease": lease, "free_at": ends, "attempts": row.attempts + 1}
            connection.execute(update(ItemRow).where(*_is_item(row.job_id, row.position)).values(taken))
            return self._read_claim(connection, row, lease)

    def renew(self, claim: Claim) -> None:
        """Extend an unexpired lease to `lease_seconds` from now."""
        now = self.store.clock()
        ends = {"free_at": now + self.store.settings.lease_seconds}
        with self.store.database.writing() as connection:
            connection.execute(update(ItemRow).where(*_is_held(claim, now)).values(ends))
            connection.execute(update(HostRow).where(*_is_host_held(claim)).values(ends))

    def leave_host(self, claim: Claim) -> None:
        """Release the claim's host, `host_seconds` from now."""
        free_at = self.store.clock() + self.store.settings.host_seconds
        with self.store.database.writing() as connection:
            connection.execute(update(HostRow).where(*_is_host_held(claim)).values(free_at=free_at, lease=""))

    def close_done(self, claim: Claim, article: bytes) -> bool:
        """Write the article (JSON) as the item's result; return False, with nothing written, if the lease was lost."""
        return self._close(claim, DONE, article)

    def close_failed(self, claim: Claim, error: bytes) -> bool:
        """Write the error (JSON) as the item's result; return False as `close_done`."""
        return self._close(claim, FAILED, error)

    def give_back(self, claim: Claim, seconds: float, *, is_attempt: bool) -> bool:
        """Make the item available again after some seconds; return False if the lease was lost.

        Args:
            claim: ours.
            seconds: the pause.
            is_attempt: whether this counts as one of the item's `attempts`.
        """
        now = self.store.clock()
        attempts = claim.attempt if is_attempt else claim.attempt - 1
        values = {"lease": None, "free_at": now + seconds, "attempts": attempts}
        with self.store.database.writing() as connection:
            return connection.execute(update(ItemRow).where(*_is_held(claim, now)).values(values)).rowcount == 1

    def _take_host(self, connection: Connection, host: str, lease: str, now: float, ends: float) -> bool:
        """Claim the host; False if another process was faster, which can only happen with PostgreSQL."""
        values = {"lease": lease, "free_at": ends}
        insertion = self.store.database.insert(HostRow).values(host=host, **values)
        taking = insertion.on_conflict_do_update(index_elements=["host"], set_=values, where=HostRow.free_at <= now)
        return connection.scalar(taking.returning(HostRow.host)) is not None

    def _read_claim(self, connection: Connection, row: _NextRow, lease: str) -> Claim:
        job_id, position, given, host, attempts = row
        options = connection.execute(select(JobRow.options).where(JobRow.id == job_id)).scalar_one()
        is_page = (PageRow.job_id == job_id, PageRow.position == position)
        page = connection.scalar(select(PageRow.html).where(*is_page))
        url = read_given(given)[1]
        html = None if page is None else unpack_text(page)
        return Claim(job_id, position, lease, attempts + 1, url, html, host, read_options(options))

    def _close(self, claim: Claim, state: str, result: bytes) -> bool:
        now = self.store.clock()
        values = {"state": state, "lease": None, "result": zlib.compress(result)}
        with self.store.database.writing() as connection:
            # The job is locked, so that whoever closes the last item sees that it is the last.
            connection.execute(select(JobRow.id).where(JobRow.id == claim.job_id).with_for_update())
            if connection.execute(update(ItemRow).where(*_is_held(claim, now)).values(values)).rowcount != 1:
                return False
            is_page = (PageRow.job_id == claim.job_id, PageRow.position == claim.position)
            connection.execute(delete(PageRow).where(*is_page))
            has_open = exists().where(ItemRow.job_id == claim.job_id, ItemRow.state == OPEN)
            connection.execute(update(JobRow).where(JobRow.id == claim.job_id, ~has_open).values(finished_at=now))
            return True


def _select_next(now: float) -> Select[str, int, str, str, int]:
    """Select the next available item, with the columns that `_read_claim` needs."""
    busy = select(HostRow.host).where(HostRow.free_at > now)
    return (
        select(ItemRow.job_id, ItemRow.position, ItemRow.given, ItemRow.host, ItemRow.attempts)
        .where(ItemRow.state == OPEN, ItemRow.free_at <= now, ItemRow.host.not_in(busy))
        .order_by(ItemRow.turn)
        .limit(1)
    )


def _is_item(job_id: str, position: int) -> tuple[ColumnElement[bool], ...]:
    return ItemRow.job_id == job_id, ItemRow.position == position


def _is_held(claim: Claim, now: float) -> tuple[ColumnElement[bool], ...]:
    """Match the claim's item if the lease is still valid."""
    is_ours = (ItemRow.state == OPEN, ItemRow.lease == claim.lease, ItemRow.free_at > now)
    return (*_is_item(claim.job_id, claim.position), *is_ours)


def _is_host_held(claim: Claim) -> tuple[ColumnElement[bool], ...]:
    return HostRow.host == claim.host, HostRow.lease == claim.lease
