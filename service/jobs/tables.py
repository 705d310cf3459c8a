"""The tables of the queue, and which version of them this is."""

from __future__ import annotations

from sqlalchemy import (
    Double,
    Index,
    LargeBinary,
    String,
    Text,
    UniqueConstraint,
)
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

VERSION = 1  # counts up with every change of a table

OPEN, DONE, FAILED, REMOVED = "open", "done", "failed", "removed"  # the states of an item


class Base(DeclarativeBase):
    """Base of the tables; moments are seconds since 1970 (UTC)."""

    type_annotation_map = {float: Double, bytes: LargeBinary, str: Text}  # noqa: RUF012, as SQLAlchemy documents it


class SchemaRow(Base):
    """The one row that says what version the tables have."""

    __tablename__ = "cutline_schema"

    version: Mapped[int] = mapped_column(primary_key=True)
    checked_at: Mapped[float]


class JobRow(Base):
    """A job.

    A removed one (`removed_at`) is there for nobody, and deleted piece by piece. The idempotency key of one owner names
    one job; `fingerprint` tells whether a second request with it asks for the same.
    """

    __tablename__ = "cutline_jobs"
    __table_args__ = (UniqueConstraint("owner", "key"),)

    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    owner: Mapped[str]
    key: Mapped[str | None]
    fingerprint: Mapped[str]
    options: Mapped[str]
    items: Mapped[int]
    created_at: Mapped[float]
    finished_at: Mapped[float | None] = mapped_column(index=True)
    removed_at: Mapped[float | None]


class ItemRow(Base):
    """One page of a job.

    `given` is the caller's id of the page and its address, `result` the compressed JSON of the article or the error.
    An open item may be claimed from `free_at` on: at once, after the pause before a new attempt, or when the `lease` of
    the claim that holds it has ended. Of all that may be claimed the first is the one with the least `turn`.
    """

    __tablename__ = "cutline_items"
    __table_args__ = (
        Index("cutline_items_turn", "state", "turn", "free_at", "host"),
        Index("cutline_items_state", "job_id", "state", "position"),
    )

    job_id: Mapped[str] = mapped_column(String(32), primary_key=True)
    position: Mapped[int] = mapped_column(primary_key=True)
    given: Mapped[str]
    host: Mapped[str]
    state: Mapped[str]
    turn: Mapped[float]
    free_at: Mapped[float]
    lease: Mapped[str | None]
    attempts: Mapped[int]
    result: Mapped[bytes | None]


class PageRow(Base):
    """The page of an item that came with it, compressed; kept apart, so that rows of the queue stay small."""

    __tablename__ = "cutline_pages"

    job_id: Mapped[str] = mapped_column(String(32), primary_key=True)
    position: Mapped[int] = mapped_column(primary_key=True)
    html: Mapped[bytes]


class HostRow(Base):
    """A host that is asked for a page now, or was just before; nobody else asks it until `free_at`."""

    __tablename__ = "cutline_hosts"

    host: Mapped[str] = mapped_column(primary_key=True)
    lease: Mapped[str]
    free_at: Mapped[float]
