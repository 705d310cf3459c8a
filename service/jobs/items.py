"""Items as rows: what a job's pages become in the tables."""

from __future__ import annotations

import json
from collections.abc import Sequence

from sqlalchemy import Connection, insert

from cutline.errors import BlockedAddress
from cutline.service.fetch.guard import parse_url
from cutline.service.jobs.content import pack_text
from cutline.service.jobs.tables import OPEN, ItemRow, PageRow
from cutline.service.jobs.types import JobItem

Rows = list[dict[str, object]]


def make_rows(job_id: str, items: Sequence[JobItem], now: float, turn_seconds: float) -> tuple[Rows, Rows]:
    """Return the rows of a job's items, and those of the pages that came with them.

    The n-th item has its turn n * `turn_seconds` after the job came: items of a job that comes later get turns between
    those of a long one before it, and nobody waits forever.
    """
    pages: Rows = [
        {"job_id": job_id, "position": position, "html": pack_text(item.html)}
        for position, item in enumerate(items, start=1)
        if item.html is not None
    ]
    rows: Rows = [
        {
            "job_id": job_id,
            "position": position,
            "given": write_given(item),
            "host": _find_host(item),
            "state": OPEN,
            "turn": now + position * turn_seconds,
            "free_at": now,
            "attempts": 0,
        }
        for position, item in enumerate(items, start=1)
    ]
    return rows, pages


def add_rows(connection: Connection, rows: Rows, pages: Rows) -> None:
    """Write what `make_rows` returned."""
    connection.execute(insert(ItemRow), rows)
    if pages:
        connection.execute(insert(PageRow), pages)


def write_given(item: JobItem) -> str:
    """Return the caller's id and the address as JSON, escaped, so that any text can be stored."""
    return json.dumps([item.id, item.url])


def read_given(text: str) -> tuple[str | int | None, str | None]:
    """Return the caller's id and the address."""
    given_id, url = json.loads(text)
    return given_id, url


def _find_host(item: JobItem) -> str:
    """Return the host that is to be asked; empty if none is, also because the address is malformed."""
    if item.html is not None or item.url is None:
        return ""
    try:
        return parse_url(item.url).raw_host.decode().lower()
    except BlockedAddress:
        return ""
